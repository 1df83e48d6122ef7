"""The processes that a search has started, stopped while their covers are checked."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil


@contextmanager
def at_rest() -> Iterator[None]:
    """Stop all descendants of this process until the block is left."""
    stopped: list[int] = []
    try:
        while new := [pid for pid in descendants() if pid not in stopped]:  # one may start another meanwhile
            for pid in new:
                _signal(pid, signal.SIGSTOP)
            stopped += new
        yield
    finally:
        for pid in stopped:
            _signal(pid, signal.SIGCONT)


def descendants() -> list[int]:
    """The processes that descend from this one, parents first."""
    try:
        found = _children_of(os.getpid())
        for pid in found:
            with suppress(FileNotFoundError, ProcessLookupError):
                found += _children_of(pid)
    except FileNotFoundError:  # not Linux, or one that does not say: the same in milliseconds
        found = [process.pid for process in psutil.Process().children(recursive=True)]
    return found


def _children_of(pid: int) -> list[int]:
    children: list[int] = []
    for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - a Path takes twice the time, for every batch
        with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:  # noqa: PTH123
            children += map(int, file.read().split())
    return children


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
