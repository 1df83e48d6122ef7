"""Cubes that are known by name, each of one size: `soma`, `bedlam`, `diabolical`, `slothouber-graatsma`, `conway`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from problems.cover import InvalidProblem
from problems.families.board import box
from problems.instance import Family, Known, Model
from problems.lattice import Cells, Freedom, drawn, in_space, moved_to_origin
from problems.packing import Piece, pack
from problems.pieces import TETROMINOES, TROMINOES, TWISTED

SOMA = {
    "V": in_space(TROMINOES["V"]),
    "L": in_space(TETROMINOES["L"]),
    "T": in_space(TETROMINOES["T"]),
    "Z": in_space(TETROMINOES["S"]),
    **TWISTED,
}
"""Piet Hein's seven: the bent pieces of three and four cubes."""

_DIABOLICAL = {
    "2": in_space(drawn(["##"])),
    "3": in_space(drawn(["##", "#."])),
    "4": in_space(drawn(["##", "##"])),
    "5": in_space(drawn(["#.#", "###"])),
    "6": in_space(drawn(["###", "##.", "#.."])),
    "7": in_space(drawn(["###", "###", "#.."])),
}
"""A flat piece of each size from two to seven cubes (Professor Hoffmann, Puzzles Old and New, 1893)."""

_BEDLAM_SOLVED = """
ADBB AAAy wCxy wxxx
DDDB AgzB wCCy CCxy
gDzz ggzB wwef vvvy
ghhf hhff vhef veee
"""
"""Bruce Bedlam's thirteen pieces as they lie in one of the solutions, layer beside layer."""


def _block(layers: int, rows: int, columns: int) -> Cells:
    return np.argwhere(np.ones((layers, rows, columns), dtype=bool)).astype(np.int32)


def _copies(name: str, n: int, cells: Cells) -> dict[str, Cells]:
    """N pieces that are alike."""
    return {f"{name}{k}": cells for k in range(1, n + 1)}


_SLOTHOUBER_GRAATSMA = {**_copies("plate", 6, _block(1, 2, 2)), **_copies("cube", 3, _block(1, 1, 1))}
_CONWAY = {
    **_copies("plank", 13, _block(1, 2, 4)),
    "cube": _block(2, 2, 2),
    "plate": _block(1, 2, 2),
    **_copies("bar", 3, _block(1, 1, 3)),
}


def _bedlam() -> dict[str, Cells]:
    layers = np.array([[list(layer) for layer in row.split()] for row in _BEDLAM_SOLVED.split("\n") if row])
    solved = layers.swapaxes(0, 1)
    return {name: moved_to_origin(np.argwhere(solved == name).astype(np.int32)) for name in np.unique(solved).tolist()}


def _build(name: str, side: int, shapes: Iterable[tuple[str, Cells]], size: str) -> Model:
    if size:
        raise InvalidProblem(f"{size!r} is not known; {name} has one size and is written {name}")
    pieces = [Piece(name, cells, Freedom.ONE_SIDED) for name, cells in shapes]
    packing = pack(box(f"{side}x{side}x{side}"), pieces)
    return packing.problem, packing


def _family(name: str, side: int, shapes: dict[str, Cells], known: Known | None) -> Family:
    """The pieces turn but are not mirrored: nobody can do that with a thing of wood."""
    return Family(name, "nothing more", partial(_build, name, side, shapes.items()), {"": known})


FAMILIES = (
    _family("soma", 3, SOMA, Known(11520, 240, "archive.lib.msu.edu crcmath, Soma Cube (240)")),
    _family("diabolical", 3, _DIABOLICAL, Known(624, 13, "Wikipedia, Diabolical cube (13); raw by recount")),
    _family("slothouber-graatsma", 3, _SLOTHOUBER_GRAATSMA, Known(8, None, "recount by an independent program")),
    _family("bedlam", 4, _bedlam(), Known(24 * 19186, 19186, "scottkurowski.com/BedlamCube (19186)")),
    _family("conway", 5, _CONWAY, None),
)
