"""Well-known cubes, each of one size: `soma`, `bedlam`, `diabolical`, `slothouber-graatsma`, `conway`."""

from collections.abc import Mapping
from functools import partial

import numpy as np

from danceoff.problems.families.board import box
from danceoff.problems.grids.lattice import Cells, Freedom, in_space, moved_to_origin
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import TETROMINOES, TROMINOES, TWISTED, flat
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem

SOMA = {
    "V": in_space(TROMINOES["V"]),
    "L": in_space(TETROMINOES["L"]),
    "T": in_space(TETROMINOES["T"]),
    "Z": in_space(TETROMINOES["S"]),
    **TWISTED,
}
"""Piet Hein's seven: the bent pieces of three and four cubes."""

_DIABOLICAL = {name: in_space(cells) for name, cells in flat("diabolical").items()}

_BEDLAM_SOLVED = """
ADBB AAAy wCxy wxxx
DDDB AgzB wCCy CCxy
gDzz ggzB wwef vvvy
ghhf hhff vhef veee
"""
"""Bruce Bedlam's thirteen pieces in one of the solutions, layers side by side."""


def _block(layers: int, rows: int, columns: int) -> Cells:
    return np.argwhere(np.ones((layers, rows, columns), dtype=bool)).astype(np.int32)


_SLOTHOUBER_GRAATSMA = {"plate": _block(1, 2, 2), "cube": _block(1, 1, 1)}
_CONWAY = {"plank": _block(1, 2, 4), "cube": _block(2, 2, 2), "plate": _block(1, 2, 2), "bar": _block(1, 1, 3)}


def _bedlam() -> dict[str, Cells]:
    layers = np.array([[list(layer) for layer in row.split()] for row in _BEDLAM_SOLVED.split("\n") if row])
    solved = layers.swapaxes(0, 1)
    return {
        name: moved_to_origin(np.argwhere(solved == name).astype(np.int32))
        for name in sorted(set(solved.ravel().tolist()))
    }


def _build(name: str, side: int, shapes: Mapping[str, Cells], copies: Mapping[str, int], size: str) -> Model:
    if size:
        raise InvalidProblem(f"unknown size {size!r}: {name} has only one size, so write {name}")
    pieces = [Piece(own, cells, Freedom.ONE_SIDED, n, n) for own, cells in shapes.items() for n in [copies.get(own, 1)]]
    return pack(box(f"{side}x{side}x{side}"), pieces).model


def _family(name: str, side: int, shapes: Mapping[str, Cells], **copies: int) -> Family:
    """Return the family of one cube. Pieces can be turned but not reflected, like pieces of wood.

    copies: the number of copies of each piece that does not occur just once.
    """
    return Family(name, "nothing more", partial(_build, name, side, shapes, copies))


FAMILIES = (
    _family("soma", 3, SOMA),
    _family("diabolical", 3, _DIABOLICAL),
    _family("slothouber-graatsma", 3, _SLOTHOUBER_GRAATSMA, plate=6, cube=3),
    _family("bedlam", 4, _bedlam()),
    _family("conway", 5, _CONWAY, plank=13, bar=3),
)
