"""The clock of a case: it measures preparation and search, and how long threads that were ready to run had no core.

docs/times.md lists what is counted and what is not.
"""

import mmap
import os
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from math import inf
from pathlib import Path
from time import monotonic, process_time, thread_time
from typing import TypeVar

from danceoff.processes.descendants import at_rest
from danceoff.processes.system import ended_cpu_s
from danceoff.solvers.base.program_clock import ProgramClock
from danceoff.solvers.engines.loading import here

T = TypeVar("T")
SIZE = 32
"""Size in bytes of the page that stores a clock."""
_LEAST = 1e-9
_WALL, _CPU, _WAITED, _LOADED = range(4)  # the places of the numbers in the page

_SCHEDSTAT = "/proc/{}/schedstat"
_SCHEDSTAT_BYTES = 100  # three numbers


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    return process_time() + ended_cpu_s()


class Clock:
    """Counts wall-clock and CPU seconds inside `running`, and between these blocks the CPU seconds of other threads.

    It also counts the seconds inside `running` for which the main thread waited for a core.

    The page stores four float64: wall, CPU and waiting, and the CPU seconds that other processes of the search spent on
    loading. While the clock is stopped, the first three are the times counted so far, negated. While it runs, each is
    the moment at which a clock that never stopped would have started. So every change is a single write of eight bytes,
    and readers need no lock.

    programs: the clock of the programs, if their time alone is counted; None if the time of this process is counted.

    If a solver forks the process that runs the clock, the fork goes on with a copy of the clock.

    page: memory of SIZE bytes, shared by the process that runs the clock and the one that reads it; by default private.
    """

    def __init__(self, page: mmap.mmap | bytearray | None = None) -> None:
        self._page = memoryview(bytearray(SIZE) if page is None else page).cast("d")
        self._owner = os.getpid()
        self._stopped: tuple[float, float] | None = None
        self.programs: ProgramClock | None = None

    def of_programs(self, reads_at_once: bool) -> ProgramClock:
        """From now on count the time of programs alone, whatever else runs; return their clock.

        reads_at_once: whether what they print is read while they run.
        """
        self.programs = ProgramClock(self._program_begins, self._program_ends, lambda: self.wall_s, reads_at_once)
        return self.programs

    def _program_begins(self) -> None:
        self._page[_WALL] = max(monotonic() + self._page[_WALL], _LEAST)

    def _program_ends(self, cpu_s: float) -> None:
        self._page[_WALL] = -self.wall_s
        self._page[_CPU] -= cpu_s

    @property
    def wall_s(self) -> float:
        """Wall-clock seconds counted so far."""
        return _shown(self._page[_WALL], monotonic())

    @property
    def cpu_s(self) -> float:
        """CPU seconds counted so far; only for the process that runs the clock."""
        return self.cpu_s_at(cpu_seconds())

    def cpu_s_at(self, spent_s: float, others_s: float = 0.0) -> float:
        """Return the CPU seconds counted so far.

        spent_s: all CPU seconds of the process with the clock, and of its children that have ended.
        others_s: all CPU seconds of its other descendants.
        """
        return max(0.0, _shown(self._page[_CPU], spent_s) + others_s - self._page[_LOADED])

    @property
    def waited_s(self) -> float | None:
        """Seconds counted so far for which the main thread waited for a core; only for the process that runs the clock.

        None if the system does not count them.
        """
        waited_s = own_waited_s()
        return None if waited_s is None else self.waited_s_at(waited_s)

    def waited_s_at(self, waited_s: float) -> float:
        """Return the seconds of waiting counted so far.

        waited_s: all seconds that the main thread has waited.
        """
        return _shown(self._page[_WAITED], waited_s)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time until the end of the block, except for loading engines in this thread."""
        counting = here.counting  # of this thread: another one may end the block
        counting.append(self.without)
        self._start()
        try:
            yield
        finally:
            self._stop()
            counting.remove(self.without)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Do not count the time until the end of the block; use it inside a block of `running`."""
        self._stop()
        try:
            yield
        finally:
            self._start()

    def without(self, load: Callable[[], T]) -> T:
        """Call `load` and return its result; count neither its time nor the CPU seconds of its processes."""
        loaded_s, elsewhere_s = self._page[_LOADED], here.elsewhere_s
        with self.stopped():
            try:
                # Other processes say what they spent once they have loaded; until then `cpu_s_at` is 0.
                self._page[_LOADED] = inf
                return load()
            finally:
                self._page[_LOADED] = loaded_s + (here.elsewhere_s - elsewhere_s)

    def _start(self) -> None:
        if self.programs:
            return
        self._part_from_owner()
        waited_s = own_waited_s() or 0.0  # read before other threads are counted: they may work meanwhile
        self._count_other_threads()
        self._page[_CPU] = max(cpu_seconds() + self._page[_CPU], _LEAST)
        self._page[_WAITED] = max(waited_s + self._page[_WAITED], _LEAST)
        self._page[_WALL] = max(monotonic() + self._page[_WALL], _LEAST)

    def _stop(self) -> None:
        if self.programs:
            return
        self._part_from_owner()
        self._page[_WALL] = -self.wall_s
        self._page[_CPU] = -_shown(self._page[_CPU], cpu_seconds())
        self._stopped = monotonic(), process_time() - thread_time()
        self._page[_WAITED] = -(self.waited_s or 0.0)

    def _part_from_owner(self) -> None:
        if self._owner != os.getpid():
            self._page, self._owner = memoryview(bytearray(self._page)).cast("d"), os.getpid()

    def timing(self, elements: Iterator[T]) -> Generator[T]:
        """Yield the same elements; count the time to produce them, but not the time in which they are used.

        While an element is used, the processes of the search are stopped. Threads cannot be stopped, so their work in
        this time is counted.
        """
        try:
            while True:
                with self.running():
                    try:
                        element = next(elements)
                    except StopIteration:
                        return
                with nullcontext() if self.programs else at_rest():
                    yield element
        finally:
            with self.running():  # the CPU time of the search's processes is known only once they have ended
                _close(elements)

    def throughout(self, elements: Iterator[T]) -> Generator[T]:
        """Yield the same elements; count all time, also while they are used."""
        with self.running():
            try:
                yield from elements
            finally:
                _close(elements)

    def _count_other_threads(self) -> None:
        """Add the CPU seconds of other threads since the clock was stopped.

        Wall time grows by at most the time that has passed.
        """
        if self._stopped:
            stopped_at, others_s = self._stopped
            worked_s = max(0.0, process_time() - thread_time() - others_s)
            self._page[_WALL] -= min(worked_s, monotonic() - stopped_at)
            self._page[_CPU] -= worked_s


