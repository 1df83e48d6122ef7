"""CryptoMiniSat (Soos, Nohl, Castelluccia, SAT 2009), a SAT solver that also reasons about parity, through pycryptosat.

PySAT has an engine of the same name, which ignores limits and cannot be stopped; pycryptosat keeps to limits.
During a call, pycryptosat handles Ctrl-C itself: it ends the process.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pycryptosat

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import OPTIMISING, Feature, OneByOne, Search, Solver, Steps, settled
from danceoff.solvers.rewriting.by_item import options_by_item
from danceoff.solvers.sat.clauses.cnf import blocking, encode

_CONFLICTS_IN_A_SLICE = 2000


@dataclass(frozen=True)
class CryptoMiniSat(Solver):
    """Solves again after each cover, with a clause that excludes it.

    parity: whether to add an XOR for each item of fixed multiplicity, which says whether an odd or even number of its
        options is chosen; the solver eliminates these as linear equations.
    """

    name: ClassVar[str] = "pycryptosat"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING

    parity: bool = False

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Encode the problem."""
        return settled(problem, blocked) or _CryptoMiniSatSearch(problem, blocked, self.parity)


class _CryptoMiniSatSearch(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover], parity: bool) -> None:
        self._problem = problem
        self._native = pycryptosat.Solver()
        self._native.add_clauses(list(encode(problem, "grouped")))
        self._native.add_clauses([blocking(problem, cover) for cover in sorted(blocked)])
        for item, options in enumerate(options_by_item(problem) if parity else ()):
            if problem.least[item] == problem.most[item]:
                self._native.add_xor_clause([option + 1 for option in options], bool(problem.most[item] % 2))

    def _steps(self) -> Steps:
        n_options = self._problem.n_options
        while True:
            satisfiable, model = self._native.solve(confl_limit=_CONFLICTS_IN_A_SLICE)
            if satisfiable:
                cover = tuple(np.flatnonzero(model[1 : n_options + 1]).tolist())
                self._native.add_clause(blocking(self._problem, cover))
                yield cover
            elif satisfiable is None:
                yield None
            else:
                return
