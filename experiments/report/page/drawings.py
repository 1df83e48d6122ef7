"""A drawn cover of each problem, kept beside the rows so that it is found only once."""

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
_STARTUP_LIMIT_S = 120.0  # compiled backends may have to compile first
_READY = ""  # told in place of a problem when its search begins

# A fork is there at once; elsewhere than on Linux it is not safe.
_PROCESSES: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def drawings(rows: Sequence[Row], directory: Path) -> dict[str, str]:
    """Problem -> one of its covers as an `<svg>` element without colours of its own.

    A problem is left out that has no cover, cannot be read any more, has other numbers now than in the rows, or takes
    longer than ten seconds. Raises BadInput where a link leads out of the folder.
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
    """Problems with their drawings, found by one process after another.

    A process that dies or takes too long is given up with the problem that it is at, and the next goes on with the
    rest: to start one for each problem took five times as long.
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
    """What the process tells of one problem after another, until it ends or is silent for too long."""
    patience_s = _STARTUP_LIMIT_S
    with suppress(EOFError, OSError):
        while receiver.poll(patience_s):
            problem, svg = receiver.recv()
            patience_s = _LIMIT_S if problem == _READY else _STARTUP_LIMIT_S
            if problem != _READY:
                yield problem, svg


def _draw(digests: Mapping[str, str], sender: Connection, parent: int) -> None:
    """In the process: tell the drawing of each problem, empty where there is none."""
    from danceoff.experiments.run.one_case.worker import work

    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for problem, digest in digests.items():
        figures: list[str] = []

        def tell(*, into: list[str] = figures, **message: Any) -> None:
            if "ready" in message:
                sender.send((_READY, ""))
            if "figure" in message:
                into.append(message["figure"])

        with suppress(Exception):  # whatever a backend raises, and problems that changed or went: not drawn
            work(Case(problem, "auto", "first", digest=digest), Show(figures=True), tell)
        sender.send((problem, "".join(figures[:1])))
