"""Boards cut into squares or rectangles of any sizes, boxes into cubes: `squares/5x5`, `rectangles/4x4`, `cubes/3x3x3`.

In R. Wainwright's partridge puzzle, `partridge/8`, one square of side 1, two of side 2, ..., N of side N fill a square:
the sum of the first N cubes is the square of N (N + 1) / 2, the side of the board.

Mrs Perkins's quilt, `perkins-quilt/13` (H. E. Dudeney), is a square cut into the fewest squares whose sides have no
common factor. A square costs 1, and each prime factor of the board's side is an item of the squares whose sides it does
not divide.
"""

from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np

from danceoff.problems.families.added_items import with_added_items
from danceoff.problems.families.board import BOX_FORM, FORM, board, box
from danceoff.problems.grids.lattice import Freedom
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_SIDE, _LARGEST = "N, the side of the board", "N, the side of the largest squares"


def _squares(size: str) -> Model:
    region = board(size)
    refuse_beyond_limit(region.size * min(region.shape) ** 3 // 3, f"a board of {size} with all its squares")
    return pack(region, [_piece(side, side) for side in range(1, min(region.shape) + 1)]).model


def _rectangles(size: str) -> Model:
    region = board(size)
    refuse_beyond_limit(region.size**3 // 8, f"a board of {size} with all its rectangles")
    sides = combinations_with_replacement(range(1, max(region.shape) + 1), 2)
    return pack(region, [_piece(*pair) for pair in sides if pair[0] <= min(region.shape)]).model


def _cubes(size: str) -> Model:
    region = box(size)
    sides = range(1, min(region.shape) + 1)
    refuse_beyond_limit(region.size * len(sides) ** 4 // 4, f"a box of {size} with all its cubes")
    cubes = [np.argwhere(np.ones((side, side, side), dtype=bool)).astype(np.int32) for side in sides]
    pieces = [Piece(f"{len(cells)}", cells, Freedom.ONE_SIDED, least=0, most=None) for cells in cubes]
    return pack(region, pieces).model


def _quilt(size: str) -> Model:
    n = whole_number(size, _SIDE)
    refuse_beyond_limit(n**5 // 30, f"a board of side {n} with all its squares")
    packing = pack(np.ones((n, n), bool), [_piece(side, side) for side in range(1, max(n, 2))])  # piece k: side k + 1
    primes = [p for p in range(2, n + 1) if n % p == 0 and all(p % q for q in range(2, p))]
    prime, option = np.nonzero((packing.piece[None, :] + 1) % np.array(primes, np.int32)[:, None])
    most = np.full(len(primes), n * n, np.int32)
    names = [f"not{p}" for p in primes]
    problem = with_added_items(
        packing.problem, option.astype(np.int32), prime.astype(np.int32), most, names.__getitem__
    )
    return replace(problem, cost=np.ones(problem.n_options, np.int64)), packing


def _partridge(size: str) -> Model:
    n = whole_number(size, _LARGEST)
    side = n * (n + 1) // 2
    refuse_beyond_limit(n * side * side, f"a board of side {side}")
    squares = [replace(_piece(k, k), name=f"{k}", least=k, most=k) for k in range(1, n + 1)]
    return pack(np.ones((side, side), bool), squares).model


def _piece(height: int, width: int) -> Piece:
    cells = np.argwhere(np.ones((height, width), dtype=bool)).astype(np.int32)
    return Piece(f"{height}x{width}", cells, least=0, most=None)


FAMILIES = (
    Family("squares", FORM, _squares),
    Family("rectangles", FORM, _rectangles),
    Family("cubes", BOX_FORM, _cubes),
    Family("perkins-quilt", _SIDE, _quilt),
    Family("partridge", _LARGEST, _partridge),
)
