"""Searches up to symmetry with any solver: orbits are listed or, by a solver that lists nothing, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager

from danceoff.problems import Covers, ExactCover, check
from danceoff.problems.analysis.group import Group, symmetries
from danceoff.problems.analysis.orbits import Orbits, images, parts
from danceoff.problems.analysis.quotient import quotient
from danceoff.problems.instance import Instance
from danceoff.problems.model.naming import no_cover
from danceoff.solvers import Search, Solver, UnsupportedProblem
from danceoff.solvers.rewriting.shuffled import Shuffled


class _InParts(Search):
    """A search that one solver does in parts; it has their counters, and `choice` says what was chosen for them."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._choices: list[str] = []
        self._stats: Counter[str] = Counter()
        self._search: Search | None = None

    @contextmanager
    def _part(self, problem: ExactCover) -> Iterator[Search]:
        with self._solver.prepare(problem) as search:
            self._search = search
            try:
                yield search
            finally:
                self._search = None
                self._stats.update(search.stats())
                self._choices.append(search.choice)
                self.choice = chosen_for_all(self._choices)

    def stats(self) -> Mapping[str, int]:
        """Return the solver's counters, summed over the parts."""
        return self._stats + Counter(self._search.stats() if self._search else {})


def chosen_for_all(choices: Sequence[str]) -> str:
    """Return the first of the choices, and for how many more parts its engine was chosen; empty if engines differ."""
    first, n_more = choices[0], len(choices) - 1
    if len({choice.removeprefix("chose ").partition(" ")[0] for choice in choices}) > 1:
        return ""
    if not first or not n_more:
        return first
    return f"{first}; the same engine for {n_more} more part{'s' * (n_more != 1)} of the search"


class OrbitSearch(_InParts):
    """Finds one cover of each orbit: symmetry breaking splits the problem into parts, prepared one by one.

    rotations: whether only rotations of the board are symmetries.
    shuffled: the problem in the order that the solver gets; covers then have its numbering.

    Raises InvalidProblem if the symmetries of the problem cannot be found.
    """

    def __init__(
        self, solver: Solver, instance: Instance, shuffled: Shuffled | None = None, rotations: bool = False
    ) -> None:
        super().__init__(solver)
        problem, group = _ordered(instance, shuffled, rotations)
        self.orbits = Orbits(group)
        self._parts = parts(problem, group)
        self._wrong = ""

    def _batches(self) -> Generator[Covers]:
        """Yield the least cover of each orbit; ends early if the solver gives a set of options that is not a cover."""
        for part in self._parts:
            with self._part(part.problem) as search:
                for batch in search.batches(heartbeats=True):
                    good = check(part.problem, batch)
                    yield self.orbits.add(part, part.problem.lift(batch.select(good)))
                    if not good.all():
                        wrong = next(iter(batch.select(~good)))
                        self._wrong = f"{no_cover(part.problem.option_names, wrong)} of {part}"
                        return

    def contradiction(self) -> str:
        """Return what is wrong with the answers, after the walk; empty if nothing is."""
        return self._wrong or self.orbits.contradiction()

    def images(self, covers: Covers) -> Iterator[Covers]:
        """Return all covers in the orbits of these covers."""
        return images(self.orbits.group, covers)


class OrbitCount(_InParts):
    """Counts the covers that each symmetry maps to themselves: their mean is the number of orbits (Burnside's lemma).

    rotations: whether only rotations of the board are symmetries.
    shuffled: the problem in the order that the solver gets.
    orbits: the number of orbits, once the walk has ended; the increments add up to the number of covers.

    Raises InvalidProblem if the symmetries of the problem cannot be found.
    """

    def __init__(
        self, solver: Solver, instance: Instance, shuffled: Shuffled | None = None, rotations: bool = False
    ) -> None:
        super().__init__(solver)
        problem, group = _ordered(instance, shuffled, rotations)
        self._quotients = [quotient(problem, symmetry) for symmetry in group]
        self.orbits = 0
        self._wrong = ""

    def _batches(self) -> Generator[Covers]:
        raise UnsupportedProblem("Burnside's lemma counts covers and lists none")

    def _increments(self) -> Generator[int]:
        known: dict[str, int] = {}
        n_kept = 0
        for k, problem in enumerate(self._quotients):
            if problem.digest not in known:
                known[problem.digest] = 0
                with self._part(problem) as search:
                    for increment in search.increments():
                        known[problem.digest] += increment
                        yield increment if k == 0 else 0  # the first symmetry is the identity
            n_kept += known[problem.digest]
        self.orbits, rest = divmod(n_kept, len(self._quotients))
        if rest:
            self._wrong = f"{len(self._quotients)} symmetries keep {n_kept} covers in all: that is no whole mean"

    def contradiction(self) -> str:
        """Return what is wrong with the counts, after the walk; empty if nothing is."""
        return self._wrong


def _ordered(instance: Instance, shuffled: Shuffled | None, rotations: bool) -> tuple[ExactCover, Group]:
    """Return the problem in the order that the solver gets, and its symmetries."""
    group = symmetries(instance.problem, instance.board, rotations)
    return (shuffled.problem, shuffled.symmetries(group)) if shuffled else (instance.problem, group)
