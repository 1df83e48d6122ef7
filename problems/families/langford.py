"""Pairs in a row: in `langford/8` there are k numbers between the two copies of k, in `skolem/8` k - 1.

The row is a board of one line, and the two copies of a number are a piece of two cells with a gap.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from danceoff.problems.grids.lattice import Freedom
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Family, Known, Model
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = "N, for the pairs of 1 to N"
_LANGFORD = {3: 2, 4: 2, 5: 0, 6: 0, 7: 52, 8: 300, 11: 35584, 12: 216288, 15: 79619280, 16: 653443600}
_SKOLEM = {4: 6, 5: 10, 8: 504, 9: 2656, 12: 455936, 13: 3040560}


def _build(between: int, size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(2 * n * 2 * n, f"a row of {n} pairs")
    pieces = [
        Piece(str(k), np.array([[0, 0], [0, k + between]], dtype=np.int32), Freedom.FIXED) for k in range(1, n + 1)
    ]
    return pack(np.ones((1, 2 * n), dtype=bool), pieces).model


def _family(name: str, between: int, counts: dict[int, int], source: str) -> Family:
    """Return the family.

    between: 1 if k is the number of places between its two copies, 0 if it is their distance.
    counts: the published number of covers for each N.
    """
    listed = {str(n): Known(covers, covers // 2, source) for n, covers in counts.items()}
    return Family(name, _FORM, partial(_build, between), listed)


FAMILIES = (
    _family("langford", 1, _LANGFORD, "OEIS A014552 (up to reversal)"),
    _family("skolem", 0, _SKOLEM, "OEIS A004075, and A059106 up to reversal"),
)
