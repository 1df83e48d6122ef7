"""One backend of a race, in a process of its own: how it is started, listened to and ended."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import psutil

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import UnsupportedProblem
from danceoff.solvers.table import load
from danceoff.solvers.together.die_with_parent import die_with_parent

# A fork is there at once and has what its parent has imported and compiled; elsewhere than on Linux it is not safe.
_PROCESSES: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


class _Told(NamedTuple):
    """What the process says: covers as it finds them; at last that it is through, and its count if nothing is listed.

    out: why the search came to nothing; refused: the backend will never answer this.
    """

    stats: Mapping[str, int] = {}
    covers: Covers | None = None
    is_through: bool = False
    n_counted: int = 0
    out: str = ""
    refused: bool = False


class Racer:
    """A backend that searches by itself from now on.

    told: the end of the pipe at which to wait; last: what was told last; held: covers that nobody has taken yet.
    """

    def __init__(self, spec: str, problem: ExactCover, blocked: frozenset[Cover], listing: bool) -> None:
        self.spec = spec
        self.held: list[Covers] = []
        self.last = _Told()
        self.told, theirs = _PROCESSES.Pipe(duplex=False)
        asked = (os.getpid(), theirs, spec, problem, blocked, listing)
        self._process = _PROCESSES.Process(target=_search, args=asked, daemon=True)
        self._process.start()
        theirs.close()

    def hear(self) -> None:
        """Take in what it tells next, also that its process has died."""
        try:
            self.last = self.told.recv()
        except EOFError:
            self._process.join()
            code = self._process.exitcode
            how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code} without an answer"
            self.last = _Told(out=how)
        if self.last.covers is not None:
            self.held.append(self.last.covers)

    def taken(self) -> list[Covers]:
        """The covers held, which are no longer."""
        taken, self.held = self.held, []
        return taken

    def end(self) -> None:
        """Kill the process and those that it has started, unless that was done before."""
        if self.told.closed or sys.is_finalizing():  # psutil is gone, and so will they be: they die with their parent
            return
        with suppress(psutil.NoSuchProcess):
            for process in psutil.Process(self._process.pid).children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        self._process.kill()
        self._process.join()
        self.told.close()


def _search(
    parent: int, told: Connection, spec: str, problem: ExactCover, blocked: frozenset[Cover], listing: bool
) -> None:
    """What the process does: prepare, search, tell."""
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C, too, and ends us without a word
    try:
        with load(spec).prepare(problem, blocked) as search:
            if listing:
                for covers in search.batches():
                    told.send(_Told(dict(search.stats()), covers))
            n_counted = 0 if listing else search.count()
        told.send(_Told(dict(search.stats()), is_through=True, n_counted=n_counted))
    except UnsupportedProblem as refusal:
        told.send(_Told(out=str(refusal), refused=True))
    except Exception as error:  # noqa: BLE001 - a backend may raise anything, and the race says what
        told.send(_Told(out=f"{type(error).__name__}: {error}"))
