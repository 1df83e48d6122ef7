"""A prepared search: walked once, closed by its reader."""

from __future__ import annotations

import ctypes
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Set
from contextlib import closing
from threading import Lock
from types import GeneratorType
from typing import Any, NamedTuple, Self, TypeVar, final
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers
from danceoff.solvers.base.cheapest import Improvement
from danceoff.solvers.base.program_clock import ProgramClock
from danceoff.solvers.base.refusals import UnsupportedProblem

Found = TypeVar("Found")


class SearchWalked(RuntimeError):
    """This search was walked or closed before, or another thread or process has it: prepare another one."""


class Weights(NamedTuple):
    """Weights of the items that show that there is no cover, as `problems/certificate/weights.py` says.

    of_items: int64[n_items].
    modulus: what the weight of every option is a multiple of; 0 if no option weighs more than 0.
    """

    of_items: NDArray[np.int64]
    modulus: int


class Search(ABC):
    """A prepared search over one problem, walked once: by one of batches, covers, increments, count and cheapest.

    The author of a backend writes `_batches`, and `_increments`, `_cheapest`, `_release` and `stats` where they help. A
    second walk of any kind raises SearchWalked, and so does a walk after `close`. As a context manager the search
    closes itself. Two threads cannot advance one walk: the second one gets Python's ValueError, and the walk goes on
    undisturbed. A search belongs to the process that made it: in a fork of that process a walk raises SearchWalked, and
    `close` does nothing.

    choice: one line that says which way a backend chose, and why; empty where there was no choice. Read it after the
        walk.
    weights: weights of the items that show that there is no cover, if the search ended because of them.
    cutoff: set between two steps of `cheapest` by a reader who knows a cover of this cost: only cheaper covers are
        wanted. A search may ignore it.
    programs: the clock of the programs that the search runs; whoever drives it sets it if `Solver.runs_programs`.
    is_cold: whether nothing was loaded before the walk, since somebody waits. It may then begin with what needs no
        engine. Whoever drives the search sets it.
    """

    programs: ProgramClock | None = None
    choice: str = ""
    weights: Weights | None = None
    cutoff: int | None = None
    is_cold: bool = False
    _guard: Lock
    _process: int
    _is_begun: bool
    _is_closed: bool
    _under_way: Callable[[], Generator[Any] | None]

    def __new__(cls, *_arguments: object, **_named: object) -> Self:
        """Make a search with its guard, so that the `__init__` of a subclass need not call ours."""
        search = super().__new__(cls)
        search._guard, search._process = Lock(), os.getpid()
        search._is_begun = search._is_closed = False
        search._under_way = lambda: None
        return search

    @final
    def batches(self, heartbeats: bool = False) -> Generator[Covers]:
        """Yield each cover once, in any order, in batches; a normal end means that there are no more.

        The first batch holds one cover, so that the reader gets it without delay. Closing the generator early ends the
        walk and releases what the search holds.

        heartbeats: whether to yield an empty batch from time to time, as a sign that the search is alive; not every
            backend can.
        """
        return self._guarded(self._begin(_first_alone(self._batches(), heartbeats)))

    @final
    def covers(self) -> Generator[Cover]:
        """Yield each cover once, in any order, one at a time."""
        return self._one_by_one(self._begin(self._batches()))

    @final
    def increments(self) -> Generator[int]:
        """Yield how many covers were found since the last increment; some backends count faster than they list.

        An increment may be 0: it shows the reader that the search is alive.
        """
        return self._guarded(self._begin(self._increments()))

    @final
    def count(self) -> int:
        """Return the number of covers, exact at any size."""
        with closing(self.increments()) as increments:
            return sum(increments)

    @final
    def cheapest(self, limit: int = 1) -> Generator[Improvement]:
        """Yield covers that may be among the `limit` cheapest, and bounds on those that are not yielded yet.

        A normal end proves that the `limit` cheapest of the covers yielded are the cheapest of all; which ones of equal
        cost are yielded is open. If fewer than `limit` were yielded, there are no more covers.

        Raises UnsupportedProblem if the backend lacks `Feature.BEST`, and ValueError if the limit is not positive.
        """
        if limit < 1:
            raise ValueError(f"limit must be at least 1, not {limit}")
        return self._guarded(self._begin(self._cheapest(limit)))

    @final
    def close(self) -> None:
        """Release what the search holds; a walk under way raises SearchWalked when it is advanced again.

        `stats` can still be read, and a search may be closed twice. Raises SearchWalked while another
        thread advances the walk.
        """
        if self._is_elsewhere:
            return
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
        """Return the effort so far in the backend's own terms (nodes, ...); any thread may ask at any time."""
        return {}

    def work(self) -> float:
        """Return the work so far, counted in units that take about a nanosecond; 0 if the backend does not count it.

        It can be asked for at any moment, as `stats`. It is the same in every run. Measured time is between a third
        and three times as long for most problems.
        """
        return 0.0

    def done(self) -> float:
        """Return an estimate of the share of the search tree that is done, from 0 to 1; 0 if nothing is known.

        It can be asked for at any moment, as `stats`.
        """
        return 0.0

    @abstractmethod
    def _batches(self) -> Generator[Covers]:
        """Yield each cover once, in batches, the first of one cover; an empty batch is a heartbeat."""

    def _increments(self) -> Generator[int]:
        """Yield increments; override it where counting is cheaper than listing."""
        with closing(self._batches()) as batches:
            for batch in batches:
                yield len(batch)

    def _cheapest(self, limit: int) -> Generator[Improvement]:  # noqa: ARG002 - a backend that can overrides it
        """Yield covers, each once, and bounds; see `cheapest`. Written by the author of a backend that can."""
        raise UnsupportedProblem("this solver does not look for the cheapest covers: use another one")

    def _release(self) -> None:  # noqa: B027 - most backends hold nothing but memory
        """Release processes, threads and native solvers.

        Called by `close` and at the end of the walk, whatever ended it; so it may be called twice, and without a walk.
        """

    @final
    def _begin(self, found: Generator[Found]) -> Generator[Found]:
        """Claim the search for this walk; a subclass with another kind of walk must call this at its beginning, too."""
        self._raise_if_elsewhere()
        with self._guard:
            if self._is_begun:
                raise SearchWalked("this search was walked or closed already: prepare another one")
            self._is_begun = True
            self._under_way = ref(found)  # weak, so that a walk that nobody reads any more ends at once
        return found

    @final
    def _guarded(self, found: Generator[Found]) -> Generator[Found]:
        """Yield from the walk until the search is closed; then release what it holds."""
        try:
            self._raise_if_closed()
            for one in found:
                yield one
                self._raise_if_closed()
        finally:
            self._end(found)

    @final
    def _one_by_one(self, found: Generator[Covers]) -> Generator[Cover]:
        """Do what `_guarded` does, and yield single covers: a generator behind `_guarded` would cost time per cover."""
        try:
            self._raise_if_closed()
            for batch in found:
                yield from batch
                self._raise_if_closed()
        finally:
            self._end(found)

    def _end(self, found: Generator[Any]) -> None:
        if self._is_elsewhere:  # what the walk holds is not ours to end: a fork keeps its copies until it exits
            for kept in (self, found):
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
            return
        try:
            found.close()
        finally:
            self._release()

    def _raise_if_closed(self) -> None:
        self._raise_if_elsewhere()
        if self._is_closed:
            raise SearchWalked("this search was closed before its walk had ended: prepare another one")

    @property
    def _is_elsewhere(self) -> bool:
        return os.getpid() != self._process

    def _raise_if_elsewhere(self) -> None:
        if self._is_elsewhere:
            raise SearchWalked(f"this search belongs to process {self._process}, which made it: prepare another one")


def _first_alone(batches: Generator[Covers], heartbeats: bool) -> Generator[Covers]:
    """Yield the batches, the first cover in a batch of its own even if blocked covers were left out before it."""
    wanted = batches if heartbeats else filter(len, batches)
    with closing(batches):
        for batch in wanted:
            if len(batch) > 1:
                is_first = np.arange(len(batch)) == 0
                yield batch.select(is_first)
                yield batch.select(~is_first)
            else:
                yield batch
            if len(batch):
                break
        yield from wanted


def without(batch: Covers, blocked: Set[Cover]) -> Covers:
    """Return the batch without the blocked covers: a tree search leaves them out at the leaf."""
    if not blocked:
        return batch
    return batch.select(np.array([cover not in blocked for cover in batch], dtype=bool))
