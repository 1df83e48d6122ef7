"""Polyforms: the connected shapes of a number of cells of a lattice, and the names that some of them have."""

from collections.abc import Mapping

import numpy as np

from danceoff.problems.formats.toml import shipped
from danceoff.problems.grids.knots import knotted
from danceoff.problems.grids.lattice import (
    HEXAGONS,
    STICKS,
    TRIANGLES,
    Cells,
    Freedom,
    Lattice,
    in_space,
    moved_to_origin,
    orientations,
    parts,
)
from danceoff.problems.grids.sketch import drawn_on

_FACES = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1))

_LATTICE_OF = {"hexiamonds": TRIANGLES, "tetrahexes": HEXAGONS, "tetrasticks": STICKS}
NAMED_ON: Mapping[str, Mapping[str, Cells]] = {
    lattice.name: {letter: drawn_on(lattice, rows.split("/")) for letter, rows in shipped("shapes.toml")[name].items()}
    for name, lattice in _LATTICE_OF.items()
}
"""The pieces that have names, by the name of their lattice; the pieces of other lattices have none."""
SETS_ON = {lattice.name: {name: tuple(NAMED_ON[lattice.name])} for name, lattice in _LATTICE_OF.items()}
"""Sets of pieces by their names, by the name of their lattice."""
HEXIAMONDS, TETRAHEXES, TETRASTICKS = NAMED_ON.values()


def polyforms(lattice: Lattice, n: int, freedom: Freedom = Freedom.FREE) -> list[Cells]:
    """Return the shapes of n cells, flat or of cubes, in a fixed order; images of a shape under motions are left out.

    Sticks are connected at their ends, and the shapes have their knots.
    """
    kinds = [kind for kind in lattice.kinds if lattice.kinds[kind].touching]
    first = [np.array([(0, *kind)[-lattice.n_dimensions :]], np.int32) for kind in kinds]  # one cell, in layer 0 if any
    shapes = _different(first, freedom, lattice)
    for _ in range(n - 1):
        shapes = _different([larger for shape in shapes for larger in _grown(shape, lattice)], freedom, lattice)
    return [knotted(shape, lattice) for shape in shapes] if lattice.has_knots else shapes


def _grown(shape: Cells, lattice: Lattice) -> list[Cells]:
    cells = set(map(tuple, shape.tolist()))
    beside = set()
    for *layer, row, column in cells:
        kind = lattice.kinds[row % lattice.step[-2], column % lattice.step[-1]]
        beside |= {(*layer, row + down, column + right) for down, right in kind.touching}
        beside |= {(one + up, row, column) for one in layer for up in (1, -1)}  # none in the plane: `layer` is empty
    return [np.vstack([shape, [cell]]).astype(np.int32) for cell in sorted(beside - cells)]


def _different(shapes: list[Cells], freedom: Freedom, lattice: Lattice) -> list[Cells]:
    """Return one shape of each class, in its least orientation."""
    least = {orientations(moved_to_origin(shape, lattice), freedom, lattice)[0].tobytes() for shape in shapes}
    return [np.frombuffer(cells, np.int32).reshape(-1, lattice.n_dimensions) for cells in sorted(least)]


def n_parts(cells: Cells) -> int:
    """Return the number of parts of some cells, connected only by common faces."""
    return len([*parts(map(tuple, in_space(cells).tolist()), _around)])


def _around(cell: tuple[int, ...]) -> list[tuple[int, ...]]:
    layer, row, column = cell
    return [(layer + a, row + b, column + c) for a, b, c in _FACES]
