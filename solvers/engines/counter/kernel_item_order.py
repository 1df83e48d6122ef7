"""The loops behind the static item order: which items meet in options, and the greedy choice; see item_order.py."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_words import popcount
from danceoff.solvers.engines.compiled import kernel

_ONE = np.uint64(1)

Ints = NDArray[np.int64]


@kernel
def neighbours(start: Ints, item: Ints, n_items: int) -> NDArray[np.uint64]:
    """Which items share an option: bitsets, uint64[n_items, n_items / 64]; every item that has options is its own."""
    n_words = (n_items + 63) >> 6
    near = np.zeros((n_items, n_words), np.uint64)
    row = np.zeros(n_words, np.uint64)
    for o in range(len(start) - 1):
        for k in range(start[o], start[o + 1]):
            row[item[k] >> 6] |= _ONE << np.uint64(item[k] & 63)
        for k in range(start[o], start[o + 1]):
            for w in range(n_words):
                near[item[k], w] |= row[w]
        for k in range(start[o], start[o + 1]):
            row[item[k] >> 6] = np.uint64(0)
    return near


@kernel
def least_after(
    near: NDArray[np.uint64], fresh: NDArray[np.uint64], is_done: NDArray[np.bool_], first: int, n_primary: int
) -> np.int64:
    """The fewest items that some item would let into the frontier after `first`."""
    least = np.int64(len(is_done))
    for j in range(n_primary):
        if j != first and not is_done[j]:
            n_new = np.int64(0)
            for w in range(len(fresh)):
                n_new += np.int64(popcount(near[j, w] & fresh[w] & ~near[first, w]))
                if n_new >= least:
                    break
            least = min(least, n_new)
    return least


@kernel
def greedy(near: NDArray[np.uint64], degree: Ints, place: int, sign: int, ahead: bool, net: bool, order: Ints) -> None:
    """Fill `order` from `place` on, each time with the item that lets the fewest new items into the frontier.

    `ahead` adds those that the best item after it will let in, `net` takes off the secondary items that then leave.
    Ties go to the oldest item of the frontier for sign 1, to the newest for sign -1.
    """
    n_items, n_primary = len(degree), len(order)
    unseen = degree.copy()  # how many items an item would let into the frontier, less those that leave it
    entered, is_done = np.empty(n_items, np.int64), np.empty(n_items, np.bool_)
    entered[:] = -1
    is_done[:] = False
    fresh = np.empty(near.shape[1], np.uint64)
    fresh[:] = ~np.uint64(0)
    awaited = np.zeros(n_items if net else 0, np.int64)  # how many primary items an item waits for, to leave
    if net:
        for i in range(n_primary):
            for j in range(n_primary, n_items):
                awaited[j] += np.int64(near[i, j >> 6] >> np.uint64(j & 63) & _ONE)
    chosen = place
    for t in range(n_primary):
        if t > 0:
            chosen = -1
            best_cost = best_age = 0
            for i in range(n_primary):
                if is_done[i]:
                    continue
                cost = unseen[i] + (least_after(near, fresh, is_done, i, n_primary) if ahead else 0)
                age = n_primary if entered[i] < 0 else sign * entered[i]
                if chosen >= 0:
                    better = best_cost - cost
                    if better == 0:
                        better = unseen[chosen] - unseen[i]
                    if better == 0:
                        better = best_age - age
                    if better == 0:
                        better = degree[chosen] - degree[i]
                    if better <= 0:
                        continue
                chosen, best_cost, best_age = i, cost, age
        order[t] = chosen
        is_done[chosen] = True
        for j in range(n_items):
            if near[chosen, j >> 6] >> np.uint64(j & 63) & _ONE and entered[j] < 0:
                entered[j] = t
                for i in range(n_items):
                    unseen[i] -= np.int64(near[j, i >> 6] >> np.uint64(i & 63) & _ONE)
        for w in range(len(fresh)):
            fresh[w] &= ~near[chosen, w]
        if net:
            for j in range(n_primary, n_items):
                if near[chosen, j >> 6] >> np.uint64(j & 63) & _ONE:
                    awaited[j] -= 1
                    if awaited[j] == 1:
                        for i in range(n_primary):
                            unseen[i] -= np.int64(near[i, j >> 6] >> np.uint64(j & 63) & _ONE)
