"""Lattices of cells, in the plane and in space; shapes on them and their orientations.

A cell is a point with integer coordinates, (row, column) or (layer, row, column), so that rotations and reflections are
matrices of integers. On some lattices only some points are cells. The knots of a grid of sticks are the points with
even coordinates, and a stick is the point between two of them. The corners of triangles are the points whose
coordinates are multiples of 3, and a triangle is the point in its centre.

A shape is an array of cells, int32[n_cells, n_dimensions], rows ascending. It is shifted so that its least coordinates
are as near to 0 as the lattice allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import permutations, product
from math import sqrt
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import BoolArray, IntArray

Cells: TypeAlias = NDArray[np.int32]
_Cell = TypeVar("_Cell", bound=tuple[int, ...])


class Freedom(Enum):
    """The motions by which a piece may be turned, in the standard terms for polyominoes."""

    FIXED = "fixed"
    """As drawn."""
    ONE_SIDED = "one-sided"
    """Rotated, not reflected: in space, the 24 rotations."""
    FREE = "free"
    """Rotated and reflected."""


class Kind(NamedTuple):
    """The shape and the neighbours of all cells whose coordinates leave the same remainders.

    at: the place of the cell in a drawing as text, (line, column), from the start of its block of the lattice.
    corners: the corners of its outline relative to its point, as (row, column) in sixths; two for a stick, one for a
        knot.
    touching: the steps to cells of the same layer that share a side with it, or an end with a stick.
    """

    at: tuple[int, int]
    corners: tuple[tuple[int, int], ...]
    touching: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False, repr=False)
class Lattice:
    """A lattice of cells.

    name: the name of its cells, in the plural.
    step: for each axis, a number; a shape may be shifted by its multiples.
    free: the matrices of its rotations and reflections, int32[n_motions, n_dimensions, n_dimensions], which multiply
        row vectors from the right; the identity is among them.
    kinds: the kinds of its cells by the remainders of row and column when divided by their steps.
    text: how far a step of rows, and a step of columns, moves in a drawing as text, as (line, column).
    plane: how far a row, and a column, moves on a sheet, as (x, y) in widths of a square, y downwards.
    above: the steps, as (row, column), to the cells that a cell touches in the next layer.
    scale: the factor that makes the matrices integers. If it is not 1, a motion is only for shapes whose cells become
        cells again.
    """

    name: str
    step: tuple[int, ...]
    free: IntArray
    kinds: Mapping[tuple[int, int], Kind]
    text: tuple[tuple[int, int], tuple[int, int]] = ((1, 0), (0, 1))
    plane: tuple[tuple[float, float], tuple[float, float]] = ((0.0, 1.0), (1.0, 0.0))
    above: tuple[tuple[int, int], ...] = ((0, 0),)
    scale: int = 1

    def __repr__(self) -> str:
        return f"<lattice of {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], Lattice], tuple[str]]:
        return lattice_of, (self.name,)

    @property
    def n_dimensions(self) -> int:
        """The number of dimensions: 2 or 3."""
        return len(self.step)

    @property
    def is_cubic(self) -> bool:
        """Whether the cells are squares or cubes."""
        return self is SQUARES or self is CUBES

    @property
    def is_sticks(self) -> bool:
        """Whether the cells are drawn as lines: sticks, twigs or trigs."""
        return self in (STICKS, TWIGS, TRIGS)

    @property
    def has_knots(self) -> bool:
        """Whether some cells are knots, which only pieces that run through them fill."""
        return self in (STICKS, TRIGS)

    def places(self, region: BoolArray) -> IntArray:
        """Return the places of the cells of a region in a drawing: int32[n_cells, n_dimensions], (line, column) last.

        A drawing of squares includes walls; on other lattices it begins with the first cell.
        """
        places = self.written_at(np.argwhere(region).astype(np.int32))
        if not self.is_cubic:
            first = places[:, -2:].min(axis=0)
            places[:, -2:] -= first - first % 2 if self is STICKS else first  # the first knot is not always a cell
        return places

    def touching(self, region: BoolArray) -> IntArray:
        """Return the pairs of cells of a region that share a side, or sticks an end: int32[n_pairs, 2], ascending."""
        cells = np.argwhere(region).astype(np.int32)
        number = np.full(region.shape, -1, np.int32)
        number[region] = np.arange(len(cells), dtype=np.int32)
        rest = cells[:, -2:] % np.array(self.step[-2:], np.int32)
        pairs = [np.zeros((0, 2), np.int32)]
        for remainders, kind in self.kinds.items():
            own = np.flatnonzero((rest == remainders).all(axis=1)).astype(np.int32)
            steps = [(0, *step) for step in kind.touching] + [(1, *step) for step in self.above]
            for step in steps if region.ndim == 3 else kind.touching:
                to = cells[own] + np.array(step, np.int32)
                is_inside = np.all((to >= 0) & (to < region.shape), axis=1)
                beside = number[tuple(to[is_inside].T)]
                pairs.append(np.column_stack([own[is_inside], beside])[beside >= 0])
        both = np.sort(np.concatenate(pairs), axis=1)
        return np.asarray(np.unique(both, axis=0))

    def motions(self, freedom: Freedom) -> IntArray:
        """Return the matrices by which a shape may be moved, int32[n_motions, n_dimensions, n_dimensions]."""
        if freedom is Freedom.FIXED:
            return self.scale * np.eye(self.n_dimensions, dtype=np.int32)[None]
        if freedom is Freedom.FREE:
            return self.free
        return np.asarray(self.free[np.linalg.det(self.free) > 0])

    def moved(self, cells: Cells, freedom: Freedom) -> Cells:
        """Return a shape after each motion that it may make, int32[n_motions, n_cells, n_dimensions], unshifted."""
        turned: Cells = np.matmul(cells, self.motions(freedom))
        if self.scale == 1:
            return turned
        apart = turned - turned[:, :1]
        is_whole = np.all(apart % self.scale == 0, axis=(1, 2))
        return np.asarray(apart[is_whole] // self.scale, dtype=np.int32)

    def written_at(self, cells: Cells) -> IntArray:
        """Return the places of cells in a drawing as text: int32[n_cells, n_dimensions], (line, column) last."""
        block, rest = np.divmod(cells[:, -2:], np.array(self.step[-2:], np.int32))
        place: IntArray = np.hstack([cells[:, :-2], block @ np.array(self.text, np.int32)])
        for remainders, kind in self.kinds.items():
            place[(rest == remainders).all(axis=1), -2:] += np.array(kind.at, np.int32)
        return place

    def cell_at(self, line: int, column: int) -> tuple[int, int] | None:
        """Return the cell, as (row, column), at a place in a drawing as text; None if no cell is there."""
        (a, b), (c, d) = self.text
        determinant = a * d - b * c  # Cramer's rule
        for rest, kind in self.kinds.items():
            down, right = line - kind.at[0], column - kind.at[1]
            rows, rows_rest = divmod(d * down - c * right, determinant)
            columns, columns_rest = divmod(a * right - b * down, determinant)
            if not rows_rest and not columns_rest:
                return rows * self.step[-2] + rest[0], columns * self.step[-1] + rest[1]
        return None


def _generated(*generators: Sequence[Sequence[int]]) -> IntArray:
    """Return the group of the products of matrices, the identity first."""
    matrices = [np.array(generator, np.int32) for generator in generators]
    group = [np.eye(len(matrices[0]), dtype=np.int32)]
    for element in group:  # which grows as it is walked
        for matrix in matrices:
            further = element @ matrix
            if not any(np.array_equal(further, other) for other in group):
                group.append(further)
    return np.array(group)


def _cubic(n_dimensions: int) -> IntArray:
    identity = np.eye(n_dimensions, dtype=np.int32)
    signed = [
        np.diag(signs).astype(np.int32) @ identity[list(order)]
        for order in permutations(range(n_dimensions))
        for signs in product((1, -1), repeat=n_dimensions)
    ]
    return np.array(signed, dtype=np.int32)


_SIXTH_TURN, _SWAP = [[1, -1], [1, 0]], [[0, 1], [1, 0]]
_HEXAGONAL = _generated(_SIXTH_TURN, _SWAP)
_SLANTED = ((0.5, sqrt(3) / 2), (1.0, 0.0))
_SQUARE = Kind((0, 0), ((-3, -3), (-3, 3), (3, 3), (3, -3)), ((0, 1), (1, 0), (0, -1), (-1, 0)))
_HEXAGON = Kind(
    (0, 0), ((2, 2), (4, -2), (2, -4), (-2, -2), (-4, 2), (-2, 4)), ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
)
_DOWN = Kind((0, 0), ((-6, -6), (-6, 12), (12, -6)), ((1, 1), (1, -2), (-2, 1)))
_UP = Kind((0, 1), ((6, 6), (6, -12), (-12, 6)), ((-1, -1), (-1, 2), (2, -1)))
_LEVEL = Kind((0, 1), ((0, -6), (0, 6)), ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)))
_UPRIGHT = Kind((1, 0), ((-6, 0), (6, 0)), ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)))
_KNOT = Kind((0, 0), ((0, 0),), ())

SQUARES = Lattice("squares", (1, 1), _cubic(2), {(0, 0): _SQUARE})
CUBES = Lattice("cubes", (1, 1, 1), _cubic(3), {(0, 0): _SQUARE})
HEXAGONS = Lattice("hexagons", (1, 1), _HEXAGONAL, {(0, 0): _HEXAGON}, ((1, 1), (0, 2)), _SLANTED)
"""Each row is half a hexagon to the right of the one above."""

TRIANGLES = Lattice(
    "triangles", (3, 3), _HEXAGONAL, {(1, 1): _DOWN, (2, 2): _UP}, ((1, 1), (0, 2)), ((0.25, sqrt(3) / 4), (0.5, 0.0))
)
"""The corners of the triangles are the points whose coordinates are multiples of 3."""

STICKS = Lattice(
    "sticks",
    (2, 2),
    _cubic(2),
    {(0, 1): _LEVEL, (1, 0): _UPRIGHT, (0, 0): _KNOT},
    ((2, 0), (0, 2)),
    ((0.0, 0.7), (0.7, 0.0)),
)
"""The edges of the square grid, and its knots. A shape has a knot where it runs straight through: so no two cross."""

TWIGS = Lattice(
    "twigs",
    (2, 2),
    _HEXAGONAL,
    {
        (0, 1): Kind((0, 2), ((-4, 2), (4, -2)), ((-1, 0), (-1, 1), (1, -1), (1, 0))),
        (1, 0): Kind((1, 1), ((-2, 4), (2, -4)), ((-1, 1), (0, 1), (0, -1), (1, -1))),
        (1, 1): Kind((1, 3), ((-2, -2), (2, 2)), ((-1, 0), (0, -1), (0, 1), (1, 0))),
    },
    ((2, 2), (0, 4)),
    _SLANTED,
)
"""The sides of hexagons whose middles are the points with even coordinates."""

AROUND = _HEXAGON.touching
"""The steps from a corner of the triangles to the knots around it, in the order of the six directions."""


def _trig(at: tuple[int, int], row: int, column: int) -> Kind:
    """Return the kind of a trig; (row, column) is the step from its middle to one of its ends."""
    ends = ((row, column), (-row, -column))
    steps = [(r + 3 * down, c + 3 * right) for r, c in ends for down, right in AROUND]
    return Kind(at, ((6 * row, 6 * column), (-6 * row, -6 * column)), tuple(one for one in steps if one != (0, 0)))


TRIGS = Lattice(
    "trigs",
    (6, 6),
    _HEXAGONAL,
    {(0, 3): _trig((0, 2), 0, 3), (3, 0): _trig((1, 1), 3, 0), (3, 3): _trig((1, 3), 3, -3)}
    | {(r % 6, c % 6): Kind((-2 * (r // 6), -2 * (r // 6) - 4 * (c // 6)), ((0, 0),), ()) for r, c in AROUND},
    ((2, 2), (0, 4)),
    ((0.12, 0.12 * sqrt(3)), (0.24, 0.0)),
)
"""The sides of triangles whose corners are the points with multiples of 6, and six knots around each corner."""

_LAYERED = np.array(
    [[[sign, 0, 0], [0, *upper], [0, *lower]] for upper, lower in _HEXAGONAL.tolist() for sign in (1, -1)], np.int32
)
PRISMS = Lattice("triangular prisms", (1, 3, 3), _LAYERED, TRIANGLES.kinds, TRIANGLES.text, TRIANGLES.plane)
"""Layers of triangles."""

_HALF_TURNS = [
    2 * np.outer(axis, axis).astype(np.int32) - 3 * np.eye(3, dtype=np.int32)
    for axis in ((1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1))
]
_TIGHT = np.concatenate([3 * _cubic(3), *(_cubic(3) @ turn for turn in _HALF_TURNS)])
SPHERES = Lattice(
    "spheres",
    (1, 1, 1),
    _TIGHT,
    {(0, 0): Kind((0, 0), ((-6, 0), (0, 6), (6, 0), (0, -6)), ((1, 1), (1, -1), (-1, 1), (-1, -1)))},
    above=((0, 1), (1, 0), (0, -1), (-1, 0)),
    scale=3,
)
"""Spheres packed tightly: the points whose coordinates add up to an even number.

