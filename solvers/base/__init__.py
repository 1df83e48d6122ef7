"""All that the author of a backend must read.

A backend is a `Solver`: a frozen dataclass of its options. `prepare` builds a `Search`, which is walked once and holds
no clocks, limits, repeats or crash handling: those belong to the runner, which owns the process. Whoever wants ten
covers takes ten from the iterator.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from enum import Enum
from itertools import islice
from threading import Lock
from types import GeneratorType
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, final
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem, check
from danceoff.problems.model.arguments import instance_of, numbers_below, whole_number
from danceoff.solvers.rewriting.bounded import bounded

Found = TypeVar("Found")


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


class SearchWalked(RuntimeError):
    """This search was walked or closed before, or another thread is walking it: prepare another one."""


class Search(ABC):
    """A prepared search over one problem, walked once: by one of batches, covers, increments and count.

    The author of a backend writes `_batches`, and where it helps `_increments`, `_release` and `stats`. A second walk
    of any kind raises SearchWalked, and so does a walk after `close`. As a context manager the search closes itself.
    Threads cannot share a walk: whoever advances it while another thread does gets Python's ValueError, and the walk
    goes on undisturbed.

    choice: in one line which way a backend that chooses one has chosen, and why; it may be read after the walk.
    """

    choice: str = ""
    _guard: Lock
    _is_begun: bool
    _is_closed: bool
    _under_way: Callable[[], Generator[Any] | None]

    def __new__(cls, *_arguments: object, **_named: object) -> Self:
        """Make the guard here, so that no author has to call an `__init__` of ours."""
        search = super().__new__(cls)
        search._guard = Lock()
        search._is_begun = search._is_closed = False
        search._under_way = lambda: None
        return search

    @final
    def batches(self, heartbeats: bool = False) -> Generator[Covers]:
        """Each cover once, in any order, in batches; ending normally means: that was all of them.

        The first batch holds one cover, so that a first cover is not kept waiting. With heartbeats a batch is empty
        every so often, where the backend can show that it is alive. Closing the generator early ends the walk and
        releases what the search holds.
        """
        return self._guarded(self._begin(self._batches() if heartbeats else filled(self._batches())))

    @final
    def covers(self) -> Generator[Cover]:
        """The same, one by one."""
        return self._one_by_one(self._begin(self._batches()))

    @final
    def increments(self) -> Generator[int]:
        """How many further covers were found since the last increment; some backends count faster than they list.

        An increment comes every so often even when it is 0, so that a reader knows that the search is alive.
        """
        return self._guarded(self._begin(self._increments()))

    @final
    def count(self) -> int:
        """The number of covers, exact at any size."""
        with closing(self.increments()) as increments:
            return sum(increments)

    @final
    def close(self) -> None:
        """Release what the search holds, walked or not; a walk under way raises SearchWalked when it is advanced.

        `stats` can still be read. Raises SearchWalked while another thread advances the walk.
        """
        with self._guard:
            found = self._under_way()
            if isinstance(found, GeneratorType) and found.gi_running:
                raise SearchWalked("this search is at work: close it between two steps of its walk")
            self._is_begun = self._is_closed = True
        if found:
            found.close()
        self._release()

    @final
    def __enter__(self) -> Self:
        return self

    @final
    def __exit__(self, *_: object) -> None:
        self.close()

    def stats(self) -> Mapping[str, int]:
        """Effort so far in the backend's own terms (nodes, conflicts, ...); may be read at any time, by any thread."""
        return {}

    @abstractmethod
    def _batches(self) -> Generator[Covers]:
        """The walk: each cover once, in batches, the first of one cover; an empty batch is a heartbeat."""

    def _increments(self) -> Generator[int]:
        """The walk of whoever only counts; overridden where counting is cheaper than listing."""
        with closing(self._batches()) as batches:
            for batch in batches:
                yield len(batch)

    def _release(self) -> None:  # noqa: B027 - most backends hold nothing but memory
        """Release processes, threads and native solvers: called when the walk ends, however it does, and by `close`.

        May be called twice, and on a search that was never walked.
        """

    @final
    def _begin(self, found: Generator[Found]) -> Generator[Found]:
        """Claim the search for this walk; a subclass with a further kind of walk begins it here, too."""
        with self._guard:
            if self._is_begun:
                raise SearchWalked("this search was walked or closed already: prepare another one")
            self._is_begun = True
            self._under_way = ref(found)  # weak, so that a walk that nobody reads any more ends at once
        return found

    @final
    def _guarded(self, found: Generator[Found]) -> Generator[Found]:
        """What is found, until the search is closed; then release what it holds."""
        try:
            with closing(found):
                self._raise_if_closed()
                for one in found:
                    yield one
                    self._raise_if_closed()
        finally:
            self._release()

    @final
    def _one_by_one(self, found: Generator[Covers]) -> Generator[Cover]:
        """The same for single covers; each of them would pay for going through `_guarded`."""
        try:
            with closing(found):
                self._raise_if_closed()
                for batch in found:
                    yield from batch
                    self._raise_if_closed()
        finally:
            self._release()

    def _raise_if_closed(self) -> None:
        if self._is_closed:
            raise SearchWalked("this search was closed before its walk had ended: prepare another one")


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
        Raises UnsupportedProblem where a feature that the problem needs is missing, InvalidProblem where `blocked` does
        not hold rows of option numbers, and TypeError for what is no problem.
        """
        instance_of("problem", problem, ExactCover)
        nothing_blocked = isinstance(blocked, tuple) and not blocked  # the rows of nothing would take 20 us
        given: Covers | tuple[()] = () if nothing_blocked else Covers.of(blocked)
        if problem.n_primary < problem.n_items and Feature.SECONDARY not in self.features:
            raise UnsupportedProblem(f"{self.name} has no secondary items")
        if problem.has_multiplicities and Feature.MULTIPLICITY not in self.features:
            raise UnsupportedProblem(f"{self.name} has no multiplicities: it covers no item more than once")
        if len(given) and Feature.BLOCK not in self.features:
            raise UnsupportedProblem(f"{self.name} cannot leave out covers")
        covers = given.select(check(problem, given)) if isinstance(given, Covers) else ()
        return self.build(bounded(problem), frozenset(covers))

    @abstractmethod
    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """What `prepare` does once the request is known to be one of the backend's features."""

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Import, load and compile all that this problem needs, or what is left of it when options are given.

        No measured time then holds it. listing: whether covers will be listed; else they will be counted.
        """
        if problem.has_multiplicities:
            self._walk_tiny({"b": (1, 2)}, listing)
        self._walk_tiny({}, listing)  # also what is left of a problem with multiplicities may have none

    def _walk_tiny(self, multiplicity: Mapping[Hashable, tuple[int, int]], listing: bool) -> None:
        search = self.prepare(ExactCover.from_options(["a", "b", "b"], "ab", multiplicity=multiplicity))
        for _ in search.batches() if listing else search.increments():
            pass

    def each(self, problem: ExactCover, givens: Covers, limit: int = 1) -> Iterator[Answers]:
        """Answer one problem with many sets of givens, rows of option numbers, in their order and several at a time.

        Covers are counted up to `limit`; the first holds the givens, too. Givens that clash have no covers. Raises
        InvalidProblem for an option number that is out of range or given twice.
        """
        instance_of("problem", problem, ExactCover)
        whole_number("limit", limit, 1, np.iinfo(np.int64).max)
        option = numbers_below(
            "given option", instance_of("givens", givens, Covers).option, problem.n_options, "options"
        )
        row = np.repeat(np.arange(len(givens)), np.diff(givens.start))
        place = np.sort(row * problem.n_options + option)  # sorting is ten times as fast as np.unique here
        if (place[1:] == place[:-1]).any():
            raise InvalidProblem("an option is given twice")
        return self.answer(problem, givens, limit)

    def answer(self, problem: ExactCover, givens: Covers, limit: int) -> Iterator[Answers]:
        """What `each` does once the givens are known to be well formed; overridden where one model can serve all."""
        for given in givens:
            rest = problem.given(given)
            with self.prepare(rest) as search:
                found = list(islice(search.covers(), limit))
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


def filled(batches: Generator[Covers]) -> Generator[Covers]:
    """The batches without the heartbeats."""
    with closing(batches):
        yield from filter(len, batches)


def without(batch: Covers, blocked: frozenset[Cover]) -> Covers:
    """The batch less the blocked covers: how a tree search leaves them out at the leaf."""
    if not blocked:
        return batch
    return batch.select(np.array([cover not in blocked for cover in batch], dtype=bool))
