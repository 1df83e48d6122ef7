"""Finds the descendants of a process and kills them, whatever they do in the meantime.

Imports little, and only from the standard library: the supervisor of a case imports this module and must stay small.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Any, NamedTuple

from danceoff.processes.system import POSIX, sysconf

MOST_PROCESSES = 512 + 32 * (os.cpu_count() or 1)
"""The most processes of a case at a time: far more than any backend needs, far fewer than a machine can bear."""
_ROUNDS = 1000
_PAUSE_S = 0.005
_TICKS_A_S = sysconf("SC_CLK_TCK")
_ARE_LISTED = os.path.exists(f"/proc/{os.getpid()}/task/{os.getpid()}/children")  # noqa: PTH110 - psutil takes milliseconds


class Stat(NamedTuple):
    """What the kernel knows of a process.

    is_alive: whether it still runs: a zombie does not.
    cpu_s: CPU seconds of the process and of the children that it has waited for.
    """

    is_alive: bool
    cpu_s: float


def stat(pid: int) -> Stat | None:
    """Return the status of a process, or None if there is no such process."""
    if sys.platform != "linux":
        return _stat_elsewhere(pid)
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - read very often
            content = file.read()
    except OSError:
        return None
    after_name = content[content.rindex(b")") + 2 :].split()
    state, n_threads = after_name[0], int(after_name[17])
    ticks = after_name[11:15]  # in user and kernel mode: of the process, then of children that it has waited for
    # If the first thread has ended and others run on, the state is that of a zombie.
    is_alive = state not in (b"Z", b"X") or n_threads > 1
    return Stat(is_alive, sum(map(int, ticks)) / _TICKS_A_S)


def _stat_elsewhere(pid: int) -> Stat | None:
    import psutil  # late: Linux does without

    try:
        process = psutil.Process(pid)
        is_alive = process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
        return Stat(is_alive, sum(process.cpu_times()[:4]))  # in user and kernel mode, its own and of children
    except psutil.Error:
        return None


def _is_alive(pid: int) -> bool:
    found = stat(pid)
    return found is not None and found.is_alive


def peak_mb(pid: int) -> float | None:
    """Return the peak of the resident memory of a living process, in MB of 10^6 bytes; None if it is not known.

    The kernel's `ru_maxrss` would include the memory of the process that forked it.
    """
    with suppress(OSError), open(f"/proc/{pid}/status", "rb") as file:  # noqa: PTH123 - read very often
        for line in file:
            if line.startswith(b"VmHWM:"):
                return int(line.split()[1]) * 1024 / 1e6
    return None


def cpu_s_of(pids: Iterable[int]) -> float:
    """Return the CPU seconds of the processes that still exist, and of children that they have waited for."""
    return sum(found.cpu_s for pid in pids if (found := stat(pid)))


def kill_below(root: int) -> None:
    """Kill all descendants of a process, even if they keep forking.

    First it stops them until no new descendants appear, because a stopped process cannot fork. If `root` adopts
    orphans, as a supervisor does, no descendant escapes. It gives up after 1000 rounds, as processes that hang in the
    kernel cannot be killed.
    """
    for _ in range(_ROUNDS):
        with at_rest(lambda: filter(_is_alive, descendants(root))) as found:
            for pid in found:
                _send(pid, signal.SIGKILL)
        if not found:
            return
        sleep(_PAUSE_S)


def _send(pid: int, which: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, which)


def descendants(root: int | None = None) -> list[int]:
    """Return the process numbers of all descendants of a process, parents first; root: by default this process.

    A process whose parent ends meanwhile may be missing.
    """
    found = [os.getpid() if root is None else root]
    if not _ARE_LISTED:
        import psutil

        with suppress(psutil.Error):
            return [process.pid for process in psutil.Process(found[0]).children(recursive=True)]
    for pid in found:  # the loop also visits what it adds
        with suppress(FileNotFoundError, ProcessLookupError):
            found += _children_of(pid)
    return found[1:]


def _children_of(pid: int) -> list[int]:
    children: list[int] = []
    for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - Path takes twice as long, and this runs for every batch
        with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:  # noqa: PTH123
            children += map(int, file.read().split())
    return children


_resting: set[int] = set()


@contextmanager
def at_rest(found: Callable[[], Iterable[int]] = descendants) -> Iterator[Any]:
    """Stop processes until the end of the block, but leave alone processes that are stopped already.

    The block gets the numbers of the processes that were stopped. Windows stops none: they go on.

    found: returns the processes to stop; by default the descendants of this process.
    """
    stopped: list[int] = []
    try:
        while POSIX and (new := [pid for pid in found() if pid not in _resting]):  # a process may fork before it stops
            for pid in new:
                _send(pid, signal.SIGSTOP)
            stopped += new
            _resting.update(new)
        yield stopped
    finally:
        _resting.difference_update(stopped)
        for pid in stopped:
            _send(pid, signal.SIGCONT)
