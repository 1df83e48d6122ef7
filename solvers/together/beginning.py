"""How `auto` begins where an engine would have to be loaded first: with the first nodes of Algorithm X.

Algorithm X in Python answers most puzzles in these nodes, in about a tenth of a second; an engine takes 0.3 s to load.
In a process that has loaded an engine, or has begun so for a while, dancing links visit the nodes: the same ones in the
same order, so that what was asked before changes no order of covers. A count has no order: there it begins with its
engine.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import replace
from random import Random
from typing import Protocol, cast

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Search
from danceoff.solvers.base.within_cost import WithinCost
from danceoff.solvers.readable.algorithm_x import nodes_in_a_beat
from danceoff.solvers.readable.probes import Probes
from danceoff.solvers.table import load

_BEATS = 128
"""Heartbeats of Algorithm X, 1 to 2 ms each. In so many it finds a cover of most boxes of pieces, sudokus, and boards
of pentominoes."""
_LARGEST = 1 << 14
"""Entries of a problem beyond which nothing begins: the dicts would take longer than their search."""
_ENOUGH, _A_BEGINNING = 100_000, 50
"""Nodes of Algorithm X in this process, 3 s, after which it is worth loading, or even compiling, an engine; the nodes
that take as long as preparing a small problem."""
_N_PROBES, _UNPROBED = 16, 128
"""Random ways down a tree that is to be counted, which estimate its leaves: if they alone are more than the nodes
above, Algorithm X stops. Of 209 problems of the catalog that it cannot end, this finds 180, and takes no other for one.
They take as long as 100 nodes or more, so a tree of few nodes does without."""
_ENGINE = "danceoff.solvers.engines.compiled"
"""What every engine imports."""

_n_visited = 0


class _Ending(Protocol):
    """A search that ends after a number of nodes; `is_cut`, whether it had more."""

    most_nodes: float
    is_cut: bool


def has_beginning(problem: ExactCover, is_cold: bool) -> bool:
    """Return whether a search for covers begins so; is_cold: as `Search.is_cold`."""
    return is_cold and len(problem.item) <= _LARGEST


def is_awake() -> bool:
    """Return whether this process has loaded an engine, or should."""
    return _ENGINE in sys.modules or _n_visited >= _ENOUGH


class Beginning(Search):
    """The covers among the first nodes of Algorithm X.

    name: of the solver that visits them.
    is_cut: whether there are more nodes, once the walk has ended.
    """

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.name = "dlx" if is_awake() else "algorithm-x"
        self._n_told, self._is_left = -_A_BEGINNING, False
        # A bound on the cost would change the order of dancing links.
        unbounded = replace(problem, max_cost=None)
        self._problem, self._n_nodes = problem, _BEATS * nodes_in_a_beat(problem)
        self._visiting = load(self.name).prepare(unbounded, blocked)
        self._search = self._visiting if problem.max_cost is None else WithinCost(self._visiting, problem)
        cast("_Ending", self._visiting).most_nodes = self._n_nodes

    @property
    def is_cut(self) -> bool:
        """Whether there are more nodes, once the walk has ended."""
        return self._is_left or cast("_Ending", self._visiting).is_cut

    def _seems_long(self) -> bool:
        """Return whether Algorithm X is not likely to visit all nodes; the same each time."""
        probes, below = Probes(self._problem), Random(0).randrange
        n_leaves = sum(probes.down(below)[0] for _ in range(_N_PROBES)) / _N_PROBES
        return n_leaves > self._n_nodes

    def _batches(self) -> Generator[Covers]:
        with closing(self._search.batches(heartbeats=True)) as batches:
            yield from batches

    def _increments(self) -> Generator[int]:
        is_probed = False
        with closing(self._search.increments()) as increments:
            for increment in increments:
                yield increment
                if not is_probed and self.stats()["nodes"] >= _UNPROBED:
                    is_probed, self._is_left = True, self._seems_long()
                    if self._is_left:
                        return

    def _release(self) -> None:
        global _n_visited
        if self.name == "algorithm-x":
            _n_visited += self.stats()["nodes"] - self._n_told
            self._n_told = self.stats()["nodes"]
        self._search.close()

    def stats(self) -> Mapping[str, int]:
        """Return the nodes."""
        return self._visiting.stats()
