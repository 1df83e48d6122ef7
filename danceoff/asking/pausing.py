"""Stops the processes of a search while its covers are checked."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

_ARE_LISTED = os.path.exists(f"/proc/{os.getpid()}/task/{os.getpid()}/children")  # noqa: PTH110 - psutil takes milliseconds


@contextmanager
def at_rest() -> Iterator[None]:
    """Stop all descendants of this process until the end of the block."""
    stopped: list[int] = []
    try:
        while new := [pid for pid in descendants() if pid not in stopped]:  # a process may fork before it stops
            for pid in new:
                _signal(pid, signal.SIGSTOP)
            stopped += new
        yield
    finally:
        for pid in stopped:
            _signal(pid, signal.SIGCONT)


def descendants(root: int | None = None) -> list[int]:
    """Return the process numbers of all descendants of a process, parents first; root: by default this process.

    A process whose parent ends meanwhile may be missing.
    """
    found = [os.getpid() if root is None else root]
    if not _ARE_LISTED:
        with suppress(psutil.Error):
            return [process.pid for process in psutil.Process(*found).children(recursive=True)]
    for pid in found:
        with suppress(FileNotFoundError, ProcessLookupError):
            found += _children_of(pid)
    return found[1:]


def _children_of(pid: int) -> list[int]:
    children: list[int] = []
    for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - Path takes twice as long, and this runs for every batch
        with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:  # noqa: PTH123
            children += map(int, file.read().split())
    return children


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
