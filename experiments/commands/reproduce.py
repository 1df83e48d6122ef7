"""`danceoff reproduce`: run the cases of a results folder again, and say whether answers and ratios hold."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DISAGREEMENT, DONE, INTERRUPTED
from danceoff.experiments.commands.run import add_cores
from danceoff.experiments.plans import programs
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import positive, positive_int

HELP = "run the cases of a results folder again; exit code 1 if an answer differs or a ratio of times does not hold"
FILE = "reproduced.html"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("results", type=Path, metavar="RESULTS", help="results folder, whose rows are the cases")
    programs.add_to(parser)
    parser.add_argument(
        "--into",
        type=Path,
        metavar="DIR",
        help="folder of the new rows; default: results/own/reproduced/NAME",
    )
    parser.add_argument(
        "--sample",
        type=positive_int,
        metavar="N",
        help="run N cases or a few more: all of some problems, always the same",
    )
    parser.add_argument("--time-limit", type=positive, metavar="S", help="limit of every case; overrides the rows")
    add_cores(parser)
    parser.add_argument(
        "--dry", action="store_true", help="run nothing: list the cases that would run, and how long they may take"
    )


def run(args: argparse.Namespace) -> int:
    """Run the cases that have no row here yet, compare, and write the page."""
    from danceoff.experiments.compare.reproduced.cases import again
    from danceoff.experiments.compare.reproduced.page import page
    from danceoff.experiments.compare.reproduced.reproduction import reproduction
    from danceoff.experiments.report.machine_speed import machine_ratios
    from danceoff.experiments.results import calibration
    from danceoff.experiments.results.folder import inside
    from danceoff.experiments.results.record import read
    from danceoff.experiments.results.whole_file import write_whole
    from danceoff.experiments.run.engines import DEFAULT, engine
    from danceoff.experiments.run.machine.cores import check_cores, cores_for
    from danceoff.experiments.terminal.screen import estimated, run_shown
    from danceoff.problems.model.printable import printable

    name = args.results.resolve().name
    into = args.into or Path("results/own/reproduced") / name
    if into.resolve() == args.results.resolve():
        raise BadInput(f"{into}: the new rows need another folder than the old ones; choose one with --into")
    check_cores(args.pin or ())
    there = read(args.results)
    cases = again(there, args.programs, args.sample).limited(time_limit_s=args.time_limit, pin=args.pin)
    for line in cases.lines():
        say(line)
    plan = cases.plan(name)
    if args.dry:
        for line in estimated({into: plan}, False, (), there):
            say(line)
        return DONE
    cores = cores_for(args.jobs, (case.pin for case in plan.cases)) if args.jobs else ()
    chosen = engine(DEFAULT, {"cores": cores, "calibrate": bool(calibration.read(args.results))})
    if not run_shown(plan, into, False, (), chosen, "the same command resumes"):
        return INTERRUPTED
    slower = machine_ratios(calibration.read(args.results), calibration.read(into))
    found = reproduction(printable(name), there, cases, read(into), slower)
    written = inside(into, FILE)
    write_whole(written, page(found, _command(args)))
    for line in found.lines():
        say(line)
    say(f"written: {written}; rows are in {into}")
    return DONE if found.is_reproduced else DISAGREEMENT


def _command(args: argparse.Namespace) -> str:
    pin = None if args.pin is None else ",".join(map(str, args.pin))
    limit = None if args.time_limit is None else f"{args.time_limit:g}"
    values = {"programs": args.programs, "sample": args.sample, "time-limit": limit, "pin": pin, "jobs": args.jobs}
    words = [f"--{name}={value}" for name, value in values.items() if value is not None]
    return shlex.join(["danceoff", "reproduce", *words, "--", str(args.results)])
