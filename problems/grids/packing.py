"""Builds the exact cover problem of filling a region with pieces, for every tiling and packing family.

A placement of a piece is an option. A cell that must be filled is a primary item, a cell that may stay empty is a
secondary one. A piece is a primary item whose multiplicity is the number of its copies. If it may be used at most once
and every cell must be filled, it is a secondary item instead: every option has a primary item in its cells. A piece
with enough copies for the whole region has no item.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import Any, Self

import numpy as np

from danceoff.problems.grids.board import CellBoard, drawing_of
from danceoff.problems.grids.board_symmetries import restricted
from danceoff.problems.grids.lattice import Cells, Freedom, Lattice, cell_images, of_dimensions, orientations
from danceoff.problems.grids.layout import NO_MARK, NO_RULE, Layout, Piece, Rule
from danceoff.problems.model.arguments import INT32_MAX
from danceoff.problems.model.cover import BoolArray, Cover, ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.naming import Names, option_name
from danceoff.problems.model.sizes import refuse_beyond_limit
from danceoff.problems.pictures.copies import (
    Copy,
    copies,
    is_needed,
    legend,
    marked,
    placed,
    with_legend_of_pieces,
    words,
)
from danceoff.problems.pictures.drawing import CELL, Drawing, dot
from danceoff.problems.pictures.mosaic import Mosaic
from danceoff.problems.pictures.packed import corners, exhibit, laid_out, packed
from danceoff.problems.pictures.shades import Conflict, OptionCounts

__all__ = ["MOST_PIECES", "NO_MARK", "NO_RULE", "Packing", "Piece", "Rule", "pack"]

MOST_PIECES = 1 << 14
"""The most different pieces of a packing; each of them may be used any number of times."""


@dataclass(frozen=True, eq=False, repr=False)
class Packing(Layout, CellBoard):
    """A packing problem and its board."""

    @property
    def model(self) -> tuple[ExactCover, Self]:
        """The problem and its board, as a family returns them."""
        return self.problem, self

    def option_name(self, option: int) -> str:
        """Return the piece and the cells of an option."""
        return option_name(self.problem, option)

    def marks_of(self, cover: Cover) -> Iterator[tuple[int, str]]:
        """Yield the cells that pieces fill, with the letter of the piece."""
        return ((cell, mark) for cells, mark in marked(self, cover) for cell in cells)

    def laid_out(self, marks: Sequence[str]) -> str:
        """Return the marks of all cells as text: `#` for walls, an empty line between layers."""
        return laid_out(self, marks)

    def legend(self, cover: Cover) -> str:
        """Return which pieces the letters stand for, unless they are the names of the pieces."""
        entries = legend(self, copies(self, cover))
        return words(entries) if is_needed(entries) else ""

    def mosaic(self, problem: ExactCover, cover: Cover) -> Mosaic | None:
        """Return the pieces in their places; None if the cells are no squares."""
        return packed(self, copies(self, cover)) if self.lattice.is_cubic else None

    def mosaic_in_turn(self, problem: ExactCover, taken: Cover) -> Mosaic | None:
        """Return the pieces in their places, each with the letter and colour of its turn."""
        pieces = [placed(self, option, k) for k, option in enumerate(taken)]
        return packed(self, pieces) if self.lattice.is_cubic else None

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Return the pieces with borders between them; in space, the layers side by side."""
        return self._drawn(copies(self, cover))

    def _drawn(self, pieces: Sequence[Copy]) -> Drawing:
        from danceoff.problems.pictures.svg_polygons import polygons  # late: most runs draw nothing

        return drawing_of(packed(self, pieces)) if self.lattice.is_cubic else polygons(self, pieces)

    def draw_all(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Return the pieces with their legend; pieces in space also as seen from outside."""
        from danceoff.problems.pictures.isometric import in_space  # late: most runs draw nothing

        pieces = copies(self, cover)
        is_solid = self.lattice.is_cubic and self.region.ndim == 3
        drawing = in_space(self, pieces) if is_solid else self._drawn(pieces)
        return with_legend_of_pieces(drawing, legend(self, pieces))

    def heat(self, problem: ExactCover, counted: OptionCounts) -> Drawing:
        """Draw how probable it is that one piece covers two cells: strips between squares, or lines in other cells."""
        from danceoff.problems.pictures.heat_cells import packing_heat  # late: most runs draw nothing
        from danceoff.problems.pictures.svg_polygons import polygon_heat

        return packing_heat(self, counted) if self.lattice.is_cubic else polygon_heat(self, counted)

    def conflict(self, problem: ExactCover, strength: Mapping[int, float]) -> Conflict:
        """Draw the board, and fill those items of a conflict that are cells."""
        from danceoff.problems.pictures.heat_cells import packing_conflict  # late: most runs draw nothing
        from danceoff.problems.pictures.svg_polygons import polygon_conflict

        return packing_conflict(self, strength) if self.lattice.is_cubic else polygon_conflict(self, strength)

    def exhibit(self, problem: ExactCover, cover: Cover, title: str, is_first: bool) -> dict[str, Any]:
        """Return the copies of the pieces and their cells; boards with marks, or without squares, as `svg`."""
        if not self.lattice.is_cubic or self.region.shape[:-1] == (1,) or self.is_lettered:
            return super().exhibit(problem, cover, title, is_first)
        return exhibit(self, copies(self, cover)) | ({"board": self._shared()} if is_first else {})

    def played(self, problem: ExactCover) -> dict[str, Any] | None:
        """Return the board as in a gallery, the cells of items, and the letters of pieces; None for a sub-problem."""
        if not self.lattice.is_cubic or self.problem is not problem:
            return None
        once, left = self.lettering.once, self.lettering.left
        place = np.append(np.flatnonzero(self.region), -1)
        return {
            **self._shared(),
            "cellOf": place[self.cell].tolist(),
            "piece": self.piece.tolist(),
            "once": [once.get(piece) for piece in range(len(self.pieces))],
            "left": left,
        }

    def _shared(self) -> dict[str, Any]:
        """Return the data that all covers of a gallery share: the region and the names of the pieces."""
        return {**packed(self, []).shared(), "pieces": [piece.name for piece in self.pieces]}

    def in_turn(self, option: int, place: int) -> tuple[str, int]:
        """Return the letter and the colour of a piece that a search takes after `place` others."""
        one = placed(self, option, place)
        return one.mark, one.colour

    def ring(self, problem: ExactCover, item: int) -> list[str]:
        """Return a ring in the cell of an item; [] for a piece, and in a sub-problem."""
        from danceoff.problems.pictures.svg_polygons import Sheet  # late: most runs draw nothing

        if self.problem is not problem or self.cell[item] < 0:
            return []
        if not self.lattice.is_cubic:
            x, y = Sheet(self).centre[self.cell[item]]
            return [f'<circle class="ring" cx="{x:.2f}" cy="{y:.2f}" r="3"/>']
        left, top = corners(self)[self.cell[item]]
        return [dot("ring", left + CELL / 2, top + CELL / 2, 3)]

    def permutations(self, problem: ExactCover) -> Iterator[IntArray]:
        """Yield the rotations and reflections of the region that keep its pieces; mirror images may be exchanged."""
        return restricted(_motions(self, Freedom.FREE), problem)

    def rotations(self, problem: ExactCover) -> Iterator[IntArray]:
        """Yield the rotations among the permutations."""
        return restricted(_motions(self, Freedom.ONE_SIDED), problem)


def _motions(packing: Packing, freedom: Freedom) -> Iterator[IntArray]:
    """Yield the permutations of options by motions that map all placements of each piece to placements of one piece."""
    must_be_filled = np.isin(np.arange(packing.n_cells), packing.cell[: packing.problem.n_primary])
    placements = [packing.placements(k) for k in range(len(packing.pieces))]
    for cell_image in cell_images(packing.region, packing.lattice, freedom):
        if np.any(must_be_filled[cell_image] != must_be_filled):
            continue
        if (image := _image(packing, placements, cell_image)) is not None:
            yield image


def _image(packing: Packing, placements: list[IntArray], cell_image: IntArray) -> IntArray | None:
    """Return the permutation of options by a permutation of cells; None if a piece has no image with equal counts."""
    first = np.cumsum([0, *map(len, placements)])
    kinds = [(piece.least, piece.most, len(piece.cells)) for piece in packing.pieces]
    left: dict[tuple[object, ...], list[int]] = {}  # the pieces that are no images yet
    marks = [_marks(packing, int(begin), rows) for begin, rows in zip(first, placements, strict=False)]
    for k, rows in enumerate(placements):
        left.setdefault((*kinds[k], rows.tobytes(), marks[k].tobytes()), []).append(k)
    # Options that place no piece stay, such as the bounds of Mondrian's puzzle.
    image = np.arange(len(packing.piece), dtype=np.int32)
    for k, rows in enumerate(placements):
        to = np.argsort(cell_image[rows], axis=1)
        moved, written = (np.take_along_axis(one, to, axis=1) for one in (cell_image[rows], marks[k]))
        order = np.lexsort(np.hstack([moved, written]).T[::-1])
        same = left.get((*kinds[k], moved[order].tobytes(), written[order].tobytes()))
        if not same:
            return None
        image[first[k] + order] = first[same.pop(0)] + np.arange(len(rows))
    return image


def _marks(packing: Packing, first: int, rows: IntArray) -> IntArray:
    """The marks of the options from `first` on, in the shape of their cells; 0 for none."""
    found = np.zeros(rows.shape, np.int32)
    for k, written in enumerate(packing.marks[first : first + len(rows)]):
        if written:
            found[k] = np.frombuffer(written.encode("utf-32-le"), np.int32)
    return found


def pack(
    region: BoolArray, pieces: Sequence[Piece], may_stay_empty: BoolArray | None = None, lattice: Lattice | None = None
) -> Packing:
    """Build the problem of filling a region with pieces.

    region: bool[rows, columns] or bool[layers, rows, columns].
    pieces: pieces with the same orientations and rule are merged into the first of them, and their counts are added.
        The rules are not applied here but by `rules.ruled`.
    may_stay_empty: which cells of the region need not be filled, in the shape of the region; none by default.
    lattice: squares or cubes by default.

    Raises InvalidProblem for a region without cells, no pieces, an empty piece, two pieces with the same name, and a
    problem that is too large. A piece that fits nowhere is no error: the problem then has no cover.
    """
    lattice = lattice or of_dimensions(region.ndim)
    _refuse_malformed(region, pieces)
    n_cells = int(np.count_nonzero(region))
    n_shifts = prod(-(-side // step) for side, step in zip(region.shape, lattice.step, strict=True))
    refuse_beyond_limit(max(region.size, n_shifts * sum(len(piece.cells) for piece in pieces)), "the packing")
    every = [_ways(piece, n_cells, lattice) for piece in pieces]
    # How many shifts along each axis keep an orientation in the region: a bound on the placements.
    rooms = [-((shape.max(axis=1) - region.shape) // lattice.step).clip(max=0) for shape in every]
    n_entries = sum(int(room.prod(axis=1).sum()) * shape.shape[1] for room, shape in zip(rooms, every, strict=True))
    refuse_beyond_limit(n_entries, "the packing")
    pieces, shapes = _together(pieces, every)

    is_open = may_stay_empty[region] if may_stay_empty is not None else np.zeros(n_cells, bool)
    enough = [min(max(piece.least, n_cells // len(piece.cells), 1), INT32_MAX) for piece in pieces]  # for the region
    bounds = [
        (min(piece.least, most), most if piece.most is None else min(piece.most, most))
        for piece, most in zip(pieces, enough, strict=True)
    ]
    limited = [k for k in range(len(pieces)) if is_open.any() or bounds[k] != (0, enough[k])]  # these get an item
    primary = [k for k in limited if is_open.any() or bounds[k] != (0, 1)]
    limited.sort(key=lambda k: k not in primary)
    filled, opened = np.flatnonzero(~is_open), np.flatnonzero(is_open)
    cell = np.concatenate([filled, np.full(len(limited), -1), opened]).astype(np.int32)
    n_primary, n_items = len(filled) + len(primary), len(cell)
    item_of = np.empty(n_cells, np.int32)
    item_of[cell[cell >= 0]] = np.flatnonzero(cell >= 0)
    least, most = (np.arange(n_items) < n_primary).astype(np.int32), np.ones(n_items, np.int32)

    rows = [item_of[_placements(region, shape, lattice)] for shape in shapes]
    for own_item, k in enumerate(limited, len(filled)):
        least[own_item], most[own_item] = bounds[k]
        rows[k] = np.column_stack([rows[k], np.full(len(rows[k]), own_item, np.int32)])
    piece_of = np.repeat(np.arange(len(pieces), dtype=np.int32), [len(row) for row in rows])
    start = np.concatenate([[0], np.cumsum(np.repeat([row.shape[1] for row in rows], [len(row) for row in rows]))])
    start = start.astype(np.int32)
    item = np.concatenate([row.ravel() for row in map(partial(np.sort, axis=1), rows)])
    places = lattice.places(region)
    item_names = Names(n_items, partial(_item_name, places, cell, len(filled), [pieces[k].name for k in limited]))
    names = [piece.name for piece in pieces]
    option_names = Names(len(piece_of), partial(_option_name, places, cell, names, piece_of, start, item))
    problem = ExactCover(start, item, n_items, n_primary, item_names, option_names, least=least, most=most)
    for array in (piece_of, cell):
        array.setflags(write=False)
    return Packing(region, tuple(pieces), problem, piece_of, cell, lattice)


def _refuse_malformed(region: BoolArray, pieces: Sequence[Piece]) -> None:
    if not region.any():
        raise InvalidProblem("the region has no cell to fill")
    if not pieces:
        raise InvalidProblem("there are no pieces")
    if len(pieces) > MOST_PIECES:
        raise InvalidProblem(f"there are {len(pieces)} pieces, and at most {MOST_PIECES} are supported")
    names: set[str] = set()
    for piece in pieces:
        if len(piece.cells) == 0:
            raise InvalidProblem(f"piece {piece.name} has no cells")
        if piece.name in names:
            raise InvalidProblem(f"two pieces have the name {piece.name}")
        names.add(piece.name)


def _ways(piece: Piece, n_cells: int, lattice: Lattice) -> Cells:
    """Return the orientations of a piece; only one if the piece is larger than the region."""
    return orientations(piece.cells, piece.freedom, lattice) if len(piece.cells) <= n_cells else piece.cells[None]


def _together(pieces: Sequence[Piece], shapes: Sequence[Cells]) -> tuple[list[Piece], list[Cells]]:
    """Merge pieces with the same orientations, rule and groups; return the pieces and the orientations of each."""
    kinds: dict[tuple[object, ...], tuple[Piece, Cells]] = {}
    for piece, shape in zip(pieces, shapes, strict=True):
        key = shape.shape, shape.tobytes(), piece.rule, piece.groups
        if key in kinds:
            one, _ = kinds[key]
            most = None if one.most is None or piece.most is None else one.most + piece.most
            groups = tuple((group, n + m) for (group, n), (_, m) in zip(one.groups, piece.groups, strict=True))
            kinds[key] = replace(one, least=one.least + piece.least, most=most, groups=groups), shape
        else:
            kinds[key] = piece, shape
    return [piece for piece, _ in kinds.values()], [shape for _, shape in kinds.values()]


def _placements(region: BoolArray, shape: Cells, lattice: Lattice) -> IntArray:
    """Return the placements of a piece as cells of the region, int32[n_placements, n_cells], ascending.

    shape: int32[n_orientations, n_cells, n_dimensions], its orientations.
    """
    # In the box around the region, a shift adds one number to the flat indices of all cells.
    in_box = np.arange(region.size, dtype=np.int32).reshape(region.shape)
    offsets = (shape @ (np.array(in_box.strides) // in_box.itemsize)).astype(np.int32)
    found = [np.zeros((0, shape.shape[1]), np.int32)]
    for n_shifts, offset in zip((region.shape - shape.max(axis=1)).tolist(), offsets, strict=True):
        if min(n_shifts) > 0:
            shifts = tuple(slice(0, n, step) for n, step in zip(n_shifts, lattice.step, strict=True))
            found.append(in_box[shifts].reshape(-1, 1) + offset)
    # Cells of the box become cells of the region; -1 is outside it, and placements with such a cell go.
    number = np.full(region.shape, -1, np.int32)
    number[region] = np.arange(np.count_nonzero(region))
    placements: IntArray = number.ravel()[np.concatenate(found)]
    placements = placements[placements.min(axis=1) >= 0]
    return np.take(placements, np.lexsort(placements.T[::-1]), axis=0)


def _cell_name(cell: IntArray) -> str:
    return ",".join(map(str, cell.tolist()))


def _item_name(places: IntArray, cell: IntArray, n_filled: int, pieces: Sequence[str], item: int) -> str:
    """Return where a cell is in a drawing: `row,column` (`layer,row,column` in space), or the name of a piece."""
    return _cell_name(places[cell[item]]) if cell[item] >= 0 else pieces[item - n_filled]


def _option_name(
    place: IntArray, cell: IntArray, names: Sequence[str], piece: IntArray, start: IntArray, item: IntArray, option: int
) -> str:
    """Return the name of the piece, then the cells that it fills."""
    cells = cell[item[start[option] : start[option + 1]]]
    filled = np.sort(cells[cells >= 0])  # the item of a piece is no cell
    return " ".join([names[piece[option]], *map(_cell_name, place[filled])])
