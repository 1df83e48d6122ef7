"""Region + pieces -> ExactCover: the single builder behind every tiling and packing family.

Every cell that must be filled is a primary item, and so is every piece, covered as often as it is used; a placement of
a piece is an option. A cell that may stay empty has a secondary item. So has a piece that may be used once or not,
unless there are such cells: every option needs a primary item. A piece of which there are always enough has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from danceoff.problems.grids.lattice import Cells, Freedom, orientations
from danceoff.problems.model.arguments import INT32_MAX
from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.names import Names

LARGEST_PROBLEM = 1 << 24
"""No family builds a problem with more entries (items summed over the options): beyond it memory is at risk."""

MOST_PIECES = 1 << 14
"""No packing has more shapes; of each there may be any number."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A shape to be packed, least to most times; most: None for any number."""

    name: str
    cells: Cells
    freedom: Freedom = Freedom.FREE
    least: int = 1
    most: int | None = 1


@dataclass(frozen=True, eq=False)
class Packing:
    """A packing problem together with what its options mean.

    region: bool[rows, columns] or bool[layers, rows, columns], True where a cell may be filled. pieces: no two of them
    are alike. Item i stands for cell `cell[i]`, int32[n_items], counted in C order over the region, -1 where it stands
    for a piece; the problem's first items are the cells that must be filled. Option k places piece `piece[k]`,
    int32[n_options], on those of its items. The options are ascending by piece, then by cells.
    """

    region: BoolArray
    pieces: tuple[Piece, ...]
    problem: ExactCover
    piece: IntArray
    cell: IntArray

    @property
    def n_cells(self) -> int:
        """The number of cells that may be filled."""
        return int(np.count_nonzero(self.region))

    def cells_of(self, option: int) -> list[int]:
        """The cells that an option fills, as numbers of cells of the region, ascending."""
        cells = self.cell[self.problem.items_of(option)]
        found: list[int] = np.sort(cells[cells >= 0]).tolist()
        return found

    def placements(self, piece: int) -> IntArray:
        """The cells that each option of a piece fills, int32[n_options of it, n_cells of it], rows ascending."""
        first, last = np.searchsorted(self.piece, [piece, piece + 1])
        cells = self.cell[self.problem.item[self.problem.start[first] : self.problem.start[last]]]
        return np.sort(cells[cells >= 0].reshape(-1, len(self.pieces[piece].cells)), axis=1)


def refuse_beyond_limit(n_entries: int, what: str) -> None:
    """Raise InvalidProblem for a problem that is too large to build."""
    if n_entries > LARGEST_PROBLEM:
        raise InvalidProblem(f"{what} is too large: up to {n_entries} entries, and at most {LARGEST_PROBLEM} are built")


