"""A board of which every option fills one square with a symbol: sudoku, queens, Latin squares."""

from __future__ import annotations

from dataclasses import dataclass

from problems.cover import IntArray


@dataclass(frozen=True, eq=False)
class Grid:
    """What the options of a problem on a board mean.

    Option k writes `symbols[symbol[k]]` into square `square[k]`, counted row by row; both int32[n_options]. `box` is
    the height and width of the boxes that the board is parted into, if it is.
    """

    n_rows: int
    n_columns: int
    square: IntArray
    symbol: IntArray
    symbols: str
    box: tuple[int, int] | None = None
