"""The item order: the fixed order in which the frontier method covers the items.

The frontier behind a step holds the items that options of earlier steps may have covered and options of later steps may
still cover. The number of states is at most 2**frontier, and grows with it in practice. So the order is greedy: each
step lets as few new items as possible into the frontier. Ties go to the item that entered it first, or to the one that
entered it last. Both rules are tried from three starting items, and the order with the smallest sum of 2**frontier
wins. On a hard problem, 64 starting items are tried, and from the best of them orders that look one step ahead. The
numbering of the items only decides between starting items that are equally good.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.solvers.base.turns import LARGE, ended, in_pieces
from danceoff.solvers.engines.counter.kernel_item_order import Begun, greedy, join
from danceoff.solvers.rewriting.colours import Places

LONGEST_ORDER = 1 << 13
"""The number of items beyond which an order takes seconds."""
_N_PLACES, _MORE_PLACES, _N_AHEAD = 3, 64, 8
"""The number of starting items at first, and on a hard problem; and of pairs of an item and a rule that look ahead."""
_HARD = 30.0  # binary logarithm of a bound on the states: below it looking ahead takes more time than it saves
_LARGEST_AHEAD = 256  # primary items: looking ahead takes time in the cube of their number, 0.1 s for this many
_LOOKS = 1 << 25  # at neighbours, in a call of a kernel: 50 ms
_AN_ITEM, _AN_ENTRY, _A_CHOICE = 6e4, 29.0, 20.0
"""Work, for `ordering_work`: of an item in the first orders; of an entry, for each word of items; and of an item at
each step of further orders. Fitted to 27 problems; nine tenths took 0.5 to 1.7 ns per unit."""
Ints = NDArray[np.int64]


class ItemOrder(NamedTuple):
    """An order of the primary items, and the steps that follow from it.

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

    def frontier(self) -> Ints:
        """Return how many items are in the frontier after each step, int64[n_primary]."""
        n_steps = len(self.item)
        is_in = self.birth < self.death
        change = np.bincount(self.birth[is_in], minlength=n_steps) - np.bincount(self.death[is_in], minlength=n_steps)
        frontier: Ints = np.cumsum(change)
        return frontier

    def size(self) -> float:
        """Return the binary logarithm of the sum of 2**frontier over the steps."""
        frontier = self.frontier()
        widest = frontier.max()
        return float(widest + np.log2(np.exp2(frontier - widest).sum()))


Ordering: TypeAlias = Generator[None, None, ItemOrder]
"""Yields between two calls of a kernel, which take some 50 ms; returns the order."""


def best_item_order(places: Places, ahead: bool) -> ItemOrder:
    """Return the best of the greedy orders of a problem that has a primary item; takes n_items**2 / 8 bytes.

    places: the problem with a place for each bit of an item's state, so that orders weigh an item by its bits.
    ahead: whether to try orders that look one step ahead as well, unless the problem is too easy or too large.
    """
    return ended(ordering(places, ahead))


def ordering(places: Places, ahead: bool) -> Ordering:
    """Make the order of `best_item_order` in pieces."""
    problem = places.problem
    near = yield from _neighbours(problem)
    make = _Greedy(problem, near)
    rules = list(product((1, -1), (False, True) if places.has_colours else (False,)))
    best, place = None, int(np.argmin(make.degree[: problem.n_primary]))
    for _ in range(_N_PLACES):
        for rule in rules:
            order = yield from make.order(place, *rule, ahead=False)
            best = order if best is None else min(best, order, key=ItemOrder.size)
        place = int(order.item[-1])  # the last item of an order is far from its first
    assert best is not None
    if not ahead or best.size() <= _HARD or problem.n_primary > _LARGEST_AHEAD:
        return best
    starts: list[tuple[float, int, ItemOrder, int, tuple[int, bool]]] = []
    for place in range(0, problem.n_primary, -(-problem.n_primary // _MORE_PLACES)):
        for rule in rules:
            order = yield from make.order(place, *rule, ahead=False)
            starts.append((order.size(), len(starts), order, place, rule))  # len(starts): the first of equals wins
    starts.sort(key=lambda start: start[:2])
    best = min(best, starts[0][2], key=ItemOrder.size)
    for _, _, _, place, rule in starts[:_N_AHEAD]:
        best = min(best, (yield from make.order(place, *rule, ahead=True)), key=ItemOrder.size)
    return best


def ordering_work(places: Places, order: ItemOrder, ahead: bool) -> float:
    """Return the work of making this order, as `Search.work`."""
    problem = places.problem
    n_words, n = (problem.n_items + 63) >> 6, problem.n_primary
    is_hard = ahead and n <= _LARGEST_AHEAD and order.size() > _HARD
    looks = 1.3 * n**3 * n_words + min(n, _MORE_PLACES) * n * problem.n_items * _A_CHOICE if is_hard else 0.0
    return problem.n_items * _AN_ITEM + len(problem.item) * n_words * _AN_ENTRY + looks


def _neighbours(problem: ExactCover) -> Generator[None, None, NDArray[np.uint64]]:
    """Find which items share an option, each as a bitset: uint64[n_items, n_items / 64]."""
    start, item = problem.start.astype(np.int64), problem.item.astype(np.int64)
    near = np.zeros((problem.n_items, (problem.n_items + 63) >> 6), np.uint64)
    n_at_once = 1 + _LOOKS * problem.n_options // (1 + near.shape[1] * len(item))
    yield from in_pieces(problem.n_options, n_at_once, partial(join, near, start, item))
    return near


class _Greedy:
    """Makes greedy orders of a problem from its `_neighbours`."""

    def __init__(self, problem: ExactCover, near: NDArray[np.uint64]) -> None:
        self.degree = np.bitwise_count(near).sum(axis=1, dtype=np.int64)
        self._problem, self._near, self._begun = problem, near, _begun(problem)

    def order(self, place: int, sign: int, net: bool, ahead: bool) -> Ordering:
        """Make the order from item `place` on; the rules are those of `greedy`."""
        problem, begun = self._problem, self._begun
        begun.at[:] = 0, problem.n_items
        while not greedy(self._near, self.degree, begun, place, sign, ahead, net, _LOOKS):
            yield
        if len(problem.item) > LARGE:
            yield
        return _order(problem, begun.order.copy())


def _begun(problem: ExactCover) -> Begun:
    """Return an empty order, with arrays for all items."""
    n_items, n_words = problem.n_items, (problem.n_items + 63) >> 6
    order, is_done, fresh = np.empty(problem.n_primary, np.int64), np.empty(n_items, bool), np.empty(n_words, np.uint64)
    unseen, entered, awaited = np.empty((3, n_items), np.int64)
    return Begun(order, unseen, entered, is_done, fresh, awaited, np.array([0, n_items]))


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
