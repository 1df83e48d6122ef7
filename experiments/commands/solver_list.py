"""The lists of solvers that `danceoff list solvers` prints: one line each, or all about one and its options."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.plans import programs

if TYPE_CHECKING:
    from danceoff.solvers import Backend, Solver

_OPTION = re.compile(r"^(\w+): (.+(?:\n +.+)*)", re.MULTILINE)
_WIDE = 24


def lines(file: Path | None) -> Iterator[str]:
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
        yield f"{name:{width}}  {_first_words(known[name])}{needs and f'; missing: {needs}'}"
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
