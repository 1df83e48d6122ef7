"""Solvers from outside this repository: from installed packages, and from files named in a spec."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from importlib.metadata import EntryPoint
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from danceoff.problems.plugins import imported
from danceoff.solvers.base.refusals import MissingBackend

if TYPE_CHECKING:
    from danceoff.solvers.base import Solver

# Imported late, in functions: solvers.base and solvers.functions load NumPy, which nobody needs to split a spec.

_NAMED = "__danceoff_named__"


def of_package(point: EntryPoint) -> type[Solver]:
    """Return the class that a package declares; raises ValueError if it is not a complete solver of this name."""
    from danceoff.solvers.base import Solver

    kind: type[Solver] = imported(point, Solver, as_class=True)
    _refuse_if_incomplete(kind, f"solver {point.name}")
    return kind


def of_file(name: str) -> type[Solver]:
    """Return a subclass of the class, or of the class of the function, in `FILE.py:NAME`; this text is its `name`.

    Raises ValueError if there is no such file, class or function, if the file cannot be imported, or if the class is
    not a complete solver; MissingBackend if the file imports a module that is not installed.
    """
    file, attribute = name.rsplit(":", 1)
    module = _module(file)
    named: dict[str, type[Solver]] = vars(module).setdefault(_NAMED, {})
    if name not in named:
        kind = _kind(name, file, module, attribute)
        named[name] = type(kind.__name__, (kind,), {"name": name, "__reduce__": _reduced})
    return named[name]


def _reduced(solver: Solver) -> tuple[Any, ...]:
    """Return what makes the solver anew in another process, where the module of the file cannot be imported."""
    return _made, (solver.name, {one.name: getattr(solver, one.name) for one in fields(solver)})


def _made(name: str, options: Mapping[str, Any]) -> Solver:
    return of_file(name)(**options)


def _kind(name: str, file: str, module: ModuleType, attribute: str) -> type[Solver]:
    from danceoff.solvers.base import Solver
    from danceoff.solvers.functions import FunctionSolver, kind_of

    made = {one.name: one for one in vars(module).values() if isinstance(one, FunctionSolver)}
    value = getattr(module, attribute, made.get(attribute))  # NAME may also be what the decorator `solver` was given
    if isinstance(value, FunctionSolver):
        return type(value)
    if isinstance(value, type) and issubclass(value, Solver):
        if "name" not in vars(value):
            raise ValueError(f"{name}: the class has no `name`")
        _refuse_if_incomplete(value, name)
        return value
    if isinstance(value, type) or not callable(value):
        raise ValueError(f"{file}: no class {attribute} that is a danceoff.solvers.Solver, and no such function")
    try:
        return kind_of(name, value)
    except TypeError as error:
        raise ValueError(str(error)) from None


def _module(file: str) -> ModuleType:
    """Return the file as a module; it is run in this process once, and again when it has changed."""
    path = Path(os.path.realpath(file))
    if not path.is_file():
        raise ValueError(f"{file}: no such file")
    name = f"danceoff_plugin_{sha256(bytes(path) + path.read_bytes()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, ModuleNotFoundError):
            raise MissingBackend(f"{file}: {error}: install it, or put its folder on sys.path") from error
        if isinstance(error, KeyboardInterrupt):
            raise
        raise ValueError(f"{file}: cannot be imported: {type(error).__name__}: {error}") from error
    return module


def _refuse_if_incomplete(kind: type[Solver], where: str) -> None:
    lacks = [name for name in ("name", "features") if not hasattr(kind, name)]
    if lacks or inspect.isabstract(kind):
        lacks += sorted(getattr(kind, "__abstractmethods__", ()))
        raise ValueError(f"{where}: the class has no {' and no '.join(lacks)}")
    if not is_dataclass(kind):
        raise ValueError(f"{where}: the class must be a frozen dataclass")
