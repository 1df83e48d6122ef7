"""Entry points by which installed packages add solvers, families of problems, file formats, questions and commands."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from danceoff.problems.model.arguments import InvalidProblem
from danceoff.processes.system import folders

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUPS = SOLVERS, PROBLEMS, FORMATS, QUESTIONS, COMMANDS = tuple(
    f"danceoff.{kind}" for kind in ("solvers", "problems", "formats", "questions", "commands")
)


class PluginFault(InvalidProblem):
    """An installed plug-in conflicts with another one, or cannot be loaded; the message names the packages."""


def _declares(folder: str) -> bool:
    """Return whether a package has entry points of our groups; `folder` is its `.dist-info`."""
    with suppress(OSError), open(f"{folder}/entry_points.txt", "rb") as file:  # noqa: PTH123 - read at each start
        return b"[danceoff." in file.read()
    return False


@cache
def _all() -> Any:
    """Return the entry points of all packages by group; None if no package has entry points of our groups."""
    if not any(map(_declares, folders())):
        return None
    from importlib.metadata import entry_points  # late: it imports `email`, in 11 ms

    return entry_points()


@cache
def _declared(group: str) -> tuple[EntryPoint, ...]:
    points = _all().select(group=group) if _all() else ()
    return tuple(sorted(points, key=lambda point: (point.name, package(point))))


def package(point: EntryPoint) -> str:
    """Return the name of the package that declares an entry point."""
    return point.dist.name if point.dist else "an unknown package"


def where(point: EntryPoint) -> str:
    """Return the name of an entry point, with its group and its package."""
    return f"{point.group}: {point.name!r} of {package(point)}"


def place_of(point: EntryPoint) -> tuple[str, str]:
    """Return the module of an entry point and the name in it, even if the entry point is malformed."""
    module, _, name = point.value.partition(":")
    return module.strip(), name.strip()


def added(group: str, ours: Collection[str]) -> dict[str, EntryPoint]:
    """Return the entry points of a group by their names.

    ours: the names that danceoff itself uses.

    Raises PluginFault if two packages, or a package and danceoff, use the same name.
    """
    found: dict[str, EntryPoint] = {}
    for point in _declared(group):
        of_other = package(found[point.name]) if point.name in found else ""
        first = "danceoff" if point.name in ours else of_other
        if first:
            raise PluginFault(
                f"{group}: both {first} and {package(point)} define {point.name!r}; uninstall or rename one of them"
            )
        found[point.name] = point
    return found


def imported(point: EntryPoint, kind: Any, as_class: bool = False) -> Any:
    """Return the object of an entry point.

    kind: its class, or the class that it is derived from.
    as_class: whether the object has to be a class.

    Raises PluginFault if it cannot be imported, is not of that kind, or has another name than the entry point.
    """
    try:
        value = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginFault(f"{where(point)} cannot be imported: {type(error).__name__}: {error}") from error
    is_right = isinstance(value, type) and issubclass(value, kind) if as_class else isinstance(value, kind)
    if not is_right:
        wanted = f"{kind.__name__} class" if as_class else kind.__name__
        raise PluginFault(f"{where(point)} must be a {wanted}, and {point.value} is not")
    if "name" in getattr(kind, "__annotations__", ()) and (own := getattr(value, "name", None)) != point.name:
        raise PluginFault(f"{where(point)}: {point.value} calls itself {own!r}; the two names must be equal")
    return value
