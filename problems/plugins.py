"""Entry points by which installed packages add solvers, families of problems and file formats."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from danceoff.problems import trial
from danceoff.problems.model.arguments import InvalidProblem

GROUPS = SOLVERS, PROBLEMS, FORMATS = "danceoff.solvers", "danceoff.problems", "danceoff.formats"


class PluginFault(InvalidProblem):
    """An installed plug-in conflicts with another one, or cannot be loaded; the message names the packages."""


@cache
def _declared(group: str) -> tuple[EntryPoint, ...]:
    return tuple(sorted(entry_points(group=group), key=lambda point: (point.name, package(point))))


def package(point: EntryPoint) -> str:
    """Return the name of the package that declares an entry point."""
    return point.dist.name if point.dist else "an unknown package"


def added(group: str, ours: Collection[str]) -> dict[str, EntryPoint]:
    """Return the entry points of a group by their names.

    ours: the names that danceoff itself uses.

    Raises PluginFault if two packages, or a package and danceoff, use the same name.
    """
    found: dict[str, EntryPoint] = {}
    for point in _declared(group):
        first = "danceoff" if point.name in ours else package(found[point.name]) if point.name in found else ""
        if first:
            raise PluginFault(
                f"{group}: both {first} and {package(point)} define {point.name!r}; uninstall or rename one of them"
            )
        found[point.name] = point
    return found


def imported(point: EntryPoint, kind: Any) -> Any:
    """Return the object of an entry point. Raises PluginFault if it cannot be imported, or is not a `kind`."""
    where = f"{point.group}: {point.name!r} of {package(point)}"
    if fault := trial.fault(point.module):
        raise PluginFault(f"{where}: {point.module}: {fault}; uninstall or mend it")
    try:
        value = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginFault(f"{where} cannot be imported: {type(error).__name__}: {error}") from error
    is_of_kind = issubclass(value, kind) if isinstance(value, type) else isinstance(value, kind)
    if not is_of_kind:
        raise PluginFault(f"{where} must be a {kind.__name__}, and {point.value} is not")
    return value
