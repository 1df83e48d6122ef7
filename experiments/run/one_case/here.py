"""Runs a case in this process: on Windows a process of its own could not be stopped with all that it starts."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Unpack

from danceoff.asking.ask import Ask
from danceoff.experiments import need_posix
from danceoff.experiments.results.record import Row
from danceoff.experiments.run.machine.cores import check_cores
from danceoff.experiments.run.one_case.messages import Incoming, Message, Show, Watch, row_of, to_bytes
from danceoff.experiments.run.one_case.worker import answered, work
from danceoff.solvers.functions import allow_recursion


def run_here(
    case: Ask,
    watch: Watch,
    show: Show | None,
    certificate: Path,
    checkpoint: Path | None,
    beside: AbstractContextManager[object],
) -> Row:
    """Run one case as `child.run_case` does; at its time limit it ends at the next step of its search.

    Raises BadInput if a limit is not on time, too.
    """
    if case.limits.cpu_limit_s or case.limits.memory_limit_mb:
        need_posix("a limit on CPU time or memory")
    check_cores(case.pin)
    allow_recursion()
    found: Message = {}
    incoming = Incoming()
    of_watch: list[Exception] = []

    def send(**answer: Unpack[Message]) -> None:
        for message in incoming.feed(to_bytes(answer)):  # what JSON changes, it changes here, too
            found.update(message)
            try:
                watch(message)
            except Exception as error:
                of_watch.append(error)
                raise

    with beside, answered(send):
        work(case, show, send, certificate, checkpoint, limits_here=True)
    if of_watch:  # such as a pipe that nobody reads any more: the solver has not crashed
        raise of_watch[0]
    return row_of(case, found)
