"""`danceoff list`: the problems of the catalog, their families, the solvers, or the plans."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff import solvers
from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.plans import programs
from danceoff.experiments.terminal.say import say
from danceoff.problems.catalog_table import COLUMNS, Entry, entries
from danceoff.rooms import room_of

if TYPE_CHECKING:
    from danceoff.solvers import Backend, Solver

WHAT = {
    "problems": "the problems of the catalog with their counts; danceoff list problems queens: only names with a word",
    "families": "the families of problems, with the form of their sizes",
    "solvers": "the solvers, and what installs the others; danceoff list solvers bits: the options of one",
    "plans": "the plans that come with danceoff, for danceoff run",
}
_TAKES = {"problems": ("words",), "families": ("words",), "solvers": ("words", "programs")}
"""The arguments that go with each list; no others do."""
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


def run(args: argparse.Namespace) -> int:
    """Print a line for each problem, family, solver, plan or list; raise BadInput for an argument that does not fit."""
    for name in ("words", "programs"):
        if getattr(args, name) and name not in _TAKES.get(args.what, ()):
            takers = [what for what, takes in _TAKES.items() if name in takes]
            raise BadInput(f"danceoff list: {name}: goes with {' and '.join(takers)}")
    for line in _lines(args):
        say(line)
    return DONE


def _lines(args: argparse.Namespace) -> Iterator[str]:
    lines_of: dict[str | None, Callable[[], Iterator[str]]] = {
        "problems": lambda: table(problems(args.words)),
        "families": lambda: _families(args.words),
        "solvers": lambda: _solvers(args.words, args.programs),
        "plans": _plans,
        None: lambda: (f"danceoff list {what:8}  {said}" for what, said in WHAT.items()),
    }
    return lines_of[args.what]()


def _plans() -> Iterator[str]:
    from danceoff.experiments.plans.shipped import description, names  # late: plans

    return (f"{name:14} {description(name)}" for name in names())


def problems(words: Sequence[str]) -> list[Entry]:
    """Return the problems that have all these words in their names or sources, in the order of the catalog.

    Raises BadInput if there are none.
    """
    texts = {name: f"{name} {entry.source}" for name, entry in entries().items()}
    return [entries()[name] for name in _found("problem", texts, words)]


def _found(kind: str, texts: Mapping[str, str], words: Sequence[str]) -> list[str]:
    """Return the names whose texts have all these words; raises BadInput if there are none."""
    parts = [word.casefold() for word in words]
    found = [name for name, text in texts.items() if all(part in text.casefold() for part in parts)]
    if not found:
        raise BadInput(f"no {kind} has {' and '.join(words)}; `danceoff list` says what lists all")
    return found


def table(found: Sequence[Entry]) -> Iterator[str]:
    """Yield a header and one line for each problem."""
    rows = [COLUMNS, *(["-" if value is None else str(value) for value in entry] for entry in found)]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    for name, *numbers, source in rows:
        right = map(str.rjust, numbers, widths[1:])
        yield "  ".join([name.ljust(widths[0]), *right, source]).rstrip()


def _families(words: Sequence[str]) -> Iterator[str]:
    """Yield a line for each family: the number of its listed problems, and the form of a size."""
    from danceoff.problems import catalog  # late: NumPy, 0.1 s
    from danceoff.problems.families import MODULES

    rooms = {one: f"({room}) " for module, ones in MODULES.items() if (room := room_of(module)) for one in ones}
    sizes = {one.name: (str(len(one.listed)), one.form) for one in catalog.in_order()}
    sizes |= {name: ("-", fault) for name, fault in catalog.broken().items()}
    found = _found("family", {name: name for name in sizes}, words)
    width = max(map(len, ["family", *found]))
    yield f"{'family':{width}}  listed  size"
    for name in found:
        n_listed, form = sizes[name]
        yield f"{name:{width}}  {n_listed:>6}  {rooms.get(name, '')}{form}"


def _solvers(names: Sequence[str], file: Path | None) -> Iterator[str]:
    """Yield a line for each solver, or explain the solvers that are named."""
    if not names:
        yield from solver_lines(file)
    for name in names:
        yield from explained(name, file)


def solver_lines(file: Path | None) -> Iterator[str]:
    """Yield a line for each solver: the first words of its file, or its program, and how to install a missing one."""
    from danceoff.solvers.entries import entries  # late: programs

    known, of_file = solvers.backends(), programs.known(file)
    width = max(map(len, [*known, *of_file]))
    for name, backend in known.items():
        what = _fault_of_package(name) or _first_words(backend)
        needs = f"; missing: {missing}" if (missing := solvers.missing(name)) else ""
        room = f"({home}) " if (home := room_of(backend.module)) else ""
        yield f"{name:{width}}  {room}{what}{needs}"
    for name, where in of_file.items():
        entry = entries(where)[name]
        needs = f"; missing: {entry.missing}" if entry.missing else ""
        yield f"{name:{width}}  The program {entry.command[0]}{needs}"


def _fault_of_package(name: str) -> str:
    """Return why the solver of an installed package cannot be used; empty if it can."""
    if name not in solvers.BACKENDS:
        try:
            solvers.load(name)
        except Exception as error:  # noqa: BLE001 - of the package
            return str(error)
    return ""


def explained(name: str, file: Path | None) -> Iterator[str]:
    """Yield all about one solver: a description, its features, and each option with its default and its values.

    Raises BadInput if there is no such solver, or it is not installed.
    """
    kind = type(programs.loaded(name, file))
    meanings = of_options(kind)
    yield f"{name}: {_about(name, kind)}"
    able = [feature.value for feature in solvers.Feature if feature in kind.features]
    yield f"features: {', '.join(able) or 'none, it only counts covers'}"
    for field in fields(kind):
        yield ""
        if field.name == kind.passed_on:
            yield f"any other option: {meanings.get(field.name, '')}"
            continue
        default, values = field.default, ""
        if isinstance(default, bool):
            default, values = str(default).lower(), "true or false; "
        setting = f"{field.name}={default}"
        yield f"{setting:{_WIDE}}{values}{meanings.get(field.name, '')}"
        choices = kind.choices.get(field.name, {})
        yield from (f"  {word:{_WIDE - 2}}{choices[word]}" for word in choices)
    yield ""


def _about(name: str, kind: type[Solver]) -> str:
    from danceoff.solvers.others.programs.program import Program  # late: programs

    if issubclass(kind, Program):
        return f"the program {kind.entry.command[0]}"
    return _first_words(solvers.BACKENDS[name]) if name in solvers.BACKENDS else _sentence(inspect.getdoc(kind) or "")


def of_options(kind: type) -> dict[str, str]:
    """Return the text about each option in the docstring of a solver."""
    return {
        name: " ".join(text.split()).removesuffix(".") for name, text in _OPTION.findall(inspect.getdoc(kind) or "")
    }


def _first_words(backend: Backend) -> str:
    """Return the docstring of a backend's module up to its first stop, without importing the module.

    If several backends share the module, the docstring of the backend's class is taken instead.
    """
    text = _text(backend.module)
    if [other.module for other in solvers.BACKENDS.values()].count(backend.module) > 1:
        text = text.partition(f"class {backend.solver}(")[2]
    return _sentence(text.partition('"""')[2].partition('"""')[0])  # what the first quotes hold


def _text(module: str) -> str:
    spec = find_spec(module)
    return Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""


def _sentence(text: str) -> str:
    return re.split(r"\.(?:\s|$)|: ", " ".join(text.split()))[0]
