"""A call into foreign code in a thread of its own, so that what it finds can be read while it runs."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread, main_thread
from typing import Any, TypeVar

from danceoff.solvers.base.interrupts import interrupted_later

_WAITING = 64
_PATIENCE_S = 0.05

Found = TypeVar("Found")


class Left(BaseException):
    """The reader has gone. Raised in the thread by `put`; `work` must let it pass."""


def from_thread(
    work: Callable[[Callable[[Found | None], None]], None], stop: Callable[[], None] = lambda: None
) -> Generator[Found | None]:
    """Yield what `work` finds, and None as a heartbeat; raise what it raises.

    work: called in the thread with a function `put`, which takes what is found. `put` raises Left once the reader has
        gone; `put(None)` only checks whether it has.
    stop: asks the foreign code to end soon; called again and again once the reader has gone, until the thread ends.
    """
    messages: Queue[Any] = Queue(_WAITING)
    is_left = Event()

    def put(found: object) -> None:
        while not is_left.is_set() and main_thread().is_alive():
            if found is None:
                return
            with suppress(Full):
                messages.put(found, timeout=_PATIENCE_S)
                return
        raise Left

    def run() -> None:
        end = _End()
        try:
            work(put)
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that reads
            end.error = error
        finally:
            with suppress(Left):
                put(end)

    thread = Thread(target=run)
    try:
        with interrupted_later():  # an interrupt during the start would leave a thread that cannot be joined
            thread.start()
        while True:
            try:
                found = messages.get(timeout=_PATIENCE_S)
            except Empty:
                found = None
            if isinstance(found, _End):
                break
            yield found
    finally:
        is_left.set()
        while thread.is_alive():
            stop()
            with suppress(Empty):  # otherwise a thread that waits for room would wait to the end of its patience
                messages.get_nowait()
            thread.join(_PATIENCE_S)
    if found.error is not None:
        raise found.error


class _End:
    error: BaseException | None = None
