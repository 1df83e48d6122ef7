"""A diagram: all covers of a problem as the paths of a directed acyclic graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import BoolArray, IntArray
from danceoff.solvers.engines.diagram import kernel_counts
from danceoff.solvers.engines.diagram.kernel_counts import counts_above, counts_below, picked, useful

Digits = NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class Diagram:
    """All covers of a problem: each is one path from the first node, the root, to the last one, the end.

    A node is a sub-problem, and the same sub-problem is the same node. The edges of node v are those from `start[v]` to
    `start[v + 1]`. Edge e leads to node `target[e]`, which has a larger number than v, and takes the options
    `option[offset[e]:offset[e + 1]]`, possibly none. Every node lies on a path from the root to the end. A problem
    without a cover has two nodes and no edge; a problem whose only cover is empty has one node.

    start: int64[n_nodes + 1].
    target: int32[n_edges].
    offset: int64[n_edges + 1].
    option: int32[offset[-1]].
    n_options: the number of options of the problem.
    order: int32[n_options], all options of the problem, or empty. If it is not empty, each path takes its options in
        this order, and the edges of a node are sorted by their first options; an edge that takes a later option, or
        none, is last.
    """

    start: NDArray[np.int64]
    target: IntArray
    offset: NDArray[np.int64]
    option: IntArray
    n_options: int
    order: IntArray

    @property
    def n_nodes(self) -> int:
        """The number of nodes."""
        return len(self.start) - 1

    @property
    def n_edges(self) -> int:
        """The number of edges."""
        return len(self.target)

    @property
    def has_cover(self) -> bool:
        """Whether there is a cover."""
        return self.n_nodes == 1 or self.n_edges > 0

    @property
    def arrays(self) -> tuple[NDArray[np.int64], IntArray, NDArray[np.int64], IntArray]:
        """The graph as the kernels take it: start, target, offset, option."""
        return self.start, self.target, self.offset, self.option

    @property
    def nbytes(self) -> int:
        """The bytes of the arrays."""
        return sum(array.nbytes for array in (*self.arrays, self.order))

    @cached_property
    def source(self) -> IntArray:
        """The node where each edge begins: int32[n_edges]."""
        return np.repeat(np.arange(self.n_nodes, dtype=np.int32), np.diff(self.start))

    @cached_property
    def below(self) -> NDArray[np.uint32]:
        """How many paths lead from each node to the end: uint32[n_nodes, n_digits], in base 2**32, lowest first.

        n_digits is the number of digits of the root's count, at least 1.
        """
        n_digits = 2
        while True:
            below, is_whole = counts_below(self.start, self.target, n_digits)
            if is_whole:
                return np.ascontiguousarray(below[:, : max(1, int(below[0].nonzero()[0].max(initial=0)) + 1)])
            n_digits *= 2

    @cached_property
    def above(self) -> NDArray[np.uint32]:
        """How many paths lead from the root to each node, in the form of `below`."""
        return counts_above(self.start, self.target, self.below.shape[1])

    @cached_property
    def count(self) -> int:
        """The number of covers."""
        return number(self.below[0])

    def with_edges(self, keeps: BoolArray) -> Diagram:
        """Return the diagram of the paths that use only these edges, bool[n_edges]."""
        return pruned(*self.arrays, self.n_options, self.order, keeps)


def no_cover(n_options: int, order: IntArray) -> Diagram:
    """Return the diagram without a cover."""
    none = np.zeros(0, np.int32)
    return Diagram(np.zeros(3, np.int64), none, np.zeros(1, np.int64), none, n_options, order)


def pruned(
    start: NDArray[np.int64],
    target: IntArray,
    offset: NDArray[np.int64],
    option: IntArray,
    n_options: int,
    order: IntArray,
    keeps: BoolArray | None = None,
) -> Diagram:
    """Return the diagram of the paths from the first to the last node, without nodes that lie on none of them.

    start, target, offset, option, n_options, order: as for `Diagram`.
    keeps: bool[n_edges], the edges that may be used; all by default.
    """
    stays, keeps = useful(start, target, np.ones(len(target), bool) if keeps is None else keeps)
    if not stays[0]:
        return no_cover(n_options, order)
    node = np.cumsum(stays, dtype=np.int32) - np.int32(1)
    before = np.concatenate([[0], np.cumsum(keeps)])
    start = np.concatenate([before[start[:-1][stays]], before[-1:]])
    return Diagram(start, node[target[keeps]], *picked(offset, option, np.flatnonzero(keeps)), n_options, order)


def joined(diagrams: list[Diagram], n_options: int) -> Diagram:
    """Return the diagram of all unions of one cover of each diagram; the end of one is the root of the next.

    n_options: the number of options of the problem; no option is in two of the diagrams.
    """
    none = np.zeros(0, np.int32)
    order = np.concatenate([none, *(one.order for one in diagrams)])
    order = order if len(order) == n_options else none
    if not all(one.has_cover for one in diagrams):
        return no_cover(n_options, order)
    starts, targets, offsets = [np.zeros(1, np.int64)], [none], [np.zeros(1, np.int64)]
    n_nodes = n_edges = n_listed = 0
    for one in diagrams:
        starts.append(one.start[1:-1] + n_edges)
        targets.append(one.target + np.int32(n_nodes))
        offsets.append(one.offset[1:] + n_listed)
        n_nodes, n_edges, n_listed = n_nodes + one.n_nodes - 1, n_edges + one.n_edges, n_listed + len(one.option)
    start = np.concatenate([*starts, [n_edges]])
    option = np.concatenate([none, *(one.option for one in diagrams)])
    return Diagram(start, np.concatenate(targets), np.concatenate(offsets), option, n_options, order)


def number(digits: Digits) -> int:
    """Return the number with these digits, uint32[n_digits]."""
    return int.from_bytes(digits.astype("<u4").tobytes(), "little")


def rows(numbers: Sequence[int], n_digits: int) -> Digits:
    """Return the digits of each number, uint32[len(numbers), n_digits]; raises OverflowError if one has more."""
    text = b"".join(int(one).to_bytes(4 * n_digits, "little") for one in numbers)
    return np.frombuffer(text, "<u4").astype(np.uint32).reshape(len(numbers), n_digits)


def counts_of_options(diagram: Diagram) -> list[int]:
    """Return how many covers hold each option; divided by the count of all covers, its marginal probability.

    An option is in all covers if its number is the count, and impossible if it is 0.
    """
    if not diagram.n_edges:
        return [0] * diagram.n_options
    held = kernel_counts.counts_of_options(*diagram.arrays, diagram.below, diagram.above, diagram.n_options)
    return [number(digits) for digits in held]
