"""Counts covers level by level, merges equal nodes, and records the branching item of every node: a trace."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.solvers.certify.kernel_trace import Children, Rules, branch, gather, rehash
from danceoff.solvers.engines.counter.item_order import best_item_order
from danceoff.solvers.rewriting.colours import Places, in_places
from danceoff.solvers.rewriting.components import components, labels

Rows = TypeVar("Rows", NDArray[np.uint64], NDArray[np.uint32])

_ROOM = 1 << 14  # children that are made before they are sorted into levels
_ALL_DIFFER = 1 << 30
_FIRST_BUDGET = 1 << 12


class OutOfBounds(MemoryError):
    """The walk has exceeded its bound on nodes or memory; the message says which."""


@dataclass(frozen=True)
class Recorded:
    """A finished walk.

    count: the number of covers.
    n_nodes: the number of nodes visited.
    words: the words of the certificate, int32.
    """

    count: int
    n_nodes: int
    words: tuple[NDArray[np.int32], ...]


def recorded(problem: ExactCover, max_nodes: int = 20_000_000, max_mb: int = 4_000) -> Recorded:
    """Walk each component of the problem. All components except the last become lemmas of the certificate.

    max_nodes, max_mb: bounds on the nodes and on the memory of one component.

    Raises OutOfBounds if a component exceeds one of them.
    """
    if problem.n_primary == 0:
        return Recorded(1, 0, (np.zeros(1, np.int32),))
    parts = components(problem)
    label = labels(problem)
    items = [np.flatnonzero(label == least).astype(np.int32) for least in np.unique(label[: problem.n_primary])]
    walks = [_walk(part, max_nodes, max_mb) for part in parts]
    count, n_nodes = 1, len(parts) - 1
    words = [np.array([len(parts) - 1], np.int32)]
    for own, (covers, steps) in zip(items, walks, strict=True):
        if own is items[-1]:
            words.append(-1 - np.arange(len(parts) - 1, dtype=np.int32))
        else:
            words += [np.array([len(own)], np.int32), own]
        words.append(own[steps])
        count, n_nodes = count * covers, n_nodes + len(steps)
    return Recorded(count, n_nodes, tuple(words))


def _walk(problem: ExactCover, max_nodes: int, max_mb: int) -> tuple[int, NDArray[np.int32]]:
    """Return the count and the steps, by a strategy that needs nearly the fewest nodes: all run with growing budgets.

    Branching on the item with the fewest options is best if all pieces differ. Equal pieces are better placed in a
    fixed item order, except for forced moves. Two such orders are tried: the numbering, which is row by row on most
    boards, and the order of the frontier method, which does not depend on the numbering.
    """
    places = in_places(problem)
    orders = [best_item_order(places, ahead=False).item, np.arange(problem.n_primary)]
    strategies = [_rules(places, order, enough) for order in orders for enough in (2, _ALL_DIFFER)]
    budget = min(_FIRST_BUDGET, max_nodes)
    while True:
        for rules in strategies:
            try:
                return _one_walk(places.problem, rules, budget, max_mb)
            except OutOfBounds as error:
                bound = error
        if budget == max_nodes:
            raise bound
        budget = min(budget * 4, max_nodes)


def _one_walk(problem: ExactCover, rules: Rules, max_nodes: int, max_mb: int) -> tuple[int, NDArray[np.int32]]:
    n_words = rules.mask.shape[1]
    room = max(_ROOM, int(np.bincount(problem.item, minlength=1).max()))
    children = Children(np.empty((room, n_words), np.uint64), np.empty(room, np.int64), np.empty(room, np.int64))
    levels = [_Level(n_words, _n_limbs(problem)) for _ in range(problem.n_primary + 1)]
    levels[-1].add_root(problem)
    chosen = np.empty(room, np.int32)
    steps = [chosen[:0]]
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
        level.clear()
    return levels[0].total(), np.concatenate(steps)


class _Level:
    """The pending nodes that have a given number of primary items left.

    node: uint64[capacity, n_words], of which rows 0..n_nodes-1 are in use; a row has the items that are left.
    ways: uint32[capacity, n_limbs], the number of ways to reach each node.
    table: the hash table of the rows.
    """

    def __init__(self, n_words: int, n_limbs: int) -> None:
        self.n_nodes = 0
        self.node = np.empty((0, n_words), np.uint64)
        self.ways = np.empty((0, n_limbs), np.uint32)
        self.table = np.empty(0, np.int64)

    @property
    def n_bytes(self) -> int:
        """The bytes of its arrays."""
        return self.node.nbytes + self.ways.nbytes + self.table.nbytes

    def add(self, children: Children, n_children: int, level: int, parent_ways: NDArray[np.uint32]) -> None:
        """Add the children that belong to this level."""
        self.reserve(self.n_nodes + int(np.count_nonzero(children.level[:n_children] == level)))
        self.n_nodes = gather(children, n_children, level, parent_ways, self.node, self.ways, self.n_nodes, self.table)

    def reserve(self, n_nodes: int) -> None:
        """Make room for `n_nodes` nodes; the table stays at most half full."""
        if n_nodes <= len(self.node):
            return
        room = max(n_nodes, 2 * self.n_nodes)
        self.node = _grown(self.node[: self.n_nodes], room)
        self.ways = _grown(self.ways[: self.n_nodes], room)
        self.table = np.full(1 << (2 * room - 1).bit_length(), -1, np.int64)
        rehash(self.node, self.n_nodes, self.table)

    def clear(self) -> None:
        """Free the memory."""
        self.node, self.ways, self.table = self.node[:0].copy(), self.ways[:0].copy(), self.table[:0].copy()

    def add_root(self, problem: ExactCover) -> None:
        """Add the node of the whole problem, reached in one way."""
        self.reserve(1)
        used = np.zeros(64 * self.node.shape[1], bool)
        used[: problem.n_primary] = True
        used[problem.item] = True  # a secondary item without options is left out
        self.node[0] = np.packbits(used, bitorder="little").view("<u8")
        self.ways[0] = np.arange(self.ways.shape[1]) == 0
        self.n_nodes = 1
        rehash(self.node, 1, self.table)

    def total(self) -> int:
        """Return the number of ways to reach the nodes of this level, exactly."""
        rows = self.ways[: self.n_nodes].tolist()
        return sum(limb << 32 * k for row in rows for k, limb in enumerate(row))


def _rules(places: Places, order: NDArray[np.int64], enough: int) -> Rules:
    problem = places.problem
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    mask = _words(owner[places.needs], problem.item[places.needs], problem.n_options, problem.n_items)
    take = mask
    if places.has_colours:
        take = _words(owner[places.takes], problem.item[places.takes], problem.n_options, problem.n_items)
    every = np.arange(problem.n_primary)
    primary = _words(np.zeros_like(every), every, 1, problem.n_items)[0]
    return Rules(mask, take, primary, problem.start, problem.item, order, enough)


def _words(row: NDArray[np.integer], item: NDArray[np.integer], n_rows: int, n_items: int) -> NDArray[np.uint64]:
    """Return rows of items as words of 64 bits, at least one word a row."""
    bits = np.zeros((n_rows, 64 * max(1, (n_items + 63) // 64)), bool)
    bits[row, item] = True
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _n_limbs(problem: ExactCover) -> int:
    """Return the limbs of 32 bits that hold any number of ways: at most `depth` options are taken, of `width` each."""
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
