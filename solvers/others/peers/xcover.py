"""xcover 0.2.6 (LGPL-3.0): Knuth's dancing cells in Numba, and the same building a ZDD."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

import numpy as np
from xcover import covers, covers_zdd

from danceoff.problems import ExactCover
from danceoff.solvers.base import OPTIMISING, Feature, UnsupportedProblem
from danceoff.solvers.others.peers.peer import Native, Peer, coloured_rows, option_rows

Nodes: TypeAlias = list[tuple[int, int, int, int]]
"""A ZDD as (number, option, node without it, node with it); 0 and 1 are the leaves, the root is the last."""


@dataclass(frozen=True)
class Xcover(Peer):
    """Yields covers as they are found.

    memo: whether to build a ZDD first. It shares sub-problems that have the same 32-bit hash, though they may differ,
        so its counts can be wrong: 161,325 for the 161,280 Latin squares of order 5. It shares sub-problems that
        differ in the colours of covered items, too, and gives covers that are none: colours are refused.
    """

    name: ClassVar[str] = "peer-xcover"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING - {Feature.MULTIPLICITY}

    memo: bool = False

    def native(self, problem: ExactCover) -> Native:
        """Pass the options as they are, or as text if they have colours.

        xcover builds its arrays when it starts to search.
        """
        if np.ptp(problem.item) == 0:
            raise UnsupportedProblem(f"{self.name} crashes or answers wrongly if options cover only one item")
        if self.memo and problem.has_colours:
            raise UnsupportedProblem(f"{self.name} with its memo forgets the colours of items that are covered")
        rows: Sequence[Sequence[Hashable]] = option_rows(problem)
        items: Sequence[Hashable] = range(problem.n_items)
        if problem.has_colours:
            rows = [
                [f"{item}:{colour}" if colour else f"{item}" for item, colour in row] for row in coloured_rows(problem)
            ]
            items = [str(item) for item in items]
        stated = rows, items[: problem.n_primary], items[problem.n_primary :], problem.has_colours
        if not self.memo:
            return Native(lambda: covers(*stated))

        def diagram() -> Nodes:
            return list(covers_zdd(*stated, use_memo_cache=True))

        return Native(lambda: _walk(diagram()), lambda: _count(diagram()))


def _count(nodes: Nodes) -> int:
    """Return the number of paths to leaf 1."""
    n_covers = {0: 0, 1: 1}
    for number, _, low, high in nodes:
        n_covers[number] = n_covers[low] + n_covers[high]
    return n_covers[nodes[-1][0]] if nodes else 0


def _walk(nodes: Nodes) -> Iterator[list[int]]:
    """Yield the options on each path to leaf 1."""
    node_at = {number: (option, low, high) for number, option, low, high in nodes}
    todo: list[tuple[int, tuple[int, ...]]] = [(nodes[-1][0], ())] if nodes else []
    while todo:
        number, chosen = todo.pop()
        if number == 1:
            yield list(chosen)
        elif number:
            option, low, high = node_at[number]
            todo += [(low, chosen), (high, (*chosen, option))]
