"""Knots: points of a piece of sticks or trigs at corners of the grid, which keep two pieces from crossing there."""

from collections import defaultdict
from collections.abc import Iterator

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
    ends = {(row, column): row % 2 for row, column in sticks.tolist()}
    return [
        (row + (is_upright == 1), column + (is_upright == 0))
        for (row, column), is_upright in ends.items()
        if (row + 2 * (is_upright == 1), column + 2 * (is_upright == 0)) in ends
    ]


def _of_trigs(trigs: Cells) -> list[tuple[int, int]]:
    """Return the knots between legs at 120 or 180 degrees, and on them."""
    legs: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row, column in trigs.tolist():
        for way, corner in _corners(row, column):
            legs[corner].append(way)
    return [
        (row + AROUND[way % 6][0], column + AROUND[way % 6][1])
        for (row, column), ways in legs.items()
        for one, other in zip(sorted(ways), [*sorted(ways)[1:], min(ways) + 6], strict=True)
        if other - one in (2, 3)
        for way in range(one, other + 1)
    ]


def _corners(row: int, column: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the two corners at the ends of a trig, each with the direction in which the trig leaves it."""
    for way, (down, right) in enumerate(AROUND):
        corner = row - 3 * down, column - 3 * right
        if corner[0] % 6 == corner[1] % 6 == 0:
            yield way, corner


def with_knots(cells: BoolArray, lattice: Lattice = STICKS) -> BoolArray:
    """Return a region with knots: of sticks, the knots through which a piece may run straight; of trigs, all knots.

    The outermost step of a region of trigs must be empty.
    """
    region = cells.copy()
    if lattice is TRIGS:
        for row, column in np.argwhere(cells).tolist():
            for _way, corner in _corners(row, column):
                region[tuple(np.add(corner, AROUND).T)] = True
        return region
    region[2:-1:2, ::2] |= cells[1:-2:2, ::2] & cells[3::2, ::2]
    region[::2, 2:-1:2] |= cells[::2, 1:-2:2] & cells[::2, 3::2]
    return region
