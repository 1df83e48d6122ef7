"""Count covers level by level, merging equal nodes, and record the branching item of every node."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from problems import ExactCover
from solvers.trace.kernel import Children, Rules, branch, gather, rehash

Rows = TypeVar("Rows", NDArray[np.uint64], NDArray[np.uint32])

_ROOM = 1 << 14  # children that are worked out before they are gathered
_ALL_DIFFER = 1 << 30
_FIRST_BUDGET = 1 << 12


class OutOfBounds(MemoryError):
    """The walk has come to its bound on nodes or memory; the message says which."""


@dataclass(frozen=True)
class Recorded:
    """A finished walk: the number of covers, and the branching item of every node in the order of the certificate."""

    count: int
    steps: NDArray[np.int32]


Walk: TypeAlias = Generator[None, None, Recorded]
"""A walk that pauses every so often and returns its trace."""


def walk(problem: ExactCover, max_nodes: int, max_mb: int) -> Walk:
    """The trace of the strategy that needs the fewest nodes, roughly: all are tried with more and more nodes.

    Branching on the item with the fewest options suits pieces that all differ. Equal pieces are better laid in a fixed
    order of the items, but for forced moves: as they come, which is row by row on most boards, or by `_sweep`, which
    does not depend on how items are numbered. Raises OutOfBounds when none finishes.
    """
    orders = [_sweep(problem), np.arange(problem.n_primary)]
    strategies = [_rules(problem, order, enough) for order in orders for enough in (2, _ALL_DIFFER)]
    budget = min(_FIRST_BUDGET, max_nodes)
    while True:
        for rules in strategies:
            try:
                return (yield from _one_walk(problem, rules, budget, max_mb))
            except OutOfBounds as error:
                bound = error
        if budget == max_nodes:
            raise bound
        budget = min(budget * 4, max_nodes)


def _one_walk(problem: ExactCover, rules: Rules, max_nodes: int, max_mb: int) -> Walk:
    n_words = rules.mask.shape[1]
    room = max(_ROOM, int(np.bincount(problem.item, minlength=1).max()))
    children = Children(np.empty((room, n_words), np.uint64), np.empty(room, np.int64), np.empty(room, np.int64))
    levels = [_Level(n_words, _n_limbs(problem)) for _ in range(problem.n_primary + 1)]
    levels[-1].add_root(problem)
    chosen = np.empty(room, np.int32)
    steps: list[NDArray[np.int32]] = [np.empty(0, np.int32)]
    n_steps = 0
    for level in reversed(levels[1:]):
        while level.n_nodes:
            n_nodes, n_children = branch(rules, level.node, level.n_nodes - 1, children, chosen)
            level.n_nodes -= n_nodes
            for below in np.unique(children.level[:n_children]).tolist():
                levels[below].add(children, n_children, below, level.ways)
            steps.append(chosen[:n_nodes].copy())
            n_steps += n_nodes
            if n_steps > max_nodes:
                raise OutOfBounds(f"a trace has more than {max_nodes} nodes")
            if sum(each.n_bytes for each in levels) + 4 * n_steps > max_mb * 1_000_000:
                raise OutOfBounds(f"a trace needs more than {max_mb} MB")
            yield
        level.clear()
    return Recorded(levels[0].total(), np.concatenate(steps))


class _Level:
    """The pending nodes with one number of primary items: rows 0..n_nodes of `node`, reached in `ways` ways."""

    def __init__(self, n_words: int, n_limbs: int) -> None:
        self.n_nodes = 0
        self.node = np.empty((0, n_words), np.uint64)
        self.ways = np.empty((0, n_limbs), np.uint32)
        self.table = np.empty(0, np.int64)

    @property
    def n_bytes(self) -> int:
        """The memory it holds."""
        return self.node.nbytes + self.ways.nbytes + self.table.nbytes

    def add(self, children: Children, n_children: int, level: int, parent_ways: NDArray[np.uint32]) -> None:
        """Gather those of the children that belong to this level."""
        self.reserve(self.n_nodes + int(np.count_nonzero(children.level[:n_children] == level)))
        self.n_nodes = gather(children, n_children, level, parent_ways, self.node, self.ways, self.n_nodes, self.table)

    def reserve(self, n_nodes: int) -> None:
        """Make room for this many nodes; the table stays at most half full."""
        if n_nodes <= len(self.node):
            return
        room = max(n_nodes, 2 * self.n_nodes)
        self.node = _grown(self.node[: self.n_nodes], room)
        self.ways = _grown(self.ways[: self.n_nodes], room)
        self.table = np.full(1 << (2 * room - 1).bit_length(), -1, np.int64)
        rehash(self.node, self.n_nodes, self.table)

    def clear(self) -> None:
        """Give the memory back."""
        self.node, self.ways, self.table = self.node[:0].copy(), self.ways[:0].copy(), self.table[:0].copy()

    def add_root(self, problem: ExactCover) -> None:
        """Reach the node of the whole problem in one way."""
        self.reserve(1)
        used = np.zeros(64 * self.node.shape[1], bool)
        used[: problem.n_primary] = True
        used[problem.item] = True  # a secondary item of no option is idle
        self.node[0] = np.packbits(used, bitorder="little").view("<u8")
        self.ways[0] = np.arange(self.ways.shape[1]) == 0
        self.n_nodes = 1
        rehash(self.node, 1, self.table)

    def total(self) -> int:
        """All ways to reach a node of this level, exactly."""
        rows = self.ways[: self.n_nodes].tolist()
        return sum(limb << 32 * k for row in rows for k, limb in enumerate(row))


def _rules(problem: ExactCover, order: NDArray[np.int64], enough: int) -> Rules:
    n_words = max(1, (problem.n_items + 63) // 64)
    bits = np.zeros((problem.n_options + 1, 64 * n_words), bool)
    bits[np.repeat(np.arange(problem.n_options), np.diff(problem.start)), problem.item] = True
    bits[-1, : problem.n_primary] = True
    words = np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    return Rules(words[:-1], words[-1], problem.start, problem.item, order, enough)


def _n_limbs(problem: ExactCover) -> int:
    """Limbs of 32 bits that hold any number of ways: at most `depth` options are taken, each of at most `width`."""
    if not problem.n_options:
        return 1
    is_primary = np.concatenate([[0], np.cumsum(problem.item < problem.n_primary)])
    depth = problem.n_primary // int((is_primary[problem.start[1:]] - is_primary[problem.start[:-1]]).min())
    width = int(np.bincount(problem.item[problem.item < problem.n_primary]).max())
    return int(depth * log2(width)) // 32 + 2


def _grown(rows: Rows, room: int) -> Rows:
    grown = np.empty((room, rows.shape[1]), rows.dtype)
    grown[: len(rows)] = rows
    return grown


def _sweep(problem: ExactCover) -> NDArray[np.int64]:
    """The primary items in an order that keeps few of them half done: next is the one with the fewest new neighbours.

    Ties go to the item that was met first.
    """
    near = np.zeros((problem.n_items, problem.n_items), bool)
    for begin, end in pairwise(problem.start.tolist()):
        items = problem.item[begin:end]
        near[np.ix_(items, items)] = True
    new = near.sum(axis=1)
    met = np.full(problem.n_items, problem.n_items)
    seen = np.zeros(problem.n_items, bool)
    left = np.ones(problem.n_primary, bool)
    order = np.empty(problem.n_primary, np.int64)
    for step in range(problem.n_primary):
        rest = np.flatnonzero(left)
        item = rest[np.lexsort((met[rest], new[rest], met[rest] == problem.n_items))[0]]
        order[step], left[item] = item, False
        met[near[item] & (met == problem.n_items)] = step
        fresh = near[item] & ~seen
        seen |= fresh
        new -= near[:, fresh].sum(axis=1)
    return order