def _shown(number: float, now: float) -> float:
    return max(0.0, now - number) if number > 0 else 0.0 - number


def _close(elements: Iterator[T]) -> None:
    getattr(elements, "close", lambda: None)()


def waited_s(pid: int) -> float | None:
    """Return the seconds that the main thread of a process has waited; None if there is no such process or no count."""
    with suppress(OSError):
        return _seconds(Path(_SCHEDSTAT.format(pid)).read_bytes())
    return None


def own_waited_s() -> float | None:
    """Return the seconds that this process's main thread has waited. The file stays open, so this takes only 1 µs."""
    file = _own(os.getpid())
    return None if file is None else _seconds(os.pread(file, _SCHEDSTAT_BYTES, 0))


@cache
def _own(pid: int) -> int | None:
    with suppress(OSError):
        return os.open(_SCHEDSTAT.format(pid), os.O_RDONLY)
    return None


def _seconds(schedstat: bytes) -> float | None:
    """Return the seconds of waiting that a file schedstat says; None if the kernel does not count them.

    The second number of the file is the waiting in nanoseconds. All numbers are 0 where the kernel does not count.
    """
    _, waited, turns = schedstat.split()
    return int(waited) / 1e9 if int(turns) else None


class Others:
    """Adds up how long all threads of a case but the worker's main thread waited while the worker was ready.

    waited_s: the seconds, at the last `see`.
    """

    def __init__(self) -> None:
        self.waited_s = 0.0
        self._last: dict[int, float] = {}

    def see(self, pids: Collection[int], worker: int, is_ready: bool) -> None:
        """Read how long the threads of these processes have waited.

        pids: the process numbers.
        worker: the process number of the worker.
        is_ready: whether the worker has loaded; waiting before does not count.
        """
        for pid in pids:
            with suppress(OSError):
                for thread in map(int, os.listdir(f"/proc/{pid}/task")):  # noqa: PTH208 - fast
                    waited = waited_s(thread) if thread != worker else None
                    if waited is not None:
                        self.waited_s += (waited - self._last.get(thread, 0.0)) if is_ready else 0.0
                        self._last[thread] = waited
