"""The bitset engine where some primary items are to be covered lo to hi times.

Each level keeps how often these items are covered. Taking an option that fills one up clears the item's column from the
live options; a level where an item has fewer options than it still needs is dead. The branching item is, as ever, the
one that leaves the fewest ways: an item that needs n more of its m options leaves m - n + 1, because an option that was
tried is left out of what its later siblings see. So no set of options comes twice, whatever is branched on. Where no
item is left to branch on, the path is a cover, and so may be every set of it and further options, tried in order.

What helped, in CPU time on 15 packings = 1: what is remembered, 1.4 without it and 4.6 where pieces are used up to four
times; branching on counted items, 1.04 without. What did not: taking all options of an item that needs each of them at
once, 1.03; to go back where what is still needed has no room in the items that are left, 1.0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel import choose, found, is_dead, recall, settle, told, walked
from danceoff.solvers.engines.bits.kernel_counted_inside import Limits, walk_counted
from danceoff.solvers.engines.bits.kernel_inside import END as INSIDE_END
from danceoff.solvers.engines.bits.kernel_inside import FOUND, IS_OVER, Inside, pack
from danceoff.solvers.engines.bits.kernel_inside import NODES as INSIDE_NODES
from danceoff.solvers.engines.bits.kernel_state import (
    ASKED,
    BLOCK,
    EMIT,
    END,
    LEVEL,
    N_PACKED,
    NEW,
    NEXT,
    NODES,
    NODES_A_PACK,
    NONE,
    ONE,
    OVER,
    PHASE,
    SIX,
    SLOT,
    TAIL,
    TOLD,
    TRIALS,
    WALK,
    WORD,
    ZERO,
    Levels,
    Memo,
    Tables,
)
from danceoff.solvers.engines.bits.kernel_words import popcount, trailing_zeros
from danceoff.solvers.engines.compiled import inlined, lean

TWO, EIGHT = (np.uint64(k) for k in (2, 8))


class Counted(NamedTuple):
    """The items that are counted, and how often each is covered on each level.

    column: uint64[n_counted + 1, W], the options of an item, at last all options. first, end: uint64[n_counted], the
    words that hold them. least, most: uint64[n_counted]. start: uint32[n_options + 1], item: uint32, the counted items
    of an option, in compressed rows. times: uint64[n_levels, n_counted]. spare: uint64[n_levels], of how many options
    of a counted branching item others may still be tried.
    """

    column: NDArray[np.uint64]
    first: NDArray[np.uint64]
    end: NDArray[np.uint64]
    least: NDArray[np.uint64]
    most: NDArray[np.uint64]
    start: NDArray[np.uint32]
    item: NDArray[np.uint32]
    times: NDArray[np.uint64]
    spare: NDArray[np.uint64]


@lean
def search_counted(
    tables: Tables,
    levels: Levels,
    inside: Inside,
    memo: Memo,
    counted: Counted,
    limits: Limits,
    budget: np.uint64,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> np.uint64:
    """Walk on like `kernel.search`; tables hold the items that are covered once, branching items beyond are counted."""
    at, sub = levels.at, inside.at
    listing, n_once = len(start) > 0, np.uint64(len(tables.column))
    n_covers, last_node = ZERO, at[NODES] + budget
    phase, level = at[PHASE], at[LEVEL]
    while phase != OVER and at[NODES] < last_node and at[ASKED] == ZERO:
        if phase == NEW:
            at[TOLD] = ZERO
            phase = enter(tables, levels, inside, memo, counted, limits, level)
            if phase == OVER:
                level -= ONE
                levels.witness[np.uint64(levels.path[level])] = levels.branch[level + ONE]
                phase = NEXT if level > ZERO else OVER
        if phase == WALK:
            n_nodes = sub[INSIDE_NODES]
            walk_counted(inside, limits, last_node - at[NODES], listing, memo.block)
            at[NODES] += sub[INSIDE_NODES] - n_nodes
            phase = walked(levels, inside, memo, listing, level)
        if phase == EMIT:
            n_covers = told(levels, inside, memo, listing, level, n_covers, start, option)
            if listing and at[BLOCK] < at[END]:
                break
            if sub[IS_OVER] == ONE:
                phase = NEXT
            else:
                at[BLOCK] = sub[INSIDE_END] = at[TAIL]
                phase = WALK
        if phase == NEXT:
            if advance(tables, levels, counted, level):
                at[NODES] += ONE
                is_live = take(tables, levels, counted, level)
                if levels.branch[level] >= n_once:
                    leave(tables, levels, counted, level)
                if is_live:
                    level += ONE
                    phase = NEW
            else:
                level -= ONE
                if level == ZERO:
                    phase = OVER
    at[PHASE], at[LEVEL], at[ASKED] = phase, level, ZERO
    return n_covers


@inlined
def enter(
    tables: Tables,
    levels: Levels,
    inside: Inside,
    memo: Memo,
    counted: Counted,
    limits: Limits,
    level: np.uint64,
) -> np.uint64:
    """Decide how a new level goes on; return the phase, OVER when an item has too few options."""
    at, sub = levels.at, inside.at
    n_once, n_words = np.uint64(len(tables.column)), np.uint64(levels.live.shape[1])
    tightest, spare = NONE, NONE
    for k in range(np.uint64(len(counted.least))):
        if counted.times[level, k] < counted.least[k]:
            n_options = counted.times[level, k] + n_live_of(levels, counted, level, np.uint64(k))
            if n_options < counted.least[k]:
                levels.branch[level] = NONE
                return OVER
            if n_options - counted.least[k] < spare:
                tightest, spare = np.uint64(k), n_options - counted.least[k]
    fewest = NONE
    if levels.n_left[level] > ZERO:
        fewest = choose(tables, levels, level)
        if fewest == ZERO:
            return OVER
    is_found = fewest == NONE and spare == NONE
    if spare < fewest - ONE or is_found:
        levels.branch[level] = n_once + (np.uint64(len(counted.least)) if is_found else tightest)
        counted.spare[level] = spare
    levels.word[level], levels.untried[level] = n_words - ONE, ZERO
    if is_found and levels.n_live[level] == ZERO:
        return found(levels, inside, memo)
    if (
        levels.n_live[level] > WORD
        or levels.n_left[level] > WORD
        or (at[N_PACKED] > TRIALS and sub[INSIDE_NODES] < NODES_A_PACK * at[N_PACKED])
    ):
        levels.word[level], levels.untried[level] = NONE, ZERO  # the word before the first
        return found(levels, inside, memo) if is_found else NEXT
    bound(levels, memo, counted, limits, level)
    if recall(levels, memo, level):
        sub[FOUND], sub[IS_OVER] = memo.n_found[at[SLOT]], ONE
        at[NODES] += ONE
        return EMIT
    at[N_PACKED] += ONE
    pack(inside, levels.live, level, tables.start, tables.item, n_once)
    if levels.n_left[level] == ZERO:
        inside.left[ZERO] = ZERO
    limit(inside, counted, limits)
    at[BLOCK] = sub[INSIDE_END] = at[TAIL]
    return WALK


@inlined
def n_live_of(levels: Levels, counted: Counted, level: np.uint64, k: np.uint64) -> np.uint64:
    """How many live options a counted item has."""
    n = ZERO
    for word in range(counted.first[k], counted.end[k]):
        n += popcount(levels.live[level, word] & counted.column[k, word])
    return n


@inlined
def advance(tables: Tables, levels: Levels, counted: Counted, level: np.uint64) -> bool:
    """Put the next option of the branching item on the path, if there is one."""
    item, word, untried = levels.branch[level], levels.word[level], levels.untried[level]
    n_once, n_words = np.uint64(len(tables.column)), np.uint64(levels.live.shape[1])
    while untried == ZERO and word + ONE < n_words:
        word += ONE
        if item < n_once:
            untried = levels.live[level, word] & tables.column[item, word]
        else:
            untried = levels.live[level, word] & counted.column[item - n_once, word]
    if untried == ZERO:
        return False
    levels.path[level] = (word << SIX) + trailing_zeros(untried)
    levels.word[level], levels.untried[level] = word, untried & (untried - ONE)
    return True


@inlined
def take(tables: Tables, levels: Levels, counted: Counted, level: np.uint64) -> bool:
    """Take the option at the end of the path: fill in the level below, unless its witness sees a dead end."""
    chosen, below = np.uint64(levels.path[level]), level + ONE
    if is_dead(tables, levels, level, chosen):
        return False
    for k in range(np.uint64(len(counted.least))):
        counted.times[below, k] = counted.times[level, k]
    for w in range(levels.live.shape[1]):
        word = np.uint64(w)
        levels.live[below, word] = levels.live[level, word] & ~tables.conflict[chosen, word]
    for place in range(np.uint64(counted.start[chosen]), np.uint64(counted.start[chosen + ONE])):
        item = np.uint64(counted.item[place])
        counted.times[below, item] += ONE
        if counted.times[below, item] == counted.most[item]:
            for w in range(counted.first[item], counted.end[item]):
                levels.live[below, w] &= ~counted.column[item, w]
    n_gone = ZERO
    for w in range(levels.live.shape[1]):
        word = np.uint64(w)
        n_gone += popcount(levels.live[level, word] ^ levels.live[below, word])
    settle(tables, levels, level, chosen, n_gone)
    return True


@inlined
def leave(tables: Tables, levels: Levels, counted: Counted, level: np.uint64) -> None:
    """Leave the option at the end of the path out of what its later siblings see; end them where all are needed."""
    chosen = np.uint64(levels.path[level])
    levels.live[level, chosen >> SIX] &= ~(ONE << (chosen & (WORD - ONE)))
    levels.n_live[level] -= ONE
    if levels.has_sizes[level] == 1:
        for v in range(levels.size.shape[1]):
            levels.size[level, np.uint64(v)] -= tables.row[chosen, np.uint64(v)]
    if counted.spare[level] == ZERO:
        levels.word[level], levels.untried[level] = np.uint64(levels.live.shape[1] - 1), ZERO
    elif counted.spare[level] != NONE:
        counted.spare[level] -= ONE


@inlined
def bound(levels: Levels, memo: Memo, counted: Counted, limits: Limits, level: np.uint64) -> None:
    """Write how often each item is still to be covered, at most by all its options, there and in the memo's key."""
    for k in range(np.uint64(len(memo.more))):
        memo.more[k] = ZERO
    for k in range(np.uint64(len(counted.least))):
        times = counted.times[level, k]
        limits.least[k] = counted.least[k] - min(times, counted.least[k])
        limits.most[k] = min(counted.most[k] - times, n_live_of(levels, counted, level, np.uint64(k)))
        bounds = limits.least[k] << EIGHT | limits.most[k]
        memo.more[k >> TWO] = memo.more[k >> TWO] << (EIGHT + EIGHT) | bounds


@inlined
def limit(inside: Inside, counted: Counted, limits: Limits) -> None:
    """Keep of the items those that the packed options may cover too seldom or too often, and find these options."""
    n_counted = np.uint64(len(counted.least))
    for k in range(n_counted):
        limits.column[k] = ZERO
    bits = inside.live[ZERO]
    while bits != ZERO:
        j = trailing_zeros(bits)
        bits &= bits - ONE
        number = np.uint64(inside.option[j])
        for place in range(np.uint64(counted.start[number]), np.uint64(counted.start[number + ONE])):
            limits.column[np.uint64(counted.item[place])] |= ONE << j
    n = ZERO
    for k in range(n_counted):
        if limits.least[k] > ZERO or limits.most[k] < popcount(limits.column[k]):
            limits.column[n], limits.least[n], limits.most[n] = limits.column[k], limits.least[k], limits.most[k]
            n += ONE
    limits.n[ZERO], limits.taken[ZERO] = n, ZERO
