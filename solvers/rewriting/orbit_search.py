"""Searches up to symmetry with any solver: orbits are listed or, by a solver that lists nothing, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping

from danceoff.problems import Covers, ExactCover, check
from danceoff.problems.analysis.group import Group, symmetries
from danceoff.problems.analysis.orbits import Orbits, images, parts
from danceoff.problems.analysis.quotient import quotient
from danceoff.problems.instance import Instance
from danceoff.problems.model.naming import no_cover
from danceoff.solvers import Search, Solver, UnsupportedProblem
from danceoff.solvers.rewriting.shuffled import Shuffled


class OrbitSearch(Search):
    """Finds one cover of each orbit: symmetry breaking splits the problem into parts, prepared one by one.

    rotations: whether only rotations of the board are symmetries.
    shuffled: the problem in the order that the solver gets; covers then have its numbering.

    Raises InvalidProblem if the symmetries of the problem cannot be found.
    """

    def __init__(
        self, solver: Solver, instance: Instance, shuffled: Shuffled | None = None, rotations: bool = False
    ) -> None:
        problem, group = _ordered(instance, shuffled, rotations)
        self.orbits = Orbits(group)
        self._solver = solver
        self._parts = parts(problem, group)
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
                        wrong = next(iter(batch.select(~good)))
                        self._wrong = f"{no_cover(part.problem.option_names, wrong)} of {part}"
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


class OrbitCount(Search):
    """Counts the covers that each symmetry maps to themselves: their mean is the number of orbits (Burnside's lemma).

    rotations: whether only rotations of the board are symmetries.
    shuffled: the problem in the order that the solver gets.
    orbits: the number of orbits, once the walk has ended; the increments add up to the number of covers.

    Raises InvalidProblem if the symmetries of the problem cannot be found.
    """

    def __init__(
        self, solver: Solver, instance: Instance, shuffled: Shuffled | None = None, rotations: bool = False
    ) -> None:
        problem, group = _ordered(instance, shuffled, rotations)
        self._quotients = [quotient(problem, symmetry) for symmetry in group]
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


def _ordered(instance: Instance, shuffled: Shuffled | None, rotations: bool) -> tuple[ExactCover, Group]:
    """Return the problem in the order that the solver gets, and its symmetries."""
    group = symmetries(instance.problem, instance.board, rotations)
    return (shuffled.problem, shuffled.symmetries(group)) if shuffled else (instance.problem, group)
