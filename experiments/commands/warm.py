"""`danceoff warm`: compile all kernels of the engines, on all cores."""

import argparse
import os
from collections.abc import Iterator
from contextlib import ExitStack
from multiprocessing.connection import Connection, wait
from time import monotonic

from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.terminal.say import say

_EVERY_S = 0.25


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """Compile, with a bar on a terminal, and say how long it took."""
    from rich.console import Console  # late: 30 ms
    from rich.progress import BarColumn, Progress, TextColumn

    began, n_cores = monotonic(), os.cpu_count() or 1
    columns = TextColumn("compiling kernels"), BarColumn(bar_width=20), TextColumn("{task.description}")
    console = Console(stderr=True)
    if not console.is_terminal:
        say("compiling all kernels, once on this machine: about a minute", error=True)
    # Its own thread to redraw the bar would be lost in the processes that are forked.
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        bar = progress.add_task("", total=1.0)
        for share, left_s in _compiled(n_cores):
            progress.update(bar, completed=share, description=f"about {left_s:.0f} s to go", refresh=True)
    say(f"all kernels are compiled, in {monotonic() - began:.0f} s")
    return DONE


def _compiled(n_processes: int) -> Iterator[tuple[float, float]]:
    """Compile the pieces in so many processes; yield, a few times a second, the share done and the seconds left.

    Raises the error of a process, and RuntimeError if a process dies. Closing the generator ends all processes.
    """
    from danceoff.solvers.all_kernels import PIECES  # late: all kernels with Numba, 0.3 s
    from danceoff.solvers.together.child import Child

    pieces = iter(PIECES.items())
    total_s = left_s = sum(seconds for seconds, _ in PIECES.values()) / n_processes
    at_work: dict[object, tuple[Child, int]] = {}
    last = monotonic()
    with ExitStack() as stack:
        while True:
            while len(at_work) < n_processes and (piece := next(pieces, None)):
                name, (seconds, _) = piece
                child = stack.enter_context(Child.started(_compile, name))
                at_work[child.pipe] = child, seconds
            if not at_work:
                return
            for pipe in wait([child.pipe for child, _ in at_work.values()], _EVERY_S):
                child, took_s = at_work[pipe]
                if error := child.hear().error:
                    raise error
                del at_work[pipe]
                child.end()
                left_s, last = left_s - took_s / n_processes, monotonic()
            to_go_s = max(left_s - (monotonic() - last), 1.0)
            yield 1 - min(to_go_s / total_s, 1.0), to_go_s


def _compile(pipe: Connection, name: str) -> None:
    from danceoff.solvers.all_kernels import PIECES  # late: all kernels with Numba, 0.3 s
    from danceoff.solvers.engines.compiling import compiling_reported
    from danceoff.solvers.together.child import Report

    with compiling_reported(lambda *_: None):  # the bar says it
        PIECES[name][1]()
    pipe.send(Report(is_done=True))
