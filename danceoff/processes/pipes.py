"""Waits for two things at once: what a child process writes, and its end."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from selectors import EVENT_READ, DefaultSelector

_AT_ONCE = 1 << 16  # what a pipe holds; memory for more would be mapped anew for each read


class Pipes:
    """The pipes of a child process that has not been waited for; `open_pipes` makes them."""

    def __init__(self, selector: DefaultSelector, end: int | None) -> None:
        self._selector = selector
        self._end = end

    def read(self, patience_s: float) -> list[tuple[int, bytes]]:
        """Return the descriptor and the new data of each pipe that has some.

        Waits until a pipe has data, or is closed, or the process ends, but no longer than `patience_s` seconds.
        """
        found = []
        for key, _ in self._selector.select(patience_s):
            data = b"" if key.fd == self._end else os.read(key.fd, _AT_ONCE)
            if data:
                found.append((key.fd, data))
            else:
                self._selector.unregister(key.fd)
        return found


def end_of(pid: int) -> int | None:
    """Return a descriptor that is readable once a child has ended; None where there is none."""
    with suppress(AttributeError, OSError):  # not Linux, or not allowed
        return os.pidfd_open(pid)
    return None


@contextmanager
def open_pipes(end: int | None, *pipes: int) -> Iterator[Pipes]:
    """Give the pipes of a child within the block; the block must see the end of the child before it reaps the child.

    end: as `end_of` returns it; the block closes it.
    """
    try:
        with DefaultSelector() as selector:
            for descriptor in (*pipes, *([] if end is None else [end])):
                selector.register(descriptor, EVENT_READ)
            yield Pipes(selector, end)
    finally:
        if end is not None:
            os.close(end)
