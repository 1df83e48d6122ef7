"""Boards of coloured problems without pieces: labels on the points of a graph, and routes from cell to cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from danceoff.problems.model.cover import BoolArray, IntArray
from danceoff.problems.model.one_line import OneLine


@dataclass(frozen=True, eq=False, repr=False)
class Labelling(OneLine):
    """Points in the plane, some joined by lines; an option writes labels on points and lines.

    place: float64[n_points, 2], each point as (x, y), y downwards; neighbours are about 1 apart.
    line: int32[n_lines, 2], the two points of each line. The place of line k is number n_points + k.
    written: int32[n_options, n_each, 2], the pairs (place, label) of each option.
    labels: the labels by their number.
    is_coloured: whether a label is a colour.
    """

    place: NDArray[Any]
    line: IntArray
    written: IntArray
    labels: Sequence[str]
    is_coloured: bool

    def entries(self, option: int) -> list[tuple[int, int]]:
        """Return the pairs (place, label) of an option."""
        return [(place, label) for place, label in self.written[option].tolist()]


@dataclass(frozen=True, eq=False, repr=False)
class Route(OneLine):
    """A route through the cells of a board; option k goes from `cell[k]` to `to[k]`.

    is_start: bool[n_options], whether the route begins with the option.
    cell, to: int32[n_options], cells numbered row by row; -1 for none.
    """

    n_rows: int
    n_columns: int
    is_start: BoolArray
    cell: IntArray
    to: IntArray
