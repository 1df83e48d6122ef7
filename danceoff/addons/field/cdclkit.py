"""cdclkit, a SAT solver by Carlo Perassi (2026, Apache-2.0): clause learning as in MiniSat and Glucose, in Rust.

This uses the package cdclkit-native, which needs no other package. The package cdclkit is the same solver in readable
Python: it makes the same decisions, and takes about 20 times as long.
"""

from collections.abc import Mapping
from itertools import chain
from typing import ClassVar

import cdclkit_native

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import OPTIMISING, Feature, OneByOne, Search, Solver, Steps, settled
from danceoff.solvers.sat.clauses.cnf import blocking, encode, n_variables

_CONFLICTS_IN_A_SLICE = 2000


class CdclKit(Solver):
    """Solves again after each cover, with a clause that excludes it."""

    name: ClassVar[str] = "cdclkit"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Encode the problem."""
        return settled(problem, blocked) or _CdclkitSearch(problem, blocked)


class _CdclkitSearch(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem = problem
        clauses = encode(problem, "grouped")
        self._native = cdclkit_native.Solver(n_variables(problem, clauses))
        for clause in chain(clauses, (blocking(problem, cover) for cover in sorted(blocked))):
            self._add(clause)

    def _add(self, clause: list[int]) -> None:
        """Add a clause, in the library's numbers: 2 v for variable v + 1, and 2 v + 1 for its negation."""
        self._native.add_clause([2 * literal - 2 if literal > 0 else -2 * literal - 1 for literal in clause])

    def _steps(self) -> Steps:
        while self._native.ok:
            satisfiable = self._native.solve(_CONFLICTS_IN_A_SLICE)
            if satisfiable:
                model = self._native.model[: self._problem.n_options]
                cover = tuple(option for option, is_chosen in enumerate(model) if is_chosen)
                self._add(blocking(self._problem, cover))
                yield cover
            elif satisfiable is None:
                yield None
            else:
                return

    def stats(self) -> Mapping[str, int]:
        counted = ("decisions", "conflicts", "propagations", "restarts")
        return {name: int(getattr(self._native, name)) for name in counted}
