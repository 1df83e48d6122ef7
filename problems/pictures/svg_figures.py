"""Figures without squares as SVG: lozenges in a hexagon, and sets of points on a circle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, cos, pi, sin, sqrt

import numpy as np

from danceoff.problems.grids.grid import Points, Triangles
from danceoff.problems.model.cover import Cover
from danceoff.problems.pictures.drawing import Drawing, label, path
from danceoff.problems.pictures.palette import N_COLOURS

_SIDE = 12.0
_MARGIN = 8.0
_ON_ONE_CIRCLE = 7  # sets on one circle, at most: the triples of the Fano plane make a well-known picture
_SMALL, _APART = 9.0, 28.0
_MOST_ON_A_CIRCLE = 40
_RING, _LINE, _SQUARE = 2.6, 6.0, 5.0


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
    """Draw the points on a circle, the first at the top, or on one for each round.

    A set of two points is a chord, a larger one a polygon, a single point has a ring. If many polygons share points,
    each has a circle of its own, since they would hide each other; those of very many points are rows of a matrix.
    """
    rounds = board.rounds(cover)
    if is_crowded(board):
        outlines, empty = in_rows(board, [option for options in rounds for option in options])
    elif (
        len(cover) > _ON_ONE_CIRCLE
        and sum(len(board.points(k)) for k in cover) > board.n_points
        and _has_polygons(board)
    ):
        return _one_by_one(board, rounds)
    else:
        outlines, empty = on_circles(board, cover)
    sets = [
        path("arc" if len(board.points(option)) == 2 else f"c{k % N_COLOURS} side glass", outlines[option])
        for options in rounds
        for k, option in enumerate(options)
    ]
    return replace(empty, elements=[*sets, *empty.elements])


def is_crowded(board: Points) -> bool:
    """Return whether sets of points are drawn as rows of a matrix: on a circle their polygons would be a tangle."""
    return board.n_points > _MOST_ON_A_CIRCLE and _has_polygons(board)


def _has_polygons(board: Points) -> bool:
    return bool((np.diff(board.start) > 2).any())


def on_circles(board: Points, options: Iterable[int]) -> tuple[dict[int, str], Drawing]:
    """Return the outline of each option on the circle of its round, and the drawing of the points alone."""
    radius = max(20.0, 2.0 * board.n_points)
    middle = radius + _MARGIN + 4
    n_rounds = int(board.turn.max(initial=-1)) + 1
    step, n_across = 2 * middle + _LINE * bool(n_rounds), ceil(sqrt(max(n_rounds, 1)))
    at, elements = [], []
    for k in range(max(n_rounds, 1)):
        x, y = middle * (2 * (k % n_across) + 1), middle + step * (k // n_across)
        at.append(_on_circle(board, x, y, radius))
        for point, places in enumerate(zip(at[k], _on_circle(board, x, y, radius + 5), strict=True)):
            (x_in, y_in), (x_out, y_out) = places
            elements.append(f'<circle class="dot" cx="{x_in:.2f}" cy="{y_in:.2f}" r="1.2"/>')
            elements.append(label(round(x_out, 2), round(y_out, 2), str(point)))
        elements += [label(x, y + middle + _LINE / 2 - 3, f"round {k + 1}", "given")] * bool(n_rounds)
    turn = board.turn if n_rounds else np.zeros(len(board.start) - 1, np.int32)
    outlines = {option: _outline(board.points(option), at[turn[option]]) for option in options}
    return outlines, Drawing(2 * middle * n_across, step * len(at[::n_across]), elements)


def in_rows(board: Points, options: Sequence[int]) -> tuple[dict[int, str], Drawing]:
    """Return the squares of each option in its row of a matrix, and the rows with the numbers of the points above."""
    width, height = _SQUARE * board.n_points, _SQUARE * (len(options) + 1)
    elements = [label(_SQUARE * (point + 0.5), _SQUARE / 2, str(point), "small") for point in range(board.n_points)]
    elements += [path("rule", f"M0 {_SQUARE * k:g}h{width:g}") for k in range(1, len(options) + 2)]
    square = f"h{_SQUARE:g}v{_SQUARE:g}h-{_SQUARE:g}z"
    outlines = {
        option: "".join(f"M{_SQUARE * point:g} {_SQUARE * row:g}{square}" for point in board.points(option))
        for row, option in enumerate(options, 1)
    }
    return outlines, Drawing(width, height + 1, elements)


def _one_by_one(board: Points, rounds: Sequence[Sequence[int]]) -> Drawing:
    """Draw a circle for each option, a row of them for each round; without rounds, about as many rows as columns."""
    n_columns = max(map(len, rounds)) if len(rounds) > 1 else ceil(sqrt(len(rounds[0])))
    left = _APART * (len(rounds) > 1)
    elements = [label(2, _APART * (k + 0.5), f"round {k + 1}", "row given") for k in range(len(rounds)) if left]
    for turn, options in enumerate(rounds):
        for k, option in enumerate(options):
            x, y = left + _APART * (k % n_columns + 0.5), _APART * (turn + k // n_columns + 0.5)
            members = board.points(option)
            elements.append(f'<circle class="rule" cx="{x:g}" cy="{y:g}" r="{_SMALL:g}"/>')
            elements.append(path(f"c{k % N_COLOURS} side", _outline(members, _on_circle(board, x, y, _SMALL))))
            named = _on_circle(board, x, y, _SMALL + 3)
            elements += [label(round(named[p][0], 2), round(named[p][1], 2), str(p), "small") for p in members]
    n_rows = max(len(rounds), ceil(len(rounds[0]) / n_columns))
    return Drawing(left + _APART * n_columns, _APART * n_rows, elements)


def _on_circle(board: Points, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    angle = 2 * pi * np.arange(board.n_points) / max(board.n_points, 1)
    return [(x + radius * sin(a), y - radius * cos(a)) for a in angle.tolist()]


def _outline(members: Sequence[int], at: Sequence[tuple[float, float]]) -> str:
    """Return the path of the polygon of some points; around a single one a ring."""
    if len(members) == 1:
        x, y = at[members[0]]
        return f"M{x - _RING:.2f} {y:.2f}a{_RING} {_RING} 0 1 0 {2 * _RING} 0a{_RING} {_RING} 0 1 0 {-2 * _RING} 0z"
    return f"M{'L'.join(f'{at[point][0]:.2f} {at[point][1]:.2f}' for point in members)}z"
