"""How `auto` begins where an engine would have to be loaded first: with the first nodes of Algorithm X.

Algorithm X in Python answers most puzzles in these nodes, in a few hundredths of a second; an engine takes 0.3 s to
load. In a process that has loaded an engine, dancing links visit the same nodes in the same order, so that earlier
questions do not change the order of covers. A count has no order: in such a process it begins with its engine.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Protocol, cast

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Search
from danceoff.solvers.readable.algorithm_x import nodes_in_a_beat
from danceoff.solvers.table import load

_BEATS = 32
"""Heartbeats of Algorithm X, 1 to 2 ms each. In so many it finds a cover of most sudokus and boards of pentominoes. A
process that is asked for longer ones again and again loads an engine at the first of them."""
_LARGEST = 1 << 14
"""Entries of a problem beyond which nothing begins: the dicts would take longer than their search."""
_ENGINE = "danceoff.solvers.engines.compiled"
"""What every engine imports."""


class _Ending(Protocol):
    """A search that ends after a number of nodes; `is_cut` says whether it had more nodes."""

    most_nodes: float
    is_cut: bool


def has_beginning(problem: ExactCover, is_cold: bool) -> bool:
    """Return whether a search for covers begins with Algorithm X; is_cold: as `Search.is_cold`."""
    return is_cold and len(problem.item) <= _LARGEST


def is_awake() -> bool:
    """Return whether this process has loaded an engine."""
    return _ENGINE in sys.modules


class Beginning(Search):
    """The covers among the first nodes of Algorithm X.

    name: the name of the solver that visits them.
    is_cut: whether there are more nodes, once the walk has ended.
    """

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.name = "dlx" if is_awake() else "algorithm-x"
        # A bound on the cost would change the order of dancing links.
        unbounded = replace(problem, max_cost=None)
        self._visiting = load(self.name).prepare(unbounded, blocked)
        self._search: Search = self._visiting
        if problem.max_cost is not None:
            from danceoff.solvers.base.within_cost import WithinCost  # late: few problems have a bound on the cost

            self._search = WithinCost(self._visiting, problem)
        cast("_Ending", self._visiting).most_nodes = _BEATS * nodes_in_a_beat(problem)

    @property
    def is_cut(self) -> bool:
        """Whether there are more nodes, once the walk has ended."""
        return cast("_Ending", self._visiting).is_cut

    def _batches(self) -> Generator[Covers]:
        with closing(self._search.batches(heartbeats=True)) as batches:
            yield from batches

    def _increments(self) -> Generator[int]:
        with closing(self._search.increments()) as increments:
            yield from increments

    def _release(self) -> None:
        self._search.close()

    def stats(self) -> Mapping[str, int]:
        """Return the nodes."""
        return self._visiting.stats()
