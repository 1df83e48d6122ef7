"""A child process that searches: how it is started, what it reports, how it is ended.

Race and parts use it. The runner of experiments starts each case in another way (experiments/run/one_case/child.py): it
spawns a fresh interpreter under a supervisor and measures it from outside.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import psutil

from danceoff.problems import Covers
from danceoff.solvers.together.die_with_parent import die_with_parent

# A fork starts at once with all that its parent has imported and compiled; it is safe on Linux only.
_PROCESSES: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


class Report(NamedTuple):
    """What a child says of its search: one message for a batch, an increment, the end of the search or a failure.

    part: the number of the part that it searches; 0 if it searches the whole problem.
    covers: a batch, in the numbering of the whole problem; None if it counts.
    n_covers: how many further covers it has counted.
    stats: the counters of the search so far.
    is_done: whether this part is finished.
    cpu_s: at the end of a part, the CPU time that it took.
    error: what the backend raised, or ChildDied.
    """

    part: int = 0
    covers: Covers | None = None
    n_covers: int = 0
    stats: Mapping[str, int] = {}
    is_done: bool = False
    cpu_s: float = 0.0
    error: Exception | None = None


class ChildDied(RuntimeError):
    """A child ended without a last report; the message says how."""


class Child:
    """A process that runs `search(pipe, *arguments)`, which sends a Report for each thing that it finds.

    It ignores Ctrl-C, since its parent ends it, and dies with its parent. pipe: the parent's end, for `wait`.
    """

    def __init__(self, search: Callable[..., None], *arguments: object) -> None:
        self.pipe, theirs = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_run, args=(os.getpid(), theirs, search, arguments), daemon=True)
        self._process.start()
        theirs.close()

    def hear(self) -> Report:
        """Wait for the next report and return it; once the child has died, its error is a ChildDied."""
        try:
            report: Report = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            code = self._process.exitcode
            how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code} without an answer"
            return Report(error=ChildDied(how))
        return report

    def end(self) -> None:
        """Kill the process and all that it has started; a second call does nothing."""
        if self.pipe.closed or sys.is_finalizing():  # at exit psutil is gone already, and the children die with us
            return
        with suppress(psutil.NoSuchProcess):
            for process in psutil.Process(self._process.pid).children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _run(parent: int, pipe: Connection, search: Callable[..., None], arguments: tuple[object, ...]) -> None:
    die_with_parent(parent)
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
