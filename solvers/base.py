"""All that the author of a backend must read.

A backend is a `Solver`: a frozen dataclass of its options. `prepare` builds a `Search`, which is walked once and holds
no clocks, limits, repeats or crash handling: those belong to the runner, which owns the process. Whoever wants ten
covers takes ten from the iterator.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from enum import Enum
from itertools import islice
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from problems import Cover, Covers, ExactCover, InvalidProblem, check


class Feature(Enum):
    """What a backend can do; what it cannot is refused by `prepare`, never answered wrongly."""

    LIST = "list covers"
    COUNT = "count without listing"
    SECONDARY = "at-most-one items"
    MULTIPLICITY = "items covered lo to hi times"
    BLOCK = "leave out given covers"


class UnsupportedProblem(Exception):
    """This backend will never answer this problem; the message says why."""


class MissingBackend(Exception):
    """The library behind a backend is not installed; the message says how to install it."""


class Search(ABC):
    """A prepared search over one problem. It is walked once, by one of batches, covers, tallies and count.

    choice: in one line which way a backend that chooses one has chosen, and why; it may be read after the walk.
    """

    choice: str = ""

    @abstractmethod
    def batches(self) -> Iterator[Covers]:
        """Each cover once, in any order, in batches; ending normally means: that was all of them.

        The first batch holds one cover, so that a first cover is not kept waiting. Closing the iterator early releases
        everything that the search holds.
        """

    def covers(self) -> Iterator[Cover]:
        """The same, one by one."""
        for batch in self.batches():
            yield from batch

    def pieces(self) -> Iterator[Covers]:
        """As `batches`, but where a search can say so a batch is empty every so often, as a sign of life."""
        return self.batches()

    def tallies(self) -> Iterator[int]:
        """How many further covers were found since the last tally; overridden where counting is cheaper than listing.

        A tally comes every so often even when it is 0, so that a reader knows how far the search came.
        """
        for batch in self.batches():
            yield len(batch)

    def count(self) -> int:
        """The number of covers, exact at any size."""
        return sum(self.tallies())

    def stats(self) -> Mapping[str, int]:
        """Effort so far in the backend's own terms (nodes, conflicts, ...); may be read during and after the walk."""
        return {}


class Answers(NamedTuple):
    """What came of several sets of givens: how many covers, int64[n], and the first, or an empty row for none."""

    n_covers: NDArray[np.int64]
    first: Covers


@dataclass(frozen=True)
class Solver(ABC):
    """A backend with its options: cheap, hashable, picklable, prints as it is written (`sat:engine=glucose4`)."""

    name: ClassVar[str]
    features: ClassVar[frozenset[Feature]]
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """For an option that is one of a few words: these words."""
    passed_on: ClassVar[str] = ""
    """The field, a tuple of (name, value), that takes the options that only the library behind the backend knows."""

    def __post_init__(self) -> None:
        for option, words in self.choices.items():
            if getattr(self, option) not in words:
                there_are = ", ".join(words)
                raise ValueError(
                    f"solver {self.name}: unknown {option} {getattr(self, option)!r}; there are {there_are}"
                )

    def prepare(self, problem: ExactCover, blocked: Collection[Cover] = ()) -> Search:
        """Build the native model; covers in `blocked` (of this problem's own option numbers) will not be given.

        What is not a cover blocks nothing (as a blocking clause it would also block every cover that it is a part of).
        Raises UnsupportedProblem where a feature that the problem needs is missing.
        """
        if problem.n_primary < problem.n_items and Feature.SECONDARY not in self.features:
            raise UnsupportedProblem(f"{self.name} has no secondary items")
        if problem.has_multiplicities and Feature.MULTIPLICITY not in self.features:
            raise UnsupportedProblem(f"{self.name} has no multiplicities: it covers no item more than once")
        if blocked and Feature.BLOCK not in self.features:
            raise UnsupportedProblem(f"{self.name} cannot leave out covers")
        if not blocked:
            return self.build(problem, frozenset())
        given = Covers.of(blocked)
        return self.build(problem, frozenset(given.select(check(problem, given))))

    @abstractmethod
    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """What `prepare` does once the request is known to be one of the backend's features."""

    def compile_for(self, problem: ExactCover) -> None:  # noqa: B027 - most backends compile the same for any problem
        """Compile beforehand what counting this problem needs and not every problem does: no measured time holds it."""

    def each(self, problem: ExactCover, givens: Covers, limit: int = 1) -> Iterator[Answers]:
        """Answer one problem with many sets of givens, rows of option numbers, in their order and several at a time.

        Covers are counted up to `limit`; the first holds the givens, too. Givens that clash have no covers. Raises
        InvalidProblem for an option number that is out of range or given twice.
        """
        option, row = givens.option.astype(np.int64), np.repeat(np.arange(len(givens)), np.diff(givens.start))
        if len(option) and (option.min() < 0 or option.max() >= problem.n_options):
            raise InvalidProblem(f"a given option is not one of the {problem.n_options} options")
        place = np.sort(row * problem.n_options + option)  # sorting is ten times as fast as np.unique here
        if (place[1:] == place[:-1]).any():
            raise InvalidProblem("an option is given twice")
        return self.answer(problem, givens, limit)

    def answer(self, problem: ExactCover, givens: Covers, limit: int) -> Iterator[Answers]:
        """What `each` does once the givens are known to be well formed; overridden where one model can serve all."""
        for given in givens:
            rest = problem.given(given)
            found = list(islice(self.prepare(rest).covers(), limit))
            first = rest.lift(Covers.of(found[:1])) if found else Covers.of([()])
            yield Answers(np.array([len(found)], np.int64), first)

    def __str__(self) -> str:
        changed = [
            f"{field.name}={_written(value)}"
            for field in fields(self)
            if field.name != self.passed_on and (value := getattr(self, field.name)) != field.default
        ]
        changed += [f"{name}={text}" for name, text in getattr(self, self.passed_on, ())]
        return ":".join([self.name, ",".join(changed)] if changed else [self.name])


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def filled(pieces: Generator[Covers]) -> Iterator[Covers]:
    """Of pieces the batches that hold covers."""
    with closing(pieces):
        yield from filter(len, pieces)


def without(batch: Covers, blocked: frozenset[Cover]) -> Covers:
    """The batch less the blocked covers: how a tree search leaves them out at the leaf."""
    if not blocked:
        return batch
    return batch.select(np.array([cover not in blocked for cover in batch], dtype=bool))
