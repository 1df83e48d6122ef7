"""`danceoff check-covers`: check a list of covers that somebody else wrote."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands import sources
from danceoff.experiments.commands.exits import DISAGREEMENT, DONE
from danceoff.experiments.terminal.covers.ending import json_of
from danceoff.experiments.terminal.say import say
from danceoff.experiments.terminal.standard_streams import rereadable
from danceoff.problems.formats.lines import text_of

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance

BUSY = "checking the covers"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    sources.add_to(parser)
    parser.add_argument(
        "covers",
        metavar="FILE",
        help="a cover a line: numbers (from 0) of options, or names parted by tabs or ', ';"
        " or what solve prints: CSV, or text without drawings",
    )
    parser.add_argument("--format", default="text", choices=["text", "json"], help="default: %(default)s")


def run(args: argparse.Namespace) -> int:
    """Print the first wrong line, the first repeated line, and whether covers are missing."""
    with rereadable(args.covers, default=".txt") as file:
        instance, text = sources.source_of(args), text_of(file)
        if not text.strip():
            raise BadInput(f"{args.covers}: the file is empty; a line '# none' says that there is no cover")
        return _report(instance, text, args)


def _report(instance: Instance, text: str, args: argparse.Namespace) -> int:
    from danceoff.problems.analysis.checked_list import checked_list  # late: NumPy, 0.1 s
    from danceoff.problems.formats.cover_list import read

    file, problem = args.covers, instance.problem
    taken = (instance.board.name_in_root(problem, option) for option in problem.taken.tolist())
    entries = list(read(text, file, problem, taken))
    found = checked_list(instance, entries)
    if args.format == "json":
        say(json_of(asdict(found)), whole=True)
        return DONE if found else DISAGREEMENT
    if found.first_wrong:
        line, why = found.first_wrong
        say(f"{file}:{line}: no cover: {why}{_in_all(found.n_wrong, 'lines that are no covers')}")
    if found.first_repeated:
        line, before = found.first_repeated
        say(f"{file}:{line}: the cover of line {before} again{_in_all(found.n_repeated, 'lines that come twice')}")
    n, missing = found.n_covers, found.missing
    published = "" if missing is None else f"; {n + missing} are published, {_missing(missing)}"
    say(f"{n} {'cover' if n == 1 else 'different covers'}{published}")
    say(f"fingerprint {found.fingerprint}")
    return DONE if found else DISAGREEMENT


def _in_all(n: int, lines: str) -> str:
    return f" ({n} {lines})" if n > 1 else ""


def _missing(n: int) -> str:
    return "all are here" if n == 0 else f"{n} {'is' if n == 1 else 'are'} missing"
