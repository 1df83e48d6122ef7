"""A picture of one cover per problem, kept beside this module.

The pictures are not kept in the results folder, which may come from anywhere: a page shows none but our own.
"""

import hashlib
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from danceoff import problems
from danceoff.asking.ask import Ask
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.one_case.messages import Show
from danceoff.solvers.together.child import Child, Report

_CACHE = Path(__file__).parent / "__pycache__"
_LIMIT_S = 10.0
_STARTUP_LIMIT_S = 120.0  # leaves time to compile kernels
_READY, _LOADING = "", " "  # sent in place of a problem when its search begins, and when that loads kernels


def drawings(rows: Sequence[Row]) -> dict[str, str]:
    """Return problem -> one of its covers as an `<svg>` element that takes its colours from the page.

    Omits a problem that has no cover, can no longer be read, differs from the problem of the rows, or takes longer than
    ten seconds.
    """
    digests = {row.problem: row.digest for row in rows if row.covers and row.digest}
    folder = _folder()
    files = {problem: folder / f"{_hashed(problem, digest)}.svg" for problem, digest in digests.items()}
    found: dict[str, str] = {}
    for problem, file in files.items():
        with suppress(OSError, UnicodeDecodeError):
            found[problem] = file.read_text(encoding="utf-8")
    for problem, svg in _drawn({problem: digest for problem, digest in digests.items() if problem not in found}):
        found[problem] = svg
        with suppress(OSError):  # a read-only installation
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(files[problem], svg)
    return {problem: found[problem] for problem in digests if problem in found}


def _folder() -> Path:
    """The folder of the pictures that this code draws; removes those of other versions."""
    sources = sorted(Path(problems.__file__).parent.rglob("*.py"))
    folder = _CACHE / f"pictures-{_hashed(*(file.read_text(encoding='utf-8') for file in sources))}"
    for other in _CACHE.glob("pictures-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _hashed(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode(errors="backslashreplace")).hexdigest()[:16]


def _drawn(digests: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield problems with their drawings.

    One process draws all problems. If it dies or takes too long, its current problem is given up and a new process
    draws the rest: a process per problem took five times as long.
    """
    left = dict(digests)
    while left:
        with Child.started(_draw, left) as child:
            for problem, svg in _heard(child):
                del left[problem]
                if svg:
                    yield problem, svg
        if left:
            del left[next(iter(left))]


def _heard(child: Child) -> Iterator[tuple[str, str]]:
    """Yield the drawings that the process sends, until it ends or is silent for too long."""
    patience_s = _STARTUP_LIMIT_S
    while child.pipe.poll(patience_s) and (note := child.hear().note):
        problem, svg = note
        patience_s = _LIMIT_S if problem == _READY else _STARTUP_LIMIT_S
        if problem not in (_READY, _LOADING):
            yield problem, svg


def _draw(pipe: Connection, digests: Mapping[str, str]) -> None:
    """Send the drawing of each problem, empty if there is none; runs in the process."""
    from danceoff.experiments.run.one_case.worker import work

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for problem, digest in digests.items():
        figures: list[str] = []

        def send(*, into: list[str] = figures, **message: Any) -> None:
            if "ready" in message:
                pipe.send(Report(note=(_READY if message["ready"] else _LOADING, "")))
            if "svg" in message:
                into.append(message["svg"])

        with suppress(Exception):  # a backend that raises and a problem that changed or is gone have no drawing
            work(Ask(problem, "auto", "first", digest=digest), Show(figures=True), send)
        pipe.send(Report(note=(problem, "".join(figures[:1]))))
