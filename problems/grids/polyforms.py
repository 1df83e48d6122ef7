"""Polyforms: the connected shapes of a number of cells of a lattice, and the names that some of them have."""

from collections.abc import Mapping

import numpy as np

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
_HEXIAMONDS = {
    "C": " AVAV/AV",
    "E": "  A/VAVAV",
    "F": " AVA/AVA",
    "G": "AV/VAVA",
    "H": "VA/AVAV",
    "I": "AVAVAV",
    "J": "A/VAVAV",
    "O": "AVA/VAV",
    "P": " A/AVAVA",
    "S": "  AVA/VAV",
    "V": " AV/AVAV",
    "X": "VAV/AVA",
}
_TETRAHEXES = {
    "I": "# # # #",
    "J": " # # #/#",
    "O": " # #/# #",
    "P": " #/# # #",
    "S": "   # #/# #",
    "U": " # #/#   #",
    "Y": "#/ # #/#",
}
_TETRASTICKS = {
    "F": " - -/| |",
    "H": "- -/ |/-",
    "I": "- - - -",
    "J": " - -/|/ -",
    "L": " - - -/|",
    "N": "  - -/ |/-",
    "O": " -/| |/ -",
    "P": "  -/ | |/-",
    "R": "  |/ - -/|",
    "T": "|/ - -/|",
    "U": " - -/|   |",
    "V": " - -/|//|",
    "W": "   -/  |/ -/|",
    "X": " |/- -/ |",
    "Y": " |/- - -",
    "Z": "    |/ - -/|",
}


def _named(lattice: Lattice, drawings: Mapping[str, str]) -> dict[str, Cells]:
    return {letter: drawn_on(lattice, drawing.split("/")) for letter, drawing in drawings.items()}


HEXIAMONDS = _named(TRIANGLES, _HEXIAMONDS)
"""The twelve shapes of six triangles, by the letters of Polyform Puzzler (D. Goodger)."""
TETRAHEXES = _named(HEXAGONS, _TETRAHEXES)
"""The seven shapes of four hexagons, by the letters of Polyform Puzzler."""
TETRASTICKS = _named(STICKS, _TETRASTICKS)
"""The sixteen shapes of four sticks, by the letters of B. R. Barwell (Polysticks, 1990)."""

NAMED_ON: Mapping[str, Mapping[str, Cells]] = {
    TRIANGLES.name: HEXIAMONDS,
    HEXAGONS.name: TETRAHEXES,
    STICKS.name: TETRASTICKS,
}
"""The pieces that have names, by the name of their lattice; the pieces of other lattices have none."""
SETS_ON: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    TRIANGLES.name: {"hexiamonds": tuple(HEXIAMONDS)},
    HEXAGONS.name: {"tetrahexes": tuple(TETRAHEXES)},
    STICKS.name: {"tetrasticks": tuple(TETRASTICKS)},
}
"""Sets of pieces by their names, by the name of their lattice."""


def polyforms(lattice: Lattice, n: int, freedom: Freedom = Freedom.FREE) -> list[Cells]:
    """Return the shapes of n cells, flat or of cubes, in a fixed order; images of a shape under motions are left out.

    Sticks are connected at their ends, and the shapes have their knots.
    """
    kinds = [kind for kind in lattice.kinds if lattice.kinds[kind].touching]
    first = [np.array([(0, *kind)[-lattice.n_dimensions :]], np.int32) for kind in kinds]
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
        beside |= {(one + up, row, column) for one in layer for up in (1, -1)}
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
