"""The pieces of a packing for a printer: binary STL, in millimetres, one model for each different piece."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from danceoff.problems.model.cover import IntArray
from danceoff.problems.pictures.copies import Entry
from danceoff.problems.pictures.mesh import surface

if TYPE_CHECKING:
    from danceoff.problems.grids.packing import Piece

_UPRIGHT = np.array([1, -1, -1])
"""Columns run to the right, rows to the viewer, layers downwards; in STL, y runs away from the viewer and z upwards."""
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("attribute", "<u2")])


def stl(piece: Piece, cell: float, clearance: float) -> bytes:
    """Return the model of a piece; a flat piece is one cell high.

    cell: the width of a cell in the box, in mm.
    clearance: the distance of two pieces in the box, in mm, above 0 and below `cell`.
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


def in_space(cells: IntArray) -> IntArray:
    """Return cells as (layer, row, column); those of the plane are in layer 0."""
    return cells if cells.shape[1] == 3 else np.column_stack([np.zeros(len(cells), np.int32), cells])


def file_names(entries: Sequence[Entry]) -> list[str]:
    """Return a file name for each piece: from its name, or if that gives none or one in use, from its number."""
    names: list[str] = []
    for k, entry in enumerate(entries):
        name = re.sub(r"[^A-Za-z0-9_-]+", "_", entry.name)[:60].strip("_")
        is_own = name and f"{name}.stl".lower() not in map(str.lower, names)
        names.append(f"{name if is_own else f'piece{k + 1}'}.stl")
    return names
