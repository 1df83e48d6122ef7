"""A picture of one cover per problem, cached beside the rows."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.report.page.foreign import picture
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.whole_file import write_whole
from danceoff.solvers.together.die_with_parent import die_with_parent

_FOLDER = "pictures"
_LIMIT_S = 10.0
_STARTUP_LIMIT_S = 120.0  # leaves time to compile kernels
_READY = ""  # sent in place of a problem when its search begins

# Forking is fast, but safe on Linux only.
_PROCESSES: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def drawings(rows: Sequence[Row], directory: Path) -> dict[str, str]:
    """Return problem -> one of its covers as an `<svg>` element that takes its colours from the page.

    Omits a problem that has no cover, can no longer be read, differs from the problem of the rows, or takes longer than
    ten seconds. Raises BadInput if a link leads out of the folder.
    """
    digests = {row.problem: row.digest for row in rows if row.covers and row.digest}
    files = {problem: inside(directory, f"{_FOLDER}/{digest}.svg") for problem, digest in digests.items()}
    found = {problem: svg for problem, file in files.items() if (svg := picture(file))}
    for problem, svg in _drawn({problem: digest for problem, digest in digests.items() if problem not in found}):
        files[problem].parent.mkdir(exist_ok=True)
        write_whole(files[problem], svg)
        found[problem] = svg
    return {problem: found[problem] for problem in digests if problem in found}


def _drawn(digests: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yields problems with their drawings.

    One process draws all problems. If it dies or takes too long, its current problem is given up and a new process
    draws the rest: a process per problem took five times as long.
    """
    left = dict(digests)
    while left:
        receiver, sender = _PROCESSES.Pipe(duplex=False)
        process = _PROCESSES.Process(target=_draw, args=(left, sender, os.getpid()), daemon=True)
        process.start()
        sender.close()
        with closing(receiver):
            try:
                for problem, svg in _heard(receiver):
                    del left[problem]
                    if svg:
                        yield problem, svg
            finally:
                process.kill()
                process.join()
        if left:
            del left[next(iter(left))]


def _heard(receiver: Connection) -> Iterator[tuple[str, str]]:
    """Yields the drawings that the process sends, until it ends or is silent for too long."""
    patience_s = _STARTUP_LIMIT_S
    with suppress(EOFError, OSError):
        while receiver.poll(patience_s):
            problem, svg = receiver.recv()
            patience_s = _LIMIT_S if problem == _READY else _STARTUP_LIMIT_S
            if problem != _READY:
                yield problem, svg


def _draw(digests: Mapping[str, str], sender: Connection, parent: int) -> None:
    """Runs in the process: sends the drawing of each problem, empty if there is none."""
    from danceoff.experiments.run.one_case.worker import work

    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for problem, digest in digests.items():
        figures: list[str] = []

        def send(*, into: list[str] = figures, **message: Any) -> None:
            if "ready" in message:
                sender.send((_READY, ""))
            if "figure" in message:
                into.append(message["figure"])

        with suppress(Exception):  # a backend that raises and a problem that changed or is gone have no drawing
            work(Case(problem, "auto", "first", digest=digest), Show(figures=True), send)
        sender.send((problem, "".join(figures[:1])))
