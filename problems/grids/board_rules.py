"""Cages and rules of a board of symbols, the usual size of its boxes, and its squares in words."""

from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

from danceoff.problems.board import Written
from danceoff.problems.model.cover import InvalidProblem

_SIGNS = str.maketrans("-x/", "−×÷")


class Cage(NamedTuple):
    """Squares with different digits that add up to a sum, as in killer sudoku, or with an operation, as in KenKen.

    squares: the numbers of the squares, ascending.
    total: the sum, or the result of the operation.
    name: the letter that stands for it in drawings.
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
        if self.operation in ("<", ">", "=", "≠", " "):
            return self.operation + str(self.total) * (self.operation in "<>")
        return f"{self.total}{self.operation.translate(_SIGNS)}"


@dataclass(frozen=True)
class Rules:
    """The rules of a sudoku or a Latin square besides rows and columns; add-ons have further ones.

    side: the side of the board.
    box: height and width of the boxes; None if it has none.
    """

    side: int
    box: tuple[int, int] | None = None

    @property
    def box_in_words(self) -> str:
        """Return rows and columns of a box as text, empty for the usual 3x3; a Latin square has its rows as boxes."""
        box = self.box or (1, self.side)
        return "" if box == (3, 3) else f"{box[0]}x{box[1]}"

    def written(self, line: str) -> Written:
        """Return the file of a board with these rules and the marks of all squares, which formats/sdk.py reads."""
        return Written([line], [f"boxes {self.box_in_words}"] if self.box_in_words else [], "sdk")


def box_of(side: int) -> tuple[int, int]:
    """Return height and width of the usual boxes on a board of this side: nearly square, and not higher than wide."""
    height = next(height for height in range(isqrt(side), 0, -1) if side % height == 0)
    if height == 1 < side:
        raise InvalidProblem(f"a sudoku of side {side} has no boxes: {side} is a prime")
    return height, side // height


def square_in_words(square: int, n_columns: int) -> str:
    """Return where a square is in words; the first is row 1 column 1."""
    return f"row {square // n_columns + 1} column {square % n_columns + 1}"
