"""Several searches, each in a thread of its own, for kernels that release the GIL.

A search that has no branch left takes untried branches from another.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from queue import Queue
from threading import Condition, Event, Thread
from typing import Any, Generic, Protocol, TypeVar

from danceoff.problems import Covers
from danceoff.solvers.base import Improvement, Search, interrupted_later
from danceoff.solvers.engines.loading import Load, here, uncounted

Found = TypeVar("Found", Covers, int)
Branches = TypeVar("Branches")
_WAITING = 4  # unread results per thread: they may be large


class Walker(Protocol[Branches]):
    """A search that can split off branches, and can start again at the branches of another.

    Each kind of walker has its own kind of branches; their truth value must be True.
    """

    is_hurried: bool
    """Whether it should pause often."""

    @property
    def is_over(self) -> bool:
        """Whether no branch is left."""

    def ask(self) -> None:
        """Make it pause soon; any thread may call it."""

    def split_off(self) -> Branches | None:
        """Remove some untried branches and return them; None if there are none."""

    def begin_at(self, branches: Branches) -> None:
        """Start at these branches; the walker must be over."""

    def batches(self) -> Generator[Covers]:
        """Yield the covers of the branches at hand, one batch at each pause."""

    def increments(self) -> Generator[int]:
        """Yield numbers of covers."""

    def stats(self) -> Mapping[str, int]:
        """Return the counters of the search so far."""

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""

    def done(self) -> float:
        """Return the share of the tree that is done, as `Search.done`."""


class ForBest(Protocol):
    """A search for the cheapest covers, in place of a walker.

    cutoff: as `Search.cutoff`.
    """

    cutoff: int | None

    def cheapest(self, limit: int) -> Generator[Improvement]:
        """Yield covers that get cheaper, and bounds."""

    def stats(self) -> Mapping[str, int]:
        """Return the counters of the search so far."""

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""

    def done(self) -> float:
        """Return the share of the tree that is done, as `Search.done`."""


class Sharing(Generic[Branches]):
    """The walkers of one problem, and branches ready for the next walker that runs out of its own.

    Branches are split off before they are needed, because waiting until another walker pauses takes a millisecond.
    """

    def __init__(self) -> None:
        self._walkers: list[Walker[Branches]] = []
        self._branches: list[Branches] = []
        self._n_waiting = 0
        self._changed = Condition()

    def join(self, walker: Walker[Branches]) -> None:
        """Add a walker, which may have branches to give."""
        self._walkers.append(walker)

    @contextmanager
    def walking(self, walker: Walker[Branches]) -> Iterator[None]:
        """Remove the walker when the block ends, so that no other walker waits for its branches."""
        try:
            yield
        finally:
            with self._changed:
                self._walkers.remove(walker)
                self._changed.notify_all()

    @property
    def is_wanting(self) -> bool:
        """Whether branches should be split off: none are ready, and another walker could take them."""
        return not self._branches and len(self._walkers) > 1

    def give(self, branches: Branches) -> None:
        """Keep branches ready for another walker."""
        with self._changed:
            self._branches.append(branches)
            self._changed.notify_all()

    def take(self, walker: Walker[Branches]) -> Branches | None:
        """Wait for branches and return them; None once no walker has any left."""
        with self._changed:
            self._n_waiting += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._branches or self._n_waiting >= len(self._walkers))
            if not self._branches:
                return None
            self._n_waiting -= 1
            branches = self._branches.pop()
            for other in self._walkers:
                if other is not walker:
                    other.ask()
            return branches


class WalkerSearch(Search):
    """The search of a single walker."""

    def __init__(self, walker: Walker[Branches], for_best: Callable[[], ForBest]) -> None:
        self._walker = walker
        self._for_best = for_best
        self._best: ForBest | None = None

    def stats(self) -> Mapping[str, int]:
        """Return the counters of the walker, or of the search for the cheapest covers."""
        return (self._best or self._walker).stats()

    def work(self) -> float:
        """Return the work of the walker, or of the search for the cheapest covers."""
        return (self._best or self._walker).work()

    def done(self) -> float:
        """Return the share of the tree that is done."""
        return (self._best or self._walker).done()

    def _batches(self) -> Generator[Covers]:
        return self._walker.batches()

    def _increments(self) -> Generator[int]:
        return self._walker.increments()

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        self._best = self._for_best()
        return _improvements(self._best, limit, lambda: self.cutoff)


class SharedSearch(Search, Generic[Branches]):
    """The search of one of several walkers, in a thread of its own."""

    def __init__(self, walker: Walker[Branches], sharing: Sharing[Branches]) -> None:
        self._walker, self._sharing = walker, sharing
        sharing.join(walker)

    def stats(self) -> Mapping[str, int]:
        """Return the counters of the walker."""
        return self._walker.stats()

    def _batches(self) -> Generator[Covers]:
        """Yield batches; the first one after each `begin_at` holds one cover."""
        return self._found(self._walker.batches)

    def _increments(self) -> Generator[int]:
        return self._found(self._walker.increments)

    def _found(self, results: Callable[[], Generator[Found]]) -> Generator[Found]:
        walker, sharing = self._walker, self._sharing
        with sharing.walking(walker):
            while not walker.is_over or self._takes():
                walker.is_hurried = sharing.is_wanting
                for found in results():
                    yield found
                    if sharing.is_wanting and (branches := walker.split_off()):
                        sharing.give(branches)
                    walker.is_hurried = sharing.is_wanting

    def _takes(self) -> bool:
        branches = self._sharing.take(self._walker)
        if branches:
            self._walker.begin_at(branches)
        return branches is not None


class InThreads(Search):
    """Searches with no cover in common as a single one; results come in the order in which the threads find them."""

    def __init__(self, searches: list[Search]) -> None:
        self._searches = searches

    def _batches(self) -> Generator[Covers]:
        """Yield the batches of all searches. The first batch of each holds one cover, so the first of all does, too."""
        return self._walk(lambda search: search.batches(heartbeats=True))

    def _increments(self) -> Generator[int]:
        """Yield the increments of all searches."""
        return self._walk(lambda search: search.increments())

    def stats(self) -> Mapping[str, int]:
        """Return the counters, added up over the searches."""
        total: Counter[str] = Counter()
        for search in self._searches:
            total.update(search.stats())
        return dict(total)

    def _walk(self, results: Callable[[Search], Generator[Found]]) -> Generator[Found]:
        found: Queue[Found | BaseException | Callable[[], None] | None] = Queue(_WAITING * len(self._searches))
        is_closed = Event()

        def by_reader(load: Load) -> Any:
            """Have the reader load, which has the clock: its own time there is not counted, that of threads is."""
            loaded, is_done = list[Any](), Event()

            def load_here() -> None:
                try:
                    loaded.append(uncounted(load))
                finally:
                    is_done.set()

            found.put(load_here)
            is_done.wait()
            return loaded[0]

        def walk(search: Search) -> None:
            here.counting.append(by_reader)
            try:
                with search:
                    for result in results(search):
                        found.put(result)
                        if is_closed.is_set():
                            break
            except BaseException as error:  # noqa: BLE001 - raised again by the reader
                found.put(error)
            found.put(None)

        # Daemon threads, because a program may exit in the middle of a walk that it never closed.
        threads = [Thread(target=walk, args=[search], daemon=True) for search in self._searches]
        n_walking = len(threads)
        try:
            with interrupted_later():
                for thread in threads:
                    thread.start()
            while n_walking:
                result = found.get()
                if result is None:
                    n_walking -= 1
                elif callable(result):
                    result()
                elif isinstance(result, BaseException):
                    raise result
                else:
                    yield result
        finally:
            is_closed.set()
            if not sys.is_finalizing():  # at exit daemon threads are frozen, so a join would never return
                while n_walking:
                    if callable(result := found.get()):
                        result()
                    n_walking -= result is None
                for thread in threads:
                    thread.join()


class SharedSearches(InThreads):
    """The searches of several walkers; for the cheapest covers there is only one."""

    def __init__(self, searches: list[Search], for_best: Callable[[], ForBest]) -> None:
        super().__init__(searches)
        self._for_best = for_best

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        return _improvements(self._for_best(), limit, lambda: self.cutoff)


def _improvements(best: ForBest, limit: int, cutoff: Callable[[], int | None]) -> Generator[Improvement]:
    with closing(best.cheapest(limit)) as steps:
        for step in steps:
            yield step
            best.cutoff = cutoff()
