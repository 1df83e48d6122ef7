"""`danceoff verify`: check that the solvers agree with each other and with the published numbers."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DISAGREEMENT, DONE
from danceoff.experiments.terminal.say import say

HELP = "check that the solvers agree with each other and with the published numbers"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("results", type=Path, metavar="RESULTS", help="results folder")


def run(args: argparse.Namespace) -> int:
    """Print every contradiction, and the verdict."""
    from danceoff.experiments.results.record import read
    from danceoff.experiments.results.verify import by_digest, offences
    from danceoff.problems.model.digits import decimal

    rows = read(args.results)
    if not rows:
        raise BadInput(f"{args.results}: there are no rows to verify")
    found = offences(rows)
    for offence in found:
        say(f"{offence.rows[0].problem} {offence.rows[0].digest}: {offence.what}")
        for row in offence.rows:
            answer = decimal(row.covers) if row.cost is None else f"cost {row.shown_cost(row.cost)}"
            bound = "" if row.bound is None else f"bound {row.shown_cost(row.bound)}"
            columns = (row.solver, row.task, row.status, answer, bound, row.fingerprint, row.detail)
            say(f"    {'  '.join(filter(None, columns))}")
        for fault in offence.known_faults:
            say(f"    known fault: {fault}")
    exact = sum(row.is_exact for row in rows)
    verdict = f"{len(found)} disagreements" if found else "no disagreement"
    ends = ", ".join(f"{n} {status}" for status, n in Counter(row.status for row in rows).most_common())
    optimal = sum(row.is_optimal for row in rows)
    proven = f"{exact} of them count all covers" + (f", {optimal} prove an optimum" if optimal else "")
    say(f"{verdict}: {len(by_digest(rows))} problems, {len(rows)} rows ({ends}), {proven}")
    return DISAGREEMENT if found else DONE
