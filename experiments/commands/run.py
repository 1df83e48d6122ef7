"""`danceoff run`: run the cases of a plan, each in a child process; skip cases that have a row."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands import cluster
from danceoff.experiments.commands.exits import DONE, INTERRUPTED, LIMIT_HIT, STRICT, of_rows
from danceoff.experiments.plans import programs
from danceoff.experiments.run.engines import DEFAULT, ENGINES, engine_of
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import cores, number_of, positive, positive_int
from danceoff.experiments.words.outputs import folder
from danceoff.experiments.words.solver_names import named
from danceoff.questions.answer import Answer

if TYPE_CHECKING:
    from danceoff.experiments.plans.plan import Plan
    from danceoff.experiments.results.record import Row


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("plan", metavar="PLAN", nargs="?", help="name (danceoff list plans) or TOML file")
    parser.add_argument(
        "--like",
        type=Path,
        metavar="RESULTS",
        help="instead of a plan: the cases of a results folder, with the files of problems that it holds",
    )
    programs.add_to(parser)
    parser.add_argument(
        "--into",
        type=folder,
        metavar="DIR",
        help="results folder; default: results/PLAN, with a folder for each track, or results/own/like/NAME",
    )
    parser.add_argument("--track", type=_names, default=(), metavar="TRACK,...", help="only these tracks of the plan")
    parser.add_argument(
        "--dry", action="store_true", help="run nothing: list the cases that would run, and how long they may take"
    )
    parser.add_argument("--parts", action="store_true", help="count the parts of each problem as cases, and add up")
    parser.add_argument("--fresh", action="store_true", help="delete the rows in the results folder first")
    parser.add_argument("--strict", action="store_true", help=STRICT)
    parser.add_argument("--time-limit", type=positive, metavar="S", help="limit of every case; overrides the plan")
    parser.add_argument("--cpu-limit", type=positive, metavar="S", help="the same for CPU time of the process tree")
    parser.add_argument("--memory-limit", type=positive, metavar="MB", help="the same for memory of the process tree")
    parser.add_argument("--pin", type=cores, metavar="CORE,...", help="run cases only on these cores, such as 0,1")
    parser.add_argument(
        "--jobs",
        type=positive_int,
        metavar="N",
        help="run N cases at a time, each pinned to a physical core of its own; cases with several threads run alone",
    )
    parser.add_argument(
        "--rerun",
        action="append",
        default=[],
        metavar="STATUS|SOLVER,...",
        help="run cases with one of these statuses (timeout and memory: only under other limits) or solvers again",
    )
    parser.add_argument(
        "--engine",
        choices=list(ENGINES),
        help=f"what runs the cases; default: {DEFAULT}, on this machine, in control groups if they are available",
    )
    jobs = parser.add_argument_group("for --engine dask and slurm; a plan may set them in its table [cluster]")
    jobs.add_argument("--chunk", type=positive_int, metavar="N", help="cases per job; default: at most 1000 jobs")
    cluster.add_to(jobs)


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.split(",")))


def _like(args: argparse.Namespace) -> tuple[Plan, Path, Sequence[Row], int]:
    """Return a plan of old cases, the folder for new rows, the old rows, and how many cases cannot run."""
    from danceoff.experiments.plans.again import again  # late: NumPy, 0.1 s
    from danceoff.experiments.results.inputs import plan_text
    from danceoff.experiments.results.record import read

    name = Path(os.path.realpath(args.like)).name
    into = args.into or Path("results/own/like") / name
    if os.path.realpath(into) == os.path.realpath(args.like):
        raise BadInput(f"{into}: the new rows need another folder than the old ones; choose one with --into")
    rows = read(args.like)
    plan, left_out = again(name, rows, args.like, args.programs)
    for why, n in left_out.items():
        say(f"not run: {number_of(n, 'case')}: {why}")
    if not plan.cases:
        raise BadInput("none of the cases can run here")
    return replace(plan, text=plan_text(args.like)), into, rows, sum(left_out.values())


def run(args: argparse.Namespace) -> int:
    """Run the cases that have no row yet."""
    from danceoff.experiments.commands.in_parts import divided, say_totals  # late: the runner, 0.2 s
    from danceoff.experiments.plans.plan import read
    from danceoff.experiments.results.record import STATUSES
    from danceoff.experiments.results.record import read as read_rows
    from danceoff.experiments.run.schedule import rows_of
    from danceoff.experiments.terminal.progress import ProgressLine
    from danceoff.experiments.terminal.screen import estimated, run_shown

    if bool(args.plan) == bool(args.like) or (args.like and args.track):
        raise BadInput("run takes a PLAN, or --like RESULTS without --track")
    with ProgressLine(Answer()):
        like = _like(args) if args.like else (read(args.plan, args.programs), args.into, (), 0)
        plan, into, past, n_left_out = like
        plan = plan.limited(
            time_limit_s=args.time_limit, cpu_limit_s=args.cpu_limit, memory_limit_mb=args.memory_limit, pin=args.pin
        )
        into = into or Path("results") / plan.name
        rerun = named("--rerun", args.rerun, (case.solver for case in plan.cases), STATUSES[1:])
        runs = {into / folder: divided(part) if args.parts else part for folder, part in plan.runs(args.track).items()}
    if args.dry:
        for line in estimated(runs, args.fresh, rerun, past):
            say(line)
        return DONE
    chosen = engine_of(plan, args.jobs, **cluster.given(args))
    for directory, part in runs.items():
        if not run_shown(part, directory, args.fresh, rerun, chosen):
            return INTERRUPTED
        if args.parts:
            say_totals(part.cases, directory)
        say(f"rows are in {directory}; next: danceoff verify {directory}, danceoff report {directory}")
    if not args.strict:
        return DONE
    found = [row for directory, part in runs.items() for row in rows_of(part.cases, read_rows(directory), bool(rerun))]
    return of_rows(filter(None, found)) or (LIMIT_HIT if n_left_out else DONE)
