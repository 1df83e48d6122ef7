"""The rules that a board of symbols may have besides rows and columns, the usual boxes, and its squares in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt, prod
from typing import NamedTuple

from danceoff.problems.model.cover import InvalidProblem

_SIGNS = str.maketrans("-x/", "−×÷")


class Cage(NamedTuple):
    """Squares with different digits that add up to a sum, as in killer sudoku, or with an operation, as in KenKen.

    squares: the numbers of the squares, ascending.
    total: the sum, or what the operation makes.
    name: the letter that draws it.
    operation: of KenKen one of + - x /, of Pips one of < > = ≠ and a space for any pips; empty if they add up, as the
        different digits of killer sudoku do.
    """

    squares: tuple[int, ...]
    total: int
    name: str = ""
    operation: str = ""

    @property
    def label(self) -> str:
        """What a picture writes into it."""
        if self.operation in ("<", ">", "=", "≠", " "):
            return self.operation + str(self.total) * (self.operation in "<>")
        return f"{self.total}{self.operation.translate(_SIGNS)}"

    def can_make(self, digits: Sequence[int], side: int) -> bool:
        """Return whether digits in its first squares may make the total; where all have one, whether they do.

        Without an operation, only ascending digits do.
        """
        left = len(self.squares) - len(digits)
        if not self.operation:
            last, room = digits[-1], self.total - sum(digits)
            least, most = sum(range(last + 1, last + left + 1)), sum(range(side - left + 1, side + 1))
            return last > max(digits[:-1], default=0) and least <= room <= most
        if self.operation == "+":
            return left <= self.total - sum(digits) <= left * side
        if self.operation == "x":
            return self.total % prod(digits) == 0 and self.total <= prod(digits) * side**left
        low, high = min(digits), max(digits)
        return left > 0 or high == (low + self.total if self.operation == "-" else low * self.total)


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
