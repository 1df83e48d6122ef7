"""Ctrl-C where it would do harm: between the start of a thread or process and its record, or in a callback of C++."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


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
