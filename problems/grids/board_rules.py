"""The rules that a board of symbols may have besides rows and columns, the usual boxes, and its squares in words."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

from danceoff.problems.model.cover import InvalidProblem


class Cage(NamedTuple):
    """Squares with different digits that add up to a sum, as in killer sudoku.

    squares: the numbers of the squares, ascending.
    total: the sum.
    name: the letter that draws it.
    """

    squares: tuple[int, ...]
    total: int
    name: str = ""


FURTHER = ("diagonals", "windows", "anti-knight")


@dataclass(frozen=True)
class Rules:
    """The rules of a board besides rows and columns.

    side: the side of the board.
    box: height and width of the boxes; None if `region` takes their place.
    region: the name of the region of each square, row by row.
    further: some of FURTHER. With diagonals, both of them hold each symbol once; with windows, the (n - 1)^2 windows of
        a board with boxes of n x n do, as in windoku; with anti-knight, squares a knight's move apart differ.
    cages: the cages.
    """

    side: int
    box: tuple[int, int] | None = None
    region: str = ""
    further: frozenset[str] = frozenset()
    cages: tuple[Cage, ...] = ()


def box_of(side: int) -> tuple[int, int]:
    """Return height and width of the boxes on a board of this side: nearly square, and at least as wide as high."""
    height = next(height for height in range(isqrt(side), 0, -1) if side % height == 0)
    if height == 1 < side:
        raise InvalidProblem(f"a sudoku of side {side} has no boxes: {side} is a prime")
    return height, side // height


def square_in_words(square: int, n_columns: int) -> str:
    """Return where a square is in words; the first is row 1 column 1."""
    return f"row {square // n_columns + 1} column {square % n_columns + 1}"
