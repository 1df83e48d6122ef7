"""The process tree of one case: the child and all its descendants.

Memory is measured from /proc: resident, shared, and in files that exist only in memory.

The measure misses three kinds of memory: a file in memory that no process has open; shared memory (System V, or a
mapping) whose pages no living process has touched; and what the kernel allocates for a process. On systems other than
Linux it measures resident memory only.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeAlias

from danceoff.processes.descendants import MOST_PROCESSES, descendants, kill_below, stat
from danceoff.processes.servers import Started
from danceoff.processes.system import sysconf

_ENDED_S = 5.0

File: TypeAlias = tuple[int, int]
"""The device and inode of a file."""

_PAGE = sysconf("SC_PAGE_SIZE")
_BLOCK = 512
_MAPPING = re.compile(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ ([0-9a-f]+):([0-9a-f]+) (\d+)")


class ProcessTree:
    """The worker and all processes that it starts; on Linux they descend from a supervisor, which is not counted.

    child: the child process; its owner sets it as soon as the child is started.
    peak: the greatest memory at a poll, in bytes.
    """

    child: Started

    def __init__(self) -> None:
        self._members: list[int] = []
        self.peak = 0

    @property
    def n_processes(self) -> int:
        """The number of processes at the last poll."""
        return len(self._members)

    def poll(self, limit: float | None = None, is_measured: bool = True, apart: int = 0) -> int:
        """Find new processes and return the memory of all in bytes, or 0 if there are too many to measure.

        limit: bytes, as for `in_use`.
        is_measured: False if nobody needs the memory; it is 0 then.
        apart: the number of a process that is not measured, while the processes that it starts are; 0 for none. A
            started process has the memory of its parent until it runs a program, so a single one does not raise the
            peak.
        """
        self._members = descendants(self.child.pid)
        if sys.platform != "linux":
            self._members.append(self.child.pid)
        if not is_measured or self.n_processes > MOST_PROCESSES:
            return 0
        measured = [pid for pid in self._members if pid != apart]
        memory = in_use(measured, limit, self.child.pid)
        if not apart or len(measured) > 1:
            self.peak = max(self.peak, memory)
        return memory

    def cpu_s(self) -> dict[int, float]:
        """Return the CPU seconds of each living process, by process number, including its children that have ended."""
        return {pid: found.cpu_s for pid in self._members if (found := stat(pid))}

    def kill(self) -> None:
        """Kill all processes, and wait for the child."""
        if self.child.poll() is None:  # otherwise its number may belong to another process by now
            kill_below(self.child.pid)
            if sys.platform == "linux":  # the supervisor ends when the last of them has ended
                os.kill(self.child.pid, signal.SIGCONT)  # the case may have stopped it
                with suppress(subprocess.TimeoutExpired):
                    self.child.wait(_ENDED_S)
            self.child.kill()
            self.child.wait()
        if sys.platform != "linux":  # without a supervisor, processes whose parents have ended are found by their group
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.child.pid, signal.SIGKILL)


def in_use(pids: Collection[int], limit: float | None, parent: int) -> int:
    """Return the bytes that the processes use together.

    At first a page that several processes share, as after a fork, is counted once for each of them, and a mapped page
    of a file in memory once more. Only if that sum exceeds the limit is every page counted once, which takes
    milliseconds.

    limit: bytes, or None for the quick sum.
    parent: the process that forked the first of them; memory that it shares with them counts as theirs.
    """
    files = _files_in_memory(pids)
    total = sum(map(_resident, pids)) + sum(files.values())
    if limit and total > limit:
        total = sum(_own_share(pid, files) for pid in pids) + _share_in_others(parent) + sum(files.values())
    return total


def _resident(pid: int) -> int:
    if sys.platform != "linux":
        return _resident_elsewhere(pid)
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - read for each process at each poll
            return int(file.read().split()[1]) * _PAGE
    except OSError:
        return 0


def _resident_elsewhere(pid: int) -> int:
    import psutil  # late: Linux does without

    with suppress(psutil.Error):
        return int(psutil.Process(pid).memory_info().rss)
    return 0


def _own_share(pid: int, files: Mapping[File, int]) -> int:
    """Return a process's resident bytes outside mappings of these files; a page that n processes share counts 1/n."""
    share, is_included = 0, True
    try:
        with open(f"/proc/{pid}/{'smaps' if files else 'smaps_rollup'}", encoding="utf-8", errors="replace") as lines:  # noqa: PTH123
            for line in lines:
                if line.startswith("Pss:"):
                    share += int(line.split()[1]) * 1024 if is_included else 0
                elif mapping := _MAPPING.match(line):
                    major, minor, inode = int(mapping[1], 16), int(mapping[2], 16), int(mapping[3])
                    is_included = (os.makedev(major, minor), inode) not in files
    except OSError:
        return _resident(pid)  # a process of another user hides its shares
    return share


def _share_in_others(pid: int) -> int:
    """Return the resident bytes that a process shares with others; a page that n processes share counts 1/n."""
    sizes = {"Pss:": 0, "Private_Clean:": 0, "Private_Dirty:": 0}
    with suppress(OSError), open(f"/proc/{pid}/smaps_rollup", encoding="utf-8", errors="replace") as lines:  # noqa: PTH123
        for line in lines:
            name, size, *_ = line.split()
            if name in sizes:
                sizes[name] = int(size) * 1024
    return max(0, sizes["Pss:"] - sizes["Private_Clean:"] - sizes["Private_Dirty:"])


def _files_in_memory(pids: Collection[int]) -> dict[File, int]:
    """Return file -> bytes of the files in memory that any of the processes has open."""
    files: dict[File, int] = {}
    if sys.platform != "linux":
        return files
    for pid in pids:
        with suppress(OSError):
            for descriptor in os.scandir(f"/proc/{pid}/fd"):
                with suppress(OSError):
                    found = descriptor.stat()
                    if found.st_dev in _devices() and found.st_blocks:
                        files[found.st_dev, found.st_ino] = found.st_blocks * _BLOCK
    return files


@cache
def _devices() -> frozenset[int]:
    """Return the devices whose files exist only in memory: the device of unnamed files, and mounts such as /dev/shm."""
    descriptor = os.memfd_create("danceoff")
    devices = {os.fstat(descriptor).st_dev}
    os.close(descriptor)
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines():
        fields, _, kind = line.partition(" - ")
        if kind.split()[0] in ("tmpfs", "ramfs"):
            major, _, minor = fields.split()[2].partition(":")  # of the device
            devices.add(os.makedev(int(major), int(minor)))
    return frozenset(devices)
