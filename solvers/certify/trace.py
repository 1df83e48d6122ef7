"""Walks as problems/certificate/ does, and records the item that each node branches on: a trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, ExactCover
from danceoff.problems.certificate.best import costs_of_parts
from danceoff.problems.certificate.budget import Budget, InvalidCertificate, Meter, NotChecked
from danceoff.problems.certificate.masks import Words
from danceoff.problems.certificate.measures import Costs, Measure, Values, Ways
from danceoff.problems.certificate.nodes import Nodes
from danceoff.problems.certificate.symmetries import orbits
from danceoff.problems.certificate.trace import total, walk
from danceoff.problems.model.covers import offsets
from danceoff.solvers.engines.counter.item_order import best_item_order
from danceoff.solvers.engines.prices import item_prices
from danceoff.solvers.rewriting.automorphisms import LARGEST_COST, generators, relative_time
from danceoff.solvers.rewriting.colours import Places

Ints = NDArray[np.int64]

_MAX_NODES, _MAX_MB = 40_000_000, 4_000  # of one part
_NEVER = np.iinfo(np.int32).max
_ALL_DIFFER = _NEVER - 1
_BUDGETS = (1 << 12, 1 << 14, 1 << 16, 1 << 18)
_TELLING = 1 << 16  # nodes of a strategy that tell whether it is good
_NODES_AT_ONCE = 1 << 11


class OutOfBounds(MemoryError):
    """The walk has exceeded its bound on nodes or memory; the message says which."""


class NotBest(Exception):
    """There is a cheaper cover; the message says by how much."""


@dataclass(frozen=True)
class Recorded:
    """A finished walk.

    kind: that of its certificate, `trace` or `best`.
    count: the number of covers, or the least cost of a cover.
    words: the content of the certificate, as int32 arrays in order.
    """

    kind: str
    count: int
    words: tuple[NDArray[np.int32], ...]


def recorded(problem: ExactCover) -> Recorded:
    """Walk each part of the problem; raises OutOfBounds if a part has too many nodes or takes too much memory."""
    words, nodes = _prepared(problem, keeps_costs=False)
    count = 1
    for part in range(nodes.parts.shape[1]):
        ways, items = _walk(nodes, part, Ways())
        words += items
        count *= total(ways)
    return Recorded("trace", count, tuple(words))


def recorded_best(problem: ExactCover, cover: Cover) -> Recorded:
    """Walk, in each part, the nodes that may lead to a cheaper cover than the given one.

    cover: the cheapest cover, options ascending; its cost is the count.

    Raises OutOfBounds as `recorded` does, and NotBest if there is a cheaper cover.
    """
    words, nodes = _prepared(problem, keeps_costs=True)
    cost = sum(problem.cost[list(cover)].tolist()) if problem.has_costs else 0
    price, places = _prices(problem, nodes, cost)
    words += [np.array([len(cover), *cover, places], np.int32), np.array(price, np.int64).view(np.int32)]
    for part, claim in enumerate(costs_of_parts(problem, nodes, cover)):
        costs, items = _walk(nodes, part, Costs(problem, nodes, claim, price, places))
        if costs.min(initial=claim) < claim:
            raise NotBest(f"there is a cover that is cheaper by {claim - int(costs.min())}")
        words += items
    return Recorded("best", cost, tuple(words))


def _prices(problem: ExactCover, nodes: Nodes, cost: int) -> tuple[list[int], int]:
    """Return item prices that prove a good bound, and their binary places; [] and -1 if the costs are too large."""
    found = item_prices(problem, cost)
    price, places = (found.price << max(-found.places, 0)).tolist(), max(found.places, 0)
    try:
        Costs(problem, nodes, 0, price, places)
    except InvalidCertificate:
        return [], -1
    return price, places


def _prepared(problem: ExactCover, keeps_costs: bool) -> tuple[list[NDArray[np.int32]], Nodes]:
    """Return the first words of a certificate, which state the symmetries, and the nodes of a problem with them."""
    symmetries = [each for each in generators(problem) if _holds(problem, each, keeps_costs)]
    words = [np.array([len(symmetries)], np.int32), *(np.array(each, np.int32) for each in symmetries)]
    try:
        return words, Nodes(problem, symmetries, _meter(), keeps_costs)
    except InvalidCertificate as error:
        raise OutOfBounds(str(error)) from None


def _walk(nodes: Nodes, part: int, measure: Measure) -> tuple[Values, list[NDArray[np.int32]]]:
    """Return the values of the covers and the items branched on, by a strategy that needs nearly the fewest nodes.

    If all pieces differ, it is best to branch on the item with the fewest options. If pieces are equal, a fixed order
    of items is better, except for forced moves. Two such orders are tried: the numbering, which is row by row on most
    boards, and the order of the frontier method, which does not depend on the numbering. All strategies run with a
    small budget of nodes. Then the half that reached lower levels runs with a larger budget, until one strategy is
    left.
    """
    strategies = _strategies(nodes, nodes.parts[:, [part]])
    for budget in _BUDGETS:
        if budget >= _MAX_NODES or len(strategies) == 1:
            break
        for strategy in strategies:
            try:
                return _walked(nodes, part, measure, strategy, budget)
            except OutOfBounds:
                continue
        if budget >= _TELLING:
            strategies = sorted(strategies, key=lambda each: each.level)[: (len(strategies) + 1) // 2]
    return _walked(nodes, part, measure, strategies[0], _MAX_NODES)


def _walked(
    nodes: Nodes, part: int, measure: Measure, strategy: _Strategy, max_nodes: int
) -> tuple[Values, list[NDArray[np.int32]]]:
    strategy.start(max_nodes)
    nodes.meter = _meter()
    try:
        return walk(nodes, part, measure, strategy.choose)[0], strategy.items
    except NotChecked:
        raise OutOfBounds(f"a trace needs more than {_MAX_MB} MB") from None


def _meter() -> Meter:
    return Meter(Budget(memory_mb=_MAX_MB, n_steps=1 << 62))


def _holds(problem: ExactCover, symmetry: Sequence[int], keeps_costs: bool) -> bool:
    try:
        orbits(problem, [symmetry], keeps_costs)
    except InvalidCertificate:
        return False
    return True


class _Strategy:
    """Chooses the branching item of a node: the item with the fewest open options; among equals, the first in an order.

    Items with `enough` or more open options count as equal. The first node branches on `root` unless that is None.
    `level` is the lowest level that the walk has reached.
    """

    def __init__(self, nodes: Nodes, order: Ints, enough: int, root: int | None) -> None:
        self._nodes, self._order, self._enough, self._root = nodes, order, enough, root
        self._is_counted = nodes.is_counted[order][:, np.newaxis]
        self._options_of = [nodes.options_with(item) for item in order.tolist()]
        self._narrow = np.min_scalar_type(max(map(len, self._options_of), default=0))
        self.start(0)

    def start(self, max_nodes: int) -> None:
        """Begin a new walk of at most `max_nodes` nodes."""
        self.items: list[NDArray[np.int32]] = []
        self.level = 0
        self._n_left = self._max_nodes = max_nodes

    def choose(self, nodes: Words) -> Ints:
        """Return the item that each of these nodes branches on; raises OutOfBounds if the walk has too many nodes."""
        self.level = int(self._nodes.level(nodes[:, :1])[0])
        self._n_left -= nodes.shape[1]
        if self._n_left < 0:
            raise OutOfBounds(f"a trace has more than {self._max_nodes} nodes")
        if not self.items and self._root is not None:
            chosen = np.array([self._root])
        else:
            some = (nodes[:, k : k + _NODES_AT_ONCE] for k in range(0, nodes.shape[1], _NODES_AT_ONCE))
            chosen = np.concatenate([self._fewest(each) for each in some])
        self.items.append(chosen.astype(np.int32))
        return chosen

    def _fewest(self, nodes: Words) -> Ints:
        is_open = np.unpackbits(self._nodes.open_options(nodes).view(np.uint8), axis=1, bitorder="little")
        of_each = [is_open[options].sum(axis=0, dtype=self._narrow) for options in self._options_of]
        n_open = np.array(of_each)[:, : nodes.shape[1]].astype(np.int32)
        wanted = np.zeros(n_open.shape, np.uint8)  # how often each item is still to be covered
        for mask, node in zip(self._nodes.wanted[:, self._order], nodes, strict=True):
            wanted += np.bitwise_count(mask[:, np.newaxis] & node)
        size = np.minimum(n_open, self._enough)
        size[n_open < wanted] = 0  # such an item makes the node a dead end
        size[(wanted == 0) | (self._is_counted & (n_open >= wanted))] = _NEVER
        return np.asarray(self._order[np.argmin(size, axis=0)])


def _strategies(nodes: Nodes, part: Words) -> list[_Strategy]:
    once = np.flatnonzero((nodes.wanted & nodes.once & part).any(axis=0))
    hopeless = once[nodes.n_options_of[once] == 0]
    if not len(once) or len(hopeless):
        return [_Strategy(nodes, once[:0], 1, next(iter(hopeless), None))]  # the walk ends at its first node
    counted = np.flatnonzero(nodes.is_counted & (nodes.n_options_of > 0) & (nodes.wanted & part).any(axis=0))
    orders = [np.append(order, counted) for order in (once[_frontier_order(nodes, part)], once)]
    root_of = {2: None, _ALL_DIFFER: _symmetric_root(nodes, once)}  # by the number of options that is `enough`
    return [_Strategy(nodes, order, enough, root) for order in orders for enough, root in root_of.items()]


def _symmetric_root(nodes: Nodes, once: Ints) -> int | None:
    """Return the item with the fewest orbits relative to its options; None if branching on it saves little."""
    n_options = nodes.n_options_of[once]
    n_orbits = np.array([len(np.unique(nodes.label[nodes.options_with(item)])) for item in once.tolist()])
    cost = relative_time(n_orbits, n_options)
    best = np.lexsort((n_options, cost))[0]
    return int(once[best]) if cost[best] <= LARGEST_COST else None


def _frontier_order(nodes: Nodes, part: Words) -> Ints:
    """Return the order in which the frontier method covers the items of a part that are covered once."""
    is_once = _bits(nodes.once & part)[0]
    is_other = _bits(part & ~nodes.once)[0]
    uses = _bits((nodes.needs | nodes.takes | nodes.counters) & part)
    uses = np.concatenate([uses[:, is_once], uses[:, is_other]], axis=1)
    option, item = np.nonzero(uses[uses.any(axis=1)])
    problem = ExactCover(offsets(np.bincount(option)), item.astype(np.int32), uses.shape[1], int(is_once.sum()))
    return best_item_order(Places(problem, slice(None), slice(None)), ahead=False).item


def _bits(columns: Words) -> NDArray[np.bool_]:
    """Return the bits of uint64[n_words, n] as bool[n, 64 * n_words]."""
    rows = np.ascontiguousarray(columns.T).view(np.uint8)
    return np.unpackbits(rows, axis=1, bitorder="little").astype(bool)
