"""The adapter of the dancing links: builds the links, hands buffers to the kernel, maps nodes back to options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from problems import Cover, Covers, ExactCover
from solvers.base import Feature, Search, Solver, without
from solvers.dancing_links.kernel import Links, Place, search

_BUFFER = 1 << 18  # option numbers in the largest batch, unless one cover is longer
_LARGEST_BATCH = 1 << 14
_LARGEST_BUDGET = 1 << 16  # tree nodes in a call: some 50 ms
_SCANNED = 1 << 24  # items looked at in a call while choosing: keeps calls short where nodes are wide


@dataclass(frozen=True)
class DancingLinks(Solver):
    """Knuth's dancing links, compiled: depth first, always branching on the item with the fewest options."""

    name = "dlx"
    features = frozenset(Feature)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Link the problem."""
        return _Search(problem, blocked)


class _Search(Search):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._blocked = blocked
        self._links = linked(problem)
        self._place = Place(np.zeros(problem.n_primary + 1, np.uint32), np.array([0, 1, 0]))
        self._budget = min(_LARGEST_BUDGET, _SCANNED // (problem.n_primary + 1) + 1)
        size = np.diff(problem.start)
        self._option_at = np.zeros(len(self._links.top), np.int32)
        self._option_at[_nodes(problem)] = np.repeat(np.arange(problem.n_options, dtype=np.int32), size)

    def batches(self) -> Iterator[Covers]:
        node = np.empty(max(_BUFFER, len(self._place.choice)), np.uint32)
        size = 1
        while not self._is_over():
            start = np.zeros(size + 1, np.int32)
            n_covers = search(self._links, self._place, self._budget, start, node)
            start = start[: n_covers + 1]
            batch = without(Covers(start, self._option_at[node[: start[-1]]]), self._blocked)
            if len(batch):
                size = min(2 * size, _LARGEST_BATCH)
                yield batch

    def tallies(self) -> Iterator[int]:
        if self._blocked:
            yield from super().tallies()
            return
        while not self._is_over():
            yield search(self._links, self._place, self._budget, np.zeros(0, np.int32), np.zeros(0, np.uint32))

    def stats(self) -> Mapping[str, int]:
        return {"nodes": int(self._place.at[2])}

    def _is_over(self) -> bool:
        return bool(self._place.at[0] < 0)


def linked(problem: ExactCover) -> Links:
    """The links of a problem before the first move; how items and nodes are numbered is told in kernel.py."""
    n_items, n_options = problem.n_items, problem.n_options
    nodes = _nodes(problem)
    spacers = n_items + 1 + problem.start.astype(np.int64) + np.arange(n_options + 1)
    up, down, top = (np.zeros(n_items + 1 + len(nodes) + n_options + 1, np.uint32) for _ in range(3))

    top[1 : n_items + 1] = np.arange(1, n_items + 1)
    top[nodes] = problem.item + 1
    standing = np.concatenate([np.arange(n_items + 1), nodes])
    standing = standing[np.argsort(top[standing], kind="stable")]  # column by column, its header first
    first = np.flatnonzero(standing <= n_items)
    below = np.roll(standing, -1)
    below[np.roll(first, -1) - 1] = standing[first]
    down[standing], up[below] = below, standing

    up[spacers[1:]] = spacers[:-1] + 1
    down[spacers[:-1]] = spacers[1:] - 1

    ring = np.arange(n_items + 1, dtype=np.uint32)
    left, right = ring.copy(), ring.copy()
    n_ring = problem.n_primary + 1
    left[:n_ring] = np.roll(ring[:n_ring], 1)
    right[:n_ring] = np.roll(ring[:n_ring], -1)
    size = np.bincount(top[nodes], minlength=n_items + 1).astype(np.uint32)
    return Links(left, right, up, down, top, size)


def _nodes(problem: ExactCover) -> NDArray[np.int64]:
    """The node of each entry of `problem.item`: options stand in a row after the headers, a spacer before each."""
    option = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    return problem.n_items + 2 + np.arange(len(problem.item)) + option
