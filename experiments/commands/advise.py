"""`danceoff advise`: predict which solver is fastest, from measurements on similar problems."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import danceoff
from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.plans.case import CERTIFYING, TASKS
from danceoff.experiments.terminal.say import say

if TYPE_CHECKING:
    from danceoff.experiments.advice.nearest import Known, Prediction
    from danceoff.problems.instance import Instance

HELP = "predict which solver is fastest, from measurements on similar problems"
_SHOWN = 5
_RESULTS = Path(danceoff.__file__).parents[1] / "results"
REFERENCES = ("field", "crossover", "seeds")
"""The runs that come with danceoff."""
REFERENCES_WITH_COSTS = ("costs",)
"""Those among them that are about the cheapest covers."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    parser.add_argument(
        "--task",
        default="enumerate",
        choices=[task for task in TASKS if task not in CERTIFYING],
        help="default: %(default)s",
    )
    parser.add_argument(
        "--from", dest="results", type=Path, metavar="RESULTS", help="results folder; default: those of danceoff"
    )


def run(args: argparse.Namespace) -> int:
    """Print the nearest problems, the advice, and how well such advice did on known problems."""
    from danceoff.experiments.advice.nearest import known
    from danceoff.problems import InvalidProblem
    from danceoff.problems.formats.sources import read

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # danceoff solve shows them
            instance = read(args.source)
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
    directories = [args.results] if args.results else references(args.task)
    examples = known(directories, args.task)
    where = args.results or f"the runs {', '.join(directory.name for directory in directories)}"
    say(f"{args.source}, task {args.task}, from {len(examples)} problems of {where}")
    if args.task == "best" and not instance.problem.has_costs:
        say("warning: the problem has no costs, so any cover is a cheapest one")
    for line in _advice(examples, instance, args.task):
        say(line)
    return DONE


def references(task: str) -> list[Path]:
    """Return the folders of reference results of a task; raises BadInput if there are none, as in a package."""
    names = REFERENCES_WITH_COSTS if task == "best" else REFERENCES
    found = [_RESULTS / name for name in names if (_RESULTS / name / "rows.jsonl").is_file()]
    if not found:
        raise BadInput(f"no reference results of task {task} here: name a results folder with --from")
    return found


def _advice(examples: Sequence[Known], instance: Instance, task: str) -> Iterator[str]:
    from danceoff.experiments.advice.features import features
    from danceoff.experiments.advice.nearest import FAR, advised, answers, held_out, nearest
    from danceoff.solvers import BACKENDS, installed

    target = features(instance)
    yield ", ".join(f"{name.replace('_', ' ')} {value:.3g}" for name, value in target._asdict().items())
    close = nearest(examples, target)
    for example, distance in close:
        best = f"{example.best[0]} in {example.best[1].time_s:.3g} s" if example.best else "not solved in time"
        yield f"like {example.problem}, {distance:.2f} away: {best}"
    if close[0][1] > FAR:
        yield "warning: no similar problem was run, so the times are guesses"
    if instance.problem.has_multiplicities:
        yield "warning: nodes and covers are estimated without the multiplicities of items"
    here = [one for one in advised(examples, target) if answers(one.solver, instance.problem, task)]
    if not here:
        raise BadInput("no solver that was run on five problems is installed here and can answer this one")
    for one in here[1:_SHOWN]:
        yield f"{one.solver}: {_time(one)}"
    yield f"advice: {here[0].solver}: {_time(here[0])}"
    measured = {solver.partition(":")[0] for example in examples for solver in example.outcomes}
    if unknown := [name for name in installed() if name not in BACKENDS and name not in measured]:
        yield f"unknown: {', '.join(unknown)}: no measurements; danceoff run makes them, and --from reads them"
    if worth := held_out(examples):
        yield (
            f"worth: on {worth.n_problems} of these problems, each held out, such advice takes {worth.ratio:.2f} x "
            f"as long as the best solver of each: {worth.advised_s:.3g} s, not {worth.best_s:.3g} s"
        )


def _time(one: Prediction) -> str:
    least, most = one.time_s / one.factor, one.time_s * one.factor
    return f"about {_two_digits(one.time_s)} s, in two of three cases {_two_digits(least)} to {_two_digits(most)} s"


def _two_digits(value: float) -> str:
    """A prediction with two digits, without an exponent up to 10^7: 150, not 1.5e+02."""
    return f"{float(f'{value:.2g}'):.7g}"
