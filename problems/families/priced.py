"""Boards of polyominoes with costs: random prices in `priced-domino/12x12-1`, most pieces in `most-s-tetromino/8x8`.

A price is 1 to 99 for each placement, drawn from the seed. A cheapest cover with dominoes is a cheapest perfect
matching of a bipartite graph, so linear programming finds it; with trominoes it is not. In `most-` problems, cells may
stay empty, each placement is worth 1, and larger is better.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from danceoff.problems.families.board import FORM, board
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import DOMINO, PENTOMINOES, TETROMINOES, TROMINOES
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.sizes import parsed

_FORM = "ROWSxCOLUMNS-SEED, the seed of the prices"
_MOST = 99


def _priced(pieces: Sequence[Piece], size: str) -> Model:
    place, seed = parsed(r"(.+)-(\d{1,9})", size, _FORM).groups()
    packing = pack(board(place), pieces)
    random = Random(int(seed))
    price = [random.randint(1, _MOST) for _ in range(packing.problem.n_options)]
    problem = replace(packing.problem, cost=np.array(price, np.int64))
    return problem, replace(packing, problem=problem)


_DOMINO = [Piece("I", DOMINO, least=0, most=None)]
_TROMINOES = [Piece(name, cells, least=0, most=None) for name, cells in TROMINOES.items()]


def _most_pieces(piece: Piece, size: str) -> Model:
    region = board(size)
    packing = pack(region, [piece], may_stay_empty=region)
    problem = replace(packing.problem, cost=np.ones(packing.problem.n_options, np.int64)).maximised()
    return problem, replace(packing, problem=problem)


_SKEW = Piece("S", TETROMINOES["S"], least=0, most=None)
_V = Piece("V", PENTOMINOES["V"], least=0, most=None)

FAMILIES = (
    Family("priced-domino", _FORM, partial(_priced, _DOMINO)),
    Family("priced-tromino", _FORM, partial(_priced, _TROMINOES)),
    Family("most-s-tetromino", FORM, partial(_most_pieces, _SKEW)),
    Family("most-v-pentomino", FORM, partial(_most_pieces, _V)),
)
