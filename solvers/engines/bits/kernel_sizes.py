"""How many live options each open item has, and the item with the fewest: by popcounts, or from bytes kept up to date.

While some item has more than 127 options, sizes are popcounts of columns. After that they are bytes, eight per word:
taking an option subtracts the rows of the options that go, or adds up the rows of those that stay, whichever are fewer.
If these rows have more than half as many words as the columns of the open items, popcounts are less work. With colours
the limit is an eighth, which takes 0.6 to 0.8 of the time on MacMahon squares, graceful wheels and corner paths, and
1.13 on de Bruijn cycles.
"""

from __future__ import annotations

import numpy as np

from danceoff.solvers.engines.bits.kernel_state import (
    HIGH,
    LARGEST_SIZE,
    LOW,
    NONE,
    ONE,
    SEVEN,
    SIX,
    THREE,
    WORD,
    WORDS_A_COUNT,
    WORDS_A_ROW,
    ZERO,
    Levels,
    Tables,
)
from danceoff.solvers.engines.bits.kernel_words import popcount, sum_rows, trailing_zeros
from danceoff.solvers.engines.compiled import inlined, part


@inlined
def choose(tables: Tables, levels: Levels, level: np.uint64) -> np.uint64:
    """Make the first open item with the fewest options the branching item; return how many it has."""
    if levels.has_sizes[level] == 0:
        return count_sizes(tables, levels, level)
    fewest = levels.lane[level, ZERO]
    # The least of all bytes; LLVM makes vector code of it. Covered items have 128 or more, and the padding, too.
    for k in range(levels.lane.shape[1]):
        size = levels.lane[level, np.uint64(k)]
        if size < fewest:
            fewest = size
    # Its first place: bytes equal to the least, eight at a time, have their high bit set in `equal`.
    pattern = np.uint64(fewest) * LOW
    for v in range(np.uint64(levels.size.shape[1])):
        differing = levels.size[level, v] ^ pattern
        equal = ~(((differing | HIGH) - LOW) | differing) & HIGH
        if equal != ZERO:
            levels.branch[level] = (np.uint64(v) << THREE) + (trailing_zeros(equal) >> THREE)
            break
    return np.uint64(fewest)


@part
def count_sizes(tables: Tables, levels: Levels, level: np.uint64) -> np.uint64:
    """Choose by popcounts, and keep the sizes if every one fits a byte."""
    fewest, most = NONE, ZERO
    for v in range(levels.size.shape[1]):
        levels.size[level, np.uint64(v)] = HIGH
    for w in range(np.uint64(levels.left.shape[1])):
        items = levels.left[level, w]
        while items != ZERO:
            item = (np.uint64(w) << SIX) + trailing_zeros(items)
            items &= items - ONE
            size = ZERO
            for x in range(np.uint64(levels.live.shape[1])):
                size += popcount(levels.live[level, x] & tables.column[item, x])
            levels.lane[level, item] = size
            most = max(most, size)
            if size < fewest:
                fewest = size
                levels.branch[level] = item
                # Nothing beats an item without options, or a forced one. The sizes are incomplete then, and not kept.
                if size <= ONE:
                    levels.has_sizes[level] = 0
                    return size
    # One size beyond a byte would spoil the bytes beside it.
    levels.has_sizes[level] = most <= LARGEST_SIZE
    return fewest


@inlined
def settle(tables: Tables, levels: Levels, level: np.uint64, chosen: np.uint64, n_gone: np.uint64) -> None:
    """Fill in the level below except `live`, which is filled in already.

    n_gone: the number of live options of this level that are not live below.
    """
    below = level + ONE
    for w in range(np.uint64(levels.left.shape[1])):
        levels.left[below, w] = levels.left[level, w] & ~tables.items[chosen, w]
    levels.n_live[below] = levels.n_live[level] - n_gone
    levels.n_left[below] = levels.n_left[level] - np.uint64(tables.n_primary[chosen])
    # Which is less work: adding rows of options, or counting columns of items anew.
    words_of_rows = min(n_gone, levels.n_live[below]) * np.uint64(levels.size.shape[1])
    words_of_counts = levels.n_left[below] * (np.uint64(levels.live.shape[1]) + WORDS_A_COUNT)
    levels.has_sizes[below] = (
        levels.has_sizes[level] == 1 and tables.costs[WORDS_A_ROW] * words_of_rows <= words_of_counts
    )
    if levels.has_sizes[below] == 1:
        update_sizes(tables, levels, level, chosen, n_gone)


@inlined
def is_dead(tables: Tables, levels: Levels, level: np.uint64, chosen: np.uint64) -> bool:
    """Whether taking `chosen` leaves its witness without options."""
    witness = levels.witness[chosen]
    if witness == NONE:
        return False
    w, bit = witness >> SIX, witness & (WORD - ONE)
    # The witness is covered by now, or by this option.
    if (levels.left[level, w] & ~tables.items[chosen, w]) >> bit & ONE == ZERO:
        return False
    # One column of the level below, without making the level: most options that died once die of the same item again.
    options = ZERO
    for k in range(levels.live.shape[1]):
        word = np.uint64(k)
        options |= levels.live[level, word] & ~tables.conflict[chosen, word] & tables.column[witness, word]
    return bool(options == ZERO)


@inlined
def update_sizes(tables: Tables, levels: Levels, level: np.uint64, chosen: np.uint64, n_gone: np.uint64) -> None:
    """Fill in the sizes of the level below.

    Subtracts the rows of the options that are gone, or adds up the rows of those that stay if they are fewer.
    """
    below, n, recount = level + ONE, ZERO, n_gone > levels.n_live[level + ONE]
    for w in range(np.uint64(levels.live.shape[1])):
        options = levels.live[below, w]
        # The live options below are those that stay. They differ from the live options above by those that go.
        if not recount:
            options ^= levels.live[level, w]
        while options != ZERO:
            levels.listed[n] = (np.uint64(w) << SIX) + trailing_zeros(options)
            n += ONE
            options &= options - ONE
    sum_rows(levels.total, tables.row, levels.listed, n)
    if recount:
        for v in range(levels.size.shape[1]):
            word = np.uint64(v)
            # A row has a 1 in the byte of each of its items; shifted by 7 it is the mark of a covered item. Marks are
            # kept, sizes begin at 0.
            covered = levels.size[level, word] & HIGH | tables.row[chosen, word] << SEVEN
            levels.size[below, word] = covered | levels.total[word]
    else:
        for v in range(levels.size.shape[1]):
            word = np.uint64(v)
            # No byte borrows from its neighbour: no item loses more options than it has. Covered items stay above 127,
            # for they lose nothing any more: all their options are gone.
            sizes = levels.size[level, word] - levels.total[word]
            levels.size[below, word] = sizes | tables.row[chosen, word] << SEVEN
