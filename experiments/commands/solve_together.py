"""Which arguments of `danceoff solve` go together."""

from __future__ import annotations

import argparse

from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import QUESTIONS

WITHOUT_COVERS = ("count", "options")
"""Tasks that find no covers that could be shown."""


def refuse_what_does_not_go_together(args: argparse.Namespace) -> None:
    """Raise BadInput if arguments contradict each other."""
    if (args.gallery and args.task in WITHOUT_COVERS) or (args.svg and args.task == "count"):
        what = (
            "--svg draws its heat map" if args.task == "options" else "--svg and --gallery go with first and enumerate"
        )
        raise BadInput(f"--task {args.task} has no covers to draw; {what}")
    if args.covers and (args.task != "first" or args.limit):
        raise BadInput("--covers is a task of its own; leave out --task and --limit")
    if args.seed and args.task != "sample":
        raise BadInput("--seed goes with --task sample; a solver takes one as --solver NAME:seed=S")
    for flag in ("no_repeats", "approximate"):
        if getattr(args, flag) and args.task != "sample":
            raise BadInput(f"--{flag.replace('_', '-')} goes with --task sample")
    if args.task == "unique" and args.limit:
        raise BadInput("--task unique stops at the second cover; leave out --limit")
    if args.task == "nearest" and (args.limit or args.at_most):
        raise BadInput("--task nearest finds one answer without regard to costs; leave out --limit and --at-most")
    if args.task == "options" and args.limit:
        raise BadInput("--task options counts the covers that hold each option, of all covers; leave out --limit")
    if (args.covers or args.task in QUESTIONS) and args.jobs:
        raise BadInput(
            "--jobs is for solvers; random covers, --covers and --task options need the diagram of all covers"
        )
    if args.order and (args.covers or args.task in QUESTIONS or args.can_be_taken_apart):
        raise BadInput("--order is what a solver gets; leave it out with --covers, sample, options and assemblies")
    if args.maximise and args.task != "best":
        raise BadInput("--maximise goes with --task best; other tasks do not look at costs, but for --at-most")
    if args.explain and args.at_most:
        raise BadInput("--explain is about all covers; leave out --at-most")
    if args.can_be_taken_apart and (args.covers or args.task not in ("first", "unique", "enumerate", "count")):
        raise BadInput("--can-be-taken-apart looks at each cover: it goes with first, unique, enumerate and count")
    if args.svg and args.svg == args.gallery:
        raise BadInput(f"{args.svg}: --svg and --gallery need a file each")
    if (args.stl or args.glb) and args.task in (*WITHOUT_COVERS, "unique"):
        raise BadInput(f"--stl and --glb are models of the first cover; --task {args.task} shows none")
    if (args.cell or args.clearance) and not args.stl:
        raise BadInput("--cell and --clearance are about the pieces of --stl DIR")
    if args.exploded and not args.svg:
        raise BadInput("--exploded is about the picture of --svg FILE")
