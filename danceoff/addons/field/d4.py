"""D4 (Lagniez and Marquis, IJCAI 2017): a knowledge compiler that counts the models of the pairwise encoding."""

from typing import ClassVar

import py_d4

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import CountOnly, Feature, Search, Solver, settled, silenced
from danceoff.solvers.sat.clauses.cnf import blocking, encode, n_variables


class D4(Solver):
    """Counts by splitting the formula into parts that share no variable, and caching the count of each part."""

    name: ClassVar[str] = "d4"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.SECONDARY, Feature.COLOUR, Feature.BLOCK})

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Encode the problem; a formula without variables is not passed to D4, which would end the process."""
        return settled(problem, blocked) or _D4Search(problem, blocked)


class _D4Search(CountOnly):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        encoded = encode(problem)
        clauses = [*encoded, *(blocking(problem, cover) for cover in sorted(blocked))]
        self._native = py_d4.Solver(clauses, n_variables(problem, encoded))
        self._effort: dict[str, int] = {}

    def _count(self) -> int:
        with silenced():
            answer = self._native.count()
        self._effort = {"decisions": answer.getNbDecisionNodes(), "calls": answer.getNbRecursiveCalls()}
        return int(answer.getResult())

    def stats(self) -> dict[str, int]:
        return self._effort
