"""Reports what is compiled, and about how long it takes: it happens once on a machine, and takes most of a minute."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

Report = Callable[[str, int], None]
"""Takes the name of an engine, and about how many seconds all its kernels take to compile."""

PATIENCE_S = 2.0
"""Seconds of compiling after which the user reads why he waits."""
SECONDS = {
    "bits": 14,
    "counter": 13,
    "dancing links": 6,
    "diagram": 5,
    "learning": 12,
    "parts": 3,
    "prices": 3,
    "reductions": 3,
    "sets of givens": 3,
}
"""About how many CPU seconds the kernels of an engine, or some of them, take to compile. In 2026, on an AMD EPYC."""


def in_words(engine: str, seconds: int) -> str:
    """Return what is compiled as a line for people."""
    return f"compiling {engine}, once on this machine: about {seconds} s"


@contextmanager
def compiling_reported(report: Report) -> Iterator[None]:
    """Within the block, call `report` when a kernel begins to compile, and when it is compiled; print nothing."""
    global _report
    before, _report = _report, report
    try:
        yield
    finally:
        _report = before


def begins(module: str) -> None:
    """Report that a kernel of this module begins to compile; not called for a kernel that is loaded from disk."""
    global _n_compiling
    _n_compiling += 1
    _report(*_engine(module))


def ends(module: str) -> None:
    """Report that a kernel of this module is compiled."""
    global _n_compiling
    _n_compiling -= 1
    _report(*_engine(module))


def _engine(module: str) -> tuple[str, int]:
    name = module.rpartition(".")[0].rpartition(".")[2].replace("_", " ")
    return name, SECONDS.get(name, 1)


def said_if_long(engine: str, seconds: int) -> None:
    """Say on standard error what is compiled, once per engine, if it takes longer than two seconds."""
    if engine not in _said:
        _said.add(engine)
        timer = Timer(PATIENCE_S, _say, [f"danceoff: {in_words(engine, seconds)}"])
        timer.daemon = True
        timer.start()


def _say(line: str) -> None:
    if _n_compiling:
        print(line, file=sys.stderr, flush=True)


_n_compiling = 0
_said: set[str] = set()
_report: Report = said_if_long
