"""A child process that searches: how it starts, what it reports, and how it ends.

`race`, `parts` and `danceoff contract` use it. The runner of experiments starts each case differently
(experiments/run/one_case/child.py): under a supervisor, and measured from outside.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import psutil

from danceoff.problems import Covers
from danceoff.problems.trial import in_words
from danceoff.processes.die_with_parent import die_with_parent

# A fork starts at once, with everything that its parent has imported and compiled. It is only safe on Linux.
_PROCESSES: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
_PATIENCE_S = 0.05


if hasattr(os, "register_at_fork"):  # a fork that exits would terminate the children of its parent
    os.register_at_fork(after_in_child=lambda: multiprocessing.process._children.clear())  # type: ignore[attr-defined]


class Report(NamedTuple):
    """A message from a child about its search: a batch, an increment, the end of the search, or a failure.

    part: the number of the part that it searches; 0 if it searches the whole problem.
    covers: a batch, in the numbering of the whole problem; None if it counts.
    n_covers: an increment.
    stats: the counters of the search so far.
    is_done: whether this part is finished.
    cpu_s: at the end of a part, the CPU seconds that it took.
    error: what the backend raised, or ChildDied.
    note: any further data, from a child that does more than search.
    """

    part: int = 0
    covers: Covers | None = None
    n_covers: int = 0
    stats: Mapping[str, int] = {}
    is_done: bool = False
    cpu_s: float = 0.0
    error: Exception | None = None
    note: Any = None


class ChildDied(RuntimeError):
    """A child ended without a last report; the message says how."""


class Child:
    """A process that runs `search(pipe, *arguments)`, which sends Reports through the pipe.

    It ignores Ctrl-C, since its parent ends it, and it dies with its parent.

    pipe: the parent's end of the pipe, for `multiprocessing.connection.wait`.
    pid: the number of the process.
    """

    def __init__(self, search: Callable[..., None], *arguments: object) -> None:
        self.pipe, theirs = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_run, args=(os.getpid(), theirs, search, arguments), daemon=True)
        self._process.start()
        self.pid: int = self._process.pid
        self._process._popen.terminate = self._process._popen.kill  # a paused process hears no SIGTERM at exit
        theirs.close()

    def hear(self) -> Report:
        """Wait for the next report and return it; if the child has died, return a report whose error is ChildDied."""
        try:
            report: Report = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            code = self._process.exitcode
            return Report(error=ChildDied(in_words(code) + " without an answer" * (code >= 0)))
        return report

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the process for the block, where a stopped process dies with its parent."""
        if sys.platform != "linux":
            yield
            return
        os.kill(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            if not self.pipe.closed:
                os.kill(self.pid, signal.SIGCONT)

    def end(self) -> None:
        """Kill the process and all processes that it started; a second call does nothing."""
        if self.pipe.closed or sys.is_finalizing():  # at exit psutil is unloaded, and the children die with us
            return
        with suppress(psutil.NoSuchProcess):
            for process in psutil.Process(self.pid).children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        self._process.kill()
        self._process.join()
        self.pipe.close()


def notes(search: Callable[..., None], *arguments: object) -> Generator[Any]:
    """Run a search in a child; yield the note of each report, and None as a heartbeat; raise what the search raises.

    The child only searches while its next note is waited for: searches that take turns do not share a core.
    """
    child = Child(search, *arguments)
    try:
        while True:
            while not child.pipe.poll(_PATIENCE_S):
                with child.paused():
                    yield None
            report = child.hear()
            if report.error is not None:
                raise report.error
            if report.is_done:
                return
            with child.paused():
                yield report.note
    finally:
        child.end()


def _run(parent: int, pipe: Connection, search: Callable[..., None], arguments: tuple[object, ...]) -> None:
    gc.freeze()  # what the parent has let go of is its to end: a walk that ended here would kill its processes
    die_with_parent(parent)
    multiprocessing.current_process().daemon = False  # a backend may search in a child, as HiGHS does
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        search(pipe, *arguments)
    except Exception as error:  # noqa: BLE001 - a backend may raise anything, and the parent decides
        pipe.send(Report(error=_portable(error)))


def _portable(error: Exception) -> Exception:
    """Return the error, or a RuntimeError with its text if it cannot be sent to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - pickling runs code of the error's own class
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
