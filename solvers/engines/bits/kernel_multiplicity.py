"""Multiple items: primary items that are to be covered lo to hi times, in the bitset engine.

Each level keeps how often these items are covered. Taking an option that fills an item up removes all options of the
item from the live options. A level where an item has fewer options than it still needs is dead.

The branching item is the one with the fewest branches. An item that needs n more of its m options has m - n + 1
branches, because an option that was tried is hidden from its later siblings. So no set of options comes twice,
whichever item is branched on. When no item needs an option, the path is a cover, and adding live options may give
larger covers: these options are tried in order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_inside import Inside, Limits
from danceoff.solvers.engines.bits.kernel_sizes import choose
from danceoff.solvers.engines.bits.kernel_state import NONE, ONE, SIX, WORD, ZERO, Levels, Memo, Tables
from danceoff.solvers.engines.bits.kernel_words import popcount, trailing_zeros
from danceoff.solvers.engines.compiled import CHECKED, inlined

TWO, EIGHT = (np.uint64(k) for k in (2, 8))


class Multiplicities(NamedTuple):
    """The multiple items, and how often each is covered on each level.

    column: uint64[n_multiple + 1, W], the options of an item; the last row is all options.
    first, end: uint64[n_multiple], the words of `column` that are not 0 lie in first..end - 1.
    least, most: uint64[n_multiple], the bounds of an item.
    start, item: uint32[n_options + 1] and uint32, the multiple items of each option in compressed rows.
    times: uint64[n_levels, n_multiple], how often an item is covered.
    spare: uint64[n_levels], the options that a multiple branching item can do without; NONE if it needs none of them.
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


@inlined
def choose_multiple(
    tables: Tables, levels: Levels, multiplicity: Multiplicities, level: np.uint64
) -> tuple[bool, bool]:
    """Choose the branching item; return whether the level is dead, and whether its path is a cover already.

    If the path is a cover, the branching item is the row of `column` behind the last item, which has all options.
    """
    tightest, spare = tightest_of(levels, multiplicity, level)
    if tightest == NONE:
        levels.branch[level] = NONE
        return True, False
    fewest = NONE
    if levels.n_left[level] > ZERO:
        fewest = choose(tables, levels, level)
        if fewest == ZERO:
            return True, False
    # A multiple item that can spare n options has n + 1 branches. It is branched on if these are fewer than those of
    # the best simple item.
    is_found = levels.n_left[level] == ZERO and spare == NONE
    if is_found or spare < fewest - ONE:
        levels.branch[level] = np.uint64(len(tables.column)) + tightest
        multiplicity.spare[level] = spare
    return False, is_found


