"""Cells and shapes on the square and the cubic lattice, and the orientations of a shape.

A shape is an array of cells, int32[n_cells, n_dimensions], moved so that its least coordinates are 0, rows ascending.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache
from itertools import permutations, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import IntArray

Cells: TypeAlias = NDArray[np.int32]


class Freedom(Enum):
    """How a piece may move besides being shifted, in the standard terms for polyominoes."""

    FIXED = "fixed"
    """As drawn."""
    ONE_SIDED = "one-sided"
    """Rotated, not reflected: in space, the 24 rotations."""
    FREE = "free"
    """Rotated and reflected."""


def drawn(lines: Sequence[str]) -> Cells:
    """Return the shape of the `#` characters in a drawing of one or more lines."""
    marks = [(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "#"]
    return moved_to_origin(np.array(marks, dtype=np.int32).reshape(-1, 2))


def moved_to_origin(cells: Cells) -> Cells:
    """Return the cells moved so that the least coordinates are 0, rows ascending."""
    if len(cells) == 0:
        return cells
    shifted = cells - cells.min(axis=0)
    order = np.lexsort(shifted.T[::-1])
    return np.asarray(shifted[order], dtype=np.int32)


@cache
def motions(n_dimensions: int, freedom: Freedom) -> IntArray:
    """Return the matrices of the rotations and reflections, int32[n_motions, n_dimensions, n_dimensions].

    There are 1, 4 or 8 in the plane and 1, 24 or 48 in space.
    """
    identity = np.eye(n_dimensions, dtype=np.int32)
    if freedom is Freedom.FIXED:
        return identity[None]
    signed = [
        np.diag(signs).astype(np.int32) @ identity[list(order)]
        for order in permutations(range(n_dimensions))
        for signs in product((1, -1), repeat=n_dimensions)
    ]
    if freedom is Freedom.ONE_SIDED:
        signed = [matrix for matrix in signed if round(float(np.linalg.det(matrix))) == 1]
    return np.array(signed, dtype=np.int32)


def orientations(cells: Cells, freedom: Freedom) -> Cells:
    """Return the different orientations of a shape: int32[n_orientations, n_cells, n_dimensions], ascending."""
    turned = np.matmul(cells, motions(cells.shape[1], freedom))
    turned -= turned.min(axis=1, keepdims=True)
    side = int(cells.max()) + 1
    weight = side ** np.arange(cells.shape[1] - 1, -1, -1, dtype=np.int64)
    codes = np.sort(turned @ weight, axis=1)
    different = np.array(sorted(set(map(tuple, codes.tolist()))), dtype=np.int64)
    return np.asarray(different[:, :, None] // weight % side, dtype=np.int32)


def mirrored(cells: Cells) -> Cells:
    """Return the mirror image of a flat shape."""
    return moved_to_origin(cells * np.array([1, -1], dtype=np.int32))


def in_space(cells: Cells) -> Cells:
    """Return a flat shape as a shape in space, one layer high."""
    return np.pad(cells, ((0, 0), (1, 0)))
