"""Pieces on lattices of their own: `tetraskew/4x10`, `tetrabolo/5x7-3-0-2-1`, `windmill-domino/4x5`.

A tetraskew has four cells, squares and rhombuses in turns. A tetrabolo has four halves of squares; its cells are
quarters of squares, since a square may be cut in two ways. A windmill domino has two large squares and, on them, two
small ones, which are turned by 45 degrees: each lies across a side of a large one. D. E. Knuth asks about them in The
Art of Computer Programming, Volume 4B, section 7.2.2.1; results/taocp.md has his numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from danceoff.problems.families.board import FORM, board
from danceoff.problems.formats.toml import shipped
from danceoff.problems.grids.lattice import Cells, Freedom, Kind, Lattice
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import BoolArray, InvalidProblem
from danceoff.problems.model.sizes import parsed

_SIDES = r"([1-9]\d?)x([1-9]\d?)"
_FORM_HALVES = "ROWSxCOLUMNS-A-B-C-D, a rectangle without triangles of these legs in its corners, clockwise"
_FORM_WINDMILLS = "ROWSxCOLUMNS of large squares; or ROWSxCOLUMNS-in-SIDE, small ones amid SIDE x SIDE large ones"


@dataclass(frozen=True, eq=False, repr=False)
class _Lattice(Lattice):
    """A lattice of lattices.toml.

    glide: how far along both axes a motion also shifts if it exchanges the diagonals of squares.
    """

    glide: int = 0

    def __reduce__(self) -> tuple[Callable[[str], Lattice], tuple[str]]:
        return _lattice, (self.name,)

    def moved(self, cells: Cells, freedom: Freedom) -> Cells:
        """Return a shape after each motion that it may make, int32[n_motions, n_cells, n_dimensions], unshifted."""
        exchanges = self.motions(freedom).sum(axis=(1, 2)) == 0
        return np.asarray(super().moved(cells, freedom) + self.glide * exchanges[:, None, None], np.int32)


@cache
def _lattice(name: str) -> Lattice:
    """Return the lattice with this name; in a drawing as text, cells stand at their coordinates."""
    table = shipped("lattices.toml")[name]
    kinds = {tuple(kind["at"]): Kind(**kind) for kind in table["kinds"]}
    step, width, motions = table["step"], table["width"], np.array(table["motions"], np.int32)
    text, plane = ((step[-2], 0), (0, step[-1])), ((0.0, width), (width, 0.0))
    return _Lattice(name, step, motions, kinds, text, plane, glide=table["glide"])


def _packed(name: str, region: BoolArray, may_stay_empty: BoolArray | None = None) -> Model:
    """Return the packing of all pieces of a lattice, each once."""
    table = shipped("lattices.toml")[name]
    moves, shapes = Freedom(table["moves"]), table["pieces"].items()
    pieces = [Piece(letter, np.array(cells, np.int32), moves) for letter, cells in shapes]
    return pack(region, pieces, may_stay_empty, _lattice(name)).model


def _tetraskews(size: str) -> Model:
    region = board(size)
    return _packed("skewed squares", region, region & (np.count_nonzero(region) > 40))  # the cells of all pieces


def _tetraboloes(size: str) -> Model:
    rows, columns, *legs = map(int, parsed(_SIDES + r"-(\d\d?)" * 4, size, _FORM_HALVES).groups())
    # The middles of squares are at multiples of 3, from (3, 3) on; the quarters of a square are around its middle.
    region = np.pad(np.tile(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], bool), (rows, columns)), 2)
    down, right = np.indices(region.shape)
    up, left = len(region) - 1 - down, region.shape[1] - 1 - right
    for far, leg in zip((down + right, down + left, up + left, up + right), legs, strict=True):
        region &= far > 3 * leg + 3
    return _packed("quarters of squares", region)


def _windmill_dominoes(size: str) -> Model:
    written = parsed(_SIDES + r"(?:-in-([1-9]\d?))?", size, _FORM_WINDMILLS)
    rows, columns, side = map(int, written.groups("0"))
    down, right = np.indices((2 * side, 2 * side) if side else (2 * rows, 2 * columns))
    large, small = (down % 2 == 1) & (right % 2 == 1), (down + right) % 2 == 1
    small &= (down > 0) & (right > 0)
    if side:  # the sides of small squares are the diagonals
        small &= np.abs(down - right - rows % 2) < rows
        small &= np.abs(down + right - 2 * side - columns % 2) < columns
        if np.count_nonzero(small) < rows * columns:
            raise InvalidProblem(f"{size!r}: the small squares need a larger SIDE")
    region = np.stack([large, small])
    may_stay_empty = region.copy()
    may_stay_empty[int(side > 0)] = False
    return _packed("large and small squares", region, may_stay_empty)


FAMILIES = (
    Family("tetraskew", FORM, _tetraskews),
    Family("tetrabolo", _FORM_HALVES, _tetraboloes),
    Family("windmill-domino", _FORM_WINDMILLS, _windmill_dominoes),
)
