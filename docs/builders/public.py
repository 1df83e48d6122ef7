"""`python -m builders.public`: write docs/public.txt, the list of all that docs/public.md promises."""

import argparse
import ast
import inspect
import re
from collections.abc import Callable, Collection, Iterator
from enum import Enum
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

from danceoff.experiments.cli import command_parser
from danceoff.experiments.commands.exits import MEANINGS, OF_STATUS
from danceoff.experiments.plans.schema import CLUSTER, OWN, TOP
from danceoff.experiments.report.statistics.scores import ratios, scores
from danceoff.experiments.report.summary import agreement, summary
from danceoff.experiments.results.record import FILE, SCHEMA, Row, read
from danceoff.experiments.results.schema import OneOf
from danceoff.lazily import OUTDATED
from danceoff.problems import plugins
from danceoff.problems.certificate.file import MAGIC
from danceoff.problems.families import MODULES
from danceoff.problems.formats import FORMATS
from danceoff.questions.table import FORMER, QUESTIONS
from danceoff.solvers.ours import BACKENDS
from danceoff.solvers.table import load

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs" / "public.txt"
NAMES: dict[str, tuple[str, ...]] = {
    "danceoff": (),
    "danceoff.problems": (),
    "danceoff.problems.instance": ("Family", "Instance", "Known"),
    "danceoff.problems.certificate": (),
    "danceoff.solvers": (),
    "danceoff.solvers.base": (),
    "danceoff.questions.answer": ("Answer", "Optimum"),
    "danceoff.questions.question": ("Counts", "Derived", "Lists", "Optimises", "Option", "Question", "Refused"),
}
"""Public names by module; none for those of `__all__`."""
_DEFAULT = ("", "pysat", "ortools")  # libraries: the options of other solvers are not known everywhere


class _Bare(str):
    """An annotation that a signature shows without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


class _Plain(ast.NodeTransformer):
    """Makes `int` of `Annotated[int, "the number of covers"]`."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Replace an annotated type."""
        is_annotated = isinstance(node.value, ast.Name) and node.value.id == "Annotated"
        return self.visit(node.slice.elts[0]) if is_annotated else self.generic_visit(node)  # type: ignore[attr-defined]


def lines() -> Iterator[str]:
    """Yield the list, a line for each public thing, without looking at what else is installed here."""
    yield from _names()
    yield from (f"outdated {old}: {new} instead, until version {end}" for old, (new, end) in OUTDATED.items())
    yield from _commands()
    yield from (f"exit code {code}: {meaning}" for code, meaning in MEANINGS.items())
    yield from (f"question {name}" for name in QUESTIONS)
    yield from (f"question {old}: {new} in rows and answers of before" for old, new in FORMER.items())
    yield from _files()
    for name, one in FORMATS.items():
        yield f"format {name}: {' and '.join(['read'] * bool(one.reader) + ['written'] * bool(one.writer))}"
    yield from (f"family {family}" for families in MODULES.values() for family in families)
    for name, backend in BACKENDS.items():
        if not backend.module.startswith("danceoff."):  # one that a test has registered
            continue
        is_here = backend.library in _DEFAULT and not backend.program
        options = inspect.signature(type(load(name))).parameters if is_here else ()
        yield " ".join(["solver", name, *options])
    yield from (f"entry points {group}" for group in plugins.GROUPS)


def _names() -> Iterator[str]:
    every = [
        (f"{module}.{name}", getattr(import_module(module), name))
        for module, names in NAMES.items()
        for name in names or sorted(import_module(module).__all__)
    ]
    places: dict[int, str] = {}
    for place, value in every:
        places.setdefault(id(value), place)
    for place, value in every:
        if places[id(value)] != place:
            yield f"{place} is {places[id(value)]}"
        elif inspect.isclass(value):
            fields = {"__dataclass_fields__", "_fields"} & vars(value).keys()
            made = _signature(value).removesuffix(" -> None") if fields else ""
            yield f"{place}{made}: class of {', '.join(base.__name__ for base in value.__bases__)}"
            yield from (f"{place}.{name}{said}" for name, said in sorted(_members(value, places).items()))
        else:
            yield f"{place}{_signature(value) if inspect.isfunction(value) else f': {type(value).__name__}'}"


