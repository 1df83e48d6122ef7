"""SAT through PySAT: solve, give the cover, block it, solve again.

A cover is blocked by the clause that not all of its options are chosen again. Every option covers a primary item, so
no cover is a part of another one, and the clause blocks nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pysat.solvers

from problems import Cover, ExactCover
from solvers.base import Feature, Solver
from solvers.cnf import encode
from solvers.one_by_one import OneByOne, Steps

_CONFLICTS_IN_A_SLICE = 2000


@dataclass(frozen=True)
class Sat(Solver):
    """One of PySAT's incremental solvers on the pairwise encoding."""

    name: ClassVar[str] = "sat"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})
    # Of PySAT's other solvers kissat404 solves once only, lingeling and cryptominisat know no conflict budget, and
    # maplesat crashes on an empty formula.
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "engine": (
            *("cadical195", "cadical103", "cadical153", "cadical300", "ergo", "glucose3", "glucose4", "glucose42"),
            *("gluecard3", "gluecard4", "maplechrono", "maplecm", "mergesat3", "minicard", "minisat22"),
            *("minisat-gh", "minisatep"),
        )
    }

    engine: str = "cadical195"

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> SatSearch:
        """Encode the problem and load the clauses into the solver."""
        search = SatSearch(problem, self.engine)
        for cover in sorted(blocked):
            search.block(cover)
        return search


class SatSearch(OneByOne):
    """A native solver that has the clauses, and one more for each cover found."""

    def __init__(self, problem: ExactCover, engine: str) -> None:
        self.n_options = problem.n_options
        self.native = pysat.solvers.Solver(name=engine, bootstrap_with=encode(problem))
        self.effort: dict[str, int] = {}

    def steps(self) -> Steps:
        """Each cover once, and None after every slice of conflicts.

        Slices, because CaDiCaL keeps Python's global lock while it solves and can be stopped in no other way.
        """
        try:
            while (satisfiable := self._solve_a_slice()) is not False:
                cover = self._cover() if satisfiable else None
                if cover is not None:
                    self.block(cover)
                yield cover
        finally:
            self.native.delete()

    def block(self, cover: Cover) -> None:
        """Have this cover not given (again)."""
        self.native.add_clause([-1 - option for option in cover])

    def stats(self) -> Mapping[str, int]:
        """Restarts, conflicts, decisions and propagations as the native solver counts them."""
        return self.effort

    def _solve_a_slice(self) -> bool | None:
        self.native.conf_budget(_CONFLICTS_IN_A_SLICE)
        satisfiable: bool | None = self.native.solve_limited()
        self.effort = self.native.accum_stats()
        return satisfiable

    def _cover(self) -> Cover:
        return tuple(literal - 1 for literal in self.native.get_model()[: self.n_options] if literal > 0)
