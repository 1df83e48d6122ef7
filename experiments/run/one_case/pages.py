"""The memory with which a worker begins: what a server forks gets the pages that a new interpreter would have.

A fork shares each page with its parent until one of them writes to it, and has none of those of files until it reads
them. A search would pay for that: a millisecond of CPU time for each 300 pages. So before anything is measured, a
worker copies all pages that it may write to, and maps all pages of files, that its server had when it forked. Its
resident memory is then that of a new interpreter, too, and its control group is charged for it.
"""

from __future__ import annotations

import ctypes
import os
from typing import NamedTuple

import numpy as np

_PAGE = os.sysconf("SC_PAGE_SIZE")
_ENTRY = 8  # bytes of /proc/self/pagemap for each page
_PRESENT = 1 << 63
_POPULATE_READ, _POPULATE_WRITE = 22, 23  # since Linux 5.14
_OF_KERNEL = " [v"  # how the name of a mapping begins that the kernel makes


class Range(NamedTuple):
    """Pages that follow each other: address and size in bytes, and the advice by which a fork gets them."""

    address: int
    size: int
    advice: int


def resident() -> list[Range]:
    """Return the pages that this process has, without memory that it shares with others. Raises OSError."""
    found = []
    with open("/proc/self/pagemap", "rb") as pagemap, open("/proc/self/maps", encoding="utf-8") as maps:  # noqa: PTH123
        for line in maps:
            where, access, *_ = line.split()
            if access[0] != "r" or access[3] != "p" or _OF_KERNEL in line:
                continue
            first, end = (int(address, 16) // _PAGE for address in where.split("-"))
            pagemap.seek(first * _ENTRY)
            is_there = np.frombuffer(pagemap.read((end - first) * _ENTRY), np.uint64) & np.uint64(_PRESENT) != 0
            edges = np.flatnonzero(np.diff(is_there, prepend=False, append=False))
            advice = _POPULATE_WRITE if access[1] == "w" else _POPULATE_READ
            for begin, past in edges.reshape(-1, 2).tolist():
                found.append(Range((first + begin) * _PAGE, (past - begin) * _PAGE, advice))
    return found


def own(ranges: list[Range]) -> bool:
    """Have all of these pages from now on; return whether the system allows it."""
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return all(madvise(*one) == 0 for one in ranges)
