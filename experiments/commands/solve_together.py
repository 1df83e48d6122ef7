"""Which arguments of `danceoff solve` go together."""

from __future__ import annotations

import argparse

from danceoff.experiments import BadInput
from danceoff.experiments.commands.solve_case import question_of
from danceoff.questions.question import Question
from danceoff.questions.table import options
from danceoff.questions.tasks import DEFAULT, WALKED, named, task


def refuse_what_does_not_go_together(args: argparse.Namespace) -> None:
    """Raise BadInput if arguments contradict each other."""
    question = question_of(args)
    _refuse_options_of_others(args, question)
    if question:
        _refuse_what_is_for_solvers(args, question)
    asked = task(args.task)
    if (args.gallery and not asked.shows_covers) or (args.svg and not asked.draws):
        own = question is not None and question.draws
        what = "--svg draws its heat map" if own else "--svg and --gallery go with first and enumerate"
        raise BadInput(f"--task {args.task} has no covers to draw; {what}")
    walked = WALKED.get(args.task)
    if walked and walked.is_limit_fixed and args.limit:
        raise BadInput(f"--task {walked.name} stops after {walked.default_limit} covers; leave out --limit")
    if walked and walked.relaxes and (args.limit or args.at_most):
        raise BadInput(
            f"--task {walked.name} finds one answer without regard to costs; leave out --limit and --at-most"
        )
    if args.order and args.can_be_taken_apart:
        raise BadInput("--order is what a solver gets; leave it out with --can-be-taken-apart")
    if args.maximise and not (walked and walked.by_cost and not walked.relaxes):
        best = named(lambda one: one.finds_costs and not one.relaxes)
        raise BadInput(f"--maximise goes with --task {best}; other tasks do not look at costs, but for --at-most")
    if args.explain and args.at_most:
        raise BadInput("--explain is about all covers; leave out --at-most")
    if args.can_be_taken_apart and (question or not walked or walked.by_cost):
        each = named(lambda one: not one.by_cost and not one.certifies)
        raise BadInput(f"--can-be-taken-apart looks at each cover: it goes with {each}")
    if args.svg and args.svg == args.gallery:
        raise BadInput(f"{args.svg}: --svg and --gallery need a file each")
    if (args.stl or args.glb) and (asked.shows_together or not asked.shows_covers):
        raise BadInput(f"--stl and --glb are models of the first cover; --task {args.task} shows none")
    if (args.cell or args.clearance) and not args.stl:
        raise BadInput("--cell and --clearance are about the pieces of --stl DIR")
    if args.exploded and not args.svg:
        raise BadInput("--exploded is about the picture of --svg FILE")


def _refuse_options_of_others(args: argparse.Namespace, question: Question | None) -> None:
    """Raise BadInput for an option of a question that is not asked."""
    for option, names in options():
        if getattr(args, option.name) and (question is None or option not in question.options):
            other = "; a solver takes one as --solver NAME:seed=S" if option.name == "seed" else ""
            raise BadInput(f"--{option.flag} goes with --task {' or '.join(names)}{other}")


def _refuse_what_is_for_solvers(args: argparse.Namespace, question: Question) -> None:
    """Raise BadInput for arguments that only go with a search, or with a task of `--task`."""
    asked = f"--task {question.name}" if question.is_task else f"--{question.name}"
    if not question.is_task and (args.task != DEFAULT or args.limit):
        raise BadInput(f"{asked} is a task of its own; leave out --task and --limit")
    if args.limit and not question.shows_covers:
        raise BadInput(f"{asked} is about all covers; leave out --limit")
    if args.jobs:
        raise BadInput(f"--jobs is for solvers; {asked} needs none")
    if args.order:
        raise BadInput(f"--order is what a solver gets; {asked} needs none")
    if args.up_to_symmetry:
        raise BadInput(f"{asked} does not go with --up-to-symmetry")
    if args.svg and not question.draws:
        raise BadInput(f"{asked} has nothing to draw; leave out --svg")
