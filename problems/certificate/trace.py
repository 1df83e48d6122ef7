"""Checks a trace: the branchings of a count that walks equal sub-problems once.

Words: the number of symmetries, and each symmetry as a permutation of the occurring pairs of an item and a colour (0
    for none), numbered in ascending order. Then, for each part of the problem, for each level of the part, and for each
    node of the level: the item that the node branches on. That is a primary item, or n_primary + k for the own bit of
    option k. No option has bits of two parts; parts are in the order of their lowest bits. A node may name an item with
    a counter if too few options are open for it; it has no child then. At the root of a part, options that symmetries
    map to each other are in equally many covers: only the first of them has a child, and the number of ways to reach it
    is the number of these options. COUNT is the product of the parts.
"""

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.certificate.budget import Meter
from danceoff.problems.certificate.masks import Words
from danceoff.problems.certificate.measures import Measure, Values, Ways
from danceoff.problems.certificate.nodes import Nodes
from danceoff.problems.certificate.symmetries import symmetries_in
from danceoff.problems.model.cover import ExactCover

_CANDIDATES_AT_ONCE = 1 << 14  # pairs of a node and an option that are looked at together
_UNMERGED = 1 << 16  # nodes that wait on a level before equal ones are looked for
_MERGED = 4  # copies of a level's nodes while they are merged


class _Level:
    """The nodes of one level that were reached so far, in batches; equal ones are merged now and then."""

    def __init__(self, meter: Meter, measure: Measure) -> None:
        self._meter, self._measure = meter, measure
        self._pieces: list[tuple[Words, Values]] = []
        self.n_nodes = self._n_merged = 0

    def add(self, nodes: Words, values: Values) -> None:
        """Add nodes with their values under the measure."""
        self._pieces.append((nodes, values))
        self._meter.hold(_MERGED * (nodes.nbytes + values.nbytes))
        self.n_nodes += nodes.shape[1]
        if self.n_nodes > _UNMERGED + 2 * self._n_merged:
            nodes, values = self.taken()
            self._n_merged = nodes.shape[1]
            self.add(nodes, values)

    def taken(self) -> tuple[Words, Values]:
        """Take all nodes out, merged, in the order in which they were added."""
        n_limbs = max(len(values) for _, values in self._pieces)
        padded = [np.pad(values, ((0, n_limbs - len(values)), (0, 0))) for _, values in self._pieces]
        nodes, values = np.concatenate([nodes for nodes, _ in self._pieces], axis=1), np.concatenate(padded, axis=1)
        self._meter.hold(-_MERGED * sum(nodes.nbytes + values.nbytes for nodes, values in self._pieces))
        self._pieces, self.n_nodes, self._n_merged = [], 0, 0
        return merged(nodes, values, self._measure)


def merged(nodes: Words, values: Values, measure: Measure) -> tuple[Words, Values]:
    """Return the different nodes, in the order of their first appearance; the values of equal nodes are joined."""
    if not nodes.shape[1]:
        return nodes, values
    order = np.lexsort(nodes)  # stable, so equal nodes stay in their order
    in_order = nodes[:, order]
    is_first = np.append(True, (in_order[:, 1:] != in_order[:, :-1]).any(axis=0))
    first = np.flatnonzero(is_first)
    rank = np.argsort(order[first])
    return in_order[:, first[rank]], measure.joined(values[:, order], first)[:, rank]


def walk(nodes: Nodes, part: int, measure: Measure, choose: Callable[[Words], NDArray[np.int64]]) -> tuple[Values, int]:
    """Walk all levels of a part; return the joined values of its covers, and how many nodes branched.

    The invariant, if values are ways: the number of covers is the sum of ways * covers over all nodes. A level is
    replaced by nodes of lower levels; at the end only level 0 is left.

    choose: takes all nodes of a level, and returns the item that each branches on, int64[n].
    """
    root = nodes.parts[:, [part]]
    levels = [_Level(nodes.meter, measure) for _ in range(int(nodes.level(root)[0]) + 1)]
    levels[-1].add(root, measure.at_root())
    n_steps = 0
    for level in reversed(levels[1:]):
        if not level.n_nodes:
            continue
        here, values = level.taken()
        if (needed := nodes.without_idle(here)) is not here:
            here, values = merged(needed, values, measure)
        if not (is_needed := measure.is_needed(here, values)).all():
            here, values = here[:, is_needed], values[:, is_needed]
        if not here.shape[1]:
            continue
        items = choose(here)
        n_steps += len(items)
        batch = np.cumsum(nodes.n_candidates(items)) // _CANDIDATES_AT_ONCE
        for some in np.split(np.arange(len(items)), np.flatnonzero(np.diff(batch)) + 1):
            parent, option, children = nodes.branch(here[:, some], items[some])
            reached = measure.after(values[:, some[parent]], option)
            if level is levels[-1]:  # at the root, the first option of an orbit stands for all
                _, chosen, times = np.unique(nodes.label[option], return_index=True, return_counts=True)
                children, reached = children[:, chosen], measure.of_orbits(reached[:, chosen], times)
            below = nodes.level(children)
            for each in np.unique(below).tolist():
                levels[each].add(children[:, below == each], reached[:, below == each])
    if not levels[0].n_nodes:
        return measure.at_root()[:, :0], n_steps
    ended, values = levels[0].taken()
    return values[:, (ended & nodes.unmet == 0).all(axis=0)], n_steps


def total(ways: Words) -> int:
    """Return the sum of all ways."""
    return sum(sum(limb) << 32 * k for k, limb in enumerate(ways.tolist()))


def count_by_trace(problem: ExactCover, words: Iterator[int], meter: Meter) -> tuple[int, int]:
    """Return the number of covers that a trace shows, and the number of its nodes that branched."""
    nodes = Nodes(problem, symmetries_in(problem, words, meter), meter)
    n_covers, n_steps = 1, 0
    for part in range(nodes.parts.shape[1]):
        ways, n = walk(nodes, part, Ways(), named(words))
        n_covers, n_steps = n_covers * total(ways), n_steps + n
    return n_covers, n_steps


def named(words: Iterator[int]) -> Callable[[Words], NDArray[np.int64]]:
    """Return the function that reads the item of each node from the next words."""

    def choose(here: Words) -> NDArray[np.int64]:
        items = np.fromiter(islice(words, here.shape[1]), np.int64)
        if len(items) < here.shape[1]:
            raise StopIteration
        return items

    return choose
