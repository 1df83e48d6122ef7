"""Lozenges in a hexagon of the triangular lattice; a lozenge is two triangles that share a side: `lozenge/3`.

Lattice points are pairs (x, y). A triangle at (x, y) has the corners (x + 1, y) and (x, y + 1); the third one is (x, y)
if it points up, and (x + 1, y + 1) if it points down. All corners in the hexagon of side n have 0 <= x, y <= 2n and
n <= x + y <= 3n.
"""

from functools import partial

import numpy as np

from danceoff.problems.grids.triangles import Triangles
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import IntArray
from danceoff.problems.model.sizes import equal_options, refuse_beyond_limit, whole_number

_FORM = "N, the side of the hexagon"


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(18 * n * n, f"a hexagon of side {n}")
    x, y = np.indices((2 * n, 2 * n))
    up = (n <= x + y) & (x + y < 3 * n)
    down = (n <= x + y + 1) & (x + y + 1 < 3 * n)
    triangles = np.vstack([np.argwhere(up), np.argwhere(down)]).astype(np.int32)
    number = np.full((2, 2 * n + 1, 2 * n + 1), -1, np.int32)
    number[0, :-1, :-1][up] = np.arange(3 * n * n)
    number[1, :-1, :-1][down] = np.arange(3 * n * n, 6 * n * n)
    at_x, at_y = np.nonzero(down)
    pointing_down = number[1, at_x, at_y]
    pairs = [np.column_stack([number[0, at_x + dx, at_y + dy], pointing_down]) for dx, dy in ((0, 0), (1, 0), (0, 1))]
    items = np.concatenate(pairs)
    items = items[items[:, 0] >= 0]
    names = partial(_triangle, triangles), partial(_lozenge, triangles, items)
    pointing = np.repeat(np.arange(2, dtype=np.int32), 3 * n * n)
    board = Triangles(np.column_stack([pointing, triangles]), items)
    return equal_options(items, 6 * n * n, *names), board


def _triangle(triangles: IntArray, item: int) -> str:
    return "{}{},{}".format("ud"[item >= len(triangles) // 2], *triangles[item])


def _lozenge(triangles: IntArray, items: IntArray, option: int) -> str:
    return " ".join(_triangle(triangles, int(item)) for item in items[option])


FAMILIES = (Family("lozenge", _FORM, _build),)
