"""`danceoff run`: run the cases of a plan, each in a child process; skip cases that have a row."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from danceoff.experiments import BadInput
from danceoff.experiments.commands import programs
from danceoff.experiments.commands.amounts import cores, positive, positive_int
from danceoff.experiments.commands.exits import DONE, INTERRUPTED
from danceoff.experiments.run.engines import DEFAULT, ENGINES, OPTIONS, Engine, engine
from danceoff.experiments.terminal.say import say

if TYPE_CHECKING:
    from danceoff.experiments.plans.plan import Plan

HELP = "run the cases of a plan, each in a child process; skip cases that have a row"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("plan", metavar="PLAN", help="name (danceoff list plans) or TOML file")
    programs.add_to(parser)
    parser.add_argument("--into", type=Path, metavar="DIR", help="results folder; default: results/PLAN")
    parser.add_argument(
        "--dry", action="store_true", help="run nothing: list the cases that would run, and how long they may take"
    )
    parser.add_argument("--fresh", action="store_true", help="delete the rows in the results folder first")
    parser.add_argument("--time-limit", type=positive, metavar="S", help="limit of every case; overrides the plan")
    parser.add_argument("--cpu-limit", type=positive, metavar="S", help="the same for CPU time of the process tree")
    parser.add_argument("--memory-limit", type=positive, metavar="MB", help="the same for memory of the process tree")
    parser.add_argument("--pin", type=cores, metavar="CORE,...", help="run cases only on these cores, such as 0,1")
    parser.add_argument(
        "--rerun",
        type=_statuses,
        default=(),
        metavar="STATUS,...",
        help="run cases with one of these statuses again (timeout and memory: only under other limits)",
    )
    parser.add_argument(
        "--engine",
        choices=list(ENGINES),
        help=f"what runs the cases; default: {DEFAULT}, on this machine, in control groups if they are available",
    )
    cluster = parser.add_argument_group("for --engine dask and slurm; a plan may set them in its table [cluster]")
    cluster.add_argument("--chunk", type=positive_int, metavar="N", help="cases per job; default: at most 1000 jobs")
    cluster.add_argument("--workers", type=positive_int, metavar="N", help="jobs that run at once")
    cluster.add_argument("--address", metavar="HOST:PORT", help="Dask scheduler; default: start one on this machine")
    cluster.add_argument("--partition", help="Slurm partition")
    cluster.add_argument(
        "--job-time", type=positive_int, dest="job_time_min", metavar="MIN", help="time limit of a Slurm job"
    )
    cluster.add_argument("--job-memory", type=positive_int, dest="job_memory_mb", metavar="MB", help="memory of a job")


def _statuses(text: str) -> tuple[str, ...]:
    from danceoff.experiments.results.record import STATUSES

    statuses = tuple(text.split(","))
    for status in statuses:
        if status not in STATUSES or status == "complete":
            there_are = ", ".join(name for name in STATUSES if name != "complete")
            raise argparse.ArgumentTypeError(f"{status!r} is not one of {there_are}")
    return statuses


def _engine(args: argparse.Namespace, planned: Mapping[str, Any]) -> Engine:
    """The engine and its options, from the command line or else from the plan."""
    given = {name: value for name in ("engine", *OPTIONS) if (value := getattr(args, name)) is not None}
    options = {**planned, **given}
    return engine(options.get("engine", DEFAULT), options)


def _estimated(plan: Plan, directory: Path, fresh: bool, rerun: Collection[str]) -> Iterator[str]:
    """One line for each case that would run, and one for all; writes nothing."""
    from danceoff.experiments.results.folder import reference
    from danceoff.experiments.results.record import FILE, read
    from danceoff.experiments.run.estimate import estimates, summary
    from danceoff.experiments.run.schedule import to_do

    own = read(directory) if (directory / FILE).exists() else []
    left = [case for case, _ in to_do(plan.cases, [] if fresh else own, rerun)]
    found = list(estimates(left, own, *map(read, reference())))
    yield from map(str, found)
    yield summary(found, len(plan.cases) - len(left))


def run(args: argparse.Namespace) -> int:
    """Run the cases that have no row yet."""
    from danceoff.experiments.plans.plan import read
    from danceoff.experiments.results.record import FILE
    from danceoff.experiments.run.schedule import run_plan
    from danceoff.experiments.terminal.screen import Screen

    plan = read(args.plan, args.programs).limited(
        time_limit_s=args.time_limit,
        cpu_limit_s=args.cpu_limit,
        memory_limit_mb=args.memory_limit,
        pin=args.pin,
    )
    directory = args.into or Path("results") / plan.name
    if args.dry:
        for line in _estimated(plan, directory, args.fresh, args.rerun):
            say(line)
        return DONE
    screen = Screen()
    try:
        with screen.progress:
            run_plan(plan, directory, args.fresh, screen, args.rerun, _engine(args, plan.cluster))
    except KeyboardInterrupt:
        say(f"danceoff: interrupted; the rows are in {directory}, a run without --fresh resumes there", error=True)
        return INTERRUPTED
    except OSError as error:
        safe = "; the rows written so far are safe, the same command resumes" if (directory / FILE).is_file() else ""
        raise BadInput(f"{error.filename or 'output'}: {error.strerror}{safe}") from None
    say(f"rows are in {directory}; next: danceoff verify {directory}, danceoff report {directory}")
    return DONE
