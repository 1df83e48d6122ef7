"""Which options are in all covers, in none, or in some but not all: the backbone, by SAT, without a diagram.

Two calls of a SAT solver settle an option: is there a cover with it, and is there a cover without it? Every cover that
is found answers one of the two questions for every option. So only options on which all covers so far agree are tried,
one at a time (J. Marques-Silva, M. Janota, I. Lynce, "On computing backbones of propositional theories", ECAI 2010). A
call that takes too many conflicts is put off, and repeated with twice as many when all other options have been tried.
"""

from collections.abc import Generator
from enum import Enum

import numpy as np
from pysat.solvers import Solver as SatSolver

from danceoff.problems import Covers, ExactCover, check
from danceoff.solvers.base import UnsupportedProblem
from danceoff.solvers.sat.clauses.cnf import encode
from danceoff.solvers.sat.interrupts import interrupts_left_to_python

_ENGINE = "cadical195"
_CONFLICTS = 1000
"""Conflicts after which a question is put off in the first round."""


class Occurrence(Enum):
    """Whether all covers contain an option, some, or none."""

    ALL = "all"
    SOME = "some"
    NONE = "none"


class Settling:
    """The options of a problem, settled one after the other.

    has_cover: whether the problem has a cover; None until that is known.
    settled: the occurrence of each settled option; NONE for every option if there is no cover.

    Raises UnsupportedProblem for a problem with a bound on the cost.
    """

    def __init__(self, problem: ExactCover) -> None:
        if problem.max_cost is not None:
            raise UnsupportedProblem("which options are in all covers cannot be told by SAT under a bound on the cost")
        self.has_cover: bool | None = None
        self.settled: dict[int, Occurrence] = {}
        self._problem = problem
        self._with = np.zeros(problem.n_options, bool)  # whether a cover with the option was found
        self._without = np.zeros(problem.n_options, bool)

    def settle(self) -> Generator[list[int]]:
        """Settle all options: yield the options that each step has settled; an empty list is a heartbeat."""
        with SatSolver(_ENGINE, bootstrap_with=list(encode(self._problem, "grouped"))) as sat:
            most = _CONFLICTS
            while (found := self._asked(sat, [], most)) is None:
                most *= 2
                yield []
            self.has_cover = found
            if not self.has_cover:
                self.settled = dict.fromkeys(range(self._problem.n_options), Occurrence.NONE)
                yield list(self.settled)
                return
            yield self._learn(sat)
            most = _CONFLICTS
            while len(self.settled) < self._problem.n_options:
                for option in range(self._problem.n_options):
                    if option not in self.settled:
                        yield self._settle(sat, option, most)
                most *= 2

    def _settle(self, sat: SatSolver, option: int, most: int) -> list[int]:
        """Look for a cover with the option, or without it if one with it is known; return what is settled now."""
        literal = -(option + 1) if self._with[option] else option + 1
        found = self._asked(sat, [literal], most)
        if found:
            return self._learn(sat)
        if found is None:
            return []
        sat.add_clause([-literal])
        self.settled[option] = Occurrence.ALL if literal < 0 else Occurrence.NONE
        return [option]

    def _asked(self, sat: SatSolver, assumptions: list[int], most: int) -> bool | None:
        """Return whether there is a cover under these assumptions; None if the limit on conflicts came first."""
        wanted = np.arange(1, self._problem.n_options + 1)
        sat.set_phases(np.where(self._with, -wanted, wanted).tolist())  # covers unlike those that were found
        sat.conf_budget(most)
        with interrupts_left_to_python:
            answer: bool | None = sat.solve_limited(assumptions=assumptions)
        return answer

    def _learn(self, sat: SatSolver) -> list[int]:
        """Learn from the latest cover; return the options that it settles."""
        holds = np.array(sat.get_model()[: self._problem.n_options]) > 0
        if not check(self._problem, Covers.of([np.flatnonzero(holds).tolist()])).all():
            raise RuntimeError("a model was found that is no cover")
        self._with |= holds
        self._without |= ~holds
        new = [k for k in np.flatnonzero(self._with & self._without).tolist() if k not in self.settled]
        self.settled.update(dict.fromkeys(new, Occurrence.SOME))
        return new
