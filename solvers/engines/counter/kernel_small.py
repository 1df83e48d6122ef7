"""Small components, counted at once: a search by the fewest-options rule on bitsets, cover by cover.

A problem of a dozen components with a hundred options each takes 20 ms in which hardly anything is searched if each is
made a problem, probed, and packed into tables by NumPy. Here all of them take one call.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_words import popcount, trailing_zeros
from danceoff.solvers.engines.compiled import inlined, kernel

UNKNOWN = -1
NODES, READ, PARTS = range(3)

_ZERO, _ONE = np.uint64(0), np.uint64(1)

Ints = NDArray[np.int32]
Words = NDArray[np.uint64]


@kernel
def count_small(
    start: Ints, item: Ints, n_items: int, n_primary: int, most_options: int, budget: int, most: int
) -> tuple[Ints, Ints, NDArray[np.int64]]:
    """Count the covers of each component that has few options and needs no more than its budget.

    start, item: item[start[o]:start[o + 1]] are the items of option o, the least first; the first n_primary items are
        covered exactly once, the others at most once.
    most_options: the most options that a component may have.
    budget, most: the most words of bitsets to read for each component, and for all of them.

    Returns the covers of each component or UNKNOWN, at its least item if that is primary, and 1 at all other items; the
    least item of each item's component; and the numbers of nodes, words read and components counted. After a component
    without covers the others are not looked at.
    """
    n_options = len(start) - 1
    root = np.empty(n_items, np.int32)
    for i in range(n_items):
        root[i] = i
    for o in range(n_options):
        for j in range(start[o], start[o + 1]):
            unite(root, item[start[o]], item[j])
    # The items and the options of each component, one after the other, the primary items first.
    first_item, first_option = np.zeros(n_items + 1, np.int32), np.zeros(n_items + 1, np.int32)
    for i in range(n_items):
        root[i] = root[root[i]]  # roots come before their items
        first_item[root[i] + 1] += 1
    for o in range(n_options):
        first_option[root[item[start[o]]] + 1] += 1
    for i in range(n_items):
        first_item[i + 1] += first_item[i]
        first_option[i + 1] += first_option[i]
    number, option = np.empty(n_items, np.int32), np.empty(n_options, np.int32)
    n_of_part, n_primary_of = np.zeros(n_items, np.int32), np.zeros(n_items, np.int32)
    for i in range(n_items):
        number[i] = n_of_part[root[i]]
        n_of_part[root[i]] += 1
        n_primary_of[root[i]] += 1 if i < n_primary else 0
    n_of_part[:] = 0
    for o in range(n_options):
        part = root[item[start[o]]]
        option[first_option[part] + n_of_part[part]] = o
        n_of_part[part] += 1

    covers, at = np.ones(n_items, np.int32), np.zeros(3, np.int64)
    most_items = most_own = 0
    for part in range(n_primary):
        if n_primary_of[part] and n_of_part[part] <= most_options:
            most_items = max(most_items, first_item[part + 1] - first_item[part])
            most_own = max(most_own, n_of_part[part])
    n_words = most_own // 64 + 1
    having, clash = np.empty((most_items, n_words), np.uint64), np.empty((most_own, n_words), np.uint64)
    live, rest = np.empty((2, most_items + 1, n_words), np.uint64)
    order, place, n_left = np.empty((3, most_items + 1), np.int32)
    for part in range(n_primary):
        if not n_primary_of[part]:
            continue
        covers[part] = UNKNOWN
        if n_of_part[part] <= most_options:
            own = option[first_option[part] : first_option[part + 1]]
            bitsets(start, item, number, own, having, clash, first_item[part + 1] - first_item[part])
            problem, state = (start, item, number, own, having, clash), (live, rest, order, place, n_left)
            covers[part] = walk(problem, state, n_primary_of[part], at, min(at[READ] + budget, most))
        at[PARTS] += 1 if covers[part] >= 0 else 0
        if covers[part] == 0:
            break
    return covers, root, at


@inlined
def bitsets(start: Ints, item: Ints, number: Ints, own: Ints, having: Words, clash: Words, n_items: int) -> None:
    """Write which options of a component have each item, and which share an item with each option, itself included.

    number: the number of each item within its component.
    own: the options of this component.
    """
    n_words = len(own) // 64 + 1
    for i in range(n_items):
        for w in range(n_words):
            having[i, w] = _ZERO
    for k in range(len(own)):
        for j in range(start[own[k]], start[own[k] + 1]):
            having[number[item[j]], k >> 6] |= _ONE << np.uint64(k & 63)
    for k in range(len(own)):
        for w in range(n_words):
            clash[k, w] = _ZERO
        for j in range(start[own[k]], start[own[k] + 1]):
            for w in range(n_words):
                clash[k, w] |= having[number[item[j]], w]


@inlined
def walk(
    problem: tuple[Ints, Ints, Ints, Ints, Words, Words],
    state: tuple[Words, Words, Ints, Ints, Ints],
    n_items: int,
    at: NDArray[np.int64],
    end: int,
) -> int:
    """Return the number of covers of a component, or UNKNOWN once `end` words are read.

    problem: what `bitsets` takes and writes.
    state: room for the live options and the untried options of each depth; for an order of the primary items, and the
        place of each item in it; and for the number of open items at each depth, which come first in the order.
    n_items: the number of primary items.
    """
    start, item, number, own, having, clash = problem
    live, rest, order, place, n_left = state
    n_words = len(own) // 64 + 1
    for w in range(n_words):
        live[0, w] = _ZERO
    for k in range(len(own)):
        live[0, k >> 6] |= _ONE << np.uint64(k & 63)
    for i in range(n_items):
        order[i] = place[i] = i
    n_left[0] = n_items
    found, depth, is_new = 0, 0, True
    while depth >= 0:
        if is_new:
            at[NODES] += 1
            best, least = np.int64(-1), np.int64(len(own) + 1)
            # The item with the fewest live options, by popcounts: with so few options that takes less than keeping
            # sizes.
            for k in range(n_left[depth]):
                size = np.int64(0)
                for w in range(n_words):
                    size += np.int64(popcount(having[order[k], w] & live[depth, w]))
                if size < least:
                    best, least = np.int64(order[k]), size
                    if size == 0:
                        break
            at[READ] += n_left[depth] * n_words
            if at[READ] > end:
                return UNKNOWN
            for w in range(n_words):
                rest[depth, w] = having[best, w] & live[depth, w]
        w = 0
        while w < n_words and rest[depth, w] == _ZERO:
            w += 1
        # All options of this depth are tried. `order` need not be undone: whatever is in front was open above, too.
        if w == n_words:
            depth -= 1
            is_new = False
            continue
        chosen = 64 * w + np.int64(trailing_zeros(rest[depth, w]))
        rest[depth, w] &= rest[depth, w] - _ONE
        left = n_left[depth]
        for j in range(start[own[chosen]], start[own[chosen] + 1]):
            # A covered item moves behind the open ones, whose number is kept by depth.
            i = number[item[j]]
            if i < n_items:
                left -= 1
                last, here = order[left], place[i]
                order[here], place[last], order[left], place[i] = last, here, i, left
        is_new = left > 0
        if not is_new:
            found += 1
            continue
        depth += 1
        n_left[depth] = left
        for v in range(n_words):
            live[depth, v] = live[depth - 1, v] & ~clash[chosen, v]
    return found


@inlined
def unite(root: Ints, a: int, b: int) -> None:
    """Join the components of two items; the root of each is its least item."""
    while root[a] != a:
        root[a] = root[root[a]]
        a = root[a]
    while root[b] != b:
        root[b] = root[root[b]]
        b = root[b]
    root[max(a, b)] = min(a, b)
