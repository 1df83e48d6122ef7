"""Questions about all covers of a problem at once: random covers, covers by number, how many hold each option."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

from danceoff.found import FoundCover, FoundCovers, Numbering, packed
from danceoff.problems import Covers, InvalidProblem, check
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import shown, whole_number
from danceoff.solvers.engines import diagram
from danceoff.stating import instance, numbers_of

_MOST = (1 << 63) - 1


@dataclass(frozen=True)
class OptionsHeld:
    """How many covers hold each option.

    n_covers: the number of covers. counts: each option, by its name or else its number, and how many covers hold it.
    """

    n_covers: int
    counts: list[tuple[Hashable, int]]

    @property
    def in_all(self) -> list[Hashable]:
        """The options that every cover holds; none if there is no cover."""
        return [option for option, count in self.counts if count == self.n_covers > 0]

    @property
    def in_none(self) -> list[Hashable]:
        """The options that no cover holds."""
        return [option for option, count in self.counts if count == 0]


def sample(problem: Any, n: int = 1, seed: int = 1, repeats: bool = True, *, memory_mb: float = 2048) -> FoundCovers:
    """Return covers drawn at random: every cover is equally likely, however many there are.

    problem: any source that `danceoff.problem` accepts.
    n: how many to draw.
    seed: the same seed draws the same covers.
    repeats: whether a cover may be drawn again.
    memory_mb: a bound on the diagram of all covers, MB of 10^6 bytes.

    Raises InvalidProblem if the problem or an argument is invalid, ValueError if there are not so many covers, and
    MemoryError if the diagram does not fit.
    """
    whole_number("n", n, 0, _MOST)
    whole_number("seed", seed, 0, _MOST)
    root = instance(problem)
    return _found(root, diagram.samples(diagram.diagram(root.problem, memory_mb), n, seed, repeats))


def nth(problem: Any, numbers: Sequence[int], *, memory_mb: float = 2048) -> FoundCovers:
    """Return the covers with these numbers, in the order of the diagram, which is always the same for a problem.

    numbers: a list or a range; the covers have the numbers 0 to count - 1. Raises IndexError for others.

    The other arguments and errors are those of `sample`.
    """
    try:
        wanted = [*map(index, numbers)]
    except TypeError:
        raise InvalidProblem(f"numbers must be a list of whole numbers or a range, not {shown(numbers)}") from None
    root = instance(problem)
    return _found(root, iter([diagram.covers_at(diagram.diagram(root.problem, memory_mb), wanted)]))


def rank(problem: Any, covers: Iterable[Iterable[Hashable]], *, memory_mb: float = 2048) -> list[int]:
    """Return the number of each cover: `nth` gives the cover back.

    covers: covers that were found, or sets of options, by name or else by number. Raises InvalidProblem if one is no
        cover of the problem.

    The other arguments and errors are those of `sample`.
    """
    root = instance(problem)
    rows = [_places(root, cover) for cover in covers]
    return diagram.ranks(diagram.diagram(root.problem, memory_mb), Covers.of(rows))


def options_held(problem: Any, *, memory_mb: float = 2048) -> OptionsHeld:
    """Return how many covers hold each option; arguments and errors are those of `sample`."""
    root = instance(problem)
    made = diagram.diagram(root.problem, memory_mb)
    names = map(Numbering(root).name, root.problem.origin.tolist())
    return OptionsHeld(made.count, list(zip(names, diagram.counts_of_options(made), strict=True)))


def _found(root: Instance, batches: Iterator[Covers]) -> FoundCovers:
    """Check covers and give them the names of their options."""
    covers = packed(list(batches))
    if not check(root.problem, covers).all():
        raise RuntimeError("the diagram gave options that are no cover")
    return FoundCovers(Numbering(root), root.problem.lift(covers))


def _places(root: Instance, cover: Iterable[Hashable]) -> tuple[int, ...]:
    """The options of a cover in the numbering of the problem."""
    if not isinstance(cover, FoundCover):
        return tuple(numbers_of(root.problem, cover, "cover"))
    places = map(Numbering(root).place, cover.numbers)
    return tuple(place for place in places if place is not None)
