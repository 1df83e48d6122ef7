"""What lies on no board of squares as SVG: lozenges in a hexagon, and sets of points on a circle."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np

from problems.cover import Cover
from problems.grid import Points, Triangles
from problems.pictures.drawing import Drawing, label, path
from problems.pictures.mosaic import N_COLOURS
from problems.pictures.plain import points_of

_SIDE = 12.0
_MARGIN = 8.0


def lozenges(board: Triangles, cover: Cover) -> Drawing:
    """Three ways to lie in three colours: people see cubes stacked in a corner."""
    corner = {False: [(0, 0), (1, 0), (0, 1)], True: [(1, 0), (0, 1), (1, 1)]}
    points = [[(x + dx, y + dy) for dx, dy in corner[bool(down)]] for down, x, y in board.triangle.tolist()]
    flat = {
        point: (_SIDE * (point[0] + point[1] / 2), -_SIDE * sqrt(3) / 2 * point[1])
        for corners in points
        for point in corners
    }
    left, top = min(x for x, _ in flat.values()) - _MARGIN, min(y for _, y in flat.values()) - _MARGIN
    at = {point: f"{x - left:.2f} {y - top:.2f}" for point, (x, y) in flat.items()}
    elements = [path("empty", "".join(f"M{'L'.join(at[point] for point in corners)}z" for corners in points))]
    for option in cover:
        up, down = (set(points[t]) for t in sorted(board.pair[option].tolist(), key=lambda t: board.triangle[t, 0]))
        shared = sorted(up & down)
        (first,), (last,) = up - down, down - up
        lies = {(1, -1): 0, (0, 1): 1, (1, 0): 2}[shared[1][0] - shared[0][0], shared[1][1] - shared[0][1]]
        outline = "L".join(at[point] for point in (first, shared[0], last, shared[1]))
        elements.append(path(f"c{lies} side", f"M{outline}z"))
    width, height = (max(axis) for axis in zip(*flat.values(), strict=True))
    return Drawing(width - left + _MARGIN, height - top + _MARGIN, elements)


def points(board: Points, cover: Cover) -> Drawing:
    """The points on a circle, the first one on top; a set of two is a chord, a larger one a polygon."""
    n = board.n_points
    radius = max(20.0, 2.0 * n)
    middle = radius + _MARGIN + 4
    angle = 2 * pi * np.arange(n) / max(n, 1)
    at = [(middle + radius * sin(a), middle - radius * cos(a)) for a in angle.tolist()]
    elements = []
    for k, members in enumerate(points_of(board, cover)):
        outline = "L".join(f"{at[point][0]:.2f} {at[point][1]:.2f}" for point in members)
        elements.append(path(f"c{k % N_COLOURS} side glass", f"M{outline}z"))
    for point, (x, y) in enumerate(at):
        elements.append(f'<circle class="dot" cx="{x:.2f}" cy="{y:.2f}" r="1.2"/>')
        out = 1 + 5 / radius
        elements.append(label(round(middle + (x - middle) * out, 2), round(middle + (y - middle) * out, 2), str(point)))
    return Drawing(2 * middle, 2 * middle, elements)
