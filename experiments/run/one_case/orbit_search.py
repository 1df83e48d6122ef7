"""Searches up to symmetry with any solver: symmetry breaking splits the problem into parts, searched one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping

from danceoff.problems import Covers, check
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.analysis.orbits import Orbits, images, parts
from danceoff.problems.instance import Instance
from danceoff.solvers import Search, Solver


class OrbitSearch(Search):
    """Finds one cover of each orbit; prepares each part only when its turn comes.

    Raises InvalidProblem if the symmetries of the problem cannot be found.
    """

    def __init__(self, solver: Solver, instance: Instance) -> None:
        group = symmetries(instance.problem, instance.board)
        self.orbits = Orbits(group)
        self._solver = solver
        self._parts = parts(instance.problem, group)
        self._stats: Counter[str] = Counter()
        self._search: Search | None = None
        self._wrong = ""

    def _batches(self) -> Generator[Covers]:
        """Yield the least cover of each orbit; ends early if the solver gives a set of options that is not a cover."""
        for part in self._parts:
            with self._solver.prepare(part.problem) as search:
                self._search = search
                for batch in search.batches(heartbeats=True):
                    good = check(part.problem, batch)
                    yield self.orbits.add(part, part.problem.lift(batch.select(good)))
                    if not good.all():
                        self._wrong = f"options {next(iter(batch.select(~good)))} are not a cover of {part}"
                        return
            self._stats.update(search.stats())
            self._search = None

    def contradiction(self) -> str:
        """Return what is wrong with the answers, after the walk; empty if nothing is."""
        return self._wrong or self.orbits.contradiction()

    def images(self, covers: Covers) -> Iterator[Covers]:
        """Return all covers in the orbits of these covers."""
        return images(self.orbits.group, covers)

    def stats(self) -> Mapping[str, int]:
        """Return the solver's counters, summed over the parts."""
        return self._stats + Counter(self._search.stats() if self._search else {})
