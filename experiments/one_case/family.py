"""The processes of one case: the child and whatever descends from it, wherever it went."""

from __future__ import annotations

import os
from contextlib import suppress
from time import time
from uuid import uuid4

import psutil

_MARK = "DANCEOFF_CASE"
_ROUNDS = 1000
_STARTED_S = 1.0  # after so long a process has its environment


class Family:
    """A child and its descendants, known by their parents or, when these are gone, by a mark in their environment.

    environment: what to start the child with, at once: processes that were there before are none of it.
    """

    def __init__(self) -> None:
        me = psutil.Process()
        self.environment = {**os.environ, _MARK: f"{me.pid}:{me.create_time()}:{uuid4().hex}"}
        self.peak_rss = 0
        self._members: dict[int, psutil.Process] = {}
        self._strangers = set(psutil.pids())

    def look(self, limit: float | None = None) -> int:
        """Find new members; bytes of resident memory of all that live.

        Pages that several of them share, as forks do, count for each; where that is beyond the limit, they count once.
        """
        self._find()
        memory = sum(map(_resident, self._members.values()))
        if limit and memory > limit:
            memory = sum(map(_own_share, self._members.values()))  # takes milliseconds where the other takes none
        self.peak_rss = max(self.peak_rss, memory)
        return memory

    def cpu_s(self) -> dict[int, float]:
        """CPU seconds of each member that lives, by its number, and of those of its children that have ended."""
        spent = {}
        for pid, process in self._members.items():
            with suppress(psutil.Error):
                times = process.cpu_times()
                spent[pid] = times.user + times.system + times.children_user + times.children_system
        return spent

    def kill(self) -> None:
        """Leave none of them alive, also of those that fork while they are being killed."""
        for _ in range(_ROUNDS):
            self._find()
            living = [process for process in self._members.values() if _is_alive(process)]
            if not living:
                return
            for process in living:
                with suppress(psutil.Error):
                    process.kill()
            psutil.wait_procs(living, 0.05)

    def _find(self) -> None:
        pids = psutil.pids()
        self._strangers.intersection_update(pids)
        self._members = {pid: self._members[pid] for pid in pids if pid in self._members}
        for pid in pids:
            if pid in self._members or pid in self._strangers:
                continue
            with suppress(psutil.NoSuchProcess):
                process = psutil.Process(pid)
                if process.ppid() in self._members or (mark := _mark(process)) == self.environment[_MARK]:
                    self._members[pid] = process
                elif mark or time() - process.create_time() > _STARTED_S:
                    self._strangers.add(pid)


def kill_orphans() -> int:
    """End what runs left behind that were killed themselves; how many processes that was."""
    orphans = []
    for process in psutil.process_iter():
        with suppress(psutil.NoSuchProcess):
            mark = _mark(process).split(":")
            if len(mark) == 3 and not _is_alive_as(*mark[:2]):
                orphans.append(process)
    for process in orphans:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(orphans, 3)
    return len(orphans)


def _resident(process: psutil.Process) -> int:
    with suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0


def _own_share(process: psutil.Process) -> int:
    with suppress(psutil.Error, AttributeError):
        return int(process.memory_full_info().pss)
    return _resident(process)  # no share is told of what is somebody else's, nor elsewhere than on Linux


def _mark(process: psutil.Process) -> str:
    try:
        return process.environ().get(_MARK, "")
    except psutil.AccessDenied:  # somebody else's
        return ""


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.Error:
        return False


def _is_alive_as(pid: str, create_time: str) -> bool:
    try:
        return psutil.Process(int(pid)).create_time() == float(create_time)
    except (psutil.Error, ValueError):
        return False
