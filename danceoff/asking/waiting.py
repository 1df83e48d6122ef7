"""How long threads were ready to run and had no core, as the Linux scheduler counts it (its run delay)."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from functools import cache

_FILE = "/proc/{}/schedstat"
_MOST = 100  # bytes of it: three numbers


def waited_s(pid: int) -> float | None:
    """Return the seconds that the main thread of a process has waited; None if there is no such process or no count."""
    with suppress(OSError):
        file = os.open(_FILE.format(pid), os.O_RDONLY)
        try:
            return _seconds(file)
        finally:
            os.close(file)
    return None


def own_waited_s() -> float | None:
    """Return the seconds that this process's main thread has waited. The file stays open, so this takes only 1 µs."""
    file = _own(os.getpid())
    return None if file is None else _seconds(file)


@cache
def _own(pid: int) -> int | None:
    with suppress(OSError):
        return os.open(_FILE.format(pid), os.O_RDONLY)
    return None


def _seconds(file: int) -> float | None:
    """Return the seconds of waiting in an open schedstat file; None if the kernel does not count them.

    The second number of the file is the waiting in nanoseconds. All numbers are 0 where the kernel does not count.
    """
    _, waited, turns = os.pread(file, _MOST, 0).split()
    return int(waited) / 1e9 if int(turns) else None


class Others:
    """How long the threads of a case have waited at the last `see`, without the main thread of its worker."""

    def __init__(self) -> None:
        self._begin: dict[int, float] = {}
        self._last: dict[int, float] = {}

    def see(self, pids: Collection[int], worker: int, is_ready: bool) -> None:
        """Read how long the threads of these processes have waited.

        pids: the process numbers.
        worker: the process number of the worker.
        is_ready: whether the worker is ready; waiting before that does not count.
        """
        for pid in pids:
            with suppress(OSError):
                for thread in map(int, os.listdir(f"/proc/{pid}/task")):  # noqa: PTH208 - fast
                    waited = waited_s(thread) if thread != worker else None
                    if waited is not None:
                        self._last[thread] = waited
        if not is_ready:
            self._begin = dict(self._last)

    @property
    def waited_s(self) -> float:
        """The seconds that these threads have waited together since the worker was ready."""
        return sum(waited - self._begin.get(thread, 0.0) for thread, waited in self._last.items())
