"""The table of backends: the module of each, the library that it needs, and how it is loaded by name."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from functools import cache
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from reprlib import repr as shortened
from shutil import which
from typing import TYPE_CHECKING, Any, NamedTuple

from danceoff.addons import added_by_rooms
from danceoff.problems.model.arguments import choices, instance_of
from danceoff.problems.plugins import SOLVERS, added, package, place_of
from danceoff.solvers import entries, plugins
from danceoff.solvers.base.refusals import MissingBackend
from danceoff.solvers.engines.loading import imported

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from danceoff.solvers.base import Solver

_MOST_AT_ONCE = 1024


class Backend(NamedTuple):
    """Where a backend is defined, and what must be installed for it.

    module: its module.
    solver: its class in the module.
    library: the module that it imports.
    package: the package on PyPI that contains the library.
    program: the executable that it runs, which is also the name of its Debian package.
    also: another backend, whose library and package it needs, too.
    """

    module: str
    solver: str
    library: str = ""
    package: str = ""
    program: str = ""
    also: str = ""

    @property
    def starts_no_thread(self) -> bool:
        """Whether it can be imported and warmed up before a fork, which loses threads. PySAT starts none."""
        return self.library in ("", "pysat") and not self.program


BACKENDS = {
    "brute-force": Backend("danceoff.solvers.readable.brute_force", "BruteForce"),
    "backtracking": Backend("danceoff.solvers.readable.backtracking", "Backtracking"),
    "algorithm-x": Backend("danceoff.solvers.readable.algorithm_x", "AlgorithmX"),
    "cdcl": Backend("danceoff.solvers.readable.cdcl", "Cdcl"),
    "dlx": Backend("danceoff.solvers.engines.dancing_links", "DancingLinks"),
    "bits": Backend("danceoff.solvers.engines.bits", "Bits"),
    "counter": Backend("danceoff.solvers.engines.counter", "Counter"),
    "learn": Backend("danceoff.solvers.engines.learning", "Learn"),
    "sat": Backend("danceoff.solvers.sat.solver", "Sat", "pysat", "python-sat"),
    "cpsat": Backend("danceoff.solvers.constraints.cpsat", "CpSat", "ortools", "ortools"),
    "highs": Backend("danceoff.solvers.constraints.mip", "Highs", "ortools", "ortools"),
    "scip": Backend("danceoff.solvers.constraints.mip", "Scip", "ortools", "ortools"),
    "auto": Backend("danceoff.solvers.together.auto", "Auto"),
    "race": Backend("danceoff.solvers.together.race", "Race", "pysat", "python-sat"),
    "parts": Backend("danceoff.solvers.together.parts", "Parts"),
    "clingo": Backend("danceoff.solvers.constraints.clingo", "Clingo", "clingo", "clingo"),
    "pycryptosat": Backend("danceoff.solvers.others.pycryptosat", "CryptoMiniSat", "pycryptosat", "pycryptosat"),
}
BACKENDS |= {name: Backend(*place) for name, place in added_by_rooms("solvers").items()}

_PROGRAMS = "danceoff.solvers.others.programs.program"
"""The module that makes a class of the entry of a program."""

KNOWN_MISCOUNTS = added_by_rooms("known miscounts")
"""Solvers, as `load` takes them, that are known to count wrongly, and why; `danceoff verify` prints the reason."""


def of_packages() -> dict[str, EntryPoint]:
    """Return the solvers that installed packages declare, by name."""
    return added(SOLVERS, BACKENDS)


def backends() -> dict[str, Backend]:
    """Return the table, with the solvers that installed packages add.

    Raises ValueError if two solvers have the same name.
    """
    found = of_packages()
    return BACKENDS | {name: Backend(*place_of(point), package=package(point)) for name, point in found.items()}


def names() -> list[str]:
    """Return the names of all backends: ours in the order of the table, then those of installed packages."""
    return list(backends())


def programs(*files: Path) -> dict[str, Path]:
    """Return the file with the entry of each program, by name: shipped programs, the user's own and those of `files`.

    Raises ValueError if an entry is wrong, or if a program has the name of a backend or of another program.
    """
    owners: dict[str, object] = {name: package(point) for name, point in of_packages().items()}
    owners |= dict.fromkeys(BACKENDS, "danceoff")
    found = dict(entries.added(entries.standard(), owners))
    for file in files:
        found |= entries.added(entries.programs_of(file), owners | found)
    return found


def installed() -> list[str]:
    """Return the names of the backends that can be loaded here, in the order of `names`."""
    return [name for name in names() if not missing(name)]


def missing(name: str) -> str:
    """Return the command that installs what a backend still needs; empty if it can be loaded.

    A library only counts if its package is installed, since other packages have modules of the same name (`dlx`,
    `sage`).
    """
    backend = backends()[name]
    if backend.program and not which(backend.program):
        return f"apt-get install {backend.program}"
    if backend.library and not (find_spec(backend.library) and version(name)):
        return f"pip install '{backend.package}'"
    return missing(backend.also) if backend.also else ""


def version(name: str) -> str:
    """Return the installed version of the package behind a backend; empty if it needs none or none is installed."""
    try:
        return _installed(backends()[name].package)
    except (KeyError, metadata.PackageNotFoundError, ValueError):
        return ""


@cache
def _installed(package: str) -> str:
    """Return the version of a package, whose files take a millisecond to read; a lack of it is not kept."""
    return metadata.version(package)


def packages(spec: str) -> dict[str, str]:
    """Return the packages behind a solver, as `load` takes it, and their installed versions."""
    name = plugins.split(spec)[0]
    backend = backends().get(name)
    if backend is None:
        return {}
    own = {backend.package: found} if (found := version(name)) else {}
    return own | (packages(backend.also) if backend.also else {})


def load(spec: str) -> Solver:
    """Return the solver that `spec` names: `NAME[:option=value,...]`.

    NAME is that of a backend or of a program with an entry, `FILE.py:NAME` of a class or function, or
    `FILE.toml:PROGRAM`.

    Raises ValueError if the name, an option or a value is unknown, MissingBackend if its library or program is not
    installed, and TypeError if `spec` is no str.
    """
    if not isinstance(spec, str) and callable(spec):
        raise TypeError("a function is no solver yet: danceoff.solver('NAME', FUNCTION) makes one of it")
    name, options = plugins.split(instance_of("spec", spec, str))
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
    if kind.passed_on:
        values[kind.passed_on] = tuple((key, values.pop(key)) for key in sorted(values) if key not in known)
    return kind(**values)


def _kind(name: str) -> type[Solver]:
    if plugins.is_of_file(name):
        file = name.rpartition(":")[0]
        return _of_program(name, Path(file)) if file.endswith(".toml") else plugins.of_file(name)
    if plugins.is_file(name):
        plugins.refuse_file(name)
    known, with_entry = backends(), programs()
    if name in with_entry:
        return _of_program(name, with_entry[name])
    if name not in known:
        raise ValueError(f"unknown solver {name!r}; {choices(name, [*known, *with_entry])}")
    backend = known[name]
    if line := missing(name):
        lacking = known[backend.also] if backend.also and line == missing(backend.also) else backend
        raise MissingBackend(f"solver {name} needs {lacking.library or lacking.program}: {line}")
    if name not in BACKENDS:
        return plugins.of_package(of_packages()[name])
    kind: type[Solver] = getattr(imported(backend.module), backend.solver)
    return kind


def _of_program(name: str, file: Path) -> type[Solver]:
    kind: type[Solver] = import_module(_PROGRAMS).kind_of(name, file)
    return kind


def _read(name: str, field: Field[Any], text: str) -> Any:
    """Return the value of an option in the type of its default: bool, int or str."""
    from danceoff.solvers.base.solver import AT_ONCE

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
