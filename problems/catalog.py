"""Named problems: `tromino/7x7-16` -> the problem, its board, and its published count."""

from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path

from danceoff.problems.board import NO_BOARD
from danceoff.problems.catalog_table import lines, number
from danceoff.problems.changes import changed, is_change
from danceoff.problems.families import MODULES
from danceoff.problems.instance import Family, Instance, Known
from danceoff.problems.model.arguments import close, instance_of, named_by
from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.digits import exact, whole
from danceoff.problems.plugins import PROBLEMS, PluginFault, added, imported

__all__ = [
    "CERTIFIED", "Instance", "Known", "broken", "certified", "families", "in_order", "instance", "known", "names",
]  # fmt: skip

_DATA = Path(__file__).parent / "data"
CERTIFIED = _DATA / "certified.tsv"

_MODULE_OF = {family: module for module, families in MODULES.items() for family in families}


def families() -> list[str]:
    """Return the names of the families, in the order of the catalog."""
    return [*_MODULE_OF, *added(PROBLEMS, _MODULE_OF)]


def in_order() -> list[Family]:
    """Return the families themselves, in the order of the catalog, without the families that `broken` names."""
    left_out = broken()
    return [family for name in families() if name not in left_out and (family := _family(name))]


def broken() -> dict[str, str]:
    """Return the families of installed packages that cannot be used, each with the reason."""
    faults = {}
    for name in added(PROBLEMS, _MODULE_OF):
        try:
            _family(name)
        except PluginFault as fault:
            faults[name] = str(fault)
    return faults


def names() -> list[str]:
    """Return the names of all listed instances, family by family."""
    return [_written(family, size) for family in in_order() for size in family.listed]


def known(name: str) -> Known | None:
    """Return the published count of a listed instance, without building it.

    Raises InvalidProblem if no listed instance has this name.
    """
    family_name, _, size = instance_of("name", name, str).partition("/")
    family = _family(family_name)
    if family is None or size not in family.listed:
        raise InvalidProblem(f"no listed problem is called {name!r}; {_close(name)}")
    return family.listed[size]


@cache
def certified() -> dict[str, int]:
    """Return the number of covers of each certified problem, by its digest; `make certified` writes the file."""
    return {digest: whole(covers) for _name, digest, covers in lines(CERTIFIED)[1:]}


def instance(name: str) -> Instance:
    """Build the instance with this name: a listed one, or any size that its family accepts, with any changes.

    Raises InvalidProblem, with similar names or the form of a size, if there is none, and TypeError if `name` is not a
    str.
    """
    instance_of("name", name, str)
    family_name, *parts = name.split("/")
    family = _family(family_name)
    first_change = next((k for k, part in enumerate(parts) if is_change(part)), len(parts))
    size, changes = "/".join(parts[:first_change]), parts[first_change:]
    if family is None or not name.isprintable():
        raise InvalidProblem(f"no problem is called {name!r}; {_close(name)}")
    if not parts and "" not in family.listed:
        raise InvalidProblem(
            f"{name}: the size is missing: write for example {_written(family, next(iter(family.listed)))}"
        )
    with named_by(name):
        problem, board = family.build(size)
        for change in changes:
            problem = changed(problem, change)
    if changes:
        return Instance(name, family_name, problem, None, NO_BOARD)
    return Instance(name, family_name, problem, family.listed.get(size), board or NO_BOARD)


def import_ours(name: str) -> None:
    """Import what builds an instance of this name, if its family is ours."""
    if module := _MODULE_OF.get(name.partition("/")[0]):
        _ours(module)


def _family(name: str) -> Family | None:
    """Return the family of this name, ours or an installed package's; None if there is none."""
    point = added(PROBLEMS, _MODULE_OF).get(name)
    if point is None:
        return _ours(_MODULE_OF[name]).get(name) if name in _MODULE_OF else None
    family: Family = imported(point, Family)
    return family


@cache
def _ours(module: str) -> dict[str, Family]:
    """Return the families of one of our modules, by name; the module is imported at the first call."""
    found = import_module(module).FAMILIES
    return {family.name: replace(family, listed=_listed()[family.name]) for family in found}


@cache
def _listed() -> dict[str, dict[str, Known | None]]:
    """Return the published facts about our listed problems, by family and size."""
    found: dict[str, dict[str, Known | None]] = {family: {} for family in _MODULE_OF}
    for name, _items, _options, covers, orbits, optimum, source, apart, level in lines()[1:]:
        family, _, size = name.partition("/")
        cost = exact(optimum) if optimum else None
        known = Known(number(covers), number(orbits), source, cost, number(apart), number(level))
        found[family][size] = known if source else None
    return found


def _written(family: Family, size: str) -> str:
    return f"{family.name}/{size}" if size else family.name


def _close(name: str) -> str:
    ours = (_written(family, size) for family in map(_family, _MODULE_OF) if family for size in family.listed)
    meant = close(name, [*ours, *added(PROBLEMS, _MODULE_OF)], cutoff=0.5)  # a guess imports no package
    return f"did you mean {', '.join(meant)}?" if meant else "`danceoff list problems` shows all"
