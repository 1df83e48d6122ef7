"""All solvers that have a name here: our backends, those of installed packages and files, and programs with entries."""

from __future__ import annotations

from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.problems.model.arguments import choices
from danceoff.problems.plugins import SOLVERS, added, package, place_of
from danceoff.solvers import entries, plugins
from danceoff.solvers.ours import BACKENDS, Backend, missing
from danceoff.solvers.specs import is_file, is_of_file, split

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from danceoff.solvers.base import Solver

_PROGRAMS = "danceoff.solvers.others.programs.program"
"""The module that turns the entry of a program into a class."""


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


def version(name: str) -> str:
    """Return the installed version of the package behind a backend; empty if it needs none or none is installed."""
    try:
        return _installed(backends()[name].package)
    except (KeyError, metadata.PackageNotFoundError, ValueError):
        return ""


@cache
def _installed(package: str) -> str:
    """Return the version of a package; it is kept, since reading takes a millisecond, but a missing package is not."""
    return metadata.version(package)


def packages(spec: str) -> dict[str, str]:
    """Return the packages behind a solver, as `load` takes it, and their installed versions."""
    name = split(spec)[0]
    backend = backends().get(name)
    if backend is None:
        return {}
    found = version(name)
    own = {backend.package: found} if found else {}
    return own | packages(backend.also)


def kind_of(name: str) -> type[Solver]:
    """Return the class of a solver that is none of our backends; raises as `table.load` does."""
    if is_of_file(name):
        file = name.rpartition(":")[0]
        return _of_program(name, Path(file)) if file.endswith(".toml") else plugins.of_file(name)
    if is_file(name):
        raise ValueError(f"solver {name!r} is a file: name a class, function or program in it, as {name}:NAME")
    with_entry = programs()
    if name in with_entry:
        return _of_program(name, with_entry[name])
    if name not in (points := of_packages()):
        raise ValueError(f"unknown solver {name!r}; {choices(name, [*names(), *with_entry])}")
    return plugins.of_package(points[name])


def _of_program(name: str, file: Path) -> type[Solver]:
    kind: type[Solver] = import_module(_PROGRAMS).kind_of(name, file)
    return kind
