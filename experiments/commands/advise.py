"""`danceoff advise`: predict which solver is fastest, from measurements on similar problems."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.terminal.say import say
from danceoff.questions.tasks import WALKED

if TYPE_CHECKING:
    from danceoff.experiments.advice.features import Features
    from danceoff.experiments.advice.nearest import Example, Prediction
    from danceoff.problems.instance import Instance

HELP = "predict which solver is fastest, from measurements on similar problems"
_SHOWN = 5
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
        choices=[name for name, task in WALKED.items() if task.in_plans and not task.certifies],
        help="default: %(default)s",
    )
    parser.add_argument(
        "--why", action="store_true", help="show the prediction of every solver, and what it is learnt from"
    )
    parser.add_argument(
        "--from", dest="results", type=Path, metavar="RESULTS", help="results folder; default: those of danceoff"
    )


def run(args: argparse.Namespace) -> int:
    """Print the advice in one sentence, and with --why the evidence for it."""
    from danceoff.experiments.advice.nearest import examples_of
    from danceoff.problems import InvalidProblem
    from danceoff.problems.sources import read

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # danceoff solve shows them
            instance = read(args.source)
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
    directories = [args.results] if args.results else references(args.task)
    examples = examples_of(directories, args.task)
    for line in _advice(examples, instance, args.task, args.why):
        say(line)
    if args.why:
        where = args.results or f"the runs {', '.join(directory.name for directory in directories)}"
        say(f"learnt from {len(examples)} problems with task {args.task} of {where}")
    return DONE


def references(task: str) -> list[Path]:
    """Return the folders of the reference results of a task; raises BadInput if there are none."""
    from danceoff.experiments.results.folder import reference

    names = REFERENCES_WITH_COSTS if WALKED[task].by_cost else REFERENCES
    found = reference(*names) if names else []
    if not found:
        raise BadInput(f"danceoff comes with no results of task {task}: `danceoff run costs` makes some for --from")
    return found


def _advice(examples: Sequence[Example], instance: Instance, task: str, why: bool) -> Iterator[str]:
    from danceoff.experiments.advice.features import features
    from danceoff.experiments.advice.nearest import FAR, advised, answers, nearest

    problem, target = instance.problem, features(instance).asked(task)
    here = [one for one in advised(examples, target) if answers(one.solver, problem, task)]
    if not here:
        raise BadInput("no solver that was run on five problems is installed here and can answer this one")
    close = nearest(examples, target)
    yield f"use {here[0].solver}: about {_time(here[0])}{'' if why else '; --why shows the other solvers'}"
    if close[0][1] > FAR:
        yield "warning: no similar problem was run, so the times are guesses"
    if WALKED[task].by_cost and not problem.has_costs:
        yield "warning: the problem has no costs, so any cover is a cheapest one"
    if problem.has_multiplicities:
        yield "warning: nodes and covers are estimated without the multiplicities of items"
    if why:
        yield from _reasons(examples, target, close, here)


def _reasons(
    examples: Sequence[Example], target: Features, close: Sequence[tuple[Example, float]], here: Sequence[Prediction]
) -> Iterator[str]:
    from danceoff.experiments.advice.nearest import held_out
    from danceoff.solvers import BACKENDS, installed

    width = max(len(one.solver) for one in here[:_SHOWN])
    yield ""
    yield from (f"{one.solver:{width}}  about {_time(one)}" for one in here[:_SHOWN])
    measured = {solver.partition(":")[0] for example in examples for solver in example.outcomes}
    if unknown := [name for name in installed() if name not in BACKENDS and name not in measured]:
        yield f"no measurements of {', '.join(unknown)}: danceoff run makes them, and --from reads them"
    yield ""
    yield "the most similar problems that were run, and their fastest solvers:"
    width = max(len(example.problem) for example, _ in close)
    for example, distance in close:
        best = f"{example.best[0]} in {example.best[1].time_s:.3g} s" if example.best else "not solved in time"
        yield f"  {example.problem:{width}}  {distance:.2f} away  {best}"
    about = ", ".join(f"{name.replace('_', ' ')} {value:.3g}" for name, value in target._asdict().items())
    yield f"they are compared by: {about}"
    if worth := held_out(examples):
        yield (
            f"such advice on {worth.n_problems} of these problems, each held out, takes {worth.ratio:.2f} x as long as "
            f"the best solver of each: {worth.advised_s:.3g} s, not {worth.best_s:.3g} s"
        )


def _time(one: Prediction) -> str:
    least, most = one.time_s / one.factor, one.time_s * one.factor
    return f"{_two_digits(one.time_s)} s, in two of three cases {_two_digits(least)} to {_two_digits(most)} s"


def _two_digits(value: float) -> str:
    """A prediction with two digits, without an exponent up to 10^7: 150, not 1.5e+02."""
    return f"{float(f'{value:.2g}'):.7g}"
