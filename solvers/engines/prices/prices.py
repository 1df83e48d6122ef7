"""Item prices: a lower bound on the cost of every cover, and on the cost of covers with a given option."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log2

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.colours import has_colour
from danceoff.problems.model.cover import BoolArray
from danceoff.solvers.engines.prices.kernel import climb, guess, settle

_N_STEPS = 1000
_MOST_ENTRIES = 1 << 30  # of the problem, in all steps: 0.5 s
_FINEST = 20  # binary places of a price
_LARGEST = 60  # binary logarithm of a bound on all sums of prices and costs


@dataclass(frozen=True)
class Prices:
    """Whole prices of items, and reduced costs of options, none of them negative, in units of 2**-places.

    The reduced cost of an option is its cost less the prices of its items. A cover costs at least `base` plus the
    reduced costs of its options: so a partial cover whose reduced costs exceed `room(c)` is in no cover of cost c.

    price: int64[n_items]; 0 for secondary items with colours, which no price can describe.
    reduced: int64[n_options], all >= 0.
    base: the sum of the prices, a positive one times the least number of times that its item is covered, a negative one
        times the greatest.
    places: binary places; negative if the costs are too large for whole units.
    """

    price: NDArray[np.int64]
    reduced: NDArray[np.int64]
    base: int
    places: int

    @property
    def bound(self) -> int:
        """A lower bound on the cost of every cover."""
        return self.cost(room=0)

    def room(self, cost: int) -> int:
        """Return the most that the reduced costs of a cover of this cost may add up to; negative: no such cover."""
        return (cost << self.places if self.places >= 0 else cost >> -self.places) - self.base

    def cost(self, room: int) -> int:
        """Return the least cost c for which `room(c)` is at least `room`."""
        total = self.base + room
        return -(-total >> self.places) if self.places >= 0 else total << -self.places

    def within(self, cost: int) -> BoolArray:
        """Return which options a cover of at most this cost may have: bool[n_options]."""
        return np.asarray(self.reduced <= self.room(cost), dtype=bool)


def item_prices(problem: ExactCover, target: int | None = None, n_steps: int | None = None) -> Prices:
    """Return good prices: the dual of the linear relaxation, solved nearly to optimality by subgradient steps.

    A step takes at most the time to read the problem once. The bound is exact: it is computed in integers. Items may
    have multiplicities. A problem without covers may get any bound.

    target: the cost of a cover, if one is known, for better steps. It need not be a bound.
    n_steps: how many steps to take at most; 0 gives prices fast. By default 1000, and fewer for a large problem.

    Held and Karp, "The traveling-salesman problem and minimum spanning trees: part II" (Mathematical Programming 1,
    1971). Most steps look at a core of the options only: Caprara, Fischetti and Toth, "A heuristic method for the set
    covering problem" (Operations Research 47, 1999).
    """
    n_options, n_items = problem.n_options, problem.n_items
    if n_steps is None:
        n_steps = min(_N_STEPS, 1 + _MOST_ENTRIES // max(1, len(problem.item)))
    if not problem.has_costs:
        return Prices(np.zeros(n_items, np.int64), np.zeros(n_options, np.int64), 0, 0)
    has_price = ~has_colour(problem)[problem.item]
    item = problem.item[has_price].astype(np.uint32)
    begin = np.concatenate([[0], np.cumsum(has_price)])[problem.start]
    start, size = begin.astype(np.uint64), begin[1:] - begin[:-1]
    option = np.repeat(np.arange(n_options, dtype=np.uint32), size)[np.argsort(item, kind="stable")]
    degree = np.bincount(item, minlength=n_items)
    option_start = np.concatenate([[0], np.cumsum(degree)]).astype(np.uint64)
    most = np.minimum(problem.most, degree)
    least = np.minimum(problem.least, degree)

    cost = problem.cost.astype(np.float64)
    price = np.zeros(n_items)
    price[degree > 0] = np.inf
    np.minimum.at(price, item, np.repeat(cost / size, size))
    price[(least == 0) & (price > 0)] = 0.0
    if n_steps:
        first = item[begin[:-1]].astype(np.int64)
        owner = np.where(most[first] == 1, first, -1)
        fewest_first = np.argsort(degree, kind="stable").astype(np.uint32)
        aim = guess(start, item, cost, option_start, option, fewest_first) if target is None else float(target)
        price = climb(start, item, cost, least, most, owner, price, aim, n_steps)

    magnitude = (np.abs(cost).sum() + np.abs(price[item]).sum() + np.abs(price * most).sum() + 1.0) * (n_items + 1)
    places = min(_FINEST, _LARGEST - 1 - floor(log2(magnitude)))
    whole = np.rint(np.ldexp(price, places)).astype(np.int64)
    reduced = problem.cost << places if places >= 0 else problem.cost >> min(-places, 63)
    reduced = reduced - np.add.reduceat(whole[item], begin[:-1])
    settle(start, item, option_start, option, least, most, np.argsort(reduced, kind="stable"), whole, reduced)
    times = np.where(whole > 0, least, most)
    base = sum(each * n for each, n in zip(whole.tolist(), times.tolist(), strict=True))  # may not fit int64
    return Prices(whole, reduced, base, places)
