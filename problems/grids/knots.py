"""Knots: points of a piece of sticks or trigs at corners of the grid, which keep two pieces from crossing there."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from danceoff.problems.grids.lattice import AROUND, STICKS, TRIGS, Cells, Lattice, moved_to_origin
from danceoff.problems.model.cover import BoolArray


def knotted(cells: Cells, lattice: Lattice = STICKS) -> Cells:
    """Return a shape of sticks or trigs with all its knots, whether it has some already or not."""
    rest = cells % np.array(lattice.step, np.int32)
    legs = cells[[len(lattice.kinds[row, column].corners) == 2 for row, column in rest.tolist()]]
    knots = _of_sticks(legs) if lattice is STICKS else _of_trigs(legs)
    return moved_to_origin(np.array(sorted({*map(tuple, legs.tolist()), *knots}), np.int32), lattice)


def _of_sticks(sticks: Cells) -> list[tuple[int, int]]:
    """Return the knots through which a shape runs straight."""
    to_end = {(row, column): (row % 2, 1 - row % 2) for row, column in sticks.tolist()}  # down for an upright stick
    return [
        (row + down, column + right)
        for (row, column), (down, right) in to_end.items()
        if (row + 2 * down, column + 2 * right) in to_end
    ]


def _of_trigs(trigs: Cells) -> list[tuple[int, int]]:
    """Return the knots between legs at 120 or 180 degrees, and on them."""
    legs: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row, column in trigs.tolist():
        for way, corner in _corners(row, column):
            legs[corner].append(way)
    knots: list[tuple[int, int]] = []
    for (row, column), ways in legs.items():
        in_turn = sorted(ways)
        for one, other in pairwise([*in_turn, in_turn[0] + 6]):  # neighbours around the corner
            if other - one in (2, 3):  # sixths of a turn
                knots += [(row + AROUND[way % 6][0], column + AROUND[way % 6][1]) for way in range(one, other + 1)]
    return knots


def _corners(row: int, column: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the two corners at the ends of a trig, each with the direction in which the trig leaves it."""
    for way, (down, right) in enumerate(AROUND):
        corner = row - 3 * down, column - 3 * right
        if corner[0] % 6 == corner[1] % 6 == 0:  # corners are at multiples of 6
            yield way, corner


def with_knots(cells: BoolArray, lattice: Lattice = STICKS) -> BoolArray:
    """Return a region with its knots: for sticks, those through which a piece may run straight; for trigs, all.

    The outermost step of a region of trigs must be empty.
    """
    region = cells.copy()
    if lattice is TRIGS:
        for row, column in np.argwhere(cells).tolist():
            for _way, corner in _corners(row, column):
                region[tuple(np.add(corner, AROUND).T)] = True
        return region
    region[2:-1:2, ::2] |= cells[1:-2:2, ::2] & cells[3::2, ::2]  # between two upright sticks
    region[::2, 2:-1:2] |= cells[::2, 1:-2:2] & cells[::2, 3::2]  # between two level sticks
    return region
