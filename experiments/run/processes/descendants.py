"""The processes below one: found from look to look, and all ended, whatever they do meanwhile.

Only the standard library, and little of it: the supervisor of a case imports this, and is to stay small.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from time import sleep
from typing import NamedTuple

MOST_PROCESSES = 512 + 32 * (os.cpu_count() or 1)
"""What a case may have at once: far more than any backend wants, far fewer than harm a machine."""
_ROUNDS = 1000
_PAUSE_S = 0.005
_TICKS_A_S = os.sysconf("SC_CLK_TCK")


class Stat(NamedTuple):
    """parent: its process number. start: when it started, as the kernel counts since the machine was booted.

    cpu_s: its CPU seconds and those of its children that it has waited for.
    """

    parent: int
    start: str
    is_alive: bool
    cpu_s: float


def pids() -> list[int]:
    """The numbers of all processes, those that have ended but were not waited for included."""
    if sys.platform != "linux":
        import psutil

        return psutil.pids()
    return [
        int(name)
        for name in os.listdir("/proc")  # noqa: PTH208 - fast
        if name.isdigit()
    ]


def stat(pid: int) -> Stat | None:
    """What the kernel tells of a process; None where there is none."""
    if sys.platform != "linux":
        return _stat_elsewhere(pid)
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - read a thousand times in a moment
            content = file.read()
    except OSError:
        return None
    after_name = content[content.rindex(b")") + 2 :].split()
    # Where the first thread has ended and others go on, the state is that of a zombie.
    is_alive = after_name[0] not in (b"Z", b"X") or int(after_name[17]) > 1
    return Stat(int(after_name[1]), after_name[19].decode(), is_alive, sum(map(int, after_name[11:15])) / _TICKS_A_S)


def _stat_elsewhere(pid: int) -> Stat | None:
    import psutil

    try:
        process = psutil.Process(pid)
        is_alive = process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
        return Stat(process.ppid(), str(process.create_time()), is_alive, sum(process.cpu_times()[:4]))
    except psutil.Error:
        return None


class Descendants:
    """All below a process. A look costs little: what is known of a process number is not asked for again.

    Where `root` adopts orphans, as a supervisor does, nothing gets away: whoever loses its parent becomes its child.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._is_ours = {root: True}

    @property
    def pids(self) -> list[int]:
        """Those found so far that were still there at the last look."""
        return [pid for pid, is_ours in self._is_ours.items() if is_ours and pid != self._root]

    def find(self) -> list[int]:
        """Look; those that are new and alive."""
        listed = pids()
        self._is_ours = {self._root: True} | {pid: self._is_ours[pid] for pid in listed if pid in self._is_ours}
        new = {pid: found for pid in listed if pid not in self._is_ours and (found := stat(pid))}
        for pid in new:
            self._place(pid, new)
        return [pid for pid, found in new.items() if found.is_alive and self._is_ours.get(pid)]

    def _place(self, pid: int, new: dict[int, Stat]) -> None:
        """Go up from a process to one that is known. It stays unknown where one between has come or gone just now."""
        chain = []
        while pid and pid not in self._is_ours:
            if pid not in new or pid in chain:
                return
            chain.append(pid)
            pid = new[pid].parent
        self._is_ours.update(dict.fromkeys(chain, self._is_ours.get(pid, False)))


def kill_below(root: int) -> None:
    """Leave no process below this one alive, also where they start others all the time.

    They are stopped first, until a look finds no new ones: what is stopped starts nothing. Gives up on those that the
    kernel itself does not let go.
    """
    for _ in range(_ROUNDS):
        below = Descendants(root)
        found = []
        while new := below.find():
            for pid in new:
                _send(pid, signal.SIGSTOP)
            found += new
        if not found:
            return
        for pid in found:
            _send(pid, signal.SIGKILL)
        sleep(_PAUSE_S)


def _send(pid: int, which: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, which)
