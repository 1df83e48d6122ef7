"""Boards filled with any number of L-trominoes: `tromino/7x7-16`."""

from __future__ import annotations

from danceoff.problems.families.board import FORM, board
from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Family, Known, Model

_L = Piece("L", drawn(["#.", "##"]), least=0, most=None)

_RECTANGLES = {
    "2x3": 2,
    "3x4": 4,
    "4x6": 18,
    "5x6": 72,
    "6x6": 162,
    "4x9": 88,
    "5x9": 384,
    "6x9": 4312,
    "7x9": 22656,
    "8x9": 204184,
    "9x9": 1193600,
    "9x10": 9567192,
    "10x12": 7758809670,
}
_LESS_ONE = {
    4: {0: 1, 1: 1, 5: 1},
    5: {0: 8, 1: 0, 2: 16, 6: 0, 7: 0, 12: 32},
    7: {0: 1440, 1: 704, 2: 816, 3: 1088, 8: 704, 9: 288, 10: 576, 16: 608, 17: 416, 24: 736},
    8: {0: 30355, 27: 13779},
    10: {0: 72132534, 44: 32529524},
}
"""For each n, the covers of the n x n board without one cell, by the least cell of each orbit."""


def _build(size: str) -> Model:
    return pack(board(size), [_L]).model


def _listed() -> dict[str, Known | None]:
    recounted = "recount by an independent program (not in OEIS)"
    sizes: dict[str, Known | None] = {size: Known(covers, None, "OEIS A351322") for size, covers in _RECTANGLES.items()}
    for n, of_cell in _LESS_ONE.items():
        cells = range(n * n) if n <= 5 else of_cell
        for cell in cells:
            sizes[f"{n}x{n}-{cell}"] = Known(of_cell[_least_of_orbit(n, cell)], None, recounted)
    return sizes


def _least_of_orbit(n: int, cell: int) -> int:
    """Return the least cell in the orbit of a cell under the symmetries of the n x n board."""
    row, column = (min(place, n - 1 - place) for place in divmod(cell, n))
    return min(row, column) * n + max(row, column)


FAMILIES = (Family("tromino", FORM, _build, _listed()),)
