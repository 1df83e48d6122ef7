"""`danceoff check-covers`: check a list of covers that somebody else wrote."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DISAGREEMENT, DONE
from danceoff.experiments.terminal.piped import rereadable
from danceoff.experiments.terminal.say import say

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance

HELP = "check a list of covers that another program or a person wrote"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    parser.add_argument(
        "covers",
        metavar="FILE",
        help="one cover a line: names or numbers (from 0) of options, parted by commas, tabs or blanks",
    )


def run(args: argparse.Namespace) -> int:
    """Print the first line that is wrong, the first that comes twice, and whether covers are missing."""
    from danceoff.problems import InvalidProblem
    from danceoff.problems.formats.sources import read, text_of

    try:
        with rereadable(args.covers, ".txt") as file:
            instance, text = read(args.source), text_of(file)
            if not text.strip():
                raise BadInput(f"{args.covers}: the file is empty; a line '# none' says that there is no cover")
            return _report(instance, text, args.covers)
    except InvalidProblem as error:
        raise BadInput(str(error)) from None


def _report(instance: Instance, text: str, file: str) -> int:
    from danceoff.problems import Covers, Fingerprint
    from danceoff.problems.analysis.fault import fault
    from danceoff.problems.formats.cover_list import read

    problem = instance.problem
    first_line: dict[tuple[int, ...], int] = {}
    wrong, twice = [], []
    for line, options in read(text, file, problem):
        cover = tuple(sorted(options))
        if why := fault(problem, options):
            wrong.append(f"{file}:{line}: no cover: {why}")
        elif cover in first_line:
            twice.append(f"{file}:{line}: the cover of line {first_line[cover]} again")
        else:
            first_line[cover] = line
    for found, more in ((wrong, "lines that are no covers"), (twice, "lines that come twice")):
        if found:
            say(found[0] + (f" ({len(found)} {more})" if len(found) > 1 else ""))
    known = instance.known.covers if instance.known else None
    n = len(first_line)
    published = "" if known is None else f"; {known} are published, {_missing(known - n)}"
    say(f"{n} {'cover' if n == 1 else 'different covers'}{published}")
    say(f"fingerprint {Fingerprint.of(problem.lift(Covers.of(list(first_line))))}")
    return DISAGREEMENT if wrong or twice or known not in (None, n) else DONE


def _missing(n: int) -> str:
    if n < 0:
        return f"{-n} fewer than these"
    return "all are here" if n == 0 else f"{n} {'is' if n == 1 else 'are'} missing"