def _members(kind: type, public: Collection[int]) -> dict[str, str]:
    """Return what a class has, by name, with what it inherits from classes of ours that are not public themselves."""
    if issubclass(kind, Enum):
        return {one.name: f" = {one.value!r}" for one in kind}
    found: dict[str, str] = {}
    for one in kind.__mro__:
        if one is not kind and (id(one) in public or not one.__module__.startswith("danceoff")):
            continue
        for name, value in vars(one).items():
            if said := _member(value):
                found.setdefault(name, said)
        for name, annotation in inspect.get_annotations(one).items():
            found.setdefault(name, f": {_shown(annotation)}")
    return {name: said for name, said in found.items() if not name.startswith("_")}


def _member(value: Any) -> str:
    if isinstance(value, property | cached_property):
        read = value.fget if isinstance(value, property) else value.func
        return f": {_shown(inspect.get_annotations(read)['return'])}"  # type: ignore[arg-type]
    function = getattr(value, "__func__", value)
    return _signature(function) if inspect.isfunction(function) else ""


def _signature(function: Callable[..., Any]) -> str:
    known = inspect.signature(function)
    public = [one for one in known.parameters.values() if not one.name.startswith("_")]
    bare = [one.replace(annotation=_bare(one.annotation)) for one in public]
    shown = str(known.replace(parameters=bare, return_annotation=_bare(known.return_annotation)))
    return re.sub(r"<function (\S+) at \w+>", r"\1", shown)  # a default


def _bare(annotation: Any) -> Any:
    stated = _stated(annotation)
    return _Bare(stated) if isinstance(stated, str) else stated


def _stated(annotation: Any) -> Any:
    """Return the text of a reference, into which NamedTuple turns its annotations before Python 3.14."""
    return getattr(annotation, "__forward_arg__", annotation)


def _shown(annotation: Any) -> str:
    annotation = _stated(annotation)
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _commands() -> Iterator[str]:
    (commands,) = (one for one in command_parser()._actions if isinstance(one, argparse._SubParsersAction))
    for name, parser in commands.choices.items():
        for action in parser._actions[1:]:  # after --help
            words = [
                ", ".join(action.option_strings) or str(action.metavar or action.dest),
                *map(str, action.choices or ()),
            ]
            yield " ".join(["command", name, *words])


def _files() -> Iterator[str]:
    yield f"file {FILE}: a row a line, of schema {SCHEMA}"
    for name, kind in get_type_hints(Row, include_extras=True).items():
        words = [
            repr(word) for one in getattr(kind, "__metadata__", ()) if isinstance(one, OneOf) for word in one.texts
        ]
        plain = ast.unparse(_Plain().visit(ast.parse(Row.__annotations__[name])))
        yield f"row {name}: {' or '.join(words) or plain}"
    yield from (f"row with status {status}: exit code {code}" for status, code in OF_STATUS.items())
    rows = read(ROOT / "results" / "seeds")[:1]
    cells = summary(rows)
    tables = {"summary": cells, "agreement": agreement(rows), "scores": scores(cells), "ratios": ratios(cells)}
    yield from (f"file {name}.csv: {' '.join(table.columns)}" for name, table in tables.items())
    yield f"file of a plan: {' '.join({**TOP, **OWN})}"
    yield f"file of a plan, table cluster: {' '.join(CLUSTER)}"
    yield f"file of a certificate: {MAGIC}"


if __name__ == "__main__":
    LIST.write_text("\n".join([*lines(), ""]), encoding="utf-8")
