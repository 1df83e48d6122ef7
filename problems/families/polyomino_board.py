"""Boards cut at random into polyominoes of 4 to 6 cells, which are to be packed again: `polyomino-board/10x10-1`.

The pieces may be turned over. The board that was cut is a cover, so there is one.
"""

from random import Random

import numpy as np

from danceoff.problems.families.board import board
from danceoff.problems.grids.lattice import moved_to_origin, parts
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import BoolArray, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, parsed, refuse_beyond_limit

_FORM = "ROWSxCOLUMNS-SEED, the seed of the cuts"
_TRIALS = 2000
_SIZES = (4, 5, 6)
_Cell = tuple[int, int]


def _build(size: str) -> Model:
    place, seed = parsed(r"(.+)-(\d{1,9})", size, _FORM).groups()
    region = board(place)
    refuse_beyond_limit(region.size**2 * 8, f"a board of {place} cells with all its pieces", LARGEST_NAMED)
    cut = (moved_to_origin(np.array(part, np.int32)) for part in _cut(region, Random(int(seed))))
    return pack(region, [Piece(f"P{k}", cells) for k, cells in enumerate(cut, 1)]).model


def _cut(region: BoolArray, random: Random) -> list[list[_Cell]]:
    """Return the cells of each piece; raises InvalidProblem if the board cannot be cut, or after many attempts."""
    rest = {(row, column) for row, column in np.argwhere(region).tolist()}
    cut: list[list[_Cell]] = []
    for _ in range(_TRIALS):
        if not rest:
            return cut
        part = _part(rest, random)
        left = parts(rest.difference(part), _around)
        if len(part) in _SIZES and all(len(one) > 3 and len(one) != 7 for one in left):  # 7 cells cannot be cut
            rest.difference_update(part)
            cut.append(part)
    raise InvalidProblem("no way was found to cut this board into pieces of 4 to 6 cells: try another size or seed")


def _part(rest: set[_Cell], random: Random) -> list[_Cell]:
    """Return cells to cut off, grown at random from a cell with the fewest neighbours, the first of several."""
    part = [min(rest, key=lambda cell: (len(_beside(cell, rest)), cell))]
    size = random.choice(_SIZES)
    while len(part) < size:
        around = sorted({cell for own in part for cell in _beside(own, rest)} - set(part))
        if not around:
            break
        part.append(random.choice(around))
    return part


def _around(cell: _Cell) -> tuple[_Cell, ...]:
    row, column = cell
    return (row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)


def _beside(cell: _Cell, rest: set[_Cell]) -> list[_Cell]:
    return [one for one in _around(cell) if one in rest]


FAMILIES = (Family("polyomino-board", _FORM, _build),)
