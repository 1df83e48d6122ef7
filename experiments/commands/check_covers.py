"""`danceoff check-covers`: check a list of covers that somebody else wrote."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DISAGREEMENT, DONE, LIMIT_HIT
from danceoff.experiments.results.digits import decimal
from danceoff.experiments.terminal.piped import rereadable
from danceoff.experiments.terminal.say import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from danceoff.problems import ExactCover
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
    parser.add_argument(
        "--numbers", action="store_true", help="print the number of each cover, by which solve --covers shows it"
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
            return _report(instance, text, args.covers, args.numbers)
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
    except MemoryError as error:
        say(f"danceoff: {args.source}: {error} by danceoff.rank in Python, or leave out --numbers", error=True)
        return LIMIT_HIT


def _report(instance: Instance, text: str, file: str, numbers: bool) -> int:
    from danceoff.problems.analysis.checked_list import checked_list
    from danceoff.problems.formats.cover_list import read

    entries = list(read(text, file, instance.problem))
    found = checked_list(instance, entries)
    if found.first_wrong:
        line, why = found.first_wrong
        say(f"{file}:{line}: no cover: {why}{_in_all(found.n_wrong, 'lines that are no covers')}")
    if found.first_repeated:
        line, before = found.first_repeated
        say(f"{file}:{line}: the cover of line {before} again{_in_all(found.n_repeated, 'lines that come twice')}")
    if numbers:
        _print_numbers(instance.problem, entries, file)
    n, missing = found.n_covers, found.missing
    published = "" if missing is None else f"; {n + missing} are published, {_missing(missing)}"
    say(f"{n} {'cover' if n == 1 else 'different covers'}{published}")
    say(f"fingerprint {found.fingerprint}")
    return DONE if found else DISAGREEMENT


def _print_numbers(problem: ExactCover, entries: Sequence[tuple[int, Sequence[int]]], file: str) -> None:
    """Print the number of each line that is a cover."""
    from danceoff.problems import Covers, check
    from danceoff.solvers.engines.diagram import diagram, ranks

    covers = Covers.of([sorted(options) for _, options in entries])
    good = check(problem, covers)
    ranked = iter(ranks(diagram(problem), covers.select(good)))
    for (line, _), is_good in zip(entries, good.tolist(), strict=True):
        if is_good:
            say(f"{file}:{line}: cover number {decimal(next(ranked))}")


def _in_all(n: int, lines: str) -> str:
    return f" ({n} {lines})" if n > 1 else ""


def _missing(n: int) -> str:
    if n < 0:
        return f"{-n} fewer than these"
    return "all are here" if n == 0 else f"{n} {'is' if n == 1 else 'are'} missing"