A shape that lies in one of the hexagonal layers may be turned by half a turn in it, though the layers above may not.
"""


def _blocks(name: str, n: int) -> Lattice:
    """Return the lattice of cubes that are each divided into n * n * n places, which are its cells.

    For the choice of colours, a place touches the eight around it in its layer, and nine in each layer beside it.
    """
    around = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))
    touching = tuple(step for step in around if step != (0, 0))
    kinds = {(r, c): Kind((r, c), _SQUARE.corners, touching) for r in range(n) for c in range(n)}
    return Lattice(name, (n, n, n), _cubic(3), kinds, ((n, 0), (0, n)), above=around)


RHOMBIC = _blocks("rhombic tetrahedra", 5)
"""Twenty-four tetrahedra in each cube, as Burr Tools places them; the middle of a cube is at multiples of 5."""
TETRA_OCTA = _blocks("tetrahedra and octahedra", 3)
"""A tetrahedron and four eighths of octahedra in each cube; the middle of a cube is at multiples of 3."""

_FLAT = (SQUARES, HEXAGONS, TRIANGLES, STICKS, TWIGS, TRIGS)
LATTICES = {lattice.name: lattice for lattice in (*_FLAT, CUBES, PRISMS, SPHERES, RHOMBIC, TETRA_OCTA)}
"""Every lattice by its name."""
FLAT = tuple(lattice.name for lattice in _FLAT)
"""The names of the flat lattices."""


def lattice_of(name: str) -> Lattice:
    """Return the lattice with this name."""
    return LATTICES[name]


def of_dimensions(n_dimensions: int) -> Lattice:
    """Return the lattice of squares or cubes."""
    return SQUARES if n_dimensions == 2 else CUBES


def drawn(lines: Sequence[str]) -> Cells:
    """Return the shape of the `#` characters in a drawing of one or more lines."""
    marks = [(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "#"]
    return moved_to_origin(np.array(marks, dtype=np.int32).reshape(-1, 2))


def moved_to_origin(cells: Cells, lattice: Lattice | None = None) -> Cells:
    """Return the cells shifted so that each least coordinate is at least 0 and below a step; rows ascending.

    lattice: squares or cubes by default.
    """
    if len(cells) == 0:
        return cells
    shifted = to_origin(cells, lattice or of_dimensions(cells.shape[1]))
    order = np.lexsort(shifted.T[::-1])
    return np.asarray(shifted[order], dtype=np.int32)


def to_origin(cells: Cells, lattice: Lattice) -> Cells:
    """Return shapes, [..., n_cells, n_dimensions], shifted as by `moved_to_origin`, their cells in the same order."""
    step = np.array(lattice.step, np.int32)
    return np.asarray(cells - cells.min(axis=-2, keepdims=True) // step * step)


def orientations(cells: Cells, freedom: Freedom, lattice: Lattice | None = None) -> Cells:
    """Return the different orientations of a shape: int32[n_orientations, n_cells, n_dimensions], ascending.

    lattice: squares or cubes by default.
    """
    lattice = lattice or of_dimensions(cells.shape[1])
    turned = to_origin(lattice.moved(cells, freedom), lattice)
    side = int(turned.max()) + 1
    weight = side ** np.arange(cells.shape[1] - 1, -1, -1, dtype=np.int64)
    codes = np.sort(turned @ weight, axis=1)  # each cell as one number
    different = np.array(sorted(set(map(tuple, codes.tolist()))), dtype=np.int64)
    return np.asarray(different[:, :, None] // weight % side, dtype=np.int32)


def parts(cells: Iterable[_Cell], beside: Callable[[_Cell], Iterable[_Cell]]) -> Iterator[list[_Cell]]:
    """Yield the connected parts of some cells.

    beside: returns the neighbours of a cell; neighbours that are not in these cells are ignored.
    """
    left = dict.fromkeys(cells)
    while left:
        part = [left.popitem()[0]]
        for cell in part:  # which grows as it is walked
            near = left.keys() & beside(cell)
            part += near
            for one in near:
                del left[one]
        yield part


def mirrored(cells: Cells) -> Cells:
    """Return the mirror image of a flat shape of squares."""
    return moved_to_origin(cells * np.array([1, -1], dtype=np.int32))


def in_space(cells: Cells) -> Cells:
    """Return a flat shape as a shape in space, one layer high; a shape in space as it is."""
    return cells if cells.shape[1] == 3 else np.pad(cells, ((0, 0), (1, 0)))


def cell_images(region: BoolArray, lattice: Lattice = SQUARES, freedom: Freedom = Freedom.FREE) -> Iterator[IntArray]:
    """Yield, for each motion that keeps the region, the image of each cell, int32[n_cells].

    freedom: rotations and reflections, or rotations alone.

    The cells of the region are numbered in C order.
    """
    step = np.array(lattice.step, np.int32)
    cells = np.argwhere(region).astype(np.int32)
    number = np.full(region.shape, -1, np.int32)
    number[region] = np.arange(len(cells), dtype=np.int32)
    for moved in lattice.moved(cells, freedom):
        shift = cells.min(axis=0) - moved.min(axis=0)
        moved += shift
        if not np.any(shift % step) and np.all(moved.max(axis=0) < region.shape):
            image = number[tuple(moved.T)]
            if image.min() >= 0:
                yield image
