"""Which nodes of a graph lie on a path from the first node to the last one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import kernel

Bools = NDArray[np.bool_]


@kernel
def useful(start: NDArray[np.int64], target: NDArray[np.int32], keeps: Bools) -> tuple[Bools, Bools]:
    """Return the nodes and the edges on a path from the first to the last node: bool[n_nodes], bool[n_edges].

    keeps: bool[n_edges], the edges that a path may use.
    """
    n_nodes = len(start) - 1
    is_met, ends = np.zeros(n_nodes, np.bool_), np.zeros(n_nodes, np.bool_)
    is_met[0] = ends[n_nodes - 1] = True
    for v in range(n_nodes):
        if is_met[v]:
            for e in range(start[v], start[v + 1]):
                is_met[target[e]] |= keeps[e]
    for v in range(n_nodes - 1, -1, -1):
        for e in range(start[v], start[v + 1]):
            ends[v] |= keeps[e] and ends[target[e]]
    on_path = np.zeros(len(target), np.bool_)
    for v in range(n_nodes):
        ends[v] &= is_met[v]
        if ends[v]:
            for e in range(start[v], start[v + 1]):
                on_path[e] = keeps[e] and ends[target[e]]
    return ends, on_path
