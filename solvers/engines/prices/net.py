"""A problem whose options come in the order of their net costs, and the search for its cheapest covers by these."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.costs import is_within
from danceoff.problems.model.cover import IntArray
from danceoff.problems.model.covers import offsets
from danceoff.solvers.base.cheapest import Cheapest, Improvement
from danceoff.solvers.engines.prices.prices import Prices, item_prices

_UNBOUNDED = np.iinfo(np.int64).max
_FOUND_AT_ONCE = 2  # starts of rows: the search pauses after each cover, so that the next one must be cheaper


@dataclass(frozen=True)
class Net:
    """A problem with its options sorted by their net costs, which are their reduced costs under prices of the items.

    A cover that costs at most c spends at most `room(c)` on net costs. None of them is negative, so a partial cover
    that has spent more is in no such cover.

    problem: the sorted problem, without its bound on the cost. order: int32[n_options], the option of the original at
    each place. cost: int64[n_options], the net costs, ascending.
    """

    original: ExactCover
    problem: ExactCover
    order: IntArray
    cost: NDArray[np.int64]
    prices: Prices

    def room(self, cost: int | None) -> int:
        """Return what a cover of at most this cost may spend; -1 if there is no such cover. None: any cost."""
        if cost is None:
            return _UNBOUNDED
        return max(-1, min(self.prices.room(cost), _UNBOUNDED))

    def within_bound(self, covers: Covers) -> Covers:
        """Return covers of the sorted problem as those of the original, without those that cost more than it allows."""
        lifted = Covers(covers.start, self.order[covers.option])
        return lifted.select(is_within(self.original, lifted))


def net(problem: ExactCover) -> Net:
    """Return the problem with its options in the order of their net costs."""
    prices = item_prices(problem)
    order = np.argsort(prices.reduced, kind="stable").astype(np.int32)
    size = np.diff(problem.start)[order]
    start = offsets(size)
    entry = np.repeat(problem.start[order] - start[:-1], size) + np.arange(len(problem.item))
    nothing = np.zeros(0, np.int32)
    ordered = replace(
        problem,
        start=start,
        item=problem.item[entry],
        colour=problem.colour[entry] if problem.has_colours else problem.colour,
        cost=np.zeros(0, np.int64),
        max_cost=None,
        option_names=(),
        origin=nothing,
        taken=nothing,
    )
    return Net(problem, ordered, order, prices.reduced[order], prices)


def cheapest_by_room(
    net: Net, walk: Callable[[IntArray, IntArray, int], int | None], limit: int, blocked: frozenset[Cover]
) -> Generator[Improvement]:
    """Yield the covers that are among the `limit` cheapest so far, each cheaper than the last of those before.

    walk: takes arrays for the start and the options of a cover of the sorted problem, and the room that it may spend;
        returns how many covers it found before it paused, 0 or 1, and None at the end of the search.
    """
    problem = net.original
    best = Cheapest(limit)
    yield Improvement(bound=net.prices.bound)
    start, option = np.zeros(_FOUND_AT_ONCE, np.int32), np.empty(problem.n_options, np.int32)
    while True:
        most = problem.max_cost
        if best.cutoff is not None:
            most = best.cutoff - 1 if most is None else min(most, best.cutoff - 1)
        n_covers = walk(start, option, net.room(most))
        if n_covers is None:
            return
        found = net.within_bound(Covers(start[: n_covers + 1], option[: start[n_covers]]))
        for cover in found:
            cover = tuple(sorted(cover))
            is_better = cover not in blocked and best.offer(int(problem.cost_of(found)[0]), cover)
            yield Improvement(cover if is_better else None)
        if not len(found):
            yield Improvement()
