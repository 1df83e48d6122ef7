"""Marks every case in its environment, and kills marked processes whose run is dead.

A mark names the results folder and the run. The run is identified by boot, PID namespace, process number and start time
since the boot; none of these changes when the clock of the machine is set. Processes of other folders or namespaces are
not touched: from here nobody can know whether their run is alive.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from time import sleep, time
from typing import NamedTuple, Self, TypeAlias
from uuid import uuid4

import psutil

from danceoff.processes.descendants import end_within, stat
from danceoff.processes.supervisor import VARIABLE

_ENDED_S = 3.0
_KERNEL = 2  # the parent of the kernel's threads
_ROUNDS, _PAUSE_S = 20, 0.05


class Mark(NamedTuple):
    """Identifies the run and the case that a process belongs to.

    folder: device and inode of the results folder; empty for a case without one.
    boot: identity of the current boot of the machine.
    namespace: the PID namespace of the run.
    pid: process number of the run.
    start: start time of the run in clock ticks since the boot.
    case: a random identifier of the case.
    """

    folder: str
    boot: str
    namespace: str
    pid: str
    start: str
    case: str

    def __str__(self) -> str:
        return ":".join(self)

    @classmethod
    def new(cls, folder: Path | None) -> Self:
        """Return a mark for a case that this process starts.

        folder: its results folder, which must exist; None for a case without one.
        """
        pid = os.getpid()
        found = stat(pid)
        return cls(_name(folder) if folder else "", *_here(), str(pid), found.start if found else "", uuid4().hex)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the mark in a text that `str` wrote, or None for any other text."""
        fields = text.split(":")
        return cls(*fields) if len(fields) == len(cls._fields) else None


MarkFilter: TypeAlias = Callable[[Mark], bool]
"""Selects processes and control groups by their marks."""


def orphans_of(folders: Iterable[Path]) -> MarkFilter:
    """Return a filter for the marks of dead runs in these folders."""
    names, here = {_name(folder) for folder in folders}, _here()
    return lambda mark: mark.folder in names and (mark.boot, mark.namespace) == here and not _has_owner(mark)


def kill_marked(matches: MarkFilter) -> int:
    """Kill all processes whose marks match, and return how many there were."""
    found, is_in_doubt = _find(matches)
    for _ in range(_ROUNDS):
        if not is_in_doubt:
            break
        sleep(_PAUSE_S)
        found, is_in_doubt = _find(matches)
    for process in found:
        with suppress(psutil.Error):
            process.kill()
    end_within([process.pid for process in found], _ENDED_S)
    return len(found)


def _find(matches: MarkFilter) -> tuple[list[psutil.Process], bool]:
    """Return the matching processes, and whether to look again: a starting process has no environment yet."""
    found, is_in_doubt = [], False
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            environment = process.environ()
            mark = Mark.read(environment.get(VARIABLE, ""))
            if mark and matches(mark):
                found.append(process)
            is_young = time() - process.create_time() < _PAUSE_S * _ROUNDS
            is_in_doubt |= is_young and not environment and process.ppid() != _KERNEL
    return found, is_in_doubt


def _has_owner(mark: Mark) -> bool:
    found = stat(int(mark.pid)) if mark.pid.isdecimal() else None
    return found is not None and found.start == mark.start


def _name(folder: Path) -> str:
    found = folder.stat()
    return f"{found.st_dev}-{found.st_ino}"


def _here() -> tuple[str, str]:
    """Return the boot of this machine and the PID namespace of this process; empty if the system has none."""
    boot = namespace = ""
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        namespace = "".join(filter(str.isdecimal, str(Path("/proc/self/ns/pid").readlink())))
    return boot, namespace
