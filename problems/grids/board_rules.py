"""Cages of a board of symbols, the usual size of its boxes, and its squares in words."""

from math import isqrt
from typing import NamedTuple

from danceoff.problems.model.cover import InvalidProblem

_SIGNS = str.maketrans("-x/", "−×÷")


class Cage(NamedTuple):
    """Squares with different digits that add up to a sum, as in killer sudoku, or with an operation, as in KenKen.

    squares: the numbers of the squares, ascending.
    total: the sum, or the result of the operation.
    name: the letter that stands for the cage in drawings.
    operation: in KenKen one of + - x /; in Pips one of < > = ≠, or a space for any pips; empty if the digits add up and
        differ, as in killer sudoku.
    """

    squares: tuple[int, ...]
    total: int
    name: str = ""
    operation: str = ""

    @property
    def label(self) -> str:
        """The text that a picture writes into the cage."""
        if self.operation in ("=", "≠", " "):
            return self.operation
        if self.operation in ("<", ">"):
            return f"{self.operation}{self.total}"
        return f"{self.total}{self.operation.translate(_SIGNS)}"


def box_of(side: int) -> tuple[int, int]:
    """Return height and width of the usual boxes on a board of this side: nearly square, and not higher than wide."""
    height = next(height for height in range(isqrt(side), 0, -1) if side % height == 0)
    if height == 1 < side:
        raise InvalidProblem(f"a sudoku of side {side} has no boxes: {side} is a prime")
    return height, side // height


def square_in_words(square: int, n_columns: int) -> str:
    """Return where a square is in words; the first is row 1 column 1."""
    return f"row {square // n_columns + 1} column {square % n_columns + 1}"
