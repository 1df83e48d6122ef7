r"""Drawings of cells as text, on each lattice.

    squares     hexagons     triangles     sticks     twigs       trigs

    ##          # #          AVA           +-+         / \         -
    .##          # #         VAV           | |        |   |       \ / \
                                           + +-+       \ / \         -

Each row of hexagons is shifted by half a hexagon, one character, against the row above. A triangle is A or V, as it
points up or down. Sticks are - and | between knots, which may be drawn as + or left out. Twigs are the sides of
hexagons, trigs the sides of triangles.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np

from danceoff.problems.grids.knots import knotted
from danceoff.problems.grids.lattice import STICKS, TRIANGLES, TRIGS, TWIGS, Cells, Lattice, moved_to_origin
from danceoff.problems.model.cover import InvalidProblem

Sketch: TypeAlias = Mapping[tuple[int, int], str]
"""Characters by their (line, column)."""

MARKS = {"hexagons": ".", "triangles": "AV", "sticks": "-|+", "twigs": "/\\|", "trigs": "-\\/"}
"""The characters of a region, by the name of the lattice."""

_REST = {
    TRIANGLES.name: {"V": (1, 1), "A": (2, 2)},
    STICKS.name: {"-": (0, 1), "|": (1, 0), "+": (0, 0)},
    TWIGS.name: {"|": (0, 1), "/": (1, 0), "\\": (1, 1)},
    TRIGS.name: {"-": (0, 3), "\\": (3, 0), "/": (3, 3)},
}
"""The remainders of the cells that a character stands for; other characters are for cells of any kind."""


def sketch(lines: Sequence[str], blank: str = " .") -> Sketch:
    """Return the characters of a drawing, except blanks, by their places."""
    return {(r, c): mark for r, line in enumerate(lines) for c, mark in enumerate(line) if mark not in blank}


def marked(lattice: Lattice, drawing: Sketch) -> dict[tuple[int, int], str]:
    """Return the character of each cell, (row, column); knots are left out.

    Raises InvalidProblem if a character is where the lattice has no cell.
    """
    found: dict[tuple[int, int], str] = {}
    wrong = (0, 0)
    # The first character may be any kind of cell: the drawing is tried at all places of the lattice's pattern.
    for down, right in product((0, 1), range(4)):
        found = {}
        for (line, column), mark in drawing.items():
            cell = lattice.cell_at(line + down, column + right)
            if cell is None or not _is_of(lattice, cell, mark):
                wrong = max(wrong, (line, column))
                break
            if lattice is not STICKS or sum(cell) % 2:
                found[cell] = mark
        else:
            return found
    line, column = wrong
    raise InvalidProblem(
        f"line {line + 1}, column {column + 1}: {drawing[wrong]!r} stands where no cell of the lattice of "
        f"{lattice.name} is, as the characters before it lie"
    )


def _is_of(lattice: Lattice, cell: tuple[int, int], mark: str) -> bool:
    rest = cell[0] % lattice.step[0], cell[1] % lattice.step[1]
    if (known := _REST.get(lattice.name, {}).get(mark)) is not None:
        return rest == known
    return bool(lattice.kinds[rest].touching)  # a knot is nothing to fill


def shape_of(lattice: Lattice, cells: Iterable[tuple[int, int]]) -> Cells:
    """Return the shape of some cells, at least one."""
    shape = np.array(sorted(cells), np.int32)
    return knotted(shape, lattice) if lattice.has_knots else moved_to_origin(shape, lattice)


def drawn_on(lattice: Lattice, lines: Sequence[str]) -> Cells:
    """Return the shape that a drawing shows; raises InvalidProblem as `marked` does."""
    return shape_of(lattice, marked(lattice, sketch(lines)))
