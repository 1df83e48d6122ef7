"""`danceoff list`: the problems of the catalog, their families, the solvers, or the plans."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.plans import programs
from danceoff.experiments.terminal.say import say
from danceoff.problems.catalog_table import COLUMNS, Entry, entries
from danceoff.problems.families import MODULES
from danceoff.problems.model.digits import written

HELP = "list problems of the catalog, families of problems, solvers with their options, or plans"
WHAT = {
    "problems": "the problems of the catalog with their counts; danceoff list problems queens: those with a word",
    "families": "the families of problems, with the form of their sizes",
    "solvers": "the solvers, and what installs the others; danceoff list solvers bits: the options of one",
    "plans": "the plans that come with danceoff, for danceoff run",
}
_FEWEST_FOLDED = 4
_LONG = 10**9


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "what",
        nargs="?",
        metavar="WHAT",
        choices=list(WHAT),
        help="problems; families, with the form of their sizes; solvers; or plans; default: say what can be listed",
    )
    parser.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar="WORD",
        help="list only problems or families with these words in their names or sources; explain only these solvers",
    )
    programs.add_to(parser)
    parser.add_argument(
        "--sort", choices=["name", "items", "options", "covers"], help="sort the problems; default: as in the catalog"
    )
    parser.add_argument("--all", action="store_true", help="give each problem a line of its own, as WORD and --sort do")


def run(args: argparse.Namespace) -> int:
    """Print a line for each problem, family, solver, plan or list; BadInput for an argument that does not fit WHAT."""
    if args.what == "plans" and args.words:
        raise BadInput("plans cannot be searched; `danceoff list plans` shows all")
    if args.what != "problems" and (args.sort or args.all):
        raise BadInput(f"--sort and --all go with problems, not with {args.what or 'no WHAT'}")
    if args.what != "solvers" and args.programs:
        raise BadInput("--programs goes with solvers only")
    for line in _lines(args):
        say(line)
    return DONE


def _lines(args: argparse.Namespace) -> Iterator[str]:
    if not args.what:
        return (f"danceoff list {what:8}  {said}" for what, said in WHAT.items())
    if args.what == "families":
        return _families(args.words)
    if args.what == "plans":
        return _plans()
    if args.what == "solvers":
        return _solvers(args.words, args.programs)
    found = problems(args.words)
    if args.sort:
        return table(map(_row, sorted(found, key=lambda entry: _order(entry, args.sort))))
    return table(map(_row, found)) if args.all or args.words else _folded(found)


def problems(words: Sequence[str]) -> list[Entry]:
    """Return the problems that have all these words in their names or sources, in the order of the catalog.

    Raises BadInput if there are none.
    """
    known = {**entries(), **_of_packages()}
    found = [entry for entry in known.values() if _has(entry, words)]
    if not found:
        raise BadInput(
            f"no problem has {' and '.join(words)} in its name or source; `danceoff list problems` shows all"
        )
    return found


def table(found: Iterable[Sequence[str]]) -> Iterator[str]:
    """Return a header and one line for each row, which has the columns of an entry."""
    rows = [COLUMNS, *found]
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    for name, *numbers, source in rows:
        right = (number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *right, source]).rstrip()


def _row(entry: Entry) -> list[str]:
    return ["-" if value is None else str(value) for value in entry]


def _folded(found: Sequence[Entry]) -> Iterator[str]:
    """Return the table with one line for each family of several problems."""
    runs = [list(run) for _, run in groupby(found, lambda entry: entry.name.partition("/")[0])]
    yield from table(
        row for run in runs for row in ([_together(run)] if len(run) >= _FEWEST_FOLDED else map(_row, run))
    )
    yield f"{len(found)} problems; a WORD, or --all, gives each a line; `danceoff list families` says all sizes"


def _together(run: Sequence[Entry]) -> list[str]:
    sources = list(dict.fromkeys(entry.source for entry in run if entry.source))
    return [
        f"{run[0].name} .. {run[-1].name.partition('/')[2]} ({len(run)})",
        *(_range([entry[column] for entry in run]) for column in range(1, 6)),
        f"{sources[0]}, ..." if len(sources) > 1 else "".join(sources),
    ]


def _range(values: Sequence[Any]) -> str:
    """Return the least and the greatest of the values that are known."""
    known = [Fraction(value) for value in values if value is not None]
    return " .. ".join(map(_short, dict.fromkeys([min(known), max(known)]))) if known else "-"


def _short(value: Fraction) -> str:
    return written(value) if value < _LONG else f"~10^{len(str(int(value))) - 1}"


def _order(entry: Entry, column: str) -> Any:
    """Return the key that sorts by a column; problems with an unknown number of covers come last."""
    from danceoff.experiments.words.natural_order import natural

    if column == "name":
        return natural(entry.name)
    value = getattr(entry, column)
    return value is None, value or 0


def _has(entry: Entry, words: Sequence[str]) -> bool:
    text = f"{entry.name} {entry.source}".casefold()
    return all(word.casefold() in text for word in words)


def _of_packages() -> dict[str, Entry]:
    """The problems that installed packages list; only they are built, for the stored table has our own."""
    from danceoff.problems.plugins import PROBLEMS, added

    if not added(PROBLEMS, [family for families in MODULES.values() for family in families]):
        return {}
    from danceoff.problems import catalog

    for fault in catalog.broken().values():
        say(f"warning: {fault}", error=True)
    return {name: _built(name) for name in catalog.names() if name not in entries()}


def _built(name: str) -> Entry:
    from danceoff.problems import catalog

    problem, known = catalog.instance(name).problem, catalog.known(name)
    if known is None:
        return Entry(name, problem.n_items, problem.n_options, None, None, None, "")
    optimum = None if known.cost is None else written(Fraction(known.cost))
    return Entry(name, problem.n_items, problem.n_options, known.covers, known.up_to_symmetry, optimum, known.source)


def _families(words: Sequence[str]) -> Iterator[str]:
    """One line for each family: how many of its problems are listed, and how a size is written."""
    from danceoff.problems import catalog

    sizes = {one.name: (str(len(one.listed)), one.form) for one in catalog.in_order()}
    sizes |= {name: ("-", fault) for name, fault in catalog.broken().items()}
    found = [name for name in sizes if all(word in name for word in words)]
    if not found:
        raise BadInput(f"no family has {' and '.join(words)} in its name; `danceoff list families` shows all")
    width = max(len("family"), *map(len, found))
    yield f"{'family':{width}}  listed  size"
    for name in found:
        n_listed, form = sizes[name]
        yield f"{name:{width}}  {n_listed:>6}  {form}"


def _solvers(names: Sequence[str], file: Path | None) -> Iterator[str]:
    """Print a line for each solver, or explain the solvers that are named."""
    from danceoff.experiments.commands import solver_list

    if not names:
        yield from solver_list.lines(file)
    for place, name in enumerate(names):
        yield from ["", ""] if place else []
        yield from solver_list.explained(name, file)


def _plans() -> Iterator[str]:
    from danceoff.experiments.plans.shipped import description, names

    for name in names():
        yield f"{name:14} {description(name)}"
