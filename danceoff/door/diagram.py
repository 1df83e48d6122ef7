"""All covers of a problem at once: random covers, covers by number, how many hold each option."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from operator import index
from typing import Any

from danceoff.problems import Covers, InvalidProblem, check
from danceoff.problems.found import FoundCovers, Numbering, places_in
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import bound, shown, whole_number
from danceoff.problems.model.digits import decimal
from danceoff.problems.stated import instance
from danceoff.questions.options import OptionsHeld
from danceoff.solvers.engines import diagram
from danceoff.solvers.questions.shuffled import random_covers


class Diagram:
    """All covers of a problem as a graph, made once to be asked often.

    count: the number of covers, exact at any size.
    """

    def __init__(self, problem: Any, *, memory_mb: float | None = 2048) -> None:
        """Make the diagram.

        problem: any source that `danceoff.problem` accepts.
        memory_mb: a bound on its memory, MB of 10^6 bytes; None for no bound.

        Raises InvalidProblem for an invalid problem, ValueError for an invalid bound, and MemoryError if the diagram
        does not fit.
        """
        self._instance = instance(problem)
        self._made = diagram.diagram(self._instance.problem, bound("memory_mb", memory_mb, "MB"))
        self.count = self._made.count

    def sample(self, n: int = 1, seed: int = 1, repeats: bool = True) -> FoundCovers:
        """Return covers drawn at random: every cover is equally likely, however many there are.

        n: how many to draw.
        seed: the same seed draws the same covers.
        repeats: whether a cover may be drawn again.

        Raises InvalidProblem if an argument is invalid, and ValueError if there are not so many covers.
        """
        _check_draw(n, seed)
        return _found(self._instance, diagram.samples(self._made, n, seed, repeats))

    def nth(self, numbers: Sequence[int]) -> FoundCovers:
        """Return the covers with these numbers, in the order of the diagram, which is always the same for a problem.

        numbers: a list or a range; the covers have the numbers 0 to count - 1.

        Raises IndexError for other numbers.
        """
        try:
            wanted = numbers if isinstance(numbers, range) else [*map(index, numbers)]
        except TypeError:
            raise InvalidProblem(f"numbers must be a list of whole numbers or a range, not {shown(numbers)}") from None
        return _found(self._instance, [diagram.covers_at(self._made, wanted)])

    def rank(self, covers: Iterable[Iterable[Hashable]]) -> list[int]:
        """Return the number of each cover: `nth` gives the cover back.

        covers: covers that were found, or sets of options by name, or by number if options have no names.

        Raises InvalidProblem if one of them is no cover of the problem.
        """
        return diagram.ranks(self._made, Covers.of([places_in(self._instance, cover) for cover in covers]))

    def options_held(self) -> OptionsHeld:
        """Return how many covers hold each option."""
        numbers, counts = self._instance.problem.origin.tolist(), map(decimal, diagram.counts_of_options(self._made))
        rows = [*zip(numbers, map(Numbering(self._instance).name, numbers), counts, strict=True)]
        return OptionsHeld(at=self._instance, known={"covers": self.count}, rows=rows)


def sample(
    problem: Any,
    n: int = 1,
    seed: int = 1,
    repeats: bool = True,
    *,
    approximate: bool = False,
    memory_mb: float | None = 2048,
) -> FoundCovers:
    """Return `Diagram(problem).sample(...)`: random covers, all equally likely.

    approximate: whether to search for each cover with shuffled options, without a diagram; then not all covers are
        equally likely.
    """
    if not approximate:
        try:
            return Diagram(problem, memory_mb=memory_mb).sample(n, seed, repeats)
        except MemoryError as error:
            raise MemoryError(f"{error}, or draw with approximate=True") from None
    _check_draw(n, seed)
    root = instance(problem)
    drawn = Covers.of(random_covers(root.problem, n, seed, repeats))
    if len(drawn) < n:
        raise ValueError(f"{n} covers cannot be drawn: the problem has only {len(drawn)}")
    return _found(root, [drawn])


def nth(problem: Any, numbers: Sequence[int], *, memory_mb: float | None = 2048) -> FoundCovers:
    """Return `Diagram(problem).nth(numbers)`: the covers with these numbers."""
    return Diagram(problem, memory_mb=memory_mb).nth(numbers)


def rank(problem: Any, covers: Iterable[Iterable[Hashable]], *, memory_mb: float | None = 2048) -> list[int]:
    """Return `Diagram(problem).rank(covers)`: the number of each cover."""
    return Diagram(problem, memory_mb=memory_mb).rank(covers)


def options_held(problem: Any, *, memory_mb: float | None = 2048) -> OptionsHeld:
    """Return `Diagram(problem).options_held()`: how many covers hold each option."""
    return Diagram(problem, memory_mb=memory_mb).options_held()


def _check_draw(n: int, seed: int) -> None:
    whole_number("n", n, 0)
    whole_number("seed", seed, 0)


def _found(root: Instance, batches: Iterable[Covers]) -> FoundCovers:
    """Return covers by the names of their options, after a check."""

    def checked(covers: Covers) -> Covers:
        if not check(root.problem, covers).all():
            raise RuntimeError("the answer has options that are no cover")
        return root.problem.lift(covers)

    return FoundCovers(Numbering(root.original), map(checked, batches))
