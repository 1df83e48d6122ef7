"""`danceoff verify`: check that the solvers agree with each other and with the published numbers."""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DISAGREEMENT, DONE, LIMIT_HIT, STRICT, of_rows
from danceoff.experiments.results.record import FILE, Row, changed_lines, latest, read_on, without
from danceoff.experiments.results.suspects import suspects
from danceoff.experiments.results.verify import Offence, are_compared, by_digest, offences
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import number_of

BUSY = "checking the rows"

_FEW = 10
"""As many lines of details are printed unasked."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("results", type=Path, metavar="RESULTS", help="results folder")
    parser.add_argument(
        "--details", action="store_true", help="also print every contradiction and the rows that show it, however many"
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="SOLVER,...", help="leave out the rows of these solvers"
    )
    parser.add_argument("--strict", action="store_true", help=f"{STRICT}, or if there is nothing to compare")


def run(args: argparse.Namespace) -> int:
    """Print a line for each suspect, what is wrong with the file, and the verdict."""
    file = args.results / FILE
    lines, end = read_on(args.results)
    rows = without(latest(lines), args.without)
    if not rows:
        raise BadInput(f"{args.results}: there are no rows to verify")
    found = offences(rows)
    for suspect in suspects(rows, found):
        say(str(suspect))
    details = list(_details(found))
    if args.details or len(details) <= _FEW:
        for line in details:
            say(line)
    changed = changed_lines(args.results)
    if changed:
        say(f"{file}:{changed[0]}: changed since it was written")
    if file.stat().st_size > end:
        say(f"{file}:{len(lines) + 1}: a torn last line, as a killed run leaves it; the next run removes it")
    code = of_rows(rows) if args.strict else DONE
    groups = by_digest(rows).values()
    n_compared = sum(map(are_compared, groups))
    faults = f", {number_of(len(changed), 'fault')} in the file" if changed else ""
    say(f"{_verdict(found, n_compared, len(groups))}{faults}: {_in_words(rows, len(groups))}")
    if found or changed:
        return DISAGREEMENT
    return LIMIT_HIT if args.strict and not n_compared else code


def _verdict(found: Sequence[Offence], n_compared: int, n_problems: int) -> str:
    if found:
        n_disputed = len({offence.rows[0].digest for offence in found})
        return f"{number_of(len(found), 'disagreement')} on {number_of(n_disputed, 'problem')}"
    if not n_compared:
        return "nothing to compare"
    if n_compared < n_problems:
        return f"no disagreement on {n_compared} of {n_problems} problems, and nothing to compare on the others"
    return "no disagreement"


def _in_words(rows: Sequence[Row], n_problems: int) -> str:
    """Return in words how many problems and rows there are, how they ended, and what they prove."""
    exact, optimal = sum(row.is_exact for row in rows), sum(row.is_optimal for row in rows)
    ends = ", ".join(f"{n} {status}" for status, n in Counter(row.status for row in rows).most_common())
    proven = f"{exact} of them count all covers" + (f", {optimal} prove an optimum" if optimal else "")
    return f"{number_of(n_problems, 'problem')}, {number_of(len(rows), 'row')} ({ends}), {proven}"


def _details(found: Sequence[Offence]) -> Iterator[str]:
    """Yield the lines about every contradiction, and about the rows that show it."""
    for offence in found:
        yield f"{offence.rows[0].problem} {offence.rows[0].digest}: {offence.what}"
        for row in offence.rows:
            bound = "" if row.bound is None else f"bound {row.shown_cost(row.bound)}"
            columns = (row.solver, row.task, row.status, row.answer, bound, row.fingerprint, row.detail)
            yield f"    {'  '.join(filter(None, columns))}"
