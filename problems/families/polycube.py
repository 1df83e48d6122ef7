"""Boxes filled with polycubes, which turn but are not mirrored: `pentacube/n-5x5x5`, `soma`."""

from __future__ import annotations

import numpy as np

from problems.cover import InvalidProblem
from problems.families.board import BOX_FORM, box
from problems.families.pentomino import PENTOMINOES
from problems.instance import Family, Known, Model
from problems.lattice import Freedom, drawn, in_space
from problems.packing import Piece, pack

_FORM = f"PIECE-{BOX_FORM}, PIECE one of {' '.join(PENTOMINOES).lower()}"

_BENT = in_space(drawn(["##", "#."]))
_SOMA = {
    "V": _BENT,
    "L": in_space(drawn(["###", "#.."])),
    "T": in_space(drawn(["###", ".#."])),
    "Z": in_space(drawn(["##.", ".##"])),
    "A": np.vstack([_BENT, [[1, 0, 1]]]).astype(np.int32),
    "B": np.vstack([_BENT, [[1, 1, 0]]]).astype(np.int32),
    "P": np.vstack([_BENT, [[1, 0, 0]]]).astype(np.int32),
}
"""Piet Hein's seven: the bent pieces of three and four cubes."""


def _pentacubes(size: str) -> Model:
    """One flat pentacube, in any number."""
    letter, _, sides = size.partition("-")
    if letter.upper() not in PENTOMINOES:
        raise InvalidProblem(f"{size!r} is not written {_FORM}")
    cells = in_space(PENTOMINOES[letter.upper()])
    packing = pack(box(sides, _FORM), [Piece(letter.upper(), cells, Freedom.ONE_SIDED, unlimited=True)])
    return packing.problem, packing


def _soma(size: str) -> Model:
    if size:
        raise InvalidProblem(f"{size!r} is not known; soma has one size and is written soma")
    packing = pack(box("3x3x3"), [Piece(name, cells, Freedom.ONE_SIDED) for name, cells in _SOMA.items()])
    return packing.problem, packing


PENTACUBE = Family(
    "pentacube",
    _FORM,
    _pentacubes,
    {
        "n-5x5x5": Known(192, 4, "seed article: 25 N-pentacubes in a cube"),
        "y-5x5x5": Known(60672, 1264, "kociemba.org; H. F. Nemotron, Packing 25 Y Pentacubes; C. J. Bouwkamp"),
    },
)
SOMA = Family("soma", "nothing more", _soma, {"": Known(11520, 240, "archive.lib.msu.edu crcmath, Soma Cube (240)")})
