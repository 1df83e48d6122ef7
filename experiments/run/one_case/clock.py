"""The one clock of a case: what it took to prepare and to search. The worker runs it, its parent reads it.

docs/method.md says what is counted and what is not.
"""

from __future__ import annotations

import mmap
import resource
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from time import monotonic, process_time, thread_time
from typing import TypeVar

from danceoff.experiments.plans.case import Case
from danceoff.experiments.run.processes.rest import at_rest

T = TypeVar("T")
SIZE = 16
"""Bytes of a page that holds a clock."""
_LEAST = 1e-9


def cpu_seconds() -> float:
    """CPU time of this process and of those of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


class Clock:
    """Wall-clock and CPU seconds spent inside `running`, and what other threads of this process work in between.

    page: memory of SIZE bytes, shared by who runs the clock and who reads it. It holds two numbers, wall and CPU. Each
    is, while the clock stands, what it shows, negated; while it runs, the time at which it would have begun had it
    never stood. So each change is one write of eight bytes, and a reader needs no lock.
    """

    def __init__(self, page: mmap.mmap | bytearray | None = None) -> None:
        self._page = memoryview(bytearray(SIZE) if page is None else page).cast("d")
        self._stopped: tuple[float, float] | None = None

    @property
    def wall_s(self) -> float:
        """Seconds counted until now."""
        return _shown(self._page[0], monotonic())

    @property
    def cpu_s(self) -> float:
        """CPU seconds counted until now, read by the process that runs the clock."""
        return self.cpu_s_at(cpu_seconds())

    def cpu_s_at(self, spent_s: float) -> float:
        """CPU seconds counted when that process and its descendants have spent so many in all."""
        return _shown(self._page[1], spent_s)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time until the block is left."""
        self._count_other_threads()
        self._page[1] = max(cpu_seconds() + self._page[1], _LEAST)
        self._page[0] = max(monotonic() + self._page[0], _LEAST)
        try:
            yield
        finally:
            self._page[0] = -self.wall_s
            self._page[1] = -self.cpu_s
            self._stopped = monotonic(), process_time() - thread_time()

    def timing(self, elements: Iterator[T]) -> Generator[T]:
        """The same elements; only the time that they take to come is counted, not what is done with them.

        Processes of the search are stopped meanwhile. Threads cannot be: what they work meanwhile is counted.
        """
        try:
            while True:
                with self.running():
                    try:
                        element = next(elements)
                    except StopIteration:
                        return
                with at_rest():
                    yield element
        finally:
            with self.running():  # the CPU time of a search's own processes is known when they have ended
                _close(elements)

    def throughout(self, elements: Iterator[T]) -> Generator[T]:
        """The same elements, and all time from the first to the last is counted."""
        with self.running():
            try:
                yield from elements
            finally:
                _close(elements)

    def _count_other_threads(self) -> None:
        """Add what threads have worked since the clock was stopped, to wall time no more than has passed."""
        if self._stopped:
            wall, others = self._stopped
            worked_s = max(0.0, process_time() - thread_time() - others)
            self._page[0] -= min(worked_s, monotonic() - wall)
            self._page[1] -= worked_s


def _shown(number: float, now: float) -> float:
    return max(0.0, now - number) if number > 0 else -number


def _close(elements: Iterator[T]) -> None:
    getattr(elements, "close", lambda: None)()


def too_late(case: Case, wall_s: float, cpu_s: float) -> str | None:
    """Why a case that took so long is stopped, in one line, or None where it holds its limits."""
    if case.time_limit_s and wall_s > case.time_limit_s:
        return ""
    if case.cpu_limit_s and cpu_s > case.cpu_limit_s:
        return f"limit of CPU time: {cpu_s:.2f} s"
    return None
