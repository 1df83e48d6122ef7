"""`danceoff list`: the problems of the catalog, the solvers, or the plans.

`python -m danceoff.experiments.commands.listing` writes the sizes of the problems, which the table of problems shows.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from danceoff.experiments import BadInput
from danceoff.experiments.commands import programs
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.terminal.say import say
from danceoff.problems.model.digits import written

HELP = "list the problems of the catalog, the solvers, or the plans"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "what", metavar="WHAT", choices=["problems", "solvers", "plans"], help="problems, solvers or plans"
    )
    parser.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar="WORD",
        help="list only problems with these words in their names or sources",
    )
    programs.add_to(parser)
    parser.add_argument(
        "--sort", choices=["name", "items", "options", "covers"], help="sort the problems; default: as in the catalog"
    )


def run(args: argparse.Namespace) -> int:
    """Print one line for each. Raises BadInput if solvers or plans are to be searched or sorted."""
    if args.what != "problems" and (args.words or args.sort):
        raise BadInput(f"only problems can be searched and sorted, not {args.what}")
    if args.what != "solvers" and args.programs:
        raise BadInput("--programs goes with solvers only")
    if args.what == "problems":
        found = problems(args.words)
        lines = table(sorted(found, key=lambda entry: _order(entry, args.sort)) if args.sort else found)
    else:
        lines = _solvers(args.programs) if args.what == "solvers" else _plans()
    for line in lines:
        say(line)
    return DONE


class Entry(NamedTuple):
    """A problem of the catalog; the numbers of covers and the optimum are None if none are published."""

    name: str
    items: int
    options: int
    covers: int | None
    up_to_symmetry: int | None
    optimum: str | None
    source: str


def problems(words: Sequence[str]) -> list[Entry]:
    """Return the problems that have all these words in their names or sources, in the order of the catalog.

    Raises BadInput if there are none.
    """
    from danceoff.problems import catalog

    found = [name for name in catalog.names() if _has(name, words)]
    if not found:
        raise BadInput(
            f"no problem has {' and '.join(words)} in its name or source; `danceoff list problems` shows all"
        )
    return [_entry(name) for name in found]


def table(found: Sequence[Entry]) -> Iterator[str]:
    """Return a header and one line for each entry."""
    rows = [
        ("problem", "items", "options", "covers", "up to symmetry", "optimum", "source"),
        *(tuple("-" if value is None else str(value) for value in entry) for entry in found),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    for name, *numbers, source in rows:
        right = (number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *right, source]).rstrip()


def _order(entry: Entry, column: str) -> Any:
    """The key that sorts by a column; problems of unknown covers come last."""
    from danceoff.experiments.report.natural_order import natural

    if column == "name":
        return natural(entry.name)
    value = getattr(entry, column)
    return value is None, value or 0


def _has(name: str, words: Sequence[str]) -> bool:
    from danceoff.problems import catalog

    known = catalog.known(name)
    text = f"{name} {known.source if known else ''}".casefold()
    return all(word.casefold() in text for word in words)


def _entry(name: str) -> Entry:
    from danceoff.problems import catalog

    known = catalog.known(name)
    size = (name, *(catalog.sizes().get(name) or _size(name)))
    if known is None:
        return Entry(*size, None, None, None, "")
    optimum = None if known.cost is None else written(Fraction(known.cost))
    return Entry(*size, known.covers, known.up_to_symmetry, optimum, known.source)


def _size(name: str) -> tuple[int, int]:
    """Items and options of a problem of an installed package, which the table of sizes does not hold."""
    from danceoff.problems import catalog

    problem = catalog.instance(name).problem
    return problem.n_items, problem.n_options


def _solvers(file: Path | None) -> Iterator[str]:
    """One line for each solver: the first words of its file, or its program, and what installs it if it is missing."""
    from danceoff import solvers
    from danceoff.solvers.others.programs.entries import entries

    known, of_file = solvers.backends(), programs.known(file)
    width = max(map(len, [*known, *of_file]))
    for name in known:
        needs = solvers.missing(name)
        yield f"{name:{width}}  {_first_words(known[name].module)}{needs and f'; missing: {needs}'}"
    for name, where in of_file.items():
        entry = entries(where)[name]
        yield f"{name:{width}}  The program {entry.command[0]}{entry.missing and f'; missing: {entry.missing}'}"


def _first_words(module: str) -> str:
    """The docstring of a module up to its first stop, read without importing the module."""
    spec = find_spec(module)
    text = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
    docstring = ast.get_docstring(ast.parse(text)) or ""
    return re.split(r"\.(?:\s|$)|: ", " ".join(docstring.split()))[0]


def _plans() -> Iterator[str]:
    from danceoff.experiments.plans import plan

    for name in plan.names():
        yield f"{name:14} {plan.description(name)}"


def sizes() -> str:
    """Build every problem of the catalog and return the table of their sizes, which the catalog keeps in a file."""
    from danceoff.problems import catalog

    built = ((name, catalog.instance(name).problem) for name in catalog.names())
    lines = [f"{name}\t{problem.n_items}\t{problem.n_options}" for name, problem in built]
    return "\n".join(["problem\titems\toptions", *lines]) + "\n"


if __name__ == "__main__":
    from danceoff.experiments.results.whole_file import write_whole
    from danceoff.problems.catalog import SIZES

    write_whole(SIZES, sizes())
