"""Backends that misbehave, and the worker that can load them: for tests of the runner."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

import solvers
from experiments.worker import main
from problems import Cover, Covers, ExactCover
from solvers.base import Feature, MissingBackend, Search, Solver, UnsupportedProblem

TESTS = Path(__file__).parent
_PATH = f"import sys; sys.path[:0] = [{str(TESTS.parent)!r}, {str(TESTS)!r}]; "
WORKER = [sys.executable, "-P", "-c", _PATH + "import fakes; fakes.install(); fakes.main()"]


__all__ = ["WORKER", "install", "main"]


def install() -> None:
    """Put the fake backend where solvers are found."""
    solvers.BACKENDS["fake"] = solvers.Backend("fakes", "Fake")


@dataclass(frozen=True)
class Fake(Solver):
    """Gives `good` true covers of tromino/2x3, then does what `then` says."""

    then: str = "end"
    good: int = 0

    name: ClassVar[str] = "fake"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.SECONDARY}

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:  # noqa: ARG002
        if problem.n_items == 2:  # the warm-up
            return FakeSearch("end", 0)
        if self.then == "unsupported":
            raise UnsupportedProblem("fake does not do this one")
        if self.then == "missing":
            raise MissingBackend("fake needs a library")
        return FakeSearch(self.then, self.good)


class FakeSearch(Search):
    def __init__(self, then: str, good: int) -> None:
        self.then = then
        self.good = good

    def batches(self) -> Iterator[Covers]:
        if self.then == "count only":
            raise AssertionError("nobody asked for a list")
        for k in range(self.good):
            yield Covers.of([[(0, 7), (2, 4)][k % 2]])
        yield from _MISDEEDS[self.then]()

    def tallies(self) -> Iterator[int]:
        yield self.good
        if self.then == "count only":
            yield 10**30
            return
        for batch in _MISDEEDS[self.then]():
            yield len(batch)

    def stats(self) -> dict[str, int]:
        return {"nodes": np.int64(7)}  # type: ignore[dict-item]


def _end() -> Iterator[Covers]:
    return iter(())


def _lie() -> Iterator[Covers]:
    yield Covers.of([[0, 1]])


def _sleep() -> Iterator[Covers]:
    time.sleep(60)
    return iter(())


def _sleep_on() -> Iterator[Covers]:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return _sleep()


def _segfault() -> Iterator[Covers]:
    ctypes.string_at(0)
    return iter(())


def _raise() -> Iterator[Covers]:
    raise ZeroDivisionError("no way\n  out")


def _out_of_memory() -> Iterator[Covers]:
    raise MemoryError


def _leak() -> Iterator[Covers]:
    hoard = [bytearray(b"x") * 400_000_000]
    time.sleep(60)
    return iter(hoard)  # type: ignore[arg-type]


def _leak_in_child() -> Iterator[Covers]:
    subprocess.run([sys.executable, "-c", "x = bytearray(b'x') * 400_000_000; input()"], stdin=sys.stdin, check=False)
    return _sleep()


def _exit() -> Iterator[Covers]:
    os._exit(0)


def _rubbish() -> Iterator[Covers]:
    print('{"status": "complete"}\n' * 100_000, flush=True)
    print("\x00\xff rubbish " * 100_000, file=sys.stderr, flush=True)
    return iter(())


def _fork() -> Iterator[Covers]:
    """A grandchild in a session of its own outlives the worker, unless somebody looks after it."""
    code = "import time; time.sleep(60)"
    grandchild = subprocess.Popen([sys.executable, "-c", code, os.environ["FAKE_MARK"]], start_new_session=True)
    time.sleep(0.3)
    assert grandchild.poll() is None
    return iter(())


_MISDEEDS = {
    "end": _end,
    "lie": _lie,
    "sleep": _sleep,
    "sleep on": _sleep_on,
    "segfault": _segfault,
    "raise": _raise,
    "out of memory": _out_of_memory,
    "leak": _leak,
    "leak in child": _leak_in_child,
    "exit": _exit,
    "rubbish": _rubbish,
    "fork": _fork,
}
