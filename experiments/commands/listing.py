"""`danceoff list`: what there is."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.terminal.say import say

HELP = "list the problems of the catalog, the solvers, or the plans"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument(
        "what", metavar="WHAT", choices=["problems", "solvers", "plans"], help="problems, solvers or plans"
    )
    parser.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar="WORD",
        help="of the problems, those with these words in their names or sources",
    )
    parser.add_argument(
        "--sort", choices=["name", "items", "options", "covers"], help="sort the problems; default: as in the catalog"
    )


def run(args: argparse.Namespace) -> int:
    """Print a line for each."""
    if args.what != "problems" and (args.words or args.sort):
        raise BadInput(f"only problems can be searched and sorted, not {args.what}")
    for line in {"problems": _problems, "solvers": _solvers, "plans": _plans}[args.what](args):
        say(line)
    return DONE


def _problems(args: argparse.Namespace) -> Iterator[str]:
    from danceoff.experiments.listing import ORDERS, entries, table

    found = entries(args.words)
    return table(sorted(found, key=ORDERS[args.sort]) if args.sort else found)


def _solvers(_args: argparse.Namespace) -> Iterator[str]:
    from danceoff.experiments.listing import solver_lines

    return solver_lines()


def _plans(_args: argparse.Namespace) -> list[str]:
    from danceoff.experiments.plans import plan

    return [f"{name:14} {plan.description(name)}" for name in plan.names()]
