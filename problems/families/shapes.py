"""The polyominoes that have names of their own."""

from __future__ import annotations

from problems.lattice import drawn

DOMINO = drawn(["##"])
TROMINOES = {"I": drawn(["###"]), "V": drawn(["##", "#."])}
TETROMINOES = {
    "I": drawn(["####"]),
    "L": drawn(["###", "#.."]),
    "O": drawn(["##", "##"]),
    "S": drawn([".##", "##."]),
    "T": drawn(["###", ".#."]),
}
"""The five free tetrominoes by their usual letters."""

_PENTOMINOES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "####/#...",
    "N": ".###/##..",
    "P": "##/##/#.",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": "####/.#..",
    "Z": "##./.#./.##",
}
PENTOMINOES = {letter: drawn(rows.split("/")) for letter, rows in _PENTOMINOES.items()}
"""The twelve shapes by their usual letters (Golomb)."""
