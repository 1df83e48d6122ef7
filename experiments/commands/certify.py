"""`danceoff certify`: write a certificate of the number of covers, and check it."""

from __future__ import annotations

import argparse
from pathlib import Path

from danceoff.experiments.commands.amounts import positive, positive_int
from danceoff.experiments.commands.exits import of_row
from danceoff.experiments.plans.case import Case
from danceoff.experiments.terminal.say import say

HELP = "write a certificate of the number of covers, and check it"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the certificate")
    parser.add_argument(
        "--solver",
        metavar="NAME[:option=value,...]",
        help="a solver that only counts makes a trace, one that lists covers a list with a proof; default: counter, or"
        " bits if items have multiplicities",
    )
    parser.add_argument("--limit", type=positive_int, metavar="N", help="of more covers, list N without a proof")
    parser.add_argument("--time-limit", type=positive, metavar="S", help="give up after S seconds")
    parser.add_argument("--memory-limit", type=positive, metavar="MB", help="give up beyond this much memory")


def run(args: argparse.Namespace) -> int:
    """Write the certificate and print what it shows."""
    from danceoff.experiments.certificates.keeping import certify_into, sentence, usual_solver

    limits = {"limit": args.limit, "time_limit_s": args.time_limit, "memory_limit_mb": args.memory_limit}
    row = certify_into(Case(args.source, args.solver or usual_solver(args.source), "certify", **limits), args.output)
    say(sentence(row, args.output), error=not row.certificate)
    return of_row(row)
