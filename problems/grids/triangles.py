"""Regions of the triangular lattice that lozenges fill."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from danceoff.problems.grids.board import Board
from danceoff.problems.model.cover import Cover, ExactCover, IntArray
from danceoff.problems.pictures.copies import LETTERS
from danceoff.problems.pictures.drawing import Drawing, path

_SIDE = 12.0
_MARGIN = 8.0


@dataclass(frozen=True, eq=False, repr=False)
class Triangles(Board):
    """A region of the triangular lattice; every option fills two triangles that share a side.

    triangle: int32[n_triangles, 3], with rows (is_down, x, y). The corners of an upward triangle are the lattice points
        (x, y), (x + 1, y), (x, y + 1); those of a downward one are (x + 1, y), (x, y + 1), (x + 1, y + 1).
    pair: int32[n_options, 2], the two triangles of each option.
    """

    triangle: IntArray
    pair: IntArray

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Draw a letter for each triangle; each row is shifted by half a triangle."""
        down, x, y = self.triangle.T
        place = 2 * x + y + down
        place -= place.min()
        marks = np.full((y.max() + 1, place.max() + 1), " ")
        marks[y, place] = "."
        pairs: Iterable[list[int]] = sorted(sorted(self.pair[option].tolist()) for option in cover)
        for k, pair in enumerate(pairs):
            marks[y[pair], place[pair]] = LETTERS[k % len(LETTERS)]
        return "\n".join("".join(row).rstrip() for row in marks[::-1].tolist())

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Draw the three orientations of lozenges in three colours: they look like cubes stacked in a corner."""
        sheet = _Sheet(self)
        elements = [path("empty", "".join(sheet.outline))]
        elements += [path(f"c{lies} side", outline) for lies, outline in map(sheet.lozenge, cover)]
        return Drawing(sheet.width, sheet.height, elements)


class _Sheet:
    """The triangles of a board on a sheet.

    outline: the path of each triangle.
    width, height: the size of the sheet.
    """

    def __init__(self, board: Triangles) -> None:
        corner = {False: [(0, 0), (1, 0), (0, 1)], True: [(1, 0), (0, 1), (1, 1)]}
        self._board = board
        self._points = [[(x + dx, y + dy) for dx, dy in corner[bool(down)]] for down, x, y in board.triangle.tolist()]
        flat = {
            point: (_SIDE * (point[0] + point[1] / 2), -_SIDE * sqrt(3) / 2 * point[1])
            for corners in self._points
            for point in corners
        }
        left, top = min(x for x, _ in flat.values()) - _MARGIN, min(y for _, y in flat.values()) - _MARGIN
        self._at = {point: f"{x - left:.2f} {y - top:.2f}" for point, (x, y) in flat.items()}
        self.outline = [f"M{'L'.join(self._at[point] for point in corners)}z" for corners in self._points]
        width, height = (max(axis) for axis in zip(*flat.values(), strict=True))
        self.width, self.height = width - left + _MARGIN, height - top + _MARGIN

    def lozenge(self, option: int) -> tuple[int, str]:
        """Return the orientation of an option, 0 to 2, which is its colour, and its path."""
        is_down = self._board.triangle[:, 0]
        pair = sorted(self._board.pair[option].tolist(), key=lambda triangle: is_down[triangle])
        up, down = (set(self._points[triangle]) for triangle in pair)
        shared = sorted(up & down)
        (first,), (last,) = up - down, down - up
        lies = {(1, -1): 0, (0, 1): 1, (1, 0): 2}[shared[1][0] - shared[0][0], shared[1][1] - shared[0][1]]
        return lies, f"M{'L'.join(self._at[point] for point in (first, shared[0], last, shared[1]))}z"
