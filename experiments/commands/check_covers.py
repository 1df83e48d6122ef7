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
    from danceoff.problems.analysis.checked_list import checked_list
    from danceoff.problems.formats.cover_list import read

    found = checked_list(instance, read(text, file, instance.problem))
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
    if n < 0:
        return f"{-n} fewer than these"
    return "all are here" if n == 0 else f"{n} {'is' if n == 1 else 'are'} missing"
