"""Parts of one problem, searched by several processes: how any backend uses several cores."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Sequence
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection, wait

import numpy as np

from danceoff.problems import Covers, ExactCover
from danceoff.solvers.base import Solver, UnsupportedProblem
from danceoff.solvers.table import BACKENDS
from danceoff.solvers.together.balance import Part
from danceoff.solvers.together.child import Child, ChildDied, Report

_warm: set[tuple[Solver, str, bool]] = set()


def warm_up_ours(solver: Solver, problem: ExactCover, listing: bool) -> None:
    """Warm up a backend of ours once, before processes are forked, so that they inherit its kernels.

    Foreign libraries are not warmed up: they may start threads, which a fork loses.
    """
    backend = BACKENDS.get(solver.name)
    key = solver, problem.digest, listing
    if backend is None or not backend.starts_no_thread or key in _warm:
        return
    _warm.add(key)
    with suppress(UnsupportedProblem):  # raised again by the search
        solver.warm_up(problem, listing)


def search_parts(solver: Solver, parts: Sequence[Part], n_processes: int, listing: bool) -> Generator[Report]:
    """Search the parts and yield the reports; a process that finishes a part takes the next.

    listing: whether covers are listed, or only counted.

    Raises what the backend raises, and RuntimeError if a process dies. Closing the generator ends the processes.
    """
    left = deque(range(len(parts)))
    children: dict[object, Child] = {}
    with ExitStack() as stack:
        for number in [left.popleft() for _ in range(min(n_processes, len(left)))]:
            child = stack.enter_context(Child.started(_search, solver, parts, listing))
            children[child.pipe] = child
            child.pipe.send(number)
        while children:
            for pipe in wait([child.pipe for child in children.values()]):
                child = children[pipe]
                report = child.hear()
                if isinstance(report.error, ChildDied):
                    raise RuntimeError(f"a process that searched a part was {report.error}")
                if report.error:
                    raise report.error
                yield report
                if report.is_done and left:
                    child.pipe.send(left.popleft())
                elif report.is_done:
                    children.pop(pipe).end()


def _search(pipe: Connection, solver: Solver, parts: Sequence[Part], listing: bool) -> None:
    """Search one part after another; their numbers come through the pipe."""
    while True:
        number = pipe.recv()
        stats = Counter[str]()
        for problem in parts[number].problems():
            with solver.prepare(problem) as search:
                if listing:
                    for covers in search.batches():
                        pipe.send(Report(covers=_lifted(problem, covers)))
                else:
                    for n_covers in search.increments():
                        pipe.send(Report(n_covers=n_covers))
            stats.update(search.stats())
        pipe.send(Report(stats=dict(stats), is_done=True))


def _lifted(part: ExactCover, covers: Covers) -> Covers:
    """Return the covers in the numbering of the whole problem; a cover with an unknown option becomes [-1].

    The reader's check rejects [-1]; `lift` would raise InvalidProblem, as if the problem were wrong.
    """
    is_unknown = (covers.option < 0) | (covers.option >= part.n_options)
    if not is_unknown.any():
        return part.lift(covers)
    before = np.append(0, np.cumsum(is_unknown))
    is_good = before[covers.start[1:]] == before[covers.start[:-1]]
    return Covers.of([*part.lift(covers.select(is_good)), *[(-1,)] * int(np.count_nonzero(~is_good))])
