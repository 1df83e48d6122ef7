"""Costs of paths: the least and the greatest, and which paths stay below a bound."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import kernel, part

Ints = NDArray[np.int64]
Nodes = NDArray[np.int32]

ANY = np.int64(-1 << 63)
"""Spent so little that every path to the end stays within the bound: all these are one state."""
_NEVER = ANY + np.int64(1)


class Limits(NamedTuple):
    """Which paths count, and which of them are one state.

    bound: the most that a path may cost.
    merges: whether all paths to a node that stay within the bound however they go on are one state.
    """

    bound: int
    merges: bool


@kernel
def least_below(start: Ints, target: Nodes, price: Ints) -> Ints:
    """Return the least price of a path from each node to the last one; every node has such a path."""
    n_nodes = len(start) - 1
    least = np.zeros(n_nodes, np.int64)
    for v in range(n_nodes - 2, -1, -1):
        e = start[v]
        best = price[e] + least[target[e]]
        for e in range(start[v] + 1, start[v + 1]):
            best = min(best, price[e] + least[target[e]])
        least[v] = best
    return least


@part
def spent_after(spent: np.int64, price: np.int64, least: np.int64, most: np.int64, limits: Limits) -> np.int64:
    """Return what a path has spent after an edge: ANY if it stays within the bound in any case, _NEVER if in none.

    least, most: what a path from there to the end costs.
    """
    # Nothing below can exceed the bound any more: the path needs no account.
    if spent == ANY:
        return ANY
    spent += price
    if spent + least > limits.bound:
        return _NEVER
    return ANY if limits.merges and spent + most <= limits.bound else spent


@kernel
def spendings(
    first_in: Ints, edge_in: Ints, source: Nodes, price: Ints, least: Ints, most: Ints, limits: Limits, spent: Ints
) -> tuple[Ints, bool]:
    """Fill `spent` with what the paths to each node may have spent, ascending and each value once.

    first_in, edge_in: the edges into node v are edge_in[first_in[v]:first_in[v + 1]].

    Returns where the values of each node begin, int64[n_nodes + 1], and whether there was room for them.
    """
    n_nodes = len(least)
    first = np.zeros(n_nodes + 1, np.int64)
    first[1] = end = 1
    spent[0] = spent_after(np.int64(0), np.int64(0), least[0], most[0], limits)
    for v in range(1, n_nodes):
        begin = end
        # In the order of nodes: all that leads here is known.
        for i in range(first_in[v], first_in[v + 1]):
            e = edge_in[i]
            for k in range(first[source[e]], first[source[e] + 1]):
                after = spent_after(spent[k], price[e], least[v], most[v], limits)
                if after != _NEVER:
                    if end == len(spent):
                        return first, False
                    spent[end] = after
                    end += 1
        # Equal sums are one state. This is what keeps the states few: there are as many as sums, not as paths.
        spent[begin:end].sort()
        n_seen, end = end, begin
        for k in range(begin, n_seen):
            if k == begin or spent[k] != spent[end - 1]:
                spent[end] = spent[k]
                end += 1
        first[v + 1] = end
    return first, True


@kernel
def edges_between(
    start: Ints, target: Nodes, price: Ints, least: Ints, most: Ints, limits: Limits, first: Ints, spent: Ints
) -> tuple[Ints, Nodes, Ints]:
    """Return the edges between the values of `spendings`.

    Returns where the edges of each value begin, int64; their targets, int32; and the edges of the diagram that they
    follow, int64.
    """
    n_nodes = len(start) - 1
    # An upper bound, so that the arrays are made once.
    n_most = 0
    for v in range(n_nodes):
        n_most += (first[v + 1] - first[v]) * (start[v + 1] - start[v])
    starts, targets, old = (
        np.zeros(first[n_nodes] + 1, np.int64),
        np.empty(n_most, np.int32),
        np.empty(n_most, np.int64),
    )
    n = 0
    for v in range(n_nodes):
        for k in range(first[v], first[v + 1]):
            for e in range(start[v], start[v + 1]):
                u = target[e]
                after = spent_after(spent[k], price[e], least[u], most[u], limits)
                if after != _NEVER:
                    # Each value stands once among those of its node, ascending.
                    targets[n] = first[u] + np.searchsorted(spent[first[u] : first[u + 1]], after)
                    old[n] = e
                    n += 1
            starts[k + 1] = n
    return starts, targets[:n], old[:n]
