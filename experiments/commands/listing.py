"""`danceoff list`: the problems of the catalog, their families, the solvers, or the plans."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from danceoff.addons import room_of
from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.plans import programs
from danceoff.experiments.terminal.say import say
from danceoff.problems.catalog_table import COLUMNS, Entry, entries
from danceoff.problems.families import MODULES
from danceoff.problems.model.digits import written

if TYPE_CHECKING:
    from danceoff.solvers import Backend, Solver

HELP = "list problems of the catalog, families of problems, solvers with their options, or plans"
WHAT = {
    "problems": "the problems of the catalog with their counts; danceoff list problems queens: only names with a word",
    "families": "the families of problems, with the form of their sizes",
    "solvers": "the solvers, and what installs the others; danceoff list solvers bits: the options of one",
    "plans": "the plans that come with danceoff, for danceoff run",
}
_FEWEST_FOLDED = 4
_LONG = 10**9
_OPTION = re.compile(r"^(\w+): (.+(?:\n +.+)*)", re.MULTILINE)
_WIDE = 24


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
        from danceoff.experiments.plans.shipped import description, names

        return (f"{name:14} {description(name)}" for name in names())
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
    known, parts = {**entries(), **_of_packages()}, [word.casefold() for word in words]
    found = [one for one in known.values() if all(part in f"{one.name} {one.source}".casefold() for part in parts)]
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
    if not names:
        yield from solver_lines(file)
    for place, name in enumerate(names):
        yield from ["", ""] if place else []
        yield from explained(name, file)


def solver_lines(file: Path | None) -> Iterator[str]:
    """One line for each solver: the first words of its file, or its program, and what installs it if it is missing."""
    from danceoff import solvers
    from danceoff.solvers.entries import entries

    known, of_file = solvers.backends(), programs.known(file)
    width = max(map(len, [*known, *of_file]))
    for name in known:
        if name not in solvers.BACKENDS and (fault := _fault_of_package(name)):
            yield f"{name:{width}}  {fault}"
            continue
        needs = solvers.missing(name)
        room = room_of(known[name].module)
        yield f"{name:{width}}  {room and f'({room}) '}{_first_words(known[name])}{needs and f'; missing: {needs}'}"
    for name, where in of_file.items():
        entry = entries(where)[name]
        yield f"{name:{width}}  The program {entry.command[0]}{entry.missing and f'; missing: {entry.missing}'}"


def _fault_of_package(name: str) -> str:
    """Return why the solver of an installed package cannot be used; empty if it can."""
    from danceoff.solvers import load

    try:
        load(name)
    except Exception as error:  # noqa: BLE001 - of the package
        return str(error)
    return ""


def explained(name: str, file: Path | None) -> Iterator[str]:
    """All about one solver: what it is, what it can do, and each option with its default and its values.

    Raises BadInput if there is no such solver, or it is not installed.
    """
    from danceoff.solvers import Feature, MissingBackend, load

    try:
        solver = load(programs.resolved(name, file))
    except (ValueError, MissingBackend) as error:
        raise BadInput(str(error)) from None
    kind, meanings = type(solver), of_options(type(solver))
    yield f"{name}: {_about(name, kind)}"
    able = [feature.value for feature in Feature if feature in kind.features]
    yield f"features: {', '.join(able) or 'none, it only counts covers'}"
    for field in fields(kind):
        yield ""
        if field.name == kind.passed_on:
            yield f"any other option: {meanings.get(field.name, '')}"
            continue
        default = str(field.default).lower() if isinstance(field.default, bool) else field.default
        values = "true or false; " if isinstance(field.default, bool) else ""
        yield f"{f'{field.name}={default}':{_WIDE}}{values}{meanings.get(field.name, '')}"
        choices = kind.choices.get(field.name, {})
        yield from (f"  {word:{_WIDE - 2}}{choices[word]}" for word in choices)


def _about(name: str, kind: type[Solver]) -> str:
    from danceoff.solvers import BACKENDS
    from danceoff.solvers.others.programs.program import Program

    if issubclass(kind, Program):
        return f"the program {kind.entry.command[0]}"
    return _first_words(BACKENDS[name]) if name in BACKENDS else _sentence(inspect.getdoc(kind) or "")


def of_options(kind: type) -> dict[str, str]:
    """Return what the docstring of a solver says about each of its options."""
    return {
        name: " ".join(text.split()).removesuffix(".") for name, text in _OPTION.findall(inspect.getdoc(kind) or "")
    }


def _first_words(backend: Backend) -> str:
    """The docstring of a backend's module up to its first stop, read without importing it or parsing the rest.

    If several backends share the module, that of the backend's class.
    """
    from danceoff.solvers import BACKENDS

    if [other.module for other in BACKENDS.values()].count(backend.module) > 1:
        return _sentence(_docstrings(backend.module)[backend.solver])
    text = _text(backend.module)
    end = text.find('"""', 3) + 3 if text.startswith('"""') else len(text)
    return _sentence(ast.get_docstring(ast.parse(text[:end])) or "")


@cache
def _docstrings(module: str) -> dict[str, str]:
    """Return the docstring of each class of a module; the eight packages of others share one."""
    classes = [node for node in ast.parse(_text(module)).body if isinstance(node, ast.ClassDef)]
    return {node.name: ast.get_docstring(node) or "" for node in classes}


def _text(module: str) -> str:
    spec = find_spec(module)
    return Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""


def _sentence(text: str) -> str:
    return re.split(r"\.(?:\s|$)|: ", " ".join(text.split()))[0]