@inlined
def tightest_of(levels: Levels, multiplicity: Multiplicities, level: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The multiple item that can do without the fewest of its options, and how many it can do without.

    Returns n_multiple and NONE if no item needs an option; NONE and ZERO if an item needs more options than it has.
    """
    tightest, spare = np.uint64(len(multiplicity.least)), NONE
    for k in range(np.uint64(len(multiplicity.least))):
        # An item that has what it needs never has to be branched on.
        if multiplicity.times[level, k] < multiplicity.least[k]:
            n_options = multiplicity.times[level, k] + n_live_of(levels, multiplicity, level, np.uint64(k))
            if n_options < multiplicity.least[k]:
                return NONE, ZERO
            if n_options - multiplicity.least[k] < spare:
                tightest, spare = np.uint64(k), n_options - multiplicity.least[k]
    return tightest, spare


@inlined
def n_live_of(levels: Levels, multiplicity: Multiplicities, level: np.uint64, k: np.uint64) -> np.uint64:
    """How many live options a multiple item has."""
    n = ZERO
    for word in range(multiplicity.first[k], multiplicity.end[k]):
        n += popcount(levels.live[level, word] & multiplicity.column[k, word])
    return n


@inlined
def narrow_multiple(
    tables: Tables, levels: Levels, multiplicity: Multiplicities, level: np.uint64, chosen: np.uint64
) -> np.uint64:
    """Fill in `live` and `times` of the level below; return the number of options that are gone."""
    below = level + ONE
    for k in range(np.uint64(len(multiplicity.least))):
        multiplicity.times[below, k] = multiplicity.times[level, k]
    # As in the search without multiples: what shares a simple item with the chosen option goes.
    for w in range(levels.live.shape[1]):
        word = np.uint64(w)
        levels.live[below, word] = levels.live[level, word] & ~tables.conflict[chosen, word]
    for place in range(np.uint64(multiplicity.start[chosen]), np.uint64(multiplicity.start[chosen + ONE])):
        item = np.uint64(multiplicity.item[place])
        multiplicity.times[below, item] += ONE
        if CHECKED:
            assert multiplicity.times[below, item] <= multiplicity.most[item]
        # The item is full: its other options go, whatever else they cover.
        if multiplicity.times[below, item] == multiplicity.most[item]:
            for w in range(multiplicity.first[item], multiplicity.end[item]):
                levels.live[below, w] &= ~multiplicity.column[item, w]
    n_gone = ZERO
    for w in range(levels.live.shape[1]):
        word = np.uint64(w)
        n_gone += popcount(levels.live[level, word] ^ levels.live[below, word])
    return n_gone


@inlined
def leave(tables: Tables, levels: Levels, multiplicity: Multiplicities, level: np.uint64) -> None:
    """Hide the option at the end of the path from its later siblings, if the branching item is multiple.

    No sibling is left to try if the item needed all its options, this one included.
    """
    if levels.branch[level] < np.uint64(len(tables.column)):
        return
    # What comes after is the search without this option, so that no set of options is found in two orders.
    chosen = np.uint64(levels.path[level])
    levels.live[level, chosen >> SIX] &= ~(ONE << (chosen & (WORD - ONE)))
    levels.n_live[level] -= ONE
    if levels.has_sizes[level] == 1:
        for v in range(levels.size.shape[1]):
            levels.size[level, np.uint64(v)] -= tables.row[chosen, np.uint64(v)]
    # The item can do without one option less; if it could do without none, the next sibling would leave it short.
    if multiplicity.spare[level] == ZERO:
        levels.word[level], levels.untried[level] = np.uint64(levels.live.shape[1] - 1), ZERO
    elif multiplicity.spare[level] != NONE:
        multiplicity.spare[level] -= ONE


@inlined
def bound(levels: Levels, memo: Memo, multiplicity: Multiplicities, limits: Limits, level: np.uint64) -> None:
    """Write into `limits` and the key of the memo how often each item is still to be covered."""
    # The key has 16 bits per item. Bounds are cut down to what the live options can do, so that different pasts with
    # the same future share a key.
    for k in range(np.uint64(len(memo.more))):
        memo.more[k] = ZERO
    for k in range(np.uint64(len(multiplicity.least))):
        times = multiplicity.times[level, k]
        limits.least[k] = multiplicity.least[k] - min(times, multiplicity.least[k])
        limits.most[k] = min(multiplicity.most[k] - times, n_live_of(levels, multiplicity, level, np.uint64(k)))
        bounds = limits.least[k] << EIGHT | limits.most[k]
        memo.more[k >> TWO] = memo.more[k >> TWO] << (EIGHT + EIGHT) | bounds


@inlined
def limit(inside: Inside, multiplicity: Multiplicities, limits: Limits) -> None:
    """Keep in `limits` the items that the packed options may cover too rarely or too often, and find their columns."""
    n_multiple = np.uint64(len(multiplicity.least))
    for k in range(n_multiple):
        limits.column[k] = ZERO
    # The columns of the multiple items among the packed options, one word each.
    bits = inside.live[ZERO]
    while bits != ZERO:
        j = trailing_zeros(bits)
        bits &= bits - ONE
        number = np.uint64(inside.option[j])
        for place in range(np.uint64(multiplicity.start[number]), np.uint64(multiplicity.start[number + ONE])):
            limits.column[np.uint64(multiplicity.item[place])] |= ONE << j
    n = ZERO
    for k in range(n_multiple):
        # Whatever the packed options do, the other items stay within their bounds: they are not looked at.
        if limits.least[k] > ZERO or limits.most[k] < popcount(limits.column[k]):
            limits.column[n], limits.least[n], limits.most[n] = limits.column[k], limits.least[k], limits.most[k]
            n += ONE
    limits.n[ZERO], limits.taken[ZERO] = n, ZERO
