"""Costs in bitsets: the options are sorted by net cost, so those that a level can afford are the first bits.

Prices of items turn the costs of options into net costs (`engines/prices`), none of which is negative: what a partial
cover has spent never shrinks. Every level keeps only the options that it can afford; an item that has none of them is
dead.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_state import ONE, SIX, WORD, ZERO, Levels, Tables
from danceoff.solvers.engines.bits.kernel_words import popcount, trailing_zeros
from danceoff.solvers.engines.compiled import inlined


class Costs(NamedTuple):
    """What options cost, and what may be spent.

    net: int64[n_options], the net costs, ascending and never negative.
    spent: int64[n_levels + 1], the net costs of the options taken above a level, summed.
    room: int64[1], the most that a cover may spend on net costs; the caller may lower it between two calls.
    """

    net: NDArray[np.int64]
    spent: NDArray[np.int64]
    room: NDArray[np.int64]


@inlined
def is_affordable(costs: Costs, level: np.uint64, chosen: np.uint64) -> bool:
    """Whether a cover may spend what this option costs, beside what was spent above the level."""
    return bool(costs.spent[level] + costs.net[chosen] <= costs.room[ZERO])


@inlined
def drop_dear(levels: Levels, costs: Costs, level: np.uint64, chosen: np.uint64) -> np.uint64:
    """Spend what the chosen option costs; drop options that the level below cannot afford, and return their number."""
    below = level + ONE
    costs.spent[below] = costs.spent[level] + costs.net[chosen]
    left = costs.room[ZERO] - costs.spent[below]
    first, end = ZERO, np.uint64(len(costs.net))  # options before `first` can be afforded, those from `end` on cannot
    # Net costs ascend, so that one binary search finds what can be afforded.
    while first < end:
        middle = (first + end) >> ONE
        if costs.net[middle] <= left:
            first = middle + ONE
        else:
            end = middle
    n_gone = ZERO
    for w in range(first >> SIX, np.uint64(levels.live.shape[1])):
        word = np.uint64(w)
        # All bits from `first` on go: a part of one word, and all of the later ones.
        live = np.uint64(levels.live[below, word])
        kept = live & ((ONE << (first & (WORD - ONE))) - ONE) if word == first >> SIX else ZERO
        levels.live[below, word] = kept
        n_gone += popcount(live ^ kept)
    return n_gone


@inlined
def prefer_dear(tables: Tables, levels: Levels, level: np.uint64, fewest: np.uint64) -> None:
    """Among the items with the fewest options, branch on the one whose cheapest option costs most."""
    # A dead or forced item is the branching item in any case.
    if fewest <= ONE or levels.has_sizes[level] == 0:
        return
    dearest = ZERO
    for w in range(np.uint64(levels.left.shape[1])):
        items = levels.left[level, w]
        while items != ZERO:
            item = (np.uint64(w) << SIX) + trailing_zeros(items)
            items &= items - ONE
            if np.uint64(levels.lane[level, item]) == fewest:
                # Options are numbered by cost, so the higher number costs at least as much.
                first = cheapest_option(tables, levels, level, item)
                if first > dearest:
                    levels.branch[level], dearest = item, first


@inlined
def cheapest_option(tables: Tables, levels: Levels, level: np.uint64, item: np.uint64) -> np.uint64:
    """The first live option of an item that has one."""
    word = ZERO
    while levels.live[level, word] & tables.column[item, word] == ZERO:
        word += ONE
    return (word << SIX) + trailing_zeros(levels.live[level, word] & tables.column[item, word])
