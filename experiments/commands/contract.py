"""`danceoff contract`: test a solver against the contract of all backends."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DISAGREEMENT, DONE
from danceoff.experiments.plans import programs
from danceoff.experiments.plans.programs import resolved
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import positive, positive_int

HELP = "test a solver, yours or ours, against the contract of all backends"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("spec", metavar="SPEC", help="NAME[:option=value,...] or FILE.py:CLASS[:option=value,...]")
    programs.add_to(parser)
    parser.add_argument(
        "--examples", type=positive_int, default=100, metavar="N", help="problems per rule; default: 100"
    )
    parser.add_argument("--patience", type=positive, default=10.0, metavar="S", help="seconds per problem; default: 10")


def run(args: argparse.Namespace) -> int:
    """Print a line for each rule, and the smallest problem that shows a broken one."""
    from danceoff.solvers import MissingBackend, load

    if not find_spec("hypothesis"):
        raise BadInput("the contract needs hypothesis: pip install 'danceoff[contract]'")
    from danceoff.experiments.contract.hold import hold

    try:
        solver = load(resolved(args.spec, args.programs))
    except (ValueError, MissingBackend) as error:
        raise BadInput(str(error)) from None
    n_broken = 0
    for finding in hold(solver, args.examples, args.patience):
        n_broken += bool(finding.broken)
        say(f"{'BROKEN' if finding.broken else 'kept':6}  {finding.rule}  ({finding.n_answered} problems answered)")
        if finding.broken:
            say(f"        {finding.broken}")
        if finding.problem:
            say(f"        smallest problem: {finding.problem}")
    say(f"{solver} breaks {n_broken} rule{'s' * (n_broken != 1)}" if n_broken else f"{solver} keeps the contract")
    return DISAGREEMENT if n_broken else DONE
