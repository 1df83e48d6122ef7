"""Runs cases at the same time, each on a core of its own and driven by a thread; one thread writes files and screen.

A child process may only be started by a thread that outlives it: the kernel kills it with that thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from danceoff.experiments.run.one_case.messages import Answer, Watch
from danceoff.experiments.run.processes.servers import serve_thread

if TYPE_CHECKING:
    from danceoff.experiments.plans.case import Case
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.local import Observer, Pending

RunOne: TypeAlias = "Callable[[Case, int, Watch, Event], Row]"
"""Runs a case on a core, passes on the answers of its child, and raises KeyboardInterrupt once the event is set."""


class _Answered(NamedTuple):
    case: Case
    answer: Answer


class _Ended(NamedTuple):
    one: Pending
    core: int
    row: Row | BaseException


def run_side_by_side(
    pending: Iterable[Pending],
    cores: Sequence[int],
    run: RunOne,
    observer: Observer,
    keep: Callable[[Pending, Row], None],
) -> None:
    """Run one case on each core at a time. If this is interrupted, the running cases are ended and get no rows.

    pending: the cases, in the order in which they start.
    cores: the cores, by their numbers.
    run: runs a case; called in several threads.
    observer: receives the events of the run; called in this thread.
    keep: receives each row before the next case begins on its core; called in this thread.
    """
    waiting, free, stop = deque(pending), list(cores), Event()
    events: SimpleQueue[_Answered | _Ended] = SimpleQueue()

    def drive(one: Pending, core: int) -> None:
        case = one[0]
        try:
            row: Row | BaseException = run(case, core, lambda answer: events.put(_Answered(case, answer)), stop)
        except BaseException as error:  # noqa: BLE001 - raised again below
            row = error
        events.put(_Ended(one, core, row))

    with ThreadPoolExecutor(len(cores), initializer=serve_thread, initargs=(len(cores),)) as threads:
        try:
            while waiting or len(free) < len(cores):
                while waiting and free:
                    observer.case_begins(waiting[0][0])
                    threads.submit(drive, waiting.popleft(), free.pop())
                event = events.get()
                if isinstance(event, _Answered):
                    observer.case_answers(*event)
                elif isinstance(event.row, BaseException):
                    raise event.row
                else:
                    keep(event.one, event.row)
                    free.append(event.core)
        finally:
            stop.set()
