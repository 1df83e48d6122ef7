"""The case that the arguments of `danceoff solve` ask for."""

from __future__ import annotations

import argparse

from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import DIAGRAM, QUESTIONS, SHUFFLED, Case
from danceoff.experiments.plans.programs import resolved

DEFAULT_SOLVER = "auto"
"""For every task, as from Python: on the whole it takes the least CPU time for one cover, all covers and their number
(docs/solvers.md)."""
DEFAULT_OF_LISTS = "bits"
"""For files of many sudokus, which it solves without preparing each of them."""


def case_of(args: argparse.Namespace, default: str = DEFAULT_SOLVER) -> Case:
    """Return the case; raises BadInput if it needs no solver and one is named, or a program is not known.

    default: the solver if none is named.
    """
    is_question = args.covers or args.task in QUESTIONS
    return Case(
        args.source,
        _diagram(args) if is_question else _solver(args, default),
        "covers" if args.covers else args.task,
        limit=args.covers[1] - args.covers[0] if args.covers else args.limit,
        time_limit_s=args.time_limit,
        cpu_limit_s=args.cpu_limit,
        pin=args.pin,
        up_to_symmetry=args.up_to_symmetry,
        at_most=args.at_most or "",
        maximise=args.maximise,
        order=args.order,
    )


def _solver(args: argparse.Namespace, default: str) -> str:
    solver = resolved(args.solver or default, args.programs)
    return f"parts:of={solver.replace(',', ';')},jobs={args.jobs}" if args.jobs else solver


def _diagram(args: argparse.Namespace) -> str:
    """What stands for the solver of a question; its options say which covers to show."""
    name, _, options = (args.solver or DIAGRAM).partition(":")
    if name != DIAGRAM:
        raise BadInput(f"task {args.task} needs the diagram of all covers: leave out --solver")
    if args.approximate and args.solver:
        raise BadInput("--approximate makes no diagram: leave out --solver")
    wanted = [options] if options else []
    wanted += [f"first={args.covers[0]}", f"end={args.covers[1]}"] if args.covers else []
    wanted += [f"seed={args.seed}"] if args.seed else []
    wanted += ["repeats=0"] if args.no_repeats else []
    name = SHUFFLED if args.approximate else DIAGRAM
    return f"{name}:{','.join(wanted)}" if wanted else name
