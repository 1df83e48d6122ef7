"""Loads a solver by the text that names it, with its options."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from reprlib import repr as shortened
from typing import TYPE_CHECKING, Any

from danceoff.problems.model.arguments import choices, instance_of
from danceoff.solvers.base.refusals import MissingBackend
from danceoff.solvers.engines.loading import imported
from danceoff.solvers.ours import BACKENDS, missing
from danceoff.solvers.specs import split

if TYPE_CHECKING:
    from danceoff.solvers.base import Solver

__all__ = ["BACKENDS", "load", "missing"]

_MOST_AT_ONCE = 1024


def load(spec: str) -> Solver:
    """Return the solver that `spec` names: `NAME[:option=value,...]`.

    NAME is that of a backend or of a program with an entry, `FILE.py:NAME` of a class or function, or
    `FILE.toml:PROGRAM`.

    Raises ValueError if the name, an option or a value is unknown, MissingBackend if the library or program of the
    solver is not installed, and TypeError if `spec` is no str.
    """
    if not isinstance(spec, str) and callable(spec):
        raise TypeError("a function is no solver yet: danceoff.solver('NAME', FUNCTION) makes one of it")
    name, options = split(instance_of("spec", spec, str))
    kind = _kind(name)
    known = {field.name: field for field in fields(kind) if field.name != kind.passed_on}
    values: dict[str, Any] = {}
    for pair in options.split(",") if options else []:
        key, equals, text = pair.partition("=")
        if not equals or (key not in known and not kind.passed_on):
            there_are = choices(key, known) if known else "it has none"
            raise ValueError(f"solver {name}: unknown option {pair!r}; {there_are}")
        if key in values:
            raise ValueError(f"solver {name}: option {key} is given twice")
        values[key] = _read(name, known[key], text) if key in known else text
    if kind.passed_on:  # options that only the library behind the solver knows
        values[kind.passed_on] = tuple((key, values.pop(key)) for key in sorted(values) if key not in known)
    return kind(**values)


def _kind(name: str) -> type[Solver]:
    if name not in BACKENDS:
        from danceoff.solvers.registry import kind_of  # plug-ins, and entries of programs, which ours do not need

        return kind_of(name)
    backend = BACKENDS[name]
    if command := missing(name):
        lacks_other = backend.also and command == missing(backend.also)
        lacking = BACKENDS[backend.also] if lacks_other else backend
        raise MissingBackend(f"solver {name} needs {lacking.library or lacking.program}: {command}")
    kind: type[Solver] = getattr(imported(backend.module), backend.solver)
    return kind


def _read(name: str, field: Field[Any], text: str) -> Any:
    """Return the value of an option in the type of its default: bool, int or str."""
    from danceoff.solvers.base.solver import AT_ONCE  # late: NumPy; few solvers have options

    if field.default is MISSING:
        raise TypeError(f"option {field.name} of {name} has no default")
    try:
        if isinstance(field.default, bool):
            return {"true": True, "false": False}[text]
        value = type(field.default)(text)
    except (KeyError, ValueError):
        kind = "true or false" if isinstance(field.default, bool) else "a whole number"
        raise ValueError(f"solver {name}: option {field.name} takes {kind}, not {shortened(text)}") from None
    if field.name in AT_ONCE and value > _MOST_AT_ONCE:
        raise ValueError(f"solver {name}: option {field.name} takes at most {_MOST_AT_ONCE}, not {text}")
    return value
