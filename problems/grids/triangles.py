"""Regions of the triangular lattice that lozenges fill."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.board import Board
from danceoff.problems.grids.layout import LETTERS
from danceoff.problems.model.cover import Cover, ExactCover, IntArray
from danceoff.problems.pictures.drawing import Drawing, path

_SIDE = 12.0
_MARGIN = 8.0
_SHEET = _SIDE * np.array([[1.0, 0.0], [0.5, -sqrt(3) / 2]])
"""Where x and y lead on the sheet, whose second axis points down."""
_CORNERS = np.array([[(0, 0), (1, 0), (0, 1)], [(1, 0), (0, 1), (1, 1)]])
"""The corners of an upward and of a downward triangle, from its (x, y)."""
_LOZENGES = {
    (0, 0): (0, [(0, 0), (0, 1), (1, 1), (1, 0)]),
    (-1, 0): (1, [(1, 0), (0, 0), (-1, 1), (0, 1)]),
    (0, -1): (2, [(0, 1), (0, 0), (1, -1), (1, 0)]),
}
"""Where the downward triangle is from the upward one -> the colour, and the corners from the first upward corner."""


@dataclass(frozen=True, eq=False, repr=False)
class Triangles(Board):
    """A region of the triangular lattice; every option fills two triangles that share a side.

    triangle: int32[n_triangles, 3], with rows (is_down, x, y). The corners of an upward triangle are the lattice points
        (x, y), (x + 1, y), (x, y + 1); those of a downward one are (x + 1, y), (x, y + 1), (x + 1, y + 1).
    pair: int32[n_options, 2], the two triangles of each option, the upward one first.
    """

    triangle: IntArray
    pair: IntArray

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Draw a letter for each triangle; each row is shifted by half a triangle."""
        down, x, y = self.triangle.T
        place = 2 * x + y + down  # in a row, where up and down alternate
        place -= place.min()
        marks = np.full((y.max() + 1, place.max() + 1), " ")
        marks[y, place] = "."
        pairs: Iterable[list[int]] = sorted(sorted(self.pair[option].tolist()) for option in cover)
        for k, pair in enumerate(pairs):
            marks[y[pair], place[pair]] = LETTERS[k % len(LETTERS)]
        return "\n".join("".join(row).rstrip() for row in marks[::-1].tolist())

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Draw the three orientations of lozenges in three colours, so they look like cubes stacked in a corner."""
        at: NDArray[np.float64] = (self.triangle[:, None, 1:] + _CORNERS[self.triangle[:, 0]]) @ _SHEET
        at += _MARGIN - at.min(axis=(0, 1))
        outlines = "".join(map(_outline, at.reshape(-1, 3, 2).tolist()))
        width, height = (at.max(axis=(0, 1)) + _MARGIN).tolist()
        elements = [path("empty", outlines)]
        for option in cover:
            up, down = self.triangle[self.pair[option]]
            colour, ways = _LOZENGES[tuple((down - up)[1:].tolist())]
            corners = at[self.pair[option, 0], 0] + np.array(ways) @ _SHEET
            elements.append(path(f"c{colour} side", _outline(corners.tolist())))
        return Drawing(width, height, elements)


def _outline(corners: Sequence[Sequence[float]]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "z"
