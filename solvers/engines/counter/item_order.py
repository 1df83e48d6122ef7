"""The item order: the fixed order in which the frontier method covers the items.

The frontier behind a step holds the items that options of earlier steps may have covered and options of later steps may
still cover. The number of states is at most 2**frontier, and grows with it in practice. So the order is greedy: each
step lets as few new items as possible into the frontier. Ties go to the item that entered it first, or to the one that
entered it last. Both rules are tried from three starting items, and the order with the smallest sum of 2**frontier
wins. On a hard problem, orders that look one step ahead are tried as well. The numbering of the items only decides
between starting items that are equally good.

With colours, what an item lets in is also counted less what leaves the frontier with it: options that only share
coloured items would be taken at all corners of a board first. Corner paths 6x6: 12 thousand states, 50 million without.

What was tried and did not help, on Latin squares of order 6, as the binary logarithm of that sum, which is 46.5 now: no
look-ahead 49.5, two steps of it 46.6, three 46.8, eight 49.8; row by row 47.2; the best of 200 orders with noise 49.3;
only items of the frontier as candidates 65. One tie rule alone is worse by a factor of 1000 on some shuffled
L-trominoes.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.solvers.engines.counter.kernel_item_order import greedy, neighbours
from danceoff.solvers.rewriting.colours import Places

_N_PLACES = 3
_HARD = 30.0  # binary logarithm of a bound on the states: below it looking ahead takes more time than it saves
_LARGEST_AHEAD = 256  # primary items: looking ahead takes time in the cube of their number, 0.1 s for this many
Ints = NDArray[np.int64]


class ItemOrder(NamedTuple):
    """An order of the primary items, and what follows from it.

    item: int64[n_primary], the item of each step.
    step: int64[n_options], the step at which an option is tried: that of the first of its primary items.
    birth, death: int64[n_items]; an item is in the frontier after steps birth..death-1. birth is the first step that
        can cover it, death the last one; the death of a primary item is its own step.
    """

    item: Ints
    step: Ints
    birth: Ints
    death: Ints

    @property
    def by_step(self) -> Ints:
        """The options in the order of their steps: int64[n_options]."""
        return np.argsort(self.step, kind="stable")

    def size(self) -> float:
        """Return the binary logarithm of the sum of 2**frontier over the steps."""
        n_steps = len(self.item)
        is_in = self.birth < self.death
        change = np.bincount(self.birth[is_in], minlength=n_steps) - np.bincount(self.death[is_in], minlength=n_steps)
        frontier = np.cumsum(change)
        widest = frontier.max()
        return float(widest + np.log2(np.exp2(frontier - widest).sum()))


def best_item_order(places: Places, ahead: bool) -> ItemOrder:
    """Return the best of the greedy orders of a problem that has a primary item; takes n_items**2 / 8 bytes.

    places: the problem by places, so that an item counts as much as the bits of its state.
    ahead: whether to try orders that look one step ahead as well, unless the problem is too easy or too large.
    """
    problem = places.problem
    near = neighbours(problem.start.astype(np.int64), problem.item.astype(np.int64), problem.n_items)
    degree = np.bitwise_count(near).sum(axis=1, dtype=np.int64)
    rules = list(product((1, -1), (False, True) if places.has_colours else (False,)))
    best = _best_of(problem, near, degree, rules, ahead=False)
    if ahead and best.size() > _HARD and problem.n_primary <= _LARGEST_AHEAD:
        best = min(best, _best_of(problem, near, degree, rules, ahead=True), key=ItemOrder.size)
    return best


def _best_of(
    problem: ExactCover, near: NDArray[np.uint64], degree: Ints, rules: list[tuple[int, bool]], ahead: bool
) -> ItemOrder:
    orders = []
    place = int(np.argmin(degree[: problem.n_primary]))
    for _ in range(_N_PLACES):
        item = np.empty(problem.n_primary, np.int64)
        for sign, net in rules:
            greedy(near, degree, place, sign, ahead, net, item)
            orders.append(_order(problem, item.copy()))
        place = int(item[-1])
    return min(orders, key=ItemOrder.size)


def _order(problem: ExactCover, item: Ints) -> ItemOrder:
    n_items, n_steps = problem.n_items, len(item)
    position = np.full(n_items, n_steps)
    position[item] = np.arange(n_steps)
    step = np.minimum.reduceat(position[problem.item], problem.start[:-1]) if problem.n_options else item[:0]
    step_of_entry = np.repeat(step, np.diff(problem.start))
    birth = np.full(n_items, n_steps)
    np.minimum.at(birth, problem.item, step_of_entry)
    death = np.zeros(n_items, np.int64)
    np.maximum.at(death, problem.item, step_of_entry)
    death[item] = position[item]
    return ItemOrder(item, step, birth, death)
