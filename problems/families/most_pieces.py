"""As many copies of one polyomino as a board holds, cells may stay empty: `most-s-tetromino/8x8`.

A placement is worth 1, and larger is better.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from danceoff.problems.families.board import FORM, board
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import PENTOMINOES, TETROMINOES
from danceoff.problems.instance import Family, Known, Model


def _build(piece: Piece, size: str) -> Model:
    region = board(size)
    packing = pack(region, [piece], may_stay_empty=region)
    problem = replace(packing.problem, cost=np.ones(packing.problem.n_options, np.int64)).maximised()
    return problem, replace(packing, problem=problem)


_SKEW = Piece("S", TETROMINOES["S"], least=0, most=None)
_V = Piece("V", PENTOMINOES["V"], least=0, most=None)

FAMILIES = (
    Family(
        "most-s-tetromino",
        FORM,
        partial(_build, _SKEW),
        {f"{n}x{n}": Known(None, None, "OEIS A355477", cost) for n, cost in {4: 3, 6: 8, 8: 14, 9: 16, 10: 23}.items()},
    ),
    Family(
        "most-v-pentomino",
        FORM,
        partial(_build, _V),
        {f"{n}x{n}": Known(None, None, "OEIS A214294", cost) for n, cost in {5: 4, 6: 6, 7: 8, 8: 12, 9: 14}.items()},
    ),
)
