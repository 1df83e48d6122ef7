"""Figures without squares as SVG: lozenges in a hexagon, and sets of points on a circle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, cos, pi, sin, sqrt

import numpy as np

from danceoff.problems.grids.grid import Points, Triangles
from danceoff.problems.model.cover import Cover
from danceoff.problems.pictures.drawing import Drawing, label, path
from danceoff.problems.pictures.palette import N_COLOURS
from danceoff.problems.pictures.plain import points_of

_SIDE = 12.0
_MARGIN = 8.0
_ON_ONE_CIRCLE = 7  # sets on one circle, at most: the triples of the Fano plane make a well-known picture
_SMALL, _APART = 9.0, 28.0


class Lattice:
    """The triangles of a board on a sheet.

    outline: the path of each triangle. width, height: the size of the sheet.
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


def lozenges(board: Triangles, cover: Cover) -> Drawing:
    """Draw the three orientations of lozenges in three colours, so that they look like cubes stacked in a corner."""
    lattice = Lattice(board)
    elements = [path("empty", "".join(lattice.outline))]
    elements += [path(f"c{lies} side", outline) for lies, outline in map(lattice.lozenge, cover)]
    return Drawing(lattice.width, lattice.height, elements)


def points(board: Points, cover: Cover) -> Drawing:
    """Draw the points on a circle, the first at the top; a set of two points is a chord, a larger one a polygon.

    If many sets share points, each has a circle of its own, since they would hide each other.
    """
    sets = points_of(board, cover)
    if len(sets) > _ON_ONE_CIRCLE and sum(map(len, sets)) > board.n_points:
        return _one_by_one(board, sets)
    at, empty = circle(board)
    polygons = [path(f"c{k % N_COLOURS} side glass", outline(members, at)) for k, members in enumerate(sets)]
    return replace(empty, elements=[*polygons, *empty.elements])


def circle(board: Points) -> tuple[list[tuple[float, float]], Drawing]:
    """Return where the points lie on a circle, and the drawing of the points alone."""
    radius = max(20.0, 2.0 * board.n_points)
    middle = radius + _MARGIN + 4
    at = _on_circle(board, middle, middle, radius)
    elements = []
    for point, ((x, y), (x_out, y_out)) in enumerate(
        zip(at, _on_circle(board, middle, middle, radius + 5), strict=True)
    ):
        elements.append(f'<circle class="dot" cx="{x:.2f}" cy="{y:.2f}" r="1.2"/>')
        elements.append(label(round(x_out, 2), round(y_out, 2), str(point)))
    return at, Drawing(2 * middle, 2 * middle, elements)


def _one_by_one(board: Points, sets: Sequence[Sequence[int]]) -> Drawing:
    n_columns = ceil(sqrt(len(sets)))
    elements = []
    for k, members in enumerate(sets):
        x, y = _APART * (k % n_columns + 0.5), _APART * (k // n_columns + 0.5)
        elements.append(f'<circle class="rule" cx="{x:g}" cy="{y:g}" r="{_SMALL:g}"/>')
        elements.append(path(f"c{k % N_COLOURS} side", outline(members, _on_circle(board, x, y, _SMALL))))
        named = _on_circle(board, x, y, _SMALL + 3)
        elements += [label(round(named[p][0], 2), round(named[p][1], 2), str(p), "small") for p in members]
    return Drawing(_APART * n_columns, _APART * ceil(len(sets) / n_columns), elements)


def _on_circle(board: Points, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    angle = 2 * pi * np.arange(board.n_points) / max(board.n_points, 1)
    return [(x + radius * sin(a), y - radius * cos(a)) for a in angle.tolist()]


def outline(members: Sequence[int], at: Sequence[tuple[float, float]]) -> str:
    """Return the path of the polygon of some points."""
    return f"M{'L'.join(f'{at[point][0]:.2f} {at[point][1]:.2f}' for point in members)}z"
