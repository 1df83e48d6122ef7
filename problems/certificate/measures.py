"""The value of each node of a walk: the number of ways to reach it, or the least cost of reaching it."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.certificate.budget import InvalidCertificate
from danceoff.problems.certificate.masks import Words
from danceoff.problems.certificate.nodes import Nodes
from danceoff.problems.model.costs import each
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.naming import called

Values: TypeAlias = NDArray[Any]
Measure: TypeAlias = "Ways | Costs"
_LIMB = np.uint64(0xFFFFFFFF)


class Ways:
    """The number of ways to reach each node: uint64[n_limbs, n], limbs of 32 bits, the lowest first."""

    def at_root(self) -> Words:
        """Return the value of the root."""
        return np.ones((1, 1), np.uint64)

    def after(self, values: Words, option: NDArray[np.int64]) -> Words:  # noqa: ARG002 - the options make no difference
        """Return the values of children, from those of their parents and the options."""
        return values

    def of_orbits(self, values: Words, times: NDArray[np.int64]) -> Words:
        """Return the values of children of the root, each of which stands for several options of one orbit.

        times: how many options each child stands for.
        """
        return values * times.astype(np.uint64)

    def joined(self, values: Words, first: NDArray[np.intp]) -> Words:
        """Return the sum of the values in each run; `first` has the index where each run begins."""
        limbs = []
        carry = np.zeros(len(first), np.uint64)
        for limb in np.add.reduceat(values, first, axis=1):
            limbs.append((limb + carry) & _LIMB)
            carry = (limb + carry) >> np.uint64(32)
        return np.array([*limbs, carry] if carry.any() else limbs)

    def is_needed(self, nodes: Words, values: Words) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which nodes have to be walked: bool[n]."""
        return np.ones(nodes.shape[1], bool)


class Costs:
    """The least cost of reaching each node, int64[1, n]; nodes that cannot be part of a cheaper cover are dropped.

    The proof is by prices of items: if no option costs less than the prices of its items together, then what covers the
    items that a node still has to cover costs at least their prices.

    claim: the cost of this part in the cover that is claimed to be cheapest.
    price: the price of each item, in units of 2**-places; if `places` is negative there are no prices, and no node is
        dropped.

    Raises InvalidCertificate if some option costs less than the prices of its items together.
    """

    def __init__(self, problem: ExactCover, nodes: Nodes, claim: int, price: Sequence[int], places: int) -> None:
        cost = each(problem)
        self._cost = np.zeros(nodes.needs.shape[1], np.int64)
        self._cost[: problem.n_options] = cost
        self._places, self.claim = places, claim
        if places < 0:
            return
        for option in range(problem.n_options):
            if sum(price[item] for item in problem.items_of(option)) > cost[option] << places:
                name = called(problem.option_names, option)
                raise InvalidCertificate(f"{name} costs less than the prices of its items")
        self._weights, self._beyond = nodes.weights(price)
        largest = sum(abs(weight) for _, weight in self._weights) - self._beyond + (sum(map(abs, cost)) << places)
        if largest + (1 << places) >= 1 << 63:
            raise InvalidCertificate("its prices are too large")

    def at_root(self) -> Values:
        """Return the value of the root."""
        return np.zeros((1, 1), np.int64)

    def after(self, values: Values, option: NDArray[np.int64]) -> Values:
        """Return the values of children, from those of their parents and the options."""
        return values + self._cost[option]

    def of_orbits(self, values: Values, times: NDArray[np.int64]) -> Values:  # noqa: ARG002 - one costs what all cost
        """Return the values of children of the root, each of which stands for several options of one orbit."""
        return values

    def joined(self, values: Values, first: NDArray[np.intp]) -> Values:
        """Return the least value in each run; `first` has the index where each run begins."""
        least: Values = np.minimum.reduceat(values, first, axis=1)
        return least

    def is_needed(self, nodes: Words, values: Values) -> NDArray[np.bool_]:
        """Return which nodes may be part of a cover that costs less than claimed: bool[n]."""
        if self._places < 0:
            return np.ones(nodes.shape[1], bool)
        # The cost so far and the prices of what is left, in units of 2**-places. Each bit of a node has a weight.
        bound = (values[0] << self._places) + self._beyond
        for bit, weight in self._weights:
            is_set = (nodes[bit // 64] >> np.uint64(bit % 64)) & np.uint64(1)
            bound += is_set.astype(np.int64) * weight
        cheaper = self.claim - 1
        is_needed: NDArray[np.bool_] = bound <= cheaper << self._places
        return is_needed
