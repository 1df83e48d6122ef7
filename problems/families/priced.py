"""Boards filled with dominoes or trominoes whose places have random prices: `priced-domino/12x12-1`.

Each way to place a piece costs 1 to 99, drawn from the seed. The cheapest cover with dominoes is a cheapest perfect
matching of a bipartite graph, so that linear programming finds it; with trominoes it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from danceoff.problems.families.board import board
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import DOMINO, TROMINOES
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem

_FORM = "ROWSxCOLUMNS-SEED, the seed of the prices"
_MOST = 99


def _build(pieces: Sequence[Piece], size: str) -> Model:
    place, _, seed = size.rpartition("-")
    if not (place and seed.isascii() and seed.isdecimal() and len(seed) < 10):
        raise InvalidProblem(f"{size!r} is not of the form {_FORM}")
    packing = pack(board(place), pieces)
    random = Random(int(seed))
    price = [random.randint(1, _MOST) for _ in range(packing.problem.n_options)]
    problem = replace(packing.problem, cost=np.array(price, np.int64))
    return problem, replace(packing, problem=problem)


_DOMINO = [Piece("I", DOMINO, least=0, most=None)]
_TROMINOES = [Piece(name, cells, least=0, most=None) for name, cells in TROMINOES.items()]

FAMILIES = (
    Family("priced-domino", _FORM, partial(_build, _DOMINO), {"8x8-1": None, "12x12-1": None, "16x16-1": None}),
    Family("priced-tromino", _FORM, partial(_build, _TROMINOES), {"6x6-1": None, "9x9-1": None, "12x12-1": None}),
)
