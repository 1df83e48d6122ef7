"""Region + pieces -> ExactCover: the single builder behind every tiling and packing family.

Every cell that must be filled is a primary item, and so is every piece that must be used; a placement of a piece is an
option. A cell that may stay empty and a piece that may be used or not have a secondary item, a piece that may be used
any number of times has none.

Pieces that are alike are not told apart: of two that follow each other the first takes the earlier placement, by
secondary items, which is Knuth's pairwise ordering trick (TAOCP 4B, exercise 7.2.2.1-20). Those of them that may be
left over are primary items after all, each with an option, its last placement as it were, that leaves it unused; so
are all pieces that may be left over where cells may stay empty, for every option needs a primary item.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from problems.cover import BoolArray, ExactCover, IntArray, InvalidProblem
from problems.lattice import Cells, Freedom, orientations
from problems.names import Names

LARGEST_PROBLEM = 1 << 24
"""No family builds a problem with more entries (items summed over the options): beyond it memory is at risk."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A shape to be packed: exactly once, at most once when `optional`, or any number of times when `unlimited`."""

    name: str
    cells: Cells
    freedom: Freedom = Freedom.FREE
    unlimited: bool = False
    optional: bool = False


@dataclass(frozen=True, eq=False)
class Packing:
    """A packing problem together with what its options mean.

    region: bool[rows, columns] or bool[layers, rows, columns], True where a cell may be filled. Item i stands for cell
    `cell[i]`, int32[n_items], counted in C order over the region, -1 where it stands for something else; the problem's
    first items are the cells that must be filled. Option k places piece `piece[k]`, int32[n_options], on those of its
    items. The options are ascending by piece, then by cells; the last of a piece may be the one that leaves it unused.
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
        """The cells that each option of a piece fills, int32[n_options of it, n_cells of it], rows ascending.

        The option that leaves the piece unused has a row of n_cells, the number of no cell.
        """
        first, last = np.searchsorted(self.piece, [piece, piece + 1])
        cells = self.cell[self.problem.item[self.problem.start[first] : self.problem.start[last]]]
        rows = np.sort(cells[cells >= 0].reshape(-1, len(self.pieces[piece].cells)), axis=1)
        return np.pad(rows, ((0, int(last - first) - len(rows)), (0, 0)), constant_values=self.n_cells)


def refuse_beyond_limit(n_entries: int, what: str) -> None:
    """Raise InvalidProblem for a problem that is too large to build."""
    if n_entries > LARGEST_PROBLEM:
        raise InvalidProblem(f"{what} is too large: up to {n_entries} entries, and at most {LARGEST_PROBLEM} are built")


def pack(region: BoolArray, pieces: Sequence[Piece], may_stay_empty: BoolArray | None = None) -> Packing:
    """The problem of filling the region with the pieces, but for the cells of it that may stay empty.

    Raises InvalidProblem for a region without cells, for no pieces or an empty one, for two pieces of one name, for a
    piece of any number that fits where all may stay empty, and for a problem that is too large. A piece that fits
    nowhere is fine: there are no covers then.
    """
    _refuse_malformed(region, pieces)
    shapes = [orientations(piece.cells, piece.freedom) for piece in pieces]
    refuse_beyond_limit(region.size * sum(shape.shape[0] * shape.shape[1] for shape in shapes), "the packing")

    is_open = may_stay_empty[region] if may_stay_empty is not None else np.zeros(np.count_nonzero(region), bool)
    pairs = _alike(pieces, shapes)
    copies = {k for pair in pairs for k in pair}
    spare = [k for k, piece in enumerate(pieces) if piece.optional and (k in copies or is_open.any())]
    required = [k for k, piece in enumerate(pieces) if not piece.unlimited and (not piece.optional or k in spare)]
    limited = required + [k for k, piece in enumerate(pieces) if piece.optional and k not in spare]
    filled, opened = np.flatnonzero(~is_open), np.flatnonzero(is_open)
    cell = np.concatenate([filled, np.full(len(limited), -1), opened]).astype(np.int32)
    n_primary, n_items = len(filled) + len(required), len(cell)
    item_of = np.empty(len(is_open), np.int32)
    item_of[cell[cell >= 0]] = np.flatnonzero(cell >= 0)

    rows = [item_of[_placements(region, shape)] for shape in shapes]
    for k in spare:
        rows[k] = np.pad(rows[k], ((0, 1), (0, 0)), constant_values=-1)
    for own_item, k in enumerate(limited, len(filled)):
        rows[k] = np.column_stack([rows[k], np.full(len(rows[k]), own_item, np.int32)])
    for first, second in pairs:
        n_places = len(rows[second])
        first_items, second_items = _order_items(n_places, n_items)
        rows[first] = np.column_stack([rows[first], first_items[: len(rows[first])]])
        rows[second] = np.column_stack([rows[second], second_items])
        n_items += sum(_order_widths(n_places))
    _refuse_nothing_to_fill(pieces, rows, n_primary)

    of = np.repeat(np.arange(len(pieces), dtype=np.int32), [len(row) for row in rows])
    size = np.concatenate([np.count_nonzero(row >= 0, axis=1) for row in rows])
    start = np.concatenate([[0], np.cumsum(size)]).astype(np.int32)
    item = np.concatenate([row[row >= 0] for row in map(partial(np.sort, axis=1), rows)])
    cell = np.concatenate([cell, np.full(n_items - len(cell), -1)]).astype(np.int32)
    places = np.argwhere(region).astype(np.int32)
    item_names = Names(n_items, partial(_item_name, places, cell, len(filled), [pieces[k].name for k in limited]))
    names = [piece.name for piece in pieces]
    option_names = Names(len(of), partial(_option_name, places, cell, names, of, start, item))
    problem = ExactCover(start, item, n_items, n_primary, item_names, option_names)
    for array in (of, cell):
        array.setflags(write=False)
    return Packing(region, tuple(pieces), problem, of, cell)


def _refuse_malformed(region: BoolArray, pieces: Sequence[Piece]) -> None:
    if not region.any():
        raise InvalidProblem("the region has no cell to fill")
    if not pieces:
        raise InvalidProblem("there are no pieces")
    names = [piece.name for piece in pieces]
    for k, piece in enumerate(pieces):
        if len(piece.cells) == 0:
            raise InvalidProblem(f"piece {piece.name} has no cells")
        if piece.cells.shape[1] != region.ndim:
            raise InvalidProblem(f"piece {piece.name} has {piece.cells.shape[1]} dimensions, the region {region.ndim}")
        if piece.name in names[:k]:
            raise InvalidProblem(f"two pieces are called {piece.name}")


def _refuse_nothing_to_fill(pieces: Sequence[Piece], rows: Sequence[IntArray], n_primary: int) -> None:
    for piece, row in zip(pieces, rows, strict=True):
        if piece.unlimited and len(row) and row.min(axis=1).max() >= n_primary:
            raise InvalidProblem(
                f"piece {piece.name} fits where nothing must be filled: say how many there are at most"
            )


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


def _alike(pieces: Sequence[Piece], shapes: Sequence[Cells]) -> list[tuple[int, int]]:
    """Each piece with the next one that lies in the same ways, pieces that must be used before those that may be."""
    groups: dict[tuple[tuple[int, ...], bytes], list[int]] = {}
    for k, shape in enumerate(shapes):
        groups.setdefault((shape.shape, shape.tobytes()), []).append(k)
    for group in groups.values():
        if len(group) > 1 and any(pieces[k].unlimited for k in group):
            raise InvalidProblem(
                f"pieces {pieces[group[0]].name} and {pieces[group[1]].name} are alike and not numbered"
            )
        group.sort(key=lambda k: pieces[k].optional)
    return [pair for group in groups.values() for pair in pairwise(group)]


def _order_items(n_placements: int, first_item: int) -> tuple[IntArray, IntArray]:
    """Secondary items that let two pieces take placements i and j only if i <= j.

    Returns the items for the placements of either piece, int32[n_placements, n_levels], ascending, -1 for none. They
    are the inner nodes of a binary tree over the placements: the first piece covers a node when it lies in its right
    half, the second when in its left half, so they clash where their ways part just when i > j.
    """
    placement = np.arange(n_placements, dtype=np.int32)
    columns = []
    for level, width in enumerate(_order_widths(n_placements)):
        node = first_item + (placement >> (level + 1))
        is_right = (placement >> level) & 1 == 1
        columns.append((np.where(is_right, node, -1), np.where(is_right, -1, node)))
        first_item += width
    sides = np.array(columns, dtype=np.int32).reshape(len(columns), 2, n_placements)
    return sides[:, 0].T, sides[:, 1].T


def _order_widths(n_placements: int) -> list[int]:
    """The number of tree nodes on each level, from the leaves up."""
    return [((n_placements - 1) >> (level + 1)) + 1 for level in range(max(n_placements - 1, 0).bit_length())]


def _cell_name(cell: IntArray) -> str:
    return ",".join(map(str, cell.tolist()))


def _item_name(places: IntArray, cell: IntArray, n_filled: int, pieces: Sequence[str], item: int) -> str:
    """`row,column` (with the layer before them in space), a piece's name, or `<number` for an ordering item."""
    if cell[item] >= 0:
        return _cell_name(places[cell[item]])
    item -= n_filled
    return pieces[item] if item < len(pieces) else f"<{item + n_filled - len(places) - len(pieces)}"


def _option_name(
    places: IntArray,
    cell: IntArray,
    pieces: Sequence[str],
    of: IntArray,
    start: IntArray,
    item: IntArray,
    option: int,
) -> str:
    """A piece's name, then the cells that it fills, or `unused`."""
    cells = cell[item[start[option] : start[option + 1]]]
    return " ".join(
        [pieces[of[option]], *(map(_cell_name, places[np.sort(cells[cells >= 0])]) if cells.max() >= 0 else ["unused"])]
    )
