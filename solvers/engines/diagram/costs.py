"""Costs over a diagram: the cheapest covers in order, all of the cheapest ones, all up to a bound, the counts by cost.

Costs are int64[n_options] as in `ExactCover.cost`; an empty array is all zeros.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover
from danceoff.problems.model.costs import MOST
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.engines.diagram.graph import Diagram, no_cover, number
from danceoff.solvers.engines.diagram.kernel_costs import Limits, edges_between, least_below, spendings
from danceoff.solvers.engines.diagram.kernel_counts import counts_above, picked

Ints = NDArray[np.int64]


def cheapest(diagram: Diagram, cost: Ints) -> Iterator[tuple[int, Cover]]:
    """Yield all covers with their costs, the cheapest first; the order of equal ones is always the same.

    The next path follows an earlier one up to some node, and takes the next best edge there (Lawler, "A procedure for
    computing the K best solutions to discrete optimization problems", Management Science 18, 1972). So each next cover
    takes time in proportion to its size.
    """
    if not diagram.has_cover:
        return
    price = _prices(diagram, cost)
    least = least_below(diagram.start, diagram.target, price)
    excess = price + least[diagram.target] - least[diagram.source]

    @cache
    def ways(node: int) -> list[tuple[int, int]]:
        begin, end = diagram.start[node : node + 2].tolist()
        return sorted(zip(excess[begin:end].tolist(), range(begin, end), strict=True))

    last, n_pushed = diagram.n_nodes - 1, 0
    # The excess cost of a path, a tie-breaker, the edges of an earlier path and how many of them the path shares, the
    # node after these, and which of its edges comes next.
    waiting: list[tuple[int, int, list[int], int, int, int]] = [(0, 0, [], 0, 0, 0)]
    while waiting:
        beyond, _, edges, n_before, node, rank = heappop(waiting)
        edges = edges[:n_before]
        while node < last:
            here = ways(node)
            if rank + 1 < len(here):
                n_pushed += 1
                next_best = beyond + here[rank + 1][0] - here[rank][0]
                heappush(waiting, (next_best, n_pushed, edges, len(edges), node, rank + 1))
            edges.append(here[rank][1])
            node, rank = int(diagram.target[edges[-1]]), 0
        yield int(least[0]) + beyond, _cover(diagram, edges)


def least_cost(diagram: Diagram, cost: Ints) -> int:
    """Return the cost of the cheapest covers; the diagram must have a cover."""
    return int(least_below(diagram.start, diagram.target, _prices(diagram, cost))[0])


def only_cheapest(diagram: Diagram, cost: Ints) -> Diagram:
    """Return the diagram of all cheapest covers, for counting them, drawing from them, and so on."""
    if not diagram.has_cover:
        return diagram
    price = _prices(diagram, cost)
    least = least_below(diagram.start, diagram.target, price)
    return diagram.with_edges(price + least[diagram.target] == least[diagram.source])


def at_most(diagram: Diagram, cost: Ints, bound: int, memory_mb: float = 2048) -> Diagram:
    """Return the diagram of all covers that cost at most `bound`.

    Each of its nodes is a node of `diagram` together with what a path has spent before it; spendings that allow the
    same paths are one node.

    memory_mb: a bound on the memory.

    Raises MemoryError if more memory is needed.
    """
    if not diagram.has_cover or bound < least_cost(diagram, cost):
        return no_cover(diagram.n_options, diagram.order)
    _, start, target, edge = _by_spending(diagram, cost, Limits(min(bound, MOST), merges=True), memory_mb)
    return Diagram(start, target, *picked(diagram.offset, diagram.option, edge), diagram.n_options, diagram.order)


def counts_by_cost(diagram: Diagram, cost: Ints, bound: int | None = None, memory_mb: float = 2048) -> dict[int, int]:
    """Return how many covers have each cost that occurs, ascending.

    bound: leaves out the covers that cost more.
    memory_mb: a bound on the memory; the costs must have few different sums.

    Raises MemoryError if more memory is needed.
    """
    bound = MOST if bound is None else min(bound, MOST)
    if not diagram.has_cover or bound < least_cost(diagram, cost):
        return {}
    ends, start, target, _ = _by_spending(diagram, cost, Limits(bound, merges=False), memory_mb)
    above = counts_above(start, target, diagram.below.shape[1])[-len(ends) :]
    return {one: number(digits) for one, digits in zip(ends.tolist(), above, strict=True)}


def _by_spending(diagram: Diagram, cost: Ints, limits: Limits, memory_mb: float) -> tuple[Ints, Ints, IntArray, Ints]:
    """Return the costs that covers may have, ascending, and a graph whose nodes are pairs of a node and a cost so far.

    The graph is three arrays: where the edges of each pair begin; the pair to which each edge leads; and the edge of
    the diagram that it follows.
    """
    price = _prices(diagram, cost)
    least = least_below(diagram.start, diagram.target, price)
    most = -least_below(diagram.start, diagram.target, -price)
    edge_in = np.argsort(diagram.target, kind="stable")
    first_in = np.searchsorted(diagram.target[edge_in], np.arange(diagram.n_nodes + 1))
    n_spent = 2 * (diagram.n_nodes + diagram.n_edges)
    while True:
        _refuse_beyond_limit(8.0 * n_spent, memory_mb)
        spent = np.empty(n_spent, np.int64)
        first, has_room = spendings(first_in, edge_in, diagram.source, price, least, most, limits, spent)
        if has_room:
            break
        n_spent *= 2
    _refuse_beyond_limit(8.0 * n_spent + 12.0 * float(np.diff(first) @ np.diff(diagram.start)), memory_mb)
    edges = edges_between(diagram.start, diagram.target, price, least, most, limits, first, spent)
    return spent[first[-2] : first[-1]], *edges


def _refuse_beyond_limit(n_bytes: float, memory_mb: float) -> None:
    if n_bytes > memory_mb * 1e6:
        raise MemoryError(
            f"the covers differ in too many partial costs: {n_bytes / 1e6:.0f} MB are needed, and memory_mb allows "
            f"{memory_mb:g}; raise it, or lower the bound on the cost"
        )


def _prices(diagram: Diagram, cost: Ints) -> Ints:
    """Return what each edge costs, int64[n_edges]: exact differences of cumulative sums, even if these wrap around."""
    if not len(cost):
        return np.zeros(diagram.n_edges, np.int64)
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(cost[diagram.option])])
    return np.asarray(before[diagram.offset[1:]] - before[diagram.offset[:-1]], dtype=np.int64)


def _cover(diagram: Diagram, edges: list[int]) -> Cover:
    options = [diagram.option[diagram.offset[e] : diagram.offset[e + 1]].tolist() for e in edges]
    return tuple(sorted(chain.from_iterable(options)))
