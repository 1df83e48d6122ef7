"""Ganak (Sharma, Roy, Soos, Meel, IJCAI 2019), a model counter, on the pairwise encoding.

Ganak can also count with a given probability of error. The Python binding has only the deterministic mode, whose counts
are exact.
"""

from typing import ClassVar

import pyganak

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import CountOnly, Feature, Search, Solver, settled, silenced
from danceoff.solvers.sat.clauses.cnf import blocking, encode, n_variables


class Ganak(Solver):
    """Counts by simplifying the formula, splitting it, and caching the count of each part."""

    name: ClassVar[str] = "ganak"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.SECONDARY, Feature.COLOUR, Feature.BLOCK})

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Encode the problem."""
        return settled(problem, blocked) or _GanakSearch(problem, blocked)


class _GanakSearch(CountOnly):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        encoded = encode(problem)
        self._native = pyganak.Counter()
        self._native.new_vars(n_variables(problem, encoded))
        self._native.add_clauses(list(encoded))
        self._native.add_clauses([blocking(problem, cover) for cover in sorted(blocked)])

    def _count(self) -> int:
        with silenced():
            return int(self._native.count())
