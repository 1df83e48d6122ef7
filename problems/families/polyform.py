"""Boards of triangles, hexagons and sticks filled with polyforms, each used once: `hexiamond/6x6`, `tetrastick/5x5-h`.

A region of triangles or hexagons is a parallelogram, with or without a triangle cut off at each acute corner: this
gives any convex region. The published numbers of covers are up to symmetry: D. Goodger, Polyform Puzzler,
puzzler.sourceforge.net. Two of them are wrong, see results/published-and-wrong.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from danceoff.problems.grids.knots import knotted, with_knots
from danceoff.problems.grids.lattice import HEXAGONS, STICKS, TRIANGLES, Cells, Freedom, Lattice
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.polyforms import HEXIAMONDS, TETRAHEXES, TETRASTICKS, polyforms
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import BoolArray, InvalidProblem
from danceoff.problems.model.sizes import parsed, refuse_beyond_limit

_FORM = "ROWSxCOLUMNS[-CUT[-CUT]], a parallelogram without triangles of these sides at its acute corners"
_HEXAGON_FORM = f"{_FORM}; -centre after it leaves the cell in the centre out"
_STICK_FORM = "ROWSxCOLUMNS-PIECE, squares of sticks, and the piece that is left out, one of h j l n y"
_WELDED_FORM = "ROWSxCOLUMNS, squares of sticks"


def slanted(lattice: Lattice, size: str) -> BoolArray:
    """Return the region of hexagons or triangles that a size names; raises InvalidProblem if the size is malformed."""
    form = _HEXAGON_FORM if lattice is HEXAGONS else _FORM
    centre = "(-centre)?" if lattice is HEXAGONS else "()"
    written = parsed(r"([1-9]\d{0,5})x([1-9]\d{0,5})(?:-(\d{1,6}))?(?:-(\d{1,6}))?" + centre, size, form)
    n_rows, n_columns, first, last = (int(side or 0) for side in written.groups()[:4])
    refuse_beyond_limit(9 * n_rows * n_columns, f"a region of {size}")
    row, column = np.ogrid[: n_rows * lattice.step[0], : n_columns * lattice.step[1]]
    diagonal = row // lattice.step[0] + column // lattice.step[1]  # its number from the first acute corner
    region: BoolArray = diagonal >= 0
    if lattice is TRIANGLES:
        is_up = (row % 3 == 2) & (column % 3 == 2)
        region = is_up | ((row % 3 == 1) & (column % 3 == 1))
        diagonal = diagonal + is_up
    n_diagonals = n_rows + n_columns - int(lattice is HEXAGONS)
    region &= (first <= diagonal) & (diagonal < n_diagonals - last)
    if written[5]:
        if n_rows % 2 == 0 or n_columns % 2 == 0:
            raise InvalidProblem(f"{size!r} has no cell in the centre: ROWS and COLUMNS must be odd")
        region[n_rows // 2, n_columns // 2] = False
    return region


def _pieces(shapes: Mapping[str, Cells]) -> list[Piece]:
    return [Piece(letter, cells) for letter, cells in shapes.items()]


def _numbered(lattice: Lattice, orders: Sequence[int]) -> Iterator[Piece]:
    """Yield all polyforms with these numbers of cells; their names are 3-1, 3-2 and so on."""
    for n in orders:
        yield from (Piece(f"{n}-{k}", cells) for k, cells in enumerate(polyforms(lattice, n), 1))


def _on_slanted(lattice: Lattice, pieces: Sequence[Piece], size: str) -> Model:
    return pack(slanted(lattice, size), pieces, lattice=lattice).model


def _of_all(lattice: Lattice, orders: Sequence[int], size: str) -> Model:
    return _on_slanted(lattice, list(_numbered(lattice, orders)), size)


def _on_sticks(pieces: Sequence[Piece], n_rows: int, n_columns: int) -> Model:
    refuse_beyond_limit(4 * n_rows * n_columns, f"a grid of {n_rows}x{n_columns}")
    row, column = np.indices((2 * n_rows + 1, 2 * n_columns + 1))
    sticks = (row + column) % 2 == 1
    region = with_knots(sticks)
    return pack(region, pieces, region & ~sticks, STICKS).model


def _tetrasticks(size: str) -> Model:
    written = parsed(r"([1-9]\d{0,5})x([1-9]\d{0,5})-([hjlny])", size, _STICK_FORM)
    pieces = [piece for piece in _pieces(TETRASTICKS) if piece.name != written[3].upper()]
    return _on_sticks(pieces, int(written[1]), int(written[2]))


def _welded(size: str) -> Model:
    """Build the packing of the one-sided tetrasticks that branch; mirror images have small letters."""
    written = parsed(r"([1-9]\d{0,5})x([1-9]\d{0,5})", size, _WELDED_FORM)
    pieces = [Piece(letter, TETRASTICKS[letter], Freedom.ONE_SIDED) for letter in "FHRTXY"]
    images = [Piece(letter.lower(), knotted(TETRASTICKS[letter][:, ::-1]), Freedom.ONE_SIDED) for letter in "FHRY"]
    return _on_sticks(pieces + images, int(written[1]), int(written[2]))


FAMILIES = (
    Family("hexiamond", _FORM, partial(_on_slanted, TRIANGLES, _pieces(HEXIAMONDS))),
    Family("polyiamond-1-5", _FORM, partial(_of_all, TRIANGLES, (1, 2, 3, 4, 5))),
    Family("tetrahex", _HEXAGON_FORM, partial(_on_slanted, HEXAGONS, _pieces(TETRAHEXES))),
    Family("polyhex-3-4", _HEXAGON_FORM, partial(_of_all, HEXAGONS, (3, 4))),
    Family("polyhex-1-4", _HEXAGON_FORM, partial(_of_all, HEXAGONS, (1, 2, 3, 4))),
    Family("pentahex", _HEXAGON_FORM, partial(_of_all, HEXAGONS, (5,))),
    Family("tetrastick", _STICK_FORM, _tetrasticks),
    Family("welded-tetrastick", _WELDED_FORM, _welded),
)
