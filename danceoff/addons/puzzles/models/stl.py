"""The pieces of a packing for a printer: binary STL, in millimetres, one model for each different piece.

A piece is made smaller by half a gap on every side, so that neighbouring pieces do not touch. This also separates two
cells of a piece that only share an edge or a corner, where the surface would otherwise touch itself.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.lattice import in_space
from danceoff.problems.model.cover import BoolArray, IntArray
from danceoff.problems.pictures.copies import Entry

if TYPE_CHECKING:
    from danceoff.problems.grids.packing import Piece

_UPRIGHT = np.array([1, -1, -1])
"""Columns run to the right, rows to the viewer, layers downwards; in STL, y runs away from the viewer and z upwards."""
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("attribute", "<u2")])


class Mesh(NamedTuple):
    """Closed surfaces.

    corner: float64[n, 3], as (column, row, layer); a cell is 1 wide.
    triangle: int64[m, 3], the numbers of the corners of each triangle, counterclockwise as seen from outside.
    """

    corner: NDArray[Any]
    triangle: NDArray[Any]


def surface(cells: IntArray, gap: float) -> Mesh:
    """Return the surface of a piece.

    cells: int32[n, 3], as (layer, row, column).
    gap: the distance between neighbouring pieces, above 0 and below 1.
    """
    low = cells.min(axis=0)[::-1]
    filled = np.zeros(np.ptp(cells, axis=0)[::-1] + 3, bool)
    filled[tuple(cells[:, ::-1].T - low[:, None] + 1)] = True
    solid = _shrunk(filled)
    quads = np.concatenate([_quads(solid, axis, way) for axis, way in product(range(3), (1, -1))])  # two triangles each
    shape = np.array(solid.shape) + 1
    numbers, triangle = np.unique(quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3), return_inverse=True)
    plane = np.column_stack(np.unravel_index(numbers, tuple(shape)))
    within = np.array([0, gap / 2, 1 - gap / 2])  # where each of the three parts of a cell begins
    return Mesh(plane // 3 - 1 + within[plane % 3] + low, triangle.reshape(-1, 3))


def _shrunk(filled: BoolArray) -> BoolArray:
    """Return which parts of cells remain; along each axis a cell has three parts, the outer two half a gap wide.

    A part remains if all cells that it touches, by its faces, edges and corners, are filled.
    """
    solid = np.zeros(np.array(filled.shape) * 3, bool)
    for part in product((0, 1, 2), repeat=3):
        remains = filled.copy()
        for beside in product(*({0, k - 1} for k in part)):
            remains &= np.roll(filled, [-step for step in beside], axis=(0, 1, 2))
        solid[tuple(slice(k, None, 3) for k in part)] = remains
    return solid


def _quads(solid: BoolArray, axis: int, way: int) -> NDArray[Any]:
    """Return the corners of each face that looks up (1) or down (-1) an axis, int64[n, 4], counterclockwise.

    A corner is its index in an array that is one longer than `solid` along each axis. The border of `solid` is empty.
    """
    place = np.argwhere(solid & ~np.roll(solid, -way, axis=axis))  # the parts with nothing next to them on this side
    place[:, axis] += int(way == 1)  # a face that looks up is at the upper end of its part
    a, b = ((axis + step) % 3 for step in ((1, 2) if way == 1 else (2, 1)))  # so that the corners turn left
    around = np.zeros((4, 3), np.int64)  # the steps from `place` to the corners: none, along a, along both, along b
    around[[1, 2], a] = 1
    around[[2, 3], b] = 1
    corners = place[:, None] + around
    numbers: NDArray[Any] = np.ravel_multi_index(tuple(np.moveaxis(corners, 2, 0)), tuple(np.array(solid.shape) + 1))
    return numbers


def stl(piece: Piece, cell: float, clearance: float) -> bytes:
    """Return the model of a piece; a flat piece is one cell high.

    cell: the width of a cell in the box, in mm.
    clearance: the distance between two pieces in the box, in mm, above 0 and below `cell`.
    """
    corner, triangle = surface(in_space(piece.cells), clearance / cell)
    corner = corner * _UPRIGHT * cell
    corners = (corner - corner.min(axis=0))[triangle]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    model = np.zeros(len(triangle), _TRIANGLE)
    model["normal"] = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    model["corner"] = corners
    head = b"danceoff, in millimetres".ljust(80) + struct.pack("<I", len(model))
    return head + model.tobytes()


def file_names(entries: Sequence[Entry]) -> list[str]:
    """Return a file name for each piece: its number, and the letters and digits of its name."""
    names = (re.sub(r"[^A-Za-z0-9-]+", "_", entry.name)[:60] for entry in entries)
    return [f"{number}_{name}".rstrip("_") + ".stl" for number, name in enumerate(names, 1)]
