"""Ctrl-C where it would do harm: between the start of a thread or process and its record, or in a callback of C++."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TypeVar

Process = TypeVar("Process")


@contextmanager
def interrupted_later() -> Iterator[None]:
    """Hold Ctrl-C back until the block is left."""
    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(handler):
        yield  # Python handles signals in the main thread only
        return
    came: list[bool] = []
    signal.signal(signal.SIGINT, lambda *_: came.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def started(start: Callable[[], Process], end: Callable[[Process], object]) -> Iterator[Process]:
    """Give a process for the block; Ctrl-C leaves none behind, whenever it comes.

    start: starts the process and returns it.
    end: ends the process, and waits until it has ended.
    """
    running: list[Process] = []
    try:
        with interrupted_later():
            running.append(start())
        yield running[0]
    finally:
        with interrupted_later():
            for one in running:
                end(one)
