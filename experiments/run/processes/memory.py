"""The memory of some processes, as Linux tells of it in /proc: resident, shared, and in files that are only in memory.

Not seen are: a file in memory that no process has open, shared memory of System V or of a mapping where nobody who
lives has touched it, and what the kernel itself holds for a process. Elsewhere only resident memory is seen.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeAlias

File: TypeAlias = tuple[int, int]
"""The device and inode of a file."""

_PAGE = os.sysconf("SC_PAGE_SIZE")
_BLOCK = 512
_MAPPING = re.compile(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ ([0-9a-f]+):([0-9a-f]+) (\d+)")


def in_use(pids: Collection[int], limit: float | None) -> int:
    """Bytes that the processes use together.

    Pages that several of them share, as forks do, count for each, and those of a file in memory that is mapped once
    more; where that is beyond the limit, every page counts once.
    """
    files = _files_in_memory(pids)
    total = sum(map(_resident, pids)) + sum(files.values())
    if limit and total > limit:
        total = sum(_own_share(pid, files) for pid in pids) + sum(files.values())  # takes milliseconds
    return total


def _resident(pid: int) -> int:
    if sys.platform != "linux":
        return _resident_elsewhere(pid)
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - read for each process at each look
            return int(file.read().split()[1]) * _PAGE
    except OSError:
        return 0


def _resident_elsewhere(pid: int) -> int:
    import psutil

    with suppress(psutil.Error):
        return int(psutil.Process(pid).memory_info().rss)
    return 0


def _own_share(pid: int, files: Mapping[File, int]) -> int:
    """Its resident memory without mappings of these files; a page of n processes is an n-th of a page."""
    share, is_included = 0, True
    try:
        with open(f"/proc/{pid}/{'smaps' if files else 'smaps_rollup'}", encoding="utf-8", errors="replace") as lines:  # noqa: PTH123
            for line in lines:
                if line.startswith("Pss:"):
                    share += is_included * int(line.split()[1]) * 1024
                elif mapping := _MAPPING.match(line):
                    major, minor, inode = int(mapping[1], 16), int(mapping[2], 16), int(mapping[3])
                    is_included = (os.makedev(major, minor), inode) not in files
    except OSError:
        return _resident(pid)  # no share is told of what is somebody else's
    return share


def _files_in_memory(pids: Collection[int]) -> dict[File, int]:
    """The files that are in memory and that any of the processes has open, with their bytes."""
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
    """Devices that are in memory: that of files without a name, and mounted ones, /dev/shm above all."""
    descriptor = os.memfd_create("danceoff")
    devices = {os.fstat(descriptor).st_dev}
    os.close(descriptor)
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines():
        fields, _, kind = line.partition(" - ")
        if kind.split()[0] in ("tmpfs", "ramfs"):
            major, _, minor = fields.split()[2].partition(":")
            devices.add(os.makedev(int(major), int(minor)))
    return frozenset(devices)
