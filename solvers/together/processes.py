"""Parts of one problem by several processes: how any backend uses several cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from time import process_time
from typing import Any, NamedTuple

from danceoff.problems import Covers, ExactCover
from danceoff.solvers.base import Solver, UnsupportedProblem, interrupted_later
from danceoff.solvers.table import BACKENDS
from danceoff.solvers.together.balance import Part
from danceoff.solvers.together.die_with_parent import die_with_parent

# A fork is there at once and has what its parent has imported and compiled; elsewhere than on Linux it is not safe.
_PROCESSES: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


class Told(NamedTuple):
    """What a process says of a part: covers, in the numbering of the problem, or how many more there are.

    stats, cpu_s: what the whole part has cost; there at its end, and only then. error: what the backend raised.
    """

    part: int
    covers: Covers | None = None
    n_covers: int = 0
    stats: Mapping[str, int] | None = None
    cpu_s: float = 0.0
    error: Exception | None = None


_warm: set[tuple[Solver, str, bool]] = set()


def warm_up_ours(solver: Solver, problem: ExactCover, listing: bool) -> None:
    """Warm up a backend of ours, once and before processes are forked, which then have all kernels.

    A foreign library is not used before a fork: it may have threads, which a fork loses, but for PySAT, which has none.
    It is imported, and what it does at its first use is done in every process.
    """
    backend = BACKENDS[solver.name]
    key = solver, problem.digest, listing
    if backend.library not in ("", "pysat") or backend.program or key in _warm:
        return
    _warm.add(key)
    with suppress(UnsupportedProblem):  # raised again in the process
        solver.warm_up(problem, listing)


def search_parts(
    solver: Solver, parts: Sequence[Part], numbers: Iterable[int], n_processes: int, listing: bool
) -> Generator[Told]:
    """Search the parts with these numbers, n_processes at a time; whoever is through with one takes the next.

    Raises what the backend raises, and RuntimeError where a process dies. Closing the iterator ends the processes.
    """
    left = deque(numbers)
    searching: dict[Any, Any] = {}  # the end of a pipe: the process at its other end
    try:
        with interrupted_later():
            for number in [left.popleft() for _ in range(min(n_processes, len(left)))]:
                ours, theirs = _PROCESSES.Pipe()
                asked = (os.getpid(), theirs, solver, parts, listing)
                searching[ours] = _PROCESSES.Process(target=_search, args=asked, daemon=True)
                searching[ours].start()
                theirs.close()
                ours.send(number)
        while searching:
            for pipe in wait(list(searching)):
                told = _heard(pipe, searching[pipe])
                yield told
                if told.stats is not None and left:
                    pipe.send(left.popleft())  # type: ignore[union-attr, arg-type]
                elif told.stats is not None:
                    _end(pipe, searching.pop(pipe))
    finally:
        for pipe, process in searching.items():
            _end(pipe, process)


def _heard(pipe: Any, process: Any) -> Told:
    try:
        told: Told = pipe.recv()
    except EOFError:
        process.join()
        code = process.exitcode
        how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code} without an answer"
        raise RuntimeError(f"a process that searched a part was {how}") from None
    if told.error:
        raise told.error
    return told


def _end(pipe: Any, process: Any) -> None:
    process.kill()
    process.join()
    pipe.close()


def _search(parent: int, pipe: Connection, solver: Solver, parts: Sequence[Part], listing: bool) -> None:
    """What a process does: take the number of a part, prepare and search what belongs to it, tell."""
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C, too, and ends us without a word
    while True:
        number = pipe.recv()
        began = process_time()
        try:
            stats = Counter[str]()
            for problem in parts[number].problems():
                with solver.prepare(problem) as search:
                    if listing:
                        for covers in search.batches():
                            pipe.send(Told(number, covers=problem.lift(covers)))
                    else:
                        for n_covers in search.increments():
                            pipe.send(Told(number, n_covers=n_covers))
                stats.update(search.stats())
            pipe.send(Told(number, stats=dict(stats), cpu_s=process_time() - began))
        except Exception as error:  # noqa: BLE001 - a backend may raise anything, and the reader raises it again
            pipe.send(Told(number, error=error))
