"""The case that the arguments of `danceoff solve` ask for."""

from __future__ import annotations

import argparse

from danceoff.experiments import BadInput
from danceoff.experiments.commands import programs
from danceoff.experiments.plans.case import DIAGRAM, QUESTIONS, SHUFFLED, Case

DEFAULT_SOLVER, DEFAULT_FOR_BEST = "bits", "auto"


def case_of(args: argparse.Namespace) -> Case:
    """Return the case; raises BadInput if it needs no solver and one is named, or a program is not known."""
    is_question = args.covers or args.task in QUESTIONS
    return Case(
        args.source,
        _diagram(args) if is_question else _solver(args),
        "covers" if args.covers else args.task,
        limit=args.covers[1] - args.covers[0] if args.covers else args.limit,
        time_limit_s=args.time_limit,
        cpu_limit_s=args.cpu_limit,
        pin=args.pin,
        up_to_symmetry=args.up_to_symmetry,
        at_most=args.at_most or "",
        maximise=args.maximise,
    )


def _solver(args: argparse.Namespace) -> str:
    default = DEFAULT_FOR_BEST if args.task in ("best", "nearest") else DEFAULT_SOLVER
    solver = programs.resolved(args.solver or default, args.programs)
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
