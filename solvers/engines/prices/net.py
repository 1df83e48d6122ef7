"""A problem with its options sorted by net cost, and the search for its cheapest covers with it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.costs import is_within
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base.cheapest import Cheapest, Improvement
from danceoff.solvers.engines.prices.prices import Prices, item_prices

_UNBOUNDED = np.iinfo(np.int64).max
_SLACK = 16  # option numbers that a kernel may write too many
_A_HEARTBEAT = 512  # covers that cost too much
_FOUND_AT_ONCE = 2  # starts of rows: the search pauses after each cover, so that the next one must be cheaper


@dataclass(frozen=True)
class Net:
    """A problem with its options sorted by their net costs, which are their reduced costs under prices of the items.

    A cover that costs at most c spends at most `room(c)` on net costs. No net cost is negative, so a partial cover that
    has spent more than `room(c)` cannot become such a cover.

    problem: the sorted problem, without its bound on the cost.
    order: int32[n_options], the option of the original at each place.
    cost: int64[n_options], the net costs, ascending.
    """

    original: ExactCover
    problem: ExactCover
    order: IntArray
    cost: NDArray[np.int64]
    prices: Prices

    def room(self, cost: int | None) -> int:
        """Return how much net cost a cover of at most this cost may spend; -1 if no cover costs so little.

        cost: None for any cost.
        """
        if cost is None:
            return _UNBOUNDED
        return max(-1, min(self.prices.room(cost), _UNBOUNDED))

    def n_affordable(self, room: int) -> int:
        """Return how many options have a net cost of at most `room`: the first ones."""
        return int(np.searchsorted(self.cost, room, side="right"))

    def affordable(self, room: int) -> Net:
        """Return the problem with only the options whose net cost is at most `room`; they keep their places."""
        n = self.n_affordable(room)
        if n == len(self.cost):
            return self
        problem = self.problem
        end = problem.start[n]
        colour, origin = problem.colour[:end], np.zeros(0, np.int32)
        part = replace(problem, start=problem.start[: n + 1], item=problem.item[:end], colour=colour, origin=origin)
        return replace(self, problem=part, order=self.order[:n], cost=self.cost[:n].copy())

    def within_bound(self, covers: Covers) -> Covers:
        """Return covers of the sorted problem as covers of the original, without those beyond its bound on the cost."""
        lifted = Covers(covers.start, self.order[covers.option])
        return lifted.select(is_within(self.original, lifted))


def net(problem: ExactCover) -> Net:
    """Return a problem with its options sorted by their net costs."""
    from danceoff.problems.model.options import with_options  # late: only costs need it

    prices = item_prices(problem)
    order = np.argsort(prices.reduced, kind="stable").astype(np.int32)
    ordered = with_options(problem, order, cost=np.zeros(0, np.int64), max_cost=None)
    return Net(problem, ordered, order, prices.reduced[order], prices)


def cheapest_by_room(
    net: Net,
    walk: Callable[[IntArray, IntArray, int], int | None],
    limit: int,
    blocked: frozenset[Cover],
    cutoff: Callable[[], int | None],
) -> Generator[Improvement]:
    """Yield each cover found that is among the `limit` cheapest so far.

    walk: takes an array for the start and one for the options of a cover of the sorted problem, and the net cost that
        the cover may spend. It returns how many covers it found before it paused, 0 or 1, and None at the end of the
        search. It may find a cover again.
    cutoff: asked before each walk, as `Search.cutoff`.
    """
    problem = net.original
    best, given = Cheapest(limit), set(blocked)
    yield Improvement(bound=net.prices.bound)
    start, option = np.zeros(_FOUND_AT_ONCE, np.int32), np.empty(problem.n_options + _SLACK, np.int32)
    n_dear = 0  # covers that cost too much although their net costs do not: items have multiplicities
    while True:
        known = [cost - 1 for cost in (best.cutoff, cutoff()) if cost is not None]
        most = min(known if problem.max_cost is None else [problem.max_cost, *known], default=None)
        n_covers = walk(start, option, net.room(most))
        if n_covers is None:
            return
        if n_covers:
            chosen = net.order[option[: start[1]]]
            cost = int(problem.cost[chosen].sum()) if problem.has_costs else 0
            cover = tuple(sorted(chosen.tolist())) if most is None or cost <= most else None
            if cover is not None and cover not in given and best.offer(cost, cover):
                given.add(cover)
                yield Improvement(cover)
                continue
            n_dear += 1
        if n_covers == 0 or n_dear % _A_HEARTBEAT == 0:
            yield Improvement()
