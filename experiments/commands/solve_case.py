"""The case that the arguments of `danceoff solve` ask for."""

from __future__ import annotations

import argparse
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from danceoff.asking.ask import Ask, Limits, Selection
from danceoff.experiments import BadInput
from danceoff.experiments.commands.sources import stated
from danceoff.experiments.plans.programs import resolved
from danceoff.questions.question import DIAGRAM, MEMORY_MB, Derived, Optimises, Question
from danceoff.questions.table import QUESTIONS, question_named, with_defaults
from danceoff.questions.table import options as every_option
from danceoff.rooms import added_by_rooms

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance

DEFAULT_SOLVER = "auto"
"""For every task, as from Python: on the whole it takes the least CPU time for one cover, all covers and their number
(docs/solvers.md)."""

_WITH_BOUND = re.compile(rf"{DIAGRAM}(?::{MEMORY_MB}=(?P<mb>[1-9][0-9]{{0,11}}))?")


def question_of(args: argparse.Namespace) -> Question:
    """Return the question that the arguments ask, by its own option or by `--task`."""
    by_option = (name for name in QUESTIONS if getattr(args, name, None))
    return question_named(next(by_option, args.task))


def case_of(args: argparse.Namespace, default: str = DEFAULT_SOLVER, problem: Instance | None = None) -> Ask:
    """Return the case; raises BadInput for an unneeded solver or an unknown program, and Refused as `Ask` does.

    default: the solver if none is named.
    problem: the result of `problem_of`: the problem, if it is read already.
    """
    question = question_of(args)
    given = ((option.name, getattr(args, option.name)) for option, _ in every_option())
    options = {name: value for name, value in given if value is not None and value is not False}
    solver = (
        _answered_by(args, question, options) if isinstance(question, Derived) else _solver(args, question, default)
    )
    return Ask(
        args.source,
        solver,
        question.name,
        limit=args.limit,
        limits=Limits(args.time_limit, args.cpu_limit),
        selection=Selection(
            args.at_most or "",
            args.maximise,
            args.up_to is not None,
            args.up_to == "rotations",
            args.only,
            args.distinct,
        ),
        pin=args.pin,
        order=args.order,
        options=tuple(options.items()),
        at=(problem or "", ""),
    )


def problem_of(args: argparse.Namespace) -> Instance | None:
    """Return the problem of the source as the arguments change it; None if no argument changes it. Raises BadInput.

    Such an argument may come from an add-on, as the prices of missing items do, or state a long table or costs.
    """
    found = filter(None, (module.rewritten(args, question_of(args)) for module in rewritings()))
    return next(found, None) or stated(args)


def rewritings() -> list[Any]:
    """Return the modules of add-ons that rewrite the problem of the command.

    Each has `arguments`, which adds its arguments, and `rewritten`, which takes all of them and the question; it
    returns None if it has nothing to rewrite.
    """
    return [*map(import_module, added_by_rooms("rewritings").values())]


def _solver(args: argparse.Namespace, question: Question, default: str) -> str:
    if args.jobs and isinstance(question, Optimises):
        raise BadInput(
            "--jobs finds and counts covers part by part, and a cheapest cover is looked for in the whole problem: "
            f"leave it out, or use --solver cpsat:workers={args.jobs}"
        )
    solver = resolved(args.solver or default, args.programs)
    return f"parts:of={solver.replace(',', ';')},jobs={args.jobs}" if args.jobs else solver


def _answered_by(args: argparse.Namespace, question: Derived, options: dict[str, Any]) -> str:
    """Return the text that stands for the solver; put a bound on memory that it has into the options."""
    if args.jobs:
        raise BadInput(f"--jobs is for solvers; {question.asked_by} needs none")
    name = question.answered_by(with_defaults(question, options))
    if not args.solver:
        return name
    named = _WITH_BOUND.fullmatch(args.solver)
    if name != DIAGRAM or not named:
        bounded = f", or write {DIAGRAM}:{MEMORY_MB}=N" if name == DIAGRAM else ""
        raise BadInput(f"task {question.name} is answered by {name}: leave out --solver{bounded}")
    if named["mb"]:
        options[MEMORY_MB] = int(named["mb"])
    return str(args.solver)
