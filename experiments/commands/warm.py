"""`danceoff warm`: compile all kernels of the engines, on all cores."""

import argparse
import os
from collections.abc import Iterator
from contextlib import ExitStack
from multiprocessing.connection import Connection, wait
from time import monotonic

from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.terminal.progress import StatusLine
from danceoff.experiments.terminal.say import say
from danceoff.solvers.engines.compiling import compiling_reported

_EVERY_S = 0.25


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """Compile, with a line of progress, and say how long it took."""
    began, n_cores, line = monotonic(), os.cpu_count() or 1, StatusLine()
    try:
        for share, left_s in _compiled(n_cores):
            line.show(f"compiling all kernels, once on this machine: {share:.0%} done, about {left_s:.0f} s to go")
    finally:
        line.erase()
    say(f"all kernels are compiled, in {monotonic() - began:.0f} s")
    return DONE


def _compiled(n_processes: int) -> Iterator[tuple[float, float]]:
    """Compile the pieces in so many processes; yield, a few times a second, the share done and the seconds left.

    Both follow from the pace of the pieces so far, since machines differ, and other programs may use their cores.

    Raises the error of a process, and RuntimeError if a process dies. Closing the generator ends all processes.
    """
    from danceoff.solvers.all_kernels import PIECES  # late: all kernels with Numba, 0.3 s
    from danceoff.solvers.together.child import Child

    seconds_of = {name: seconds for name, (seconds, _) in PIECES.items()}
    left, total_s = iter(PIECES), sum(seconds_of.values())
    expected_s = took_s = 0.0  # of the pieces that are compiled
    at_work: dict[object, tuple[Child, str, float]] = {}
    with ExitStack() as stack:
        while True:
            while len(at_work) < n_processes and (name := next(left, "")):
                began = monotonic()  # a child may be at work before this process goes on
                child = stack.enter_context(Child.started(_compile, name))
                at_work[child.pipe] = child, name, began
            if not at_work:
                return
            for pipe in wait([child.pipe for child, *_ in at_work.values()], _EVERY_S):
                child, name, began = at_work.pop(pipe)
                if error := child.hear().error:
                    raise error
                child.end()
                expected_s, took_s = expected_s + seconds_of[name], took_s + monotonic() - began
            running = [(name, monotonic() - began) for _, name, began in at_work.values()]
            done_s = took_s + sum(seconds for _, seconds in running)
            paces = [seconds / seconds_of[name] for name, seconds in running]
            pace = max([took_s / expected_s if expected_s else 1.0, *paces])
            left_s = max((total_s - expected_s) * pace - (done_s - took_s), 1.0)  # the running pieces have begun
            yield done_s / (done_s + left_s), left_s / n_processes


def _compile(pipe: Connection, name: str) -> None:
    from danceoff.solvers.all_kernels import PIECES  # late: all kernels with Numba, 0.3 s
    from danceoff.solvers.together.child import Report

    with compiling_reported(lambda *_: None):  # the line says it
        PIECES[name][1]()
    pipe.send(Report(is_done=True))
