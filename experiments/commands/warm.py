"""`danceoff warm`: compile all kernels of the engines, on all cores."""

from __future__ import annotations

import argparse
from time import monotonic

from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.terminal.say import say

HELP = "compile the kernels of all engines now, on all cores; otherwise each is compiled when it is first used"
_EVERY_S = 0.25


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """Compile, and say how long it took."""
    import multiprocessing
    import os
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from danceoff.solvers.all_kernels import PIECES

    began, n_cores = monotonic(), len(os.sched_getaffinity(0))
    total_s = sum(seconds for seconds, _ in PIECES.values())
    columns = TextColumn("compiling kernels"), BarColumn(bar_width=20), TextColumn("{task.description}")
    # Spawned processes begin without what this one has loaded, as those that search do.
    with (
        Progress(*columns, console=Console(stderr=True), transient=True) as progress,
        ProcessPoolExecutor(n_cores, multiprocessing.get_context("spawn")) as pool,
    ):
        bar = progress.add_task("", total=total_s)
        at_work = {pool.submit(_compile, name): seconds for name, (seconds, _) in PIECES.items()}
        left_s = float(total_s)
        while at_work:
            done, _ = wait(at_work, _EVERY_S, FIRST_COMPLETED)
            for piece in done:
                left_s -= at_work.pop(piece)
                piece.result()
            togo_s = left_s / n_cores
            progress.update(bar, completed=total_s - left_s, description=f"about {togo_s:.0f} s to go")
    say(f"all kernels are compiled, in {monotonic() - began:.0f} s")
    return DONE


def _compile(name: str) -> None:
    from danceoff.solvers.all_kernels import PIECES
    from danceoff.solvers.engines.compiling import compiling_reported

    with compiling_reported(lambda *_: None):  # the bar says it
        PIECES[name][1]()
