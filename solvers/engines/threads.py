"""Several searches with no cover in common, each in a thread of its own: for kernels that release the GIL."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from queue import Queue
from threading import Event, Thread
from typing import TypeVar

from danceoff.problems import Covers
from danceoff.solvers.base import Search, interrupted_later

Found = TypeVar("Found", Covers, int)
_WAITING = 4  # unread results per thread: they may be large


class InThreads(Search):
    """The searches as a single one; results come in the order in which the threads find them."""

    def __init__(self, searches: list[Search]) -> None:
        self._searches = searches

    def _batches(self) -> Generator[Covers]:
        """Yield the batches of all searches. The first batch of each holds one cover, so the first of all does, too."""
        return self._walk(lambda search: search.batches(heartbeats=True))

    def _increments(self) -> Generator[int]:
        return self._walk(lambda search: search.increments())

    def stats(self) -> Mapping[str, int]:
        """Return the counters, added up over the searches."""
        total: Counter[str] = Counter()
        for search in self._searches:
            total.update(search.stats())
        return dict(total)

    def _walk(self, results: Callable[[Search], Generator[Found]]) -> Generator[Found]:
        found: Queue[Found | BaseException | None] = Queue(_WAITING * len(self._searches))
        is_closed = Event()

        def walk(search: Search) -> None:
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
                elif isinstance(result, BaseException):
                    raise result
                else:
                    yield result
        finally:
            is_closed.set()
            if not sys.is_finalizing():  # at exit daemon threads are frozen, so a join would never return
                while n_walking:
                    n_walking -= found.get() is None
                for thread in threads:
                    thread.join()
