"""Boards whose options are not pieces on a lattice of cells: symbols in squares, lozenges, sets of points."""

from __future__ import annotations

from dataclasses import dataclass

from danceoff.problems.model.cover import IntArray


@dataclass(frozen=True, eq=False)
class Grid:
    """What the options of a problem on a board mean: sudoku, queens, Latin squares.

    Option k writes `symbols[symbol[k]]` into square `square[k]`, counted row by row.

    square, symbol: int32[n_options].
    box: height and width of the boxes of the board, or None.
    """

    n_rows: int
    n_columns: int
    square: IntArray
    symbol: IntArray
    symbols: str
    box: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False)
class Triangles:
    """A region of the triangular lattice; every option fills two triangles that share a side.

    triangle: int32[n_triangles, 3], rows (points down, x, y) for the triangle that points up from the lattice points
    (x, y), (x + 1, y), (x, y + 1), or down to (x + 1, y + 1). pair: int32[n_options, 2] of numbers of triangles.
    """

    triangle: IntArray
    pair: IntArray


@dataclass(frozen=True, eq=False)
class Points:
    """Points 0..n_points-1; every option takes a set of them: a pair of a matching, a block of a partition, a triple.

    Option k takes `point[start[k]:start[k + 1]]`, ascending. start: int32[n_options + 1]; point: int32[start[-1]].
    """

    n_points: int
    start: IntArray
    point: IntArray
