"""Pairs in a row: in `langford/8` there are k numbers between the two copies of k, in `skolem/8` k - 1.

The row is a board of one line, and the two copies of a number are a piece of two cells with a gap.
"""

from functools import partial

import numpy as np

from danceoff.problems.grids.lattice import Freedom
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = "N, for the pairs of 1 to N"


def _build(between: int, size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(2 * n * 2 * n, f"a row of {n} pairs")
    pieces = [
        Piece(str(k), np.array([[0, 0], [0, k + between]], dtype=np.int32), Freedom.FIXED) for k in range(1, n + 1)
    ]
    return pack(np.ones((1, 2 * n), dtype=bool), pieces).model


# 1 if k is the number of places between its two copies, 0 if it is their distance.
FAMILIES = (Family("langford", _FORM, partial(_build, 1)), Family("skolem", _FORM, partial(_build, 0)))
