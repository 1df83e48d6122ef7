"""Boards filled with the twelve free pentominoes, each once: `pentomino/6x10`."""

from __future__ import annotations

from problems.families.board import FORM, board
from problems.instance import Family, Known, Model
from problems.lattice import drawn
from problems.packing import Piece, pack

_DRAWN = {
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
PENTOMINOES = {letter: drawn(rows.split("/")) for letter, rows in _DRAWN.items()}
"""The twelve shapes by their usual letters (Golomb)."""

_RECTANGLES = "exact-cover-samples 0.0.8; isomerdesign.com/Pentomino; 6x10 first by C. B. and J. Haselgrove, 1960"


def _build(size: str) -> Model:
    packing = pack(board(size), [Piece(letter, cells) for letter, cells in PENTOMINOES.items()])
    return packing.problem, packing


FAMILY = Family(
    "pentomino",
    FORM,
    _build,
    {
        "3x20": Known(8, 2, _RECTANGLES),
        "4x15": Known(1472, 368, _RECTANGLES),
        "5x12": Known(4040, 1010, _RECTANGLES),
        "6x10": Known(9356, 2339, _RECTANGLES),
        "8x8-centre": Known(520, 65, "D. S. Scott, 1958; exact-cover-samples 0.0.8"),
        "8x8-corners": Known(17360, 2170, "recount by an independent program"),
    },
)
