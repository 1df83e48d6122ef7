"""The arrays of the bitset engine, built from a problem."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.colours import numbered_pairs
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.engines.bits.kernel_costs import Costs
from danceoff.solvers.engines.bits.kernel_inside import SLACK, Inside
from danceoff.solvers.engines.bits.kernel_inside import At as AtInside
from danceoff.solvers.engines.bits.kernel_state import NEW, NONE, OVER, At, Levels, Memo, Tables
from danceoff.solvers.engines.compiled import record

_COPIED = 1 << 15  # words copied at a time: to copy all at once (870 MB for 7-ominoes) takes 8 times as long
_COSTS = 6, 2  # `Tables.costs` without colours
_COLOURED_PACK, _COLOURED_NODE, _COLOURED_ROW = 300, 8, 8  # words read in the time of a pack, a node, a word of `row`


def tables(problem: ExactCover) -> Tables:
    """Return the bitsets of a problem."""
    return of_rows(problem.start, problem.item, problem.colour, problem.n_items, problem.n_primary)


def of_rows(start: IntArray, items: IntArray, colours: IntArray, n_items: int, n_primary: int) -> Tables:
    """Return the bitsets of options in compressed rows; the first n_primary items are primary.

    Every option must cover an item without a colour. colours: int32[len(items)], or empty if there are none.
    """
    n_options = len(start) - 1
    owner = np.repeat(np.arange(n_options), np.diff(start))
    column = bitset(items, owner, n_items, n_options)
    excluded, entry = column, items  # excluded[entry[k]]: the options that entry k of the rows excludes
    if len(colours):
        pairs = numbered_pairs(items, colours)
        is_coloured = pairs.number >= 0
        agreeing = bitset(pairs.number[is_coloured], owner[is_coloured], len(pairs.item), n_options)
        excluded = np.concatenate([column, column[pairs.item] & ~agreeing])
        entry = np.where(is_coloured, n_items + pairs.number, items)
    conflict = np.zeros((n_options, column.shape[1]), np.uint64)
    step = max(1, _COPIED // (column.shape[1] * max(1, len(items) // max(1, n_options))))
    for first in range(0, n_options, step):
        row = start[first : first + step + 1]
        rows = excluded.take(entry[row[0] : row[-1]], axis=0)
        np.bitwise_or.reduceat(rows, row[:-1] - row[0], axis=0, out=conflict[first : first + step])
    is_primary = items < n_primary
    owner, item = owner[is_primary], items[is_primary]
    row = np.zeros((n_options, 32 * -(-max(n_primary, 1) // 32)), np.uint8)
    row[owner, item] = 1
    costs = (_COLOURED_PACK // (column.shape[1] + _COLOURED_NODE), _COLOURED_ROW) if len(colours) else _COSTS
    return Tables(
        conflict,
        column[:n_primary],
        row.view(np.uint64),
        bitset(owner, item, n_options, n_primary),
        np.bincount(owner, minlength=n_options).astype(np.uint32),
        np.array(costs, np.uint64),
    )


def size(problem: ExactCover, n_levels: int) -> int:
    """Return the bytes that tables and levels need."""
    n_rows = problem.n_options + n_levels
    if problem.has_colours:
        n_rows += len(numbered_pairs(problem.item, problem.colour).item)
    return n_rows * (problem.n_options // 8 + problem.n_primary)


def levels(tables: Tables, n_levels: int = 0) -> Levels:
    """Return empty levels; `begin` sets them to the root.

    n_levels: more than the longest path. The default is for problems without multiplicities, where each option on the
        path covers at least one primary item.
    """
    (n_primary, n_words), n_options = tables.column.shape, len(tables.n_primary)
    n_levels = n_levels or n_primary + 2
    size = _zeros(n_levels, tables.row.shape[1])
    state = Levels(
        live=_zeros(n_levels, n_words),
        left=_zeros(n_levels, tables.items.shape[1]),
        size=size,
        lane=size.view(np.uint8),
        has_sizes=np.zeros(n_levels, np.uint8),
        n_live=_zeros(n_levels),
        n_left=_zeros(n_levels),
        branch=_zeros(n_levels),
        word=_zeros(n_levels),
        untried=_zeros(n_levels),
        n_untried=_zeros(n_levels),
        path=np.zeros(n_levels + int(SLACK), np.int32),
        witness=np.full(n_options + 1, NONE),  # path[0] is 0 even if there is no option 0
        listed=_zeros(n_options),
        total=_zeros(tables.row.shape[1]),
        at=record(At),
    )
    state.at["phase"] = OVER
    return state


def costs(levels: Levels, net: NDArray[np.int64]) -> Costs:
    """Return the arrays of costs; the bound on net costs allows any cover."""
    room = np.full(1, np.iinfo(np.int64).max)
    return Costs(net, np.zeros(len(levels.n_live) + 1, np.int64), room)


def begin(tables: Tables, levels: Levels) -> None:
    """Set the state to the root, where nothing is chosen."""
    n_options, n_primary = len(tables.n_primary), len(tables.column)
    levels.live[1], levels.n_live[1] = ones(n_options, levels.live.shape[1]), n_options
    levels.left[1], levels.n_left[1] = ones(n_primary, levels.left.shape[1]), n_primary
    levels.has_sizes[1] = 0
    levels.at["level"], levels.at["phase"] = 1, NEW


def inside(tables: Tables) -> Inside:
    """Return the arrays for a packed sub-problem."""
    return Inside(
        column=_zeros(64),
        conflict=_zeros(64),
        items=_zeros(64),
        option=np.zeros(64, np.int32),
        live=_zeros(65),
        left=_zeros(65),
        untried=_zeros(65),
        n_path=_zeros(65),
        path=np.zeros(64 + int(SLACK), np.int32),
        at=record(AtInside),
        number=_zeros(len(tables.column)),
        word=_zeros(64),
        mask=_zeros(64),
    )


def memo(n_words: int, n_slots: int, n_numbers: int, n_more: int = 0) -> Memo:
    """Return an empty memo.

    n_words: the words of live options in a key.
    n_slots: the number of sub-problems that it holds, a power of two.
    n_numbers: the length of `block`: lengths and option numbers of all covers. More than 100, since a packed
        sub-problem writes a whole cover before it checks the free space.
    n_more: the words of `more`, for multiplicities.
    """
    return Memo(
        key=_zeros(n_slots, n_words + n_more),
        more=_zeros(n_more),
        n_left=_zeros(n_slots),
        n_found=_zeros(n_slots),
        first=_zeros(n_slots),
        end=_zeros(n_slots),
        block=np.empty(n_numbers + int(SLACK), np.int32),
    )


def _zeros(*shape: int) -> NDArray[np.uint64]:
    return np.zeros(shape, np.uint64)


def bitset(row: NDArray[Any], bit: NDArray[Any], n_rows: int, n_bits: int) -> NDArray[np.uint64]:
    """Return uint64[n_rows, n_words] with bit `bit[k]` of row `row[k]` set for each k.

    n_words is 1, 2, or a multiple of 4, so that vector instructions have no words left over.
    """
    n_words = -(-max(n_bits, 1) // 64)
    if n_words > 2:
        n_words = 4 * -(-n_words // 4)
    bits = np.zeros((n_rows, 64 * n_words), np.uint8)
    bits[row, bit] = 1
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def ones(n: int, n_words: int) -> NDArray[np.uint64]:
    """Return a bitset of `n_words` words whose first n bits are set."""
    bits = np.zeros(64 * n_words, np.uint8)
    bits[:n] = 1
    return np.packbits(bits, bitorder="little").view(np.uint64)
