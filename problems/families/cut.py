"""Boards cut into squares or into rectangles of any sizes: `squares/5x5`, `rectangles/4x4`."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from danceoff.problems.families.board import FORM, board
from danceoff.problems.grids.lattice import Cells
from danceoff.problems.grids.packing import Piece, pack, refuse_beyond_limit
from danceoff.problems.instance import Family, Known, Model

_SQUARES = {4: 40, 5: 472, 6: 10668, 7: 450924}
_RECTANGLES = {3: 322, 4: 70878, 5: 84231996, 6: 535236230270}


def _squares(size: str) -> Model:
    region = board(size)
    refuse_beyond_limit(region.size * min(region.shape) ** 3 // 3, f"a board of {size} with all its squares")
    packing = pack(region, [_piece(side, side) for side in range(1, min(region.shape) + 1)])
    return packing.problem, packing


def _rectangles(size: str) -> Model:
    region = board(size)
    refuse_beyond_limit(region.size**3 // 8, f"a board of {size} with all its rectangles")
    sides = combinations_with_replacement(range(1, max(region.shape) + 1), 2)
    packing = pack(region, [_piece(*pair) for pair in sides if pair[0] <= min(region.shape)])
    return packing.problem, packing


def _piece(height: int, width: int) -> Piece:
    return Piece(f"{height}x{width}", _filled(height, width), least=0, most=None)


def _filled(height: int, width: int) -> Cells:
    return np.argwhere(np.ones((height, width), dtype=bool)).astype(np.int32)


FAMILIES = (
    Family(
        "squares", FORM, _squares, {f"{n}x{n}": Known(covers, None, "OEIS A045846") for n, covers in _SQUARES.items()}
    ),
    Family(
        "rectangles",
        FORM,
        _rectangles,
        {f"{n}x{n}": Known(covers, None, "OEIS A182275") for n, covers in _RECTANGLES.items()},
    ),
)
