"""A search up to symmetry by any solver: broken into parts before it begins, each part a search of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping

from danceoff.problems import Covers, check
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.analysis.orbits import Orbits, images, parts
from danceoff.problems.instance import Instance
from danceoff.solvers import Search, Solver


class OrbitSearch(Search):
    """Gives one cover of each orbit; the solver's model of a part is built when its turn comes.

    Raises InvalidProblem where the symmetries of the problem cannot be found.
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
        """The least cover of each orbit; ends early at what is no cover."""
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
        """What is wrong with the answers once the walk has ended; nothing where all is well."""
        return self._wrong or self.orbits.contradiction()

    def images(self, covers: Covers) -> Iterator[Covers]:
        """All covers that are like those given."""
        return images(self.orbits.group, covers)

    def stats(self) -> Mapping[str, int]:
        """The solver's counters, added up over the parts."""
        return self._stats + Counter(self._search.stats() if self._search else {})
