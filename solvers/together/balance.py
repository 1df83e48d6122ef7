"""A problem in parts of about the same work: each is a set of branches of the search tree, packed by estimated work.

It walks the first levels of the tree completely, by the kernel of dancing links (kernel_branches.py), and asks the
counter's estimate how much work the whole tree is; these two imports of engines are meant. A node of the last level is
estimated to cost the product of the sizes of its active items to the power of 1/8. Of pentomino/6x10 in 64 parts, the
standard deviation over the mean, with the nodes visited: 0.17 with 18,000, 0.12 with 86,000, 0.07 with 306,000 of 3.6
million (powers of 0.09 and 0.16: 0.15 and 0.17 with 86,000).

What did not help, on the same: samples of the later levels, each node weighted by the number that it stands for (Knuth,
Mathematics of Computation 29, 1975; Purdom, SIAM Journal on Computing 7, 1978), 0.33 with 44,000 visits and 0.12 with
343,000, though the sum over all parts is then right within 2 %; the same, with heavy nodes drawn more often, 0.38 with
56,000; 64 of Knuth's probes into each branch, 0.19 with 1.4 s; the number of nodes on the last level walked, 0.35 with
15,000, of which each was a leaf.
"""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from danceoff.problems import ExactCover
from danceoff.solvers.engines.counter.probes import plain_work
from danceoff.solvers.engines.dancing_links.kernel_branches import Branches, branches
from danceoff.solvers.engines.dancing_links.solver import linked
from danceoff.solvers.rewriting.split import split

_LEAVES_A_PART = 3  # about: more make no difference
_LEAF_NODES = 1000  # that could be searched while a leaf is made ready
_VISIT_NODES = 4  # that could be searched for a visit near the root, where much is left
_LEAST_VISITS, _MOST_VISITS = 1 << 12, 1 << 18  # some 10 ms, some 0.7 s
_POWER = 1 / 8


class Leaf(NamedTuple):
    """A branch: the problem with some options given, in the order of the branching, and others forbidden."""

    given: tuple[int, ...] = ()
    without: tuple[int, ...] = ()


@dataclass(frozen=True)
class Part:
    """A set of branches of one problem."""

    problem: ExactCover
    leaves: Sequence[Leaf]

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that identify the part by its numbers."""
        return hashlib.sha256(f"{self.problem.digest} {list(self.leaves)}".encode()).hexdigest()[:16]

    def problems(self) -> Iterator[ExactCover]:
        """Yield the sub-problem of each leaf; its `lift` completes its covers."""
        for given, without in self.leaves:
            rest = self.problem.given(given)
            number = np.searchsorted(rest.origin, self.problem.origin[list(without)])
            yield rest.without(number.tolist()) if without else rest


def balance(problem: ExactCover, n_parts: int, cost: float = 0.02) -> list[Part]:
    """Return parts of about the same work, the largest first; each cover of the problem is in exactly one of them.

    n_parts: how many; fewer come back if the problem has few branches.
    cost: the share of the whole search that balancing may take, within bounds, and again the preparation of leaves,
        of which many small ones pack more evenly.

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
    links = linked(problem)
    promise = (np.arange(links.size.max() + 1) + 0.5) ** _POWER
    last, tree = 0, branches(links, promise, 0)
    while 0 < tree.n_further <= visits - len(tree.parent):
        last += 1
        tree = branches(links, promise, last)
    return tree


def _leaves(tree: Branches, largest: float) -> Iterator[tuple[float, Leaf]]:
    """Yield leaves of at most `largest` weight, with their weights; small children of one node make one leaf."""
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