def pack(region: BoolArray, pieces: Sequence[Piece], may_stay_empty: BoolArray | None = None) -> Packing:
    """The problem of filling the region with the pieces, but for the cells of it that may stay empty.

    Pieces that lie in the same ways are alike, and are not told apart: of the first of them there are so many more.
    Raises InvalidProblem for a region without cells, for no pieces or an empty one, for two pieces of one name, and for
    a problem that is too large. A piece that fits nowhere is fine: there are no covers then.
    """
    _refuse_malformed(region, pieces)
    n_cells = int(np.count_nonzero(region))
    refuse_beyond_limit(region.size * sum(len(piece.cells) for piece in pieces), "the packing")
    every = [_ways(piece, n_cells) for piece in pieces]
    refuse_beyond_limit(region.size * sum(shape.shape[0] * shape.shape[1] for shape in every), "the packing")
    pieces, shapes = _together(pieces, every)

    is_open = may_stay_empty[region] if may_stay_empty is not None else np.zeros(n_cells, bool)
    room = [min(max(piece.least, n_cells // len(piece.cells), 1), INT32_MAX) for piece in pieces]
    bounds = [
        (min(piece.least, most), most if piece.most is None else min(piece.most, most))
        for piece, most in zip(pieces, room, strict=True)
    ]
    limited = [k for k in range(len(pieces)) if is_open.any() or bounds[k] != (0, room[k])]
    primary = [k for k in limited if is_open.any() or bounds[k] != (0, 1)]
    limited.sort(key=lambda k: k not in primary)
    filled, opened = np.flatnonzero(~is_open), np.flatnonzero(is_open)
    cell = np.concatenate([filled, np.full(len(limited), -1), opened]).astype(np.int32)
    n_primary, n_items = len(filled) + len(primary), len(cell)
    item_of = np.empty(n_cells, np.int32)
    item_of[cell[cell >= 0]] = np.flatnonzero(cell >= 0)
    least, most = (np.arange(n_items) < n_primary).astype(np.int32), np.ones(n_items, np.int32)

    rows = [item_of[_placements(region, shape)] for shape in shapes]
    for own_item, k in enumerate(limited, len(filled)):
        least[own_item], most[own_item] = bounds[k]
        rows[k] = np.column_stack([rows[k], np.full(len(rows[k]), own_item, np.int32)])
    of = np.repeat(np.arange(len(pieces), dtype=np.int32), [len(row) for row in rows])
    start = np.concatenate([[0], np.cumsum(np.repeat([row.shape[1] for row in rows], [len(row) for row in rows]))])
    start = start.astype(np.int32)
    item = np.concatenate([row.ravel() for row in map(partial(np.sort, axis=1), rows)])
    places = np.argwhere(region).astype(np.int32)
    item_names = Names(n_items, partial(_item_name, places, cell, len(filled), [pieces[k].name for k in limited]))
    names = [piece.name for piece in pieces]
    option_names = Names(len(of), partial(_option_name, places, cell, names, of, start, item))
    problem = ExactCover(start, item, n_items, n_primary, item_names, option_names, least=least, most=most)
    for array in (of, cell):
        array.setflags(write=False)
    return Packing(region, tuple(pieces), problem, of, cell)


def _refuse_malformed(region: BoolArray, pieces: Sequence[Piece]) -> None:
    if not region.any():
        raise InvalidProblem("the region has no cell to fill")
    if not pieces:
        raise InvalidProblem("there are no pieces")
    if len(pieces) > MOST_PIECES:
        raise InvalidProblem(f"there are {len(pieces)} pieces, and at most {MOST_PIECES} are packed")
    names: set[str] = set()
    for piece in pieces:
        if len(piece.cells) == 0:
            raise InvalidProblem(f"piece {piece.name} has no cells")
        if piece.cells.shape[1] != region.ndim:
            raise InvalidProblem(f"piece {piece.name} has {piece.cells.shape[1]} dimensions, the region {region.ndim}")
        if piece.name in names:
            raise InvalidProblem(f"two pieces are called {piece.name}")
        names.add(piece.name)


def _ways(piece: Piece, n_cells: int) -> Cells:
    """The ways in which a piece can lie in a region of so many cells; just one for a piece that is larger."""
    return orientations(piece.cells, piece.freedom) if len(piece.cells) <= n_cells else piece.cells[None]


def _together(pieces: Sequence[Piece], shapes: Sequence[Cells]) -> tuple[list[Piece], list[Cells]]:
    """The pieces, those that lie in the same ways as one, and the ways in which each can lie."""
    kinds: dict[tuple[tuple[int, ...], bytes], tuple[Piece, Cells]] = {}
    for piece, shape in zip(pieces, shapes, strict=True):
        key = shape.shape, shape.tobytes()
        if key in kinds:
            one, _ = kinds[key]
            most = None if one.most is None or piece.most is None else one.most + piece.most
            kinds[key] = replace(one, least=one.least + piece.least, most=most), shape
        else:
            kinds[key] = piece, shape
    return [piece for piece, _ in kinds.values()], [shape for _, shape in kinds.values()]


def _placements(region: BoolArray, shape: Cells) -> IntArray:
    """Where a shape fits: int32[n_placements, n_cells] of numbers of cells of the region, ascending."""
    flat = np.arange(region.size, dtype=np.int32).reshape(region.shape)
    offsets = (shape @ (np.array(flat.strides) // flat.itemsize)).astype(np.int32)
    found = [np.zeros((0, shape.shape[1]), np.int32)]
    for room, offset in zip((region.shape - shape.max(axis=1)).tolist(), offsets, strict=True):
        if min(room) > 0:
            corners = flat[tuple(map(slice, room))].ravel()
            found.append(corners[:, None] + offset)
    number = np.where(region, np.cumsum(region, dtype=np.int32).reshape(region.shape) - 1, -1).astype(np.int32)
    placements: IntArray = number.ravel()[np.concatenate(found)]
    placements = placements[placements.min(axis=1) >= 0]
    return np.take(placements, np.lexsort(placements.T[::-1]), axis=0)


def _cell_name(cell: IntArray) -> str:
    return ",".join(map(str, cell.tolist()))


def _item_name(places: IntArray, cell: IntArray, n_filled: int, pieces: Sequence[str], item: int) -> str:
    """`row,column` (with the layer before them in space), or a piece's name."""
    return _cell_name(places[cell[item]]) if cell[item] >= 0 else pieces[item - n_filled]


def _option_name(
    places: IntArray,
    cell: IntArray,
    pieces: Sequence[str],
    of: IntArray,
    start: IntArray,
    item: IntArray,
    option: int,
) -> str:
    """A piece's name, then the cells that it fills."""
    cells = cell[item[start[option] : start[option + 1]]]
    return " ".join([pieces[of[option]], *map(_cell_name, places[np.sort(cells[cells >= 0])])])
