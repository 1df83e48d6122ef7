"""The bitset engine: live options are bits in a few words, taking one is live & ~conflict, undoing it is going back.

The item with the fewest options is found in one of three ways. While some item has more than 127 options, by popcounts
of its column. Then sizes are kept as bytes, eight a word, and taking an option subtracts the rows of all options that
go, or adds up those that stay if they are fewer; but where these rows have more than half as many words as the columns
of the open items, popcounts are less work. At most 64 options and 64 items are packed into single words and finished by
kernel_inside.py, as long as that pays; what it found is remembered, as long as that pays.

That choice takes 0.80 to 0.88 of the time of rows alone on pentominoes, 1.03 on trominoes 9x9, 1.00 on sudokus, 0.93 in
the mean of 15 problems. Without AVX-512, which counts eight words at once, it takes 1.00 (0.87 to 1.09): so the CPU
need not be asked.

What was tried and did not help, in CPU time of this kernel = 1: true calls in place of inlined parts, which copy the
descriptions of all arrays, 1.8; Numba's reference counts on top of that 3.0; sizes as 16-bit numbers, which would fit
from the start, 1.2 on pentominoes; a loop that subtracts row by row in place of `sum_rows`, 2.8 for that part; copying
covers sixteen numbers at a time 1.0, when listing; taking all options that are forced on a level together, 1.13 on a
very hard sudoku and 1.0 on pentominoes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_inside import END as INSIDE_END
from danceoff.solvers.engines.bits.kernel_inside import FOUND, IS_OVER, SLACK, Inside, copy, pack, walk
from danceoff.solvers.engines.bits.kernel_inside import NODES as INSIDE_NODES
from danceoff.solvers.engines.bits.kernel_state import (
    ASKED,
    BLOCK,
    EMIT,
    END,
    HIGH,
    LANE,
    LEVEL,
    LOOKS_A_HIT,
    LOW,
    MIXER,
    N_HITS,
    N_LOOKED,
    N_PACKED,
    NEW,
    NEXT,
    NODES,
    NODES_A_PACK,
    NONE,
    ONE,
    OVER,
    PHASE,
    PROBES,
    SEVEN,
    SIX,
    SLOT,
    TAIL,
    THREE,
    TOLD,
    TRIALS,
    WALK,
    WORD,
    WORDS_A_COUNT,
    ZERO,
    Levels,
    Memo,
    Tables,
)
from danceoff.solvers.engines.bits.kernel_words import popcount, sum_rows, trailing_zeros
from danceoff.solvers.engines.compiled import inlined, lean


@lean
def search(
    tables: Tables,
    levels: Levels,
    inside: Inside,
    memo: Memo,
    budget: np.uint64,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> np.uint64:
    """Walk on for about `budget` nodes; return the number of covers met.

    Cover k is written to option[start[k]:start[k + 1]]. The walk pauses when there is no room for the next one. A
    `start` of length 0 asks to count and write nothing.
    """
    at, sub = levels.at, inside.at
    listing = len(start) > 0
    n_covers, last_node = ZERO, at[NODES] + budget
    phase, level = at[PHASE], at[LEVEL]
    while phase != OVER and at[NODES] < last_node and at[ASKED] == ZERO:
        if phase == NEW:
            at[TOLD] = ZERO
            phase = enter(tables, levels, inside, memo, level)
            if phase == OVER:
                level -= ONE
                levels.witness[np.uint64(levels.path[level])] = levels.branch[level + ONE]
                phase = NEXT if level > ZERO else OVER
        if phase == WALK:
            n_nodes = sub[INSIDE_NODES]
            walk(inside, last_node - at[NODES], listing, memo.block)
            at[NODES] += sub[INSIDE_NODES] - n_nodes
            phase = walked(levels, inside, memo, listing, level)
        if phase == EMIT:
            n_covers = told(levels, inside, memo, listing, level, n_covers, start, option)
            if listing and at[BLOCK] < at[END]:
                break
            if sub[IS_OVER] == ONE:
                level -= ONE
                phase = NEXT if level > ZERO else OVER
            else:
                at[BLOCK] = sub[INSIDE_END] = at[TAIL]
                phase = WALK
        if phase == NEXT:
            if advance(tables, levels, level):
                at[NODES] += ONE
                if take(tables, levels, level):
                    level += ONE
                    phase = NEW
            else:
                level -= ONE
                if level == ZERO:
                    phase = OVER
    at[PHASE], at[LEVEL], at[ASKED] = phase, level, ZERO
    return n_covers


@inlined
def enter(tables: Tables, levels: Levels, inside: Inside, memo: Memo, level: np.uint64) -> np.uint64:
    """Decide how a new level goes on; return the phase, OVER when an item has no option."""
    at, sub = levels.at, inside.at
    if levels.n_left[level] == ZERO:
        return found(levels, inside, memo)
    fewest = choose(tables, levels, level)
    if fewest == ZERO:
        return OVER
    if (
        levels.n_live[level] > WORD
        or levels.n_left[level] > WORD
        or (at[N_PACKED] > TRIALS and sub[INSIDE_NODES] < NODES_A_PACK * at[N_PACKED])
    ):
        levels.word[level] = ZERO
        levels.untried[level] = levels.live[level, ZERO] & tables.column[levels.branch[level], ZERO]
        return NEXT
    if recall(levels, memo, level):
        sub[FOUND], sub[IS_OVER] = memo.n_found[at[SLOT]], ONE
        at[NODES] += ONE
        return EMIT
    at[N_PACKED] += ONE
    pack(inside, levels.live, level, tables.start, tables.item, np.uint64(len(tables.column)))
    at[BLOCK] = sub[INSIDE_END] = at[TAIL]
    return WALK


@inlined
def found(levels: Levels, inside: Inside, memo: Memo) -> np.uint64:
    """The path is a cover: the one cover of nothing is to be emitted behind it."""
    at, sub = levels.at, inside.at
    at[BLOCK], at[END] = at[TAIL], at[TAIL] + ONE
    memo.block[at[TAIL]] = 0
    sub[FOUND], sub[IS_OVER] = ONE, ONE
    return EMIT


@inlined
def choose(tables: Tables, levels: Levels, level: np.uint64) -> np.uint64:
    """Make the first open item with the fewest options the branching item; return how many it has."""
    if levels.has_sizes[level] == 0:
        return count_sizes(tables, levels, level)
    fewest = levels.lane[level, ZERO]
    for k in range(levels.lane.shape[1]):
        size = levels.lane[level, np.uint64(k)]
        if size < fewest:
            fewest = size
    pattern = np.uint64(fewest) * LOW
    for v in range(np.uint64(levels.size.shape[1])):
        differing = levels.size[level, v] ^ pattern
        equal = ~(((differing | HIGH) - LOW) | differing) & HIGH
        if equal != ZERO:
            levels.branch[level] = (np.uint64(v) << THREE) + (trailing_zeros(equal) >> THREE)
            break
    return np.uint64(fewest)


@lean
def count_sizes(tables: Tables, levels: Levels, level: np.uint64) -> np.uint64:
    """Choose by popcounts, and keep the sizes if every one fits a lane."""
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
    levels.has_sizes[level] = most <= levels.at[LANE]
    return fewest


@inlined
def advance(tables: Tables, levels: Levels, level: np.uint64) -> bool:
    """Put the next option of the branching item on the path, if there is one."""
    item, word, untried = levels.branch[level], levels.word[level], levels.untried[level]
    while untried == ZERO and word + ONE < tables.column.shape[1]:
        word += ONE
        untried = levels.live[level, word] & tables.column[item, word]
    if untried == ZERO:
        return False
    levels.path[level] = (word << SIX) + trailing_zeros(untried)
    levels.word[level], levels.untried[level] = word, untried & (untried - ONE)
    return True


@inlined
def take(tables: Tables, levels: Levels, level: np.uint64) -> bool:
    """Take the option at the end of the path: fill in the level below, unless its witness sees a dead end."""
    chosen, below = np.uint64(levels.path[level]), level + ONE
    if is_dead(tables, levels, level, chosen):
        return False
    n_gone = ZERO
    for w in range(levels.live.shape[1]):
        word = np.uint64(w)
        stays = levels.live[level, word] & ~tables.conflict[chosen, word]
        levels.live[below, word] = stays
        n_gone += popcount(levels.live[level, word] ^ stays)
    settle(tables, levels, level, chosen, n_gone)
    return True


@inlined
def settle(tables: Tables, levels: Levels, level: np.uint64, chosen: np.uint64, n_gone: np.uint64) -> None:
    """Fill in the level below, which has its live options: n_gone fewer than are here."""
    below = level + ONE
    for w in range(np.uint64(levels.left.shape[1])):
        levels.left[below, w] = levels.left[level, w] & ~tables.items[chosen, w]
    levels.n_live[below] = levels.n_live[level] - n_gone
    levels.n_left[below] = levels.n_left[level] - np.uint64(tables.n_primary[chosen])
    words_of_rows = min(n_gone, levels.n_live[below]) * np.uint64(levels.size.shape[1])
    words_of_counts = levels.n_left[below] * (np.uint64(levels.live.shape[1]) + WORDS_A_COUNT)
    levels.has_sizes[below] = levels.has_sizes[level] == 1 and words_of_rows + words_of_rows <= words_of_counts
    if levels.has_sizes[below] == 1:
        update_sizes(tables, levels, level, chosen, n_gone)


@inlined
def is_dead(tables: Tables, levels: Levels, level: np.uint64, chosen: np.uint64) -> bool:
    """Whether taking `chosen` leaves that item without options which it left without the last time."""
    witness = levels.witness[chosen]
    if witness == NONE:
        return False
    w, bit = witness >> SIX, witness & (WORD - ONE)
    if (levels.left[level, w] & ~tables.items[chosen, w]) >> bit & ONE == ZERO:
        return False
    options = ZERO
    for k in range(levels.live.shape[1]):
        word = np.uint64(k)
        options |= levels.live[level, word] & ~tables.conflict[chosen, word] & tables.column[witness, word]
    return bool(options == ZERO)


@inlined
def update_sizes(tables: Tables, levels: Levels, level: np.uint64, chosen: np.uint64, n_gone: np.uint64) -> None:
    """The sizes below: those here less the options that are gone, or those that stay counted anew if they are fewer."""
    below, n, recount = level + ONE, ZERO, n_gone > levels.n_live[level + ONE]
    for w in range(np.uint64(levels.live.shape[1])):
        options = levels.live[below, w]
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
            covered = levels.size[level, word] & HIGH | tables.row[chosen, word] << SEVEN
            levels.size[below, word] = covered | levels.total[word]
    else:
        for v in range(levels.size.shape[1]):
            word = np.uint64(v)
            sizes = levels.size[level, word] - levels.total[word]
            levels.size[below, word] = sizes | tables.row[chosen, word] << SEVEN


@inlined
def recall(levels: Levels, memo: Memo, level: np.uint64) -> bool:
    """Look the sub-problem up; SLOT is where it is, or where it may be put, or NONE."""
    at = levels.at
    at[SLOT] = NONE
    if levels.n_left[level] == ZERO or (at[N_LOOKED] > TRIALS and at[N_HITS] * LOOKS_A_HIT < at[N_LOOKED]):
        return False
    at[N_LOOKED] += ONE
    n_words, n_more = np.uint64(levels.live.shape[1]), np.uint64(len(memo.more))
    hash_ = levels.n_left[level]
    for w in range(n_words):
        hash_ = (hash_ ^ levels.live[level, w]) * MIXER
        hash_ ^= hash_ >> np.uint64(29)
    for w in range(n_more):
        hash_ = (hash_ ^ memo.more[w]) * MIXER
        hash_ ^= hash_ >> np.uint64(29)
    slot = hash_ & np.uint64(len(memo.n_left) - 1)
    for _ in range(PROBES):
        if memo.n_left[slot] == ZERO:
            at[SLOT] = slot
            return False
        if memo.n_left[slot] == levels.n_left[level]:
            differing = ZERO
            for w in range(n_words):
                differing |= memo.key[slot, w] ^ levels.live[level, w]
            for w in range(n_more):
                differing |= memo.key[slot, n_words + w] ^ memo.more[w]
            if differing == ZERO:
                at[SLOT], at[BLOCK], at[END] = slot, memo.first[slot], memo.end[slot]
                at[N_HITS] += ONE
                return True
        slot = (slot + ONE) & np.uint64(len(memo.n_left) - 1)
    return False


@inlined
def remember(levels: Levels, memo: Memo, n_found: np.uint64, listing: bool, level: np.uint64) -> None:
    """Store the sub-problem that was walked whole, where there is room."""
    at = levels.at
    slot = at[SLOT]
    if slot == NONE or (listing and at[END] > np.uint64(len(memo.block) // 2)):
        return
    n_words = np.uint64(levels.live.shape[1])
    for w in range(n_words):
        memo.key[slot, w] = levels.live[level, w]
    for w in range(np.uint64(len(memo.more))):
        memo.key[slot, n_words + w] = memo.more[w]
    memo.n_left[slot], memo.n_found[slot] = levels.n_left[level], n_found
    memo.first[slot], memo.end[slot] = at[BLOCK], at[END]
    at[TAIL] = at[END]


@inlined
def walked(levels: Levels, inside: Inside, memo: Memo, listing: bool, level: np.uint64) -> np.uint64:
    """The phase after a walk in the packed sub-problem: EMIT what was found, or WALK on."""
    at, sub = levels.at, inside.at
    at[END] = sub[INSIDE_END]
    if sub[IS_OVER] == ONE:
        remember(levels, memo, sub[FOUND], listing, level)
        return EMIT
    if not listing:
        return EMIT  # a sub-problem may have 2^32 covers: tell of those that are counted
    if at[END] > np.uint64(len(memo.block) - len(inside.path) - 1):
        at[SLOT] = NONE
        return EMIT
    return WALK


@inlined
def told(
    levels: Levels,
    inside: Inside,
    memo: Memo,
    listing: bool,
    level: np.uint64,
    n_covers: np.uint64,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> np.uint64:
    """Write or count what was found and not told yet, as far as there is room; return the covers."""
    if listing:
        return emit(levels, memo.block, level, n_covers, start, option)
    n_covers += inside.at[FOUND] - levels.at[TOLD]
    levels.at[TOLD] = inside.at[FOUND]
    return n_covers


@inlined
def emit(
    levels: Levels,
    block: NDArray[np.int32],
    level: np.uint64,
    n_covers: np.uint64,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> np.uint64:
    """Write the path with each cover in block[BLOCK:END] behind it, as far as there is room; return the covers."""
    here, last, end = levels.at[BLOCK], levels.at[END], np.uint64(start[n_covers])
    while here < last:
        n_inside = np.uint64(block[here])
        if n_covers + ONE == np.uint64(len(start)) or end + level + n_inside + SLACK > np.uint64(len(option)):
            break
        copy(option, end, levels.path, ONE, level - ONE)
        end += level - ONE
        here += ONE
        copy(option, end, block, here, n_inside)
        end += n_inside
        here += n_inside
        n_covers += ONE
        start[n_covers] = np.int32(end)
    levels.at[BLOCK] = here
    return n_covers
