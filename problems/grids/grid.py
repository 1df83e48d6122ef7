"""Boards of problems that are not packings: symbols in squares, lozenges, and sets of points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from danceoff.problems.model.cover import Cover, IntArray
from danceoff.problems.model.one_line import OneLine


def spoken(square: int, n_columns: int) -> str:
    """Return where a square is, in words: row 1 column 1 is the first."""
    return f"row {square // n_columns + 1} column {square % n_columns + 1}"


class House(NamedTuple):
    """Squares that hold each symbol at most once: a row, a box, a diagonal.

    squares: their numbers, ascending.
    """

    name: str
    squares: tuple[int, ...]


class Cage(NamedTuple):
    """Squares with different digits that add up to a sum, as in killer sudoku; their numbers ascending."""

    squares: tuple[int, ...]
    total: int


@dataclass(frozen=True, eq=False, repr=False)
class Grid(OneLine):
    """A board of squares, as for sudoku, queens and Latin squares.

    Option k writes `symbols[symbol[k]]` into square `square[k]`; options from `len(square)` on write nothing. Squares
    are numbered row by row.

    square, symbol: int32[n_writing].
    box: height and width of the boxes of the board; None if it has none.
    regions: int32[n_rows * n_columns], the region of each square of a board with regions of any shape.
    houses: what is known to hold each symbol at most once; empty for boards other than sudokus and Latin squares.
    shaded: squares that a picture shades, such as those of diagonals.
    is_chess: whether the squares are chequered and the symbols are chessmen: Q for a queen, N for a knight, and W and B
        for a white and a black queen.
    """

    n_rows: int
    n_columns: int
    square: IntArray
    symbol: IntArray
    symbols: str
    box: tuple[int, int] | None = None
    is_chess: bool = False
    regions: IntArray | None = None
    houses: tuple[House, ...] = ()
    shaded: tuple[int, ...] = ()
    cages: tuple[Cage, ...] = ()

    def writing(self, cover: Cover) -> Cover:
        """Return those options of a cover that write a symbol."""
        return tuple(option for option in cover if option < len(self.square))


@dataclass(frozen=True, eq=False, repr=False)
class Triangles(OneLine):
    """A region of the triangular lattice; every option fills two triangles that share a side.

    triangle: int32[n_triangles, 3], with rows (is_down, x, y). The corners of an upward triangle are the lattice points
        (x, y), (x + 1, y), (x, y + 1); those of a downward one are (x + 1, y), (x, y + 1), (x + 1, y + 1).
    pair: int32[n_options, 2], the two triangles of each option.
    """

    triangle: IntArray
    pair: IntArray


@dataclass(frozen=True, eq=False, repr=False)
class Points(OneLine):
    """Points 0..n_points-1; every option is a set of them: a pair of a matching, a block of a partition, a triple.

    Option k is `point[start[k]:start[k + 1]]`, ascending.

    start: int32[n_options + 1].
    point: int32[start[-1]].
    turn: int32[n_options], the round of each option, from 0 on; empty if there are no rounds.
    """

    n_points: int
    start: IntArray
    point: IntArray
    turn: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))

    def points(self, option: int) -> list[int]:
        """Return the points of an option, ascending."""
        found: list[int] = self.point[self.start[option] : self.start[option + 1]].tolist()
        return found

    def rounds(self, cover: Cover) -> list[list[int]]:
        """Return the options of each round, ordered by their points; all of them if there are no rounds."""
        found: list[list[int]] = [[] for _ in range(int(self.turn.max(initial=0)) + 1)]
        for option in sorted(cover, key=self.points):
            found[int(self.turn[option]) if len(self.turn) else 0].append(option)
        return found
