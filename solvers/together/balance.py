"""Splits a problem into parts of about the same work: sets of branches of the search tree, packed by estimated work.

It walks the first levels of the tree completely with a kernel of dancing links (kernel_branches.py), and estimates the
size of the whole tree with the counter's probes; these two imports of engines are intended. The work below a node of
the last level is estimated as the product of the sizes of its active items, to the power of 1/8.

results/notes/measurements.md says how even the parts are, and what was tried.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from danceoff.problems import ExactCover
from danceoff.solvers.engines.counter.probes import plain_work
from danceoff.solvers.engines.dancing_links.kernel_branches import Branches, branches
from danceoff.solvers.engines.dancing_links.solver import coloured, linked
from danceoff.solvers.rewriting.split import split

_LEAVES_A_PART = 3  # on average: more make no difference
_LEAF_NODES = 1000  # nodes that are searched in the time of preparing a leaf
_VISIT_NODES = 4  # nodes that are searched in the time of a visit near the root, where many options are left
_LEAST_VISITS, _MOST_VISITS = 1 << 12, 1 << 18  # about 10 ms and 0.7 s
_POWER = 1 / 8


class Leaf(NamedTuple):
    """A branch of the search tree, or several siblings.

    given: the options on the path to the branch, in the order of the branching.
    without: the options that are forbidden below this path.
    """

    given: tuple[int, ...] = ()
    without: tuple[int, ...] = ()


@dataclass(frozen=True)
class Part:
    """A set of branches of one problem."""

    problem: ExactCover
    leaves: Sequence[Leaf]

    def problems(self) -> Iterator[ExactCover]:
        """Yield the sub-problem of each leaf; its `lift` completes its covers."""
        for given, without in self.leaves:
            rest = self.problem.given(given)
            number = np.searchsorted(rest.origin, self.problem.origin[list(without)])
            yield rest.without(number.tolist()) if without else rest


def balance(problem: ExactCover, n_parts: int, cost: float = 0.02) -> list[Part]:
    """Return parts of about the same work, the largest first; each cover of the problem is in exactly one of them.

    n_parts: the number of parts; there are fewer if the problem has few branches.
    cost: the share of the whole search that balancing may take, within bounds. Preparing the leaves may take as much
        again: with more, smaller leaves the parts are more even.

    A problem with multiplicities is divided by `split`. The same problem always has the same parts.
    """
    if problem.has_multiplicities:
        return [Part(part, [Leaf()]) for part in split(problem, n_parts)]
    affordable = cost * plain_work(problem)[0]
    tree = _first_levels(problem, int(min(max(affordable / _VISIT_NODES, _LEAST_VISITS), _MOST_VISITS)))
    n_leaves = min(max(affordable / _LEAF_NODES, n_parts), n_parts * _LEAVES_A_PART)
    leaves = sorted(_leaves(tree, tree.weight[0] / n_leaves), reverse=True)
    packed: list[tuple[float, int, list[Leaf]]] = [(0.0, k, []) for k in range(min(n_parts, len(leaves)))]
    for weight, leaf in leaves:  # the heaviest first, always to the lightest part (Graham 1969)
        lightest, k, together = packed[0]
        together.append(leaf)
        heapq.heapreplace(packed, (lightest + weight, k, together))
    return [Part(problem, together) for _, _, together in sorted(packed, key=lambda part: (-part[0], part[1]))]


def _first_levels(problem: ExactCover, visits: int) -> Branches:
    links, colours = linked(problem), coloured(problem)
    promise = (np.arange(links.size.max() + 1) + 0.5) ** _POWER
    last, tree = 0, branches(links, colours, promise, 0)
    while 0 < tree.n_further <= visits - len(tree.parent):
        last += 1
        tree = branches(links, colours, promise, last)
    return tree


def _leaves(tree: Branches, largest: float) -> Iterator[tuple[float, Leaf]]:
    """Yield leaves of at most `largest` weight, with their weights; small children of one node form one leaf."""
    below = 1 + np.argsort(tree.parent[1:], kind="stable")
    begin = np.searchsorted(tree.parent[below], np.arange(len(tree.parent) + 1))
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while waiting:
        node, given = waiting.pop()
        children = below[begin[node] : begin[node + 1]]
        if tree.weight[node] <= largest or len(children) == 0:
            yield float(tree.weight[node]), Leaf(given)
            continue
        is_small = tree.weight[children] <= largest
        waiting += [(child, (*given, int(tree.option[child]))) for child in children[~is_small].tolist()]
        options, small = tree.option[children].tolist(), children[is_small]
        for weight, together in _together(tree.weight[small].tolist(), tree.option[small].tolist(), largest):
            yield weight, Leaf(given, tuple(sorted(set(options) - together)))


def _together(weights: Sequence[float], options: Sequence[int], largest: float) -> Iterator[tuple[float, set[int]]]:
    """Yield the options, in their order, in sets of at most `largest` weight, with their weights."""
    total, together = 0.0, set[int]()
    for weight, option in zip(weights, options, strict=True):
        if together and total + weight > largest:
            yield total, together
            total, together = 0.0, set[int]()
        total += weight
        together.add(option)
    if together:
        yield total, together
