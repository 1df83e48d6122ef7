"""Drops covers that cost more than a problem allows, for backends that do not know such a bound."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing

from danceoff.problems import Covers, ExactCover
from danceoff.problems.model.costs import is_within
from danceoff.solvers.base.cheapest import Improvement
from danceoff.solvers.base.search import Search


class WithinCost(Search):
    """A search of the problem without its `max_cost`, which yields only the covers within that bound.

    problem: the problem with its bound.
    """

    def __init__(self, search: Search, problem: ExactCover) -> None:
        self._search = search
        self._problem = problem

    def _batches(self) -> Generator[Covers]:
        self._search.programs = self.programs
        with closing(self._search.batches(heartbeats=True)) as batches:
            for batch in batches:
                yield batch.select(is_within(self._problem, batch))

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        self._search.programs = self.programs
        with closing(self._search.cheapest(limit)) as improvements:
            for cover, bound in improvements:
                is_beyond = cover is not None and not is_within(self._problem, Covers.of([cover]))[0]
                yield Improvement(None if is_beyond else cover, bound)

    def _release(self) -> None:
        self._search.close()

    def stats(self) -> Mapping[str, int]:
        """Return the stats of the search without the bound."""
        return self._search.stats()
