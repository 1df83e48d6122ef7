"""Integer programming by SCIP in a package of its own, which counts and enumerates in one tree.

SCIP counts as in T. Achterberg, S. Heinz, T. Koch, Counting Solutions of Integer Programs Using Unrestricted Subtree
Detection, CPAIOR 2008. SCIP 10: the SCIP developers, 2025. A constraint handler declares each solution infeasible, so
that the search goes on. Restarts, symmetry and dual reductions are off, for they would lose solutions.

We turn off the detection of unrestricted subtrees: with it, SCIP 10.0 counts 4 covers where there are 2^66.
SCIP keeps Python's global lock while it counts, so it runs in a child process, which can be killed.
"""

from collections.abc import Generator, Mapping
from contextlib import closing
from typing import Any, ClassVar

from danceoff.addons.field import pyscipopt_solve
from danceoff.problems import Cover, Covers, ExactCover, check
from danceoff.solvers.base import Feature, Improvement, OneByOne, Search, Solver, Steps, by_rounds, settled
from danceoff.solvers.engines.net_costs import refuse_coarse
from danceoff.solvers.together.child import notes


class PyScipOpt(Solver):
    """Counts and enumerates in one tree of linear programs, by SCIP in its own package; one 0-1 variable per option."""

    name: ClassVar[str] = "pyscipopt"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.MAX_COST}

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Prepare a search; the child process states the sums."""
        return settled(problem, blocked) or _PyScipOptSearch(problem, blocked)


class _PyScipOptSearch(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem = problem
        self._blocked = sorted(blocked)
        self._n_nodes = 0

    def _steps(self) -> Steps:
        with closing(self._notes(pyscipopt_solve.list_all)) as found:
            for cover in found:
                yield None if cover is None else self._checked(cover)

    def _increments(self) -> Generator[int]:
        with closing(self._notes(pyscipopt_solve.count)) as found:
            for n_covers in found:
                yield n_covers or 0

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        refuse_coarse(self._problem, "pyscipopt")
        return by_rounds(self._problem, self._round, limit)

    def _round(self, found: list[Cover]) -> Generator[Improvement]:
        self._blocked += found
        with closing(self._notes(pyscipopt_solve.improve)) as steps:
            for step in steps:
                if step is not None and step.cover is not None:
                    self._checked(step.cover)
                yield step or Improvement()

    def _notes(self, search: Any) -> Generator[Any]:
        with closing(notes(search, self._problem, self._blocked)) as found:
            for note in found:
                if note is None:
                    yield None
                    continue
                self._n_nodes, answer = note
                yield answer

    def _checked(self, cover: Cover) -> Cover:
        if not check(self._problem, Covers.of([cover]))[0]:
            raise RuntimeError(f"pyscipopt gives options {cover}, which are no cover")
        return cover

    def stats(self) -> Mapping[str, int]:
        """Return the number of nodes at the last report."""
        return {"nodes": self._n_nodes}
