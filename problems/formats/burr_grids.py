"""The grids of Burr Tools, by the numbers in its files, and where their cells are on our lattices.

A file has a character for each place (z, y, x) of a box. On some grids not every place is a cell:

    0  cubes                every place
    1  triangular prisms    every place; a triangle has its side at y - 1 if x + y is even, else at y + 1
    2  spheres              places whose coordinates add up to an even number
    3  rhombic tetrahedra   in each cube of 5 by 5 by 5, the 24 places that are the middle of the cube along one axis,
                            one step from it along another, and two steps along the third
    4  tetra-octa           in each cube of 3 by 3 by 3, the middle, and four of the corners: those of one chequer
                            colour in even cubes, and the others in odd ones

Pieces may be shifted so that places that are cells are cells again, on grid 3 by multiples of 5 and on 4 by those of 3.
"""

from __future__ import annotations

import numpy as np

from danceoff.problems.grids.lattice import (
    CUBES,
    PRISMS,
    RHOMBIC,
    SPHERES,
    SQUARES,
    TETRA_OCTA,
    TRIANGLES,
    Cells,
    Lattice,
)
from danceoff.problems.model.cover import BoolArray, InvalidProblem

GRIDS: tuple[Lattice, ...] = (CUBES, PRISMS, SPHERES, RHOMBIC, TETRA_OCTA)
"""The lattice of each grid, by its number."""

_FLAT = {SQUARES.name: CUBES, TRIANGLES.name: PRISMS}
_MIDDLE = {RHOMBIC.name: 2, TETRA_OCTA.name: 1}
"""Where the middle of a cube is in a file; on the lattice it is at multiples of the step."""


def grid_of(lattice: Lattice) -> Lattice:
    """Return the lattice in space of a packing; raises InvalidProblem if Burr Tools has no such grid."""
    in_space = _FLAT.get(lattice.name, lattice)
    if in_space not in GRIDS:
        raise InvalidProblem(f"Burr Tools has no grid of {lattice.name}")
    return in_space


def cells_of(lattice: Lattice, places: Cells) -> Cells:
    """Return the cells at some places of a file, (z, y, x), shifted so that no coordinate is negative.

    Raises InvalidProblem if a place is no cell.
    """
    wrong = places[~are_cells(lattice, places)]
    if len(wrong):
        z, y, x = wrong[0].tolist()
        raise InvalidProblem(f"the grid of {lattice.name} has no cell at x={x} y={y} z={z}")
    if lattice is PRISMS:
        z, y, x = places.T
        half, is_up = np.divmod(x - y, 2)
        cells = np.column_stack([z, 3 * y + 1 + is_up, 3 * half + 1 + is_up])
    else:
        cells = places - _MIDDLE.get(lattice.name, 0)
    step = np.array(lattice.step)
    shifted: Cells = (cells - cells.min(axis=0) // step * step).astype(np.int32)
    return shifted


def places_of(lattice: Lattice, cells: Cells) -> Cells:
    """Return the places of cells in a file, (z, y, x), shifted to the origin as far as the grid allows."""
    if lattice is PRISMS:
        places = lattice.written_at(cells)
        places -= places.min(axis=0)
        further = np.array([0, 0, 1])
    else:
        step = np.array(lattice.step)
        places = cells + _MIDDLE.get(lattice.name, 0)
        places = places - places.min(axis=0) // step * step
        further = np.array([0, 0, lattice.step[2]])
    if lattice is PRISMS:
        is_right = places[0, 1:].sum() % 2 == (lattice.written_at(cells[:1])[0, 1:].sum()) % 2
    else:
        is_right = bool(are_cells(lattice, places).all())
    moved: Cells = (places if is_right else places + further).astype(np.int32)
    return moved


def are_cells(lattice: Lattice, places: Cells) -> BoolArray:
    """Return whether each place of a file, (z, y, x), is a cell: bool[n_places]."""
    if lattice is SPHERES:
        return np.asarray(places.sum(axis=1) % 2 == 0)
    if lattice is RHOMBIC:
        steps = np.sort(np.abs(places % 5 - 2), axis=1)
        return np.asarray((steps == [0, 1, 2]).all(axis=1))
    if lattice is TETRA_OCTA:
        cube, inside = np.divmod(places, 3)
        is_corner = (inside != 1).all(axis=1)
        colour = (cube.sum(axis=1) + inside.sum(axis=1) // 2) % 2
        return np.asarray((inside == 1).all(axis=1) | (is_corner & (colour == 1)))
    return np.ones(len(places), bool)
