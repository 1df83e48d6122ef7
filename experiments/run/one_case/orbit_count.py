"""Counts orbits of covers by Burnside's lemma, with any solver that counts: no cover is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping

from danceoff.problems import Covers, InvalidProblem
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.analysis.quotient import quotient
from danceoff.problems.instance import Instance
from danceoff.solvers import Search, Solver, UnsupportedProblem


class OrbitCount(Search):
    """Counts, for each symmetry, the covers that it maps to themselves; their mean is the number of orbits.

    orbits: the number of orbits, once the walk has ended; the increments add up to the number of covers.

    Raises InvalidProblem if the symmetries of the problem cannot be found, and UnsupportedProblem if the covers that a
    symmetry keeps are not those of a problem without weights.
    """

    def __init__(self, solver: Solver, instance: Instance) -> None:
        group = symmetries(instance.problem, instance.board)
        try:
            self._quotients = [quotient(instance.problem, symmetry) for symmetry in group]
        except InvalidProblem as error:
            raise UnsupportedProblem(f"covers up to symmetry cannot be counted without listing: {error}") from None
        self.orbits = 0
        self._solver = solver
        self._stats: Counter[str] = Counter()
        self._wrong = ""

    def _batches(self) -> Generator[Covers]:
        raise UnsupportedProblem("Burnside's lemma counts covers and lists none")

    def _increments(self) -> Generator[int]:
        known: dict[str, int] = {}
        n_kept = 0
        for k, problem in enumerate(self._quotients):
            if problem.digest not in known:
                known[problem.digest] = 0
                with self._solver.prepare(problem) as search:
                    for increment in search.increments():
                        known[problem.digest] += increment
                        yield increment if k == 0 else 0  # the first symmetry is the identity
                self._stats.update(search.stats())
            n_kept += known[problem.digest]
        self.orbits, rest = divmod(n_kept, len(self._quotients))
        if rest:
            self._wrong = f"{len(self._quotients)} symmetries keep {n_kept} covers in all: that is no whole mean"

    def contradiction(self) -> str:
        """Return what is wrong with the counts, after the walk; empty if nothing is."""
        return self._wrong

    def stats(self) -> Mapping[str, int]:
        """Return the solver's counters, summed over the symmetries."""
        return self._stats
