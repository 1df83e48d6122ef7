"""What a sudoku says about its items and its givens, in words for readers: rows and columns count from 1."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from danceoff.problems.grids.board_rules import square_in_words
from danceoff.problems.model.cover import ExactCover

if TYPE_CHECKING:
    from danceoff.problems.grids.grid import Grid

_MOST = 5


def clashes(problem: ExactCover, board: Grid) -> list[str]:
    """Return a sentence for each pair of givens that a house of the board forbids, at most 5."""
    given = dict(board.marks_of(tuple(problem.taken.tolist())))
    found: dict[tuple[int, ...], str] = {}
    for house, symbol in product(board.houses, board.symbols):
        pair = tuple(square for square in house.squares if given.get(square) == symbol)[:2]
        if len(pair) == 2:
            where = " and ".join(square_in_words(square, board.n_columns) for square in pair)
            found.setdefault(pair, f"{symbol} twice in {house.name}: {where}")
    return list(found.values())[:_MOST]


def item_in_words(name: str, board: Grid) -> str:
    """Return what an item of this name is: `row 1 column 2`, `5 in row 1`, `cage a` or, of Pips, `domino 1 2`."""
    where, _, symbol = name.partition("=")
    houses = {house.tag: house.name for house in board.houses}
    square = re.sub(r"^p(\d+),(\d+)$", r"row \1 column \2", where)
    place = houses.get(where) or square.replace("@", " at ").replace("-", " ")
    return f"{symbol} in {place}" if symbol else place
