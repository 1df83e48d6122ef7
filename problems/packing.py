"""Region + pieces -> ExactCover: the single builder behind every tiling and packing family.

Every cell of the region is a primary item, and so is every piece that must be used; a placement of a piece is an
option. A piece that may be used or not has a secondary item, one that may be used any number of times none.

Pieces that are alike are not told apart. If k of them must be used, then of two that follow each other the first
takes the earlier placement, by secondary items: Knuth's pairwise ordering trick (TAOCP 4B, exercise 7.2.2.1-20).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

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

    region: bool[rows, columns] or bool[layers, rows, columns], True where a cell is to be filled. The problem's first
    items are these cells in C order; option k places piece `piece[k]`, int32[n_options], on those of its items. The
    options are ascending by piece, then by cells.
    """

    region: BoolArray
    pieces: tuple[Piece, ...]
    problem: ExactCover
    piece: IntArray

    @property
    def n_cells(self) -> int:
        """The number of cells to fill."""
        return int(np.count_nonzero(self.region))

    def cells_of(self, option: int) -> list[int]:
        """The cells that an option fills, as numbers of cells of the region, ascending."""
        items = self.problem.items_of(option)
        return items[: bisect_left(items, self.n_cells)]


def refuse_beyond_limit(n_entries: int, what: str) -> None:
    """Raise InvalidProblem for a problem that is too large to build."""
    if n_entries > LARGEST_PROBLEM:
        raise InvalidProblem(f"{what} is too large: up to {n_entries} entries, and at most {LARGEST_PROBLEM} are built")


def pack(region: BoolArray, pieces: Sequence[Piece]) -> Packing:
    """The problem of filling the region with the pieces.

    Raises InvalidProblem for a region without cells, for no pieces or an empty one, for two pieces of one name, and
    for a problem that is too large. A piece that fits nowhere is fine: there are no covers then.
    """
    _refuse_malformed(region, pieces)
    shapes = [orientations(piece.cells, piece.freedom) for piece in pieces]
    refuse_beyond_limit(region.size * sum(shape.shape[0] * shape.shape[1] for shape in shapes), "the packing")

    rows = [_placements(region, shape) for shape in shapes]
    of = np.repeat(np.arange(len(pieces), dtype=np.int32), [len(row) for row in rows])
    required = [k for k, piece in enumerate(pieces) if not piece.unlimited and not piece.optional]
    limited = required + [k for k, piece in enumerate(pieces) if not piece.unlimited and piece.optional]
    n_cells = int(np.count_nonzero(region))
    for own_item, k in enumerate(limited, n_cells):
        rows[k] = np.column_stack([rows[k], np.full(len(rows[k]), own_item, np.int32)])
    n_primary, n_items = n_cells + len(required), n_cells + len(limited)
    for first, second in _alike(pieces, shapes):
        first_items, second_items = _order_items(len(rows[first]), n_items)
        rows[first] = np.column_stack([rows[first], first_items])
        rows[second] = np.column_stack([rows[second], second_items])
        n_items += sum(_order_widths(len(rows[first])))

    size = np.concatenate([np.count_nonzero(row >= 0, axis=1) for row in rows])
    start = np.concatenate([[0], np.cumsum(size)]).astype(np.int32)
    item = np.concatenate([row[row >= 0] for row in rows])
    cells = np.argwhere(region).astype(np.int32)
    item_names = Names(n_items, partial(_item_name, cells, [pieces[k].name for k in limited]))
    option_names = Names(len(of), partial(_option_name, cells, [piece.name for piece in pieces], of, start, item))
    problem = ExactCover(start, item, n_items, n_primary, item_names, option_names)
    of.setflags(write=False)
    return Packing(region, tuple(pieces), problem, of)


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
    """Each piece that must be used with the next such piece that lies in the same ways; ascending by the second."""
    pairs = []
    last: dict[tuple[tuple[int, ...], bytes], int] = {}
    for k, shape in enumerate(shapes):
        key = shape.shape, shape.tobytes()
        if key in last:
            pair = pieces[k], pieces[last[key]]
            if any(piece.unlimited or piece.optional for piece in pair):
                raise InvalidProblem(f"pieces {pieces[last[key]].name} and {pieces[k].name} are alike and not numbered")
            pairs.append((last[key], k))
        last[key] = k
    return pairs


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


def _item_name(cells: IntArray, pieces: Sequence[str], item: int) -> str:
    """`row,column` (with the layer before them in space), a piece's name, or `<number` for an ordering item."""
    if item < len(cells):
        return _cell_name(cells[item])
    item -= len(cells)
    return pieces[item] if item < len(pieces) else f"<{item - len(pieces)}"


def _option_name(
    cells: IntArray, pieces: Sequence[str], of: IntArray, start: IntArray, item: IntArray, option: int
) -> str:
    """A piece's name, then the cells that it fills."""
    items = item[start[option] : start[option + 1]]
    return " ".join([pieces[of[option]], *map(_cell_name, cells[items[items < len(cells)]])])
