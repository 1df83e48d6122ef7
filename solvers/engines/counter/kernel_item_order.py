"""The loops behind the static item order: which items share options, and the greedy choice; see item_order.py."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_words import popcount
from danceoff.solvers.engines.compiled import kernel, lean, part

_ONE = np.uint64(1)

Ints = NDArray[np.int64]


class Begun(NamedTuple):
    """A greedy order, as far as it is made.

    order: int64[n_primary], the items chosen so far.
    unseen: int64[n_items], how many items an item would let into the frontier, less those that leave it.
    entered: int64[n_items], the step at which an item entered the frontier, or -1.
    is_done: bool[n_items], whether an item is chosen.
    fresh: uint64[n_items / 64], a bit for each item that has not entered the frontier.
    awaited: int64[n_items], how many primary items must be chosen before a secondary item leaves.
    at: int64[2], how many items are chosen, and which neighbour of the last one is looked at next; n_items if none is.
    """

    order: Ints
    unseen: Ints
    entered: Ints
    is_done: NDArray[np.bool_]
    fresh: NDArray[np.uint64]
    awaited: Ints
    at: Ints


@kernel
def join(near: NDArray[np.uint64], start: Ints, item: Ints, first: int, last: int) -> None:
    """Mark in `near` which items share an option from `first` to `last` - 1; an item shares its options with itself.

    near: uint64[n_items, n_words], a row of bits per item.
    start, item: the options in compressed rows.
    """
    n_words = near.shape[1]
    row = np.zeros(n_words, np.uint64)
    for o in range(first, last):
        for k in range(start[o], start[o + 1]):
            row[item[k] >> 6] |= _ONE << np.uint64(item[k] & 63)
        for k in range(start[o], start[o + 1]):
            for w in range(n_words):
                near[item[k], w] |= row[w]
        for k in range(start[o], start[o + 1]):
            row[item[k] >> 6] = np.uint64(0)


@part
def least_after(
    near: NDArray[np.uint64], fresh: NDArray[np.uint64], is_done: NDArray[np.bool_], first: int, n_primary: int
) -> np.int64:
    """The fewest items that a primary item not yet chosen would let into the frontier if it came after `first`."""
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


@lean
def greedy(
    near: NDArray[np.uint64], degree: Ints, begun: Begun, place: int, sign: int, ahead: bool, net: bool, budget: int
) -> bool:
    """Fill the order from item `place` on, each time with the item that lets the fewest new items into the frontier.

    ahead: whether to count the new items of the best next item, too.
    net: whether to subtract the secondary items that then leave the frontier.
    sign: which item wins a tie: 1 for the oldest of the frontier, -1 for the newest.

    Pauses after about `budget` looks at a neighbour; returns whether the order is complete.
    """
    order, unseen, entered, is_done, fresh, awaited, at = begun
    n_items, n_primary = len(degree), len(order)
    # The first call: no item has entered the frontier. A secondary item awaits all its primary neighbours; bits beyond
    # the primary items, in the last of their words, are not counted.
    if at[0] == 0:
        for i in range(n_items):
            unseen[i] = degree[i]
        entered[:] = -1
        is_done[:] = False
        fresh[:] = ~np.uint64(0)
        awaited[:] = 0
        for j in range(n_primary if net else n_items, n_items):
            for w in range((n_primary + 63) >> 6):
                n_beyond = np.uint64(max(0, 64 * (w + 1) - n_primary))
                awaited[j] += np.int64(popcount(near[j, w] & (~np.uint64(0) >> n_beyond)))
    # What is weighed against the budget: a choice, which is not interrupted, counts as its looks at once.
    a_choice = n_primary * (n_primary * len(fresh) if ahead else 1)
    n_looks = 0
    # order[:at[0]] is settled. The neighbours of its last item have entered the frontier as far as at[1], and for each
    # that has, the items that would let it in have one `unseen` less.
    while at[0] < n_primary or at[1] < n_items:
        if n_looks >= budget:
            return False
        # All have entered, so `unseen` is right for every item, and the next one can be chosen. The first is given.
        if at[1] == n_items:
            t = at[0]
            chosen = place if t == 0 else np.int64(-1)
            best_cost = best_age = 0
            for i in range(n_primary if t > 0 else 0):
                if is_done[i]:
                    continue
                cost = unseen[i] + (least_after(near, fresh, is_done, i, n_primary) if ahead else 0)
                # An item that is not in the frontier comes after those that are, whether these go by the oldest or the
                # newest.
                age = n_primary if entered[i] < 0 else sign * entered[i]
                # By cost, then by what the item itself lets in, by age, by degree. The first of equals stays, so that
                # the order is the same each time.
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
            at[0], at[1] = t + 1, 0
            n_looks += a_choice
        # Let the neighbours of the chosen item into the frontier, itself among them; those that are in it already, once
        # only. Each costs a look at all items, so there may be a pause after any of them.
        chosen = order[at[0] - 1]
        j = at[1]
        while j < n_items and n_looks < budget:
            n_looks += 1
            if near[chosen, j >> 6] >> np.uint64(j & 63) & _ONE and entered[j] < 0:
                entered[j] = at[0] - 1
                for i in range(n_items):
                    unseen[i] -= np.int64(near[j, i >> 6] >> np.uint64(i & 63) & _ONE)
                n_looks += n_items
            j += 1
        at[1] = j
        if j < n_items:
            continue
        # All neighbours are in: this part runs once for each item of the order.
        for w in range(len(fresh)):
            fresh[w] &= ~near[chosen, w]
        # A secondary item leaves the frontier with the last of its primary items. Once it awaits a single one, choosing
        # that one makes it leave: one item less for the frontier, as if one less were let in.
        for j in range(n_primary if net else n_items, n_items):
            if near[chosen, j >> 6] >> np.uint64(j & 63) & _ONE:
                awaited[j] -= 1
                if awaited[j] == 1:
                    for i in range(n_primary):
                        unseen[i] -= np.int64(near[i, j >> 6] >> np.uint64(j & 63) & _ONE)
    return True
