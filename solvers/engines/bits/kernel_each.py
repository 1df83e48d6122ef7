"""One problem with many sets of givens: the bitsets are made once, and a set of givens only clears some bits.

The memo and the witnesses stay from one set to the next, as they hold for any givens. Before the search, the only
options of items are taken, round by round, which alone solves an easy sudoku. With a level of the search for each of
these items instead, easy sudokus took 1.9 times as long.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel import search
from danceoff.solvers.engines.bits.kernel_inside import Inside
from danceoff.solvers.engines.bits.kernel_state import (
    COVERED,
    HIGH,
    LEVEL,
    NEW,
    NODES,
    NONE,
    OVER,
    PHASE,
    SLOT,
    Levels,
    Memo,
    Tables,
)
from danceoff.solvers.engines.bits.kernel_words import sum_rows, trailing_zeros
from danceoff.solvers.engines.compiled import inlined, lean, part

ZERO, ONE, THREE, SIX, SEVEN, WORD = (np.uint64(k) for k in (0, 1, 3, 6, 7, 64))
TWOS = np.uint64(0x0202020202020202)


@lean
def search_each(
    tables: Tables,
    levels: Levels,
    inside: Inside,
    memo: Memo,
    budget: np.uint64,
    first: np.uint64,
    is_begun: np.uint64,
    limit: np.int64,
    keeps_sizes: np.uint64,
    live: NDArray[np.uint64],
    left: NDArray[np.uint64],
    given_start: NDArray[np.int32],
    given: NDArray[np.int32],
    n_covers: NDArray[np.int64],
    start: NDArray[np.int32],
    option: NDArray[np.int32],
    cover_start: NDArray[np.int32],
    cover: NDArray[np.int32],
) -> np.uint64:
    """Answer the sets of givens from `first` on, for about `budget` nodes; return the first one that is not finished.

    first: the set to begin with.
    is_begun: whether the previous call stopped within the set `first`.
    limit: the number of covers up to which each set is counted.
    keeps_sizes: whether no item has more than 127 options, so that sizes fit bytes.
    live, left: the first level of the problem without givens.
    given_start, given: the sets in compressed rows; set k is given[given_start[k]:given_start[k + 1]].
    n_covers: int64[n_sets], output: the number of covers of each set, at most `limit`.
    start, option: output: the first cover of set k, with its givens, is option[start[k]:start[k + 1]].
    cover_start, cover: int32[2] and room for one cover, scratch.
    """
    last_node = levels.at[NODES] + budget
    k = first
    # Sets before k are answered. Nothing of a set is left in the levels for the next one, but the memo and the
    # witnesses are: both speak of sub-problems, whatever was given.
    while k < np.uint64(len(n_covers)):
        # Start a set: take its givens on the first level, then what they force. A given that another one excludes ends
        # the search (OVER) before it begins.
        if is_begun == ZERO:
            n_covers[k] = 0
            begin(tables, levels, live, left)
            forced_end = start[k]
            for g in range(given_start[k], given_start[k + ONE]):
                take_first(tables, levels, np.uint64(given[g]))
                option[forced_end] = given[g]
                forced_end += 1
            if keeps_sizes != ZERO and levels.at[PHASE] != OVER:
                forced_end = propagate(tables, levels, option, forced_end)
            start[k + ONE] = forced_end
        is_begun = ZERO
        # One cover in a call of `search`, for whose options there is room. Only the first one is kept; a call may find
        # none, if the budget ends, and then this set goes on in the next call.
        while levels.at[PHASE] != OVER and n_covers[k] < limit:
            if levels.at[NODES] >= last_node:
                return k
            n_nodes = last_node - levels.at[NODES]
            if search(tables, levels, inside, memo, None, None, None, n_nodes, cover_start, cover) == ONE:
                n_covers[k] += 1
                if n_covers[k] == 1:
                    end = start[k + ONE]
                    for c in range(cover_start[1]):
                        option[end] = cover[c]
                        end += 1
                    start[k + ONE] = end
        # What was forced is of no use without a cover.
        if n_covers[k] == 0:
            start[k + ONE] = start[k]
        k += ONE
    return k


@part
def begin(tables: Tables, levels: Levels, live: NDArray[np.uint64], left: NDArray[np.uint64]) -> None:
    """Set the search to the first level of the problem without givens."""
    for w in range(len(live)):
        levels.live[ONE, np.uint64(w)] = live[w]
    for w in range(len(left)):
        levels.left[ONE, np.uint64(w)] = left[w]
    levels.at[LEVEL], levels.at[PHASE], levels.at[SLOT] = ONE, NEW, NONE
    levels.has_sizes[ONE] = 0
    levels.n_left[ONE] = np.uint64(len(tables.column))
    levels.n_live[ONE] = NONE  # not counted, but more than fit a word


@inlined
def take_first(tables: Tables, levels: Levels, chosen: np.uint64) -> None:
    """Take an option on the first level; the search is over when it is not live."""
    if (levels.live[ONE, chosen >> SIX] >> (chosen & (WORD - ONE))) & ONE == ZERO:
        levels.at[PHASE] = OVER
        return
    for w in range(levels.live.shape[1]):
        levels.live[ONE, np.uint64(w)] &= ~tables.conflict[chosen, np.uint64(w)]
    for w in range(levels.left.shape[1]):
        levels.left[ONE, np.uint64(w)] &= ~tables.items[chosen, np.uint64(w)]
    levels.n_left[ONE] -= np.uint64(tables.n_primary[chosen])


@part
def propagate(tables: Tables, levels: Levels, option: NDArray[np.int32], end: np.int32) -> np.int32:
    """Take the only option of each item that has just one, until no such item is left or the search is over.

    Writes the options that it takes to option[end:], and returns the new end.
    """
    # live[0] is what was live when the sizes were counted; live[1] is what is. There are no sizes yet, so the rows of
    # all live options are added up. No byte overflows: no item has more than 127 options.
    for w in range(levels.live.shape[1]):
        levels.live[ZERO, np.uint64(w)] = levels.live[ONE, np.uint64(w)]
    levels.n_live[ONE] = listed(levels.live, ONE, levels.listed)
    sum_rows(levels.total, tables.row, levels.listed, levels.n_live[ONE])
    for v in range(levels.size.shape[1]):
        levels.size[ONE, np.uint64(v)] = levels.total[np.uint64(v)]
    # Bytes beyond the last item count as covered, too, so that none of them ever looks like an item with no option.
    for k in range(levels.lane.shape[1]):
        item = np.uint64(k)
        word = item >> SIX
        if word >= levels.left.shape[1] or (levels.left[ONE, word] >> (item & (WORD - ONE))) & ONE == ZERO:
            levels.lane[ONE, item] = COVERED
    # A round: sizes are those of live[0], and an option that goes in this round is still counted. So sizes are upper
    # bounds, and an item of size 0 or 1 has at most one live option.
    while True:
        before = end
        for v in range(np.uint64(levels.size.shape[1])):
            small = levels.size[ONE, v]
            # Bytes below 2 get bit 7, eight at a time; covered ones have it, so they do not. A borrow from below may
            # give it to a byte of 2, too.
            small = (small - TWOS) & ~small & HIGH
            while small != ZERO:
                item = (np.uint64(v) << THREE) + (trailing_zeros(small) >> THREE)
                small &= small - ONE
                if levels.lane[ONE, item] > 1:
                    continue  # a borrow
                if (levels.left[ONE, item >> SIX] >> (item & (WORD - ONE))) & ONE == ZERO:
                    continue  # covered in this round
                # None: it had none, or lost it to one taken in this round. So there is no cover.
                chosen = first_option(tables, levels, item)
                if chosen == NONE:
                    levels.at[PHASE] = OVER
                    return end
                take_first(tables, levels, chosen)
                option[end] = np.int32(chosen)
                end += 1
        # Nothing was taken, so live[0] is live[1], and the sizes are right: `search` may use them.
        if end == before:
            levels.has_sizes[ONE] = 1
            return end
        # Subtract the rows of what went in this round: each is subtracted once, and was counted, so no byte borrows.
        for w in range(levels.live.shape[1]):
            word = np.uint64(w)
            levels.live[ZERO, word] ^= levels.live[ONE, word]
        n_gone = listed(levels.live, ZERO, levels.listed)
        levels.n_live[ONE] -= n_gone
        sum_rows(levels.total, tables.row, levels.listed, n_gone)
        for v in range(levels.size.shape[1]):
            levels.size[ONE, np.uint64(v)] -= levels.total[np.uint64(v)]
        # Items of the options that were taken are covered: bit 7.
        for place in range(before, end):
            chosen = np.uint64(option[place])
            for v in range(levels.size.shape[1]):
                levels.size[ONE, np.uint64(v)] |= tables.row[chosen, np.uint64(v)] << SEVEN
        for w in range(levels.live.shape[1]):
            levels.live[ZERO, np.uint64(w)] = levels.live[ONE, np.uint64(w)]


@inlined
def first_option(tables: Tables, levels: Levels, item: np.uint64) -> np.uint64:
    """The first live option of an item on the first level, or NONE."""
    for w in range(np.uint64(levels.live.shape[1])):
        options = levels.live[ONE, w] & tables.column[item, w]
        if options != ZERO:
            return (np.uint64(w) << SIX) + trailing_zeros(options)
    return NONE


@inlined
def listed(live: NDArray[np.uint64], level: np.uint64, option: NDArray[np.uint64]) -> np.uint64:
    """Write the numbers of the options in live[level] to `option`; return how many there are."""
    n = ZERO
    for w in range(np.uint64(live.shape[1])):
        options = live[level, w]
        while options != ZERO:
            option[n] = (np.uint64(w) << SIX) + trailing_zeros(options)
            n += ONE
            options &= options - ONE
    return n
