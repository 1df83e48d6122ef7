"""A page for each family of problems: what it is, how a size is written, its problems, and a picture."""

import inspect
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice

import danceoff
from danceoff.experiments.commands.listing import problems
from danceoff.problems import catalog
from danceoff.problems.catalog_table import Entry, entries
from danceoff.problems.families import MODULES
from danceoff.problems.instance import Family, Instance

_MOST_OPTIONS = 4300
"""Options of the largest problem that is drawn; with costs; and of the largest of which a random cover is drawn."""
_MOST_COSTS = 200
_MANY, _MOST_SHUFFLED = 500, 1000
_LIMIT_S = 1.0
_WIDEST = 60
"""Items of the widest problem without a board that is drawn, as a matrix."""


def pages() -> dict[str, str]:
    """Return the Markdown of each family's page, by its name, in the order of the catalog."""
    about = {
        family.name: inspect.getdoc(module) or ""
        for module in map(import_module, MODULES)
        for family in module.FAMILIES
    }
    return {one.name: "\n".join(_page(one, about.get(one.name, ""))) for one in catalog.in_order()}


def index(drawn: dict[str, str]) -> str:
    """Return the Markdown of the page that lists all families. drawn: the families that have a picture."""
    return (
        "# Families of problems\n\nA problem is written `FAMILY/SIZE`, such as `queens/8`. A size need not be listed: "
        f"any size of the form on the page of its family will do.\n\n{gallery(drawn, '')}\n"
    )


def gallery(drawn: dict[str, str], folder: str) -> str:
    """Return the pictures of all families, each a link to its page. folder: of these pages, with a slash."""
    cards = [
        f'<a href="{folder}{one.name}.html">'
        + (f'<img src="{folder}pictures/{one.name}.svg" alt="" loading="lazy">' if one.name in drawn else "")
        + f"<span>{one.name}</span></a>"
        for one in catalog.in_order()
    ]
    return f'<div class="gallery">\n{"".join(cards)}\n</div>\n'


def pictures() -> dict[str, str]:
    """Return the SVG of a cover of one problem of each family; a family whose problems are too hard has none."""
    return {family.name: svg for family in catalog.in_order() if (svg := _picture(family))}


def _picture(family: Family) -> str | None:
    """A cover of the largest listed problem that is quick to solve: of costs the cheapest, of many covers any."""
    names = [f"{family.name}/{size}" if size else family.name for size in family.listed]
    small = [name for name in names if entries()[name].options <= _MOST_OPTIONS and not _has_no_cover(name)]
    for name in sorted(small, key=lambda one: -entries()[one].options):
        instance = catalog.instance(name)
        if not instance.board.is_drawn and instance.problem.n_items > _WIDEST:
            continue
        if instance.problem.has_costs and entries()[name].options > _MOST_COSTS:
            continue
        for cover in _covers(instance):
            return instance.svg(cover.numbers, f"A cover of {name}")
    return None


def _covers(instance: Instance) -> Iterable[danceoff.FoundCover]:
    """At most one cover; drawn at random where the first one found would show rows of equal pieces."""
    n_covers = instance.known.covers if instance.known else None
    if instance.problem.has_costs:
        cheapest = danceoff.best(instance.problem, time_limit=_LIMIT_S).cover
        return [cheapest] if cheapest else []
    if n_covers and n_covers > _MANY and instance.problem.n_options <= _MOST_SHUFFLED:
        return danceoff.sample(instance.problem, approximate=True)
    return islice(danceoff.covers(instance.problem, time_limit=_LIMIT_S), 1)


def _has_no_cover(name: str) -> bool:
    known = catalog.known(name)
    return known is not None and known.covers == 0


def _page(family: Family, about: str) -> Iterator[str]:
    yield f"# {family.name}\n"
    yield f"{about}\n"
    yield f"**Size:** {family.form}.\n"
    listed = [entry for entry in problems([f"{family.name}"]) if entry.name.partition("/")[0] == family.name]
    yield f"```\ndanceoff solve {listed[0].name}\n```\n"
    yield "## Problems in the catalog\n"
    yield "Any other size of this form works, too. The numbers of covers are published ones.\n"
    yield "| problem | items | options | covers | up to symmetry | optimum | source |"
    yield "|---|--:|--:|--:|--:|--:|---|"
    yield from map(_row, listed)


def _row(entry: Entry) -> str:
    values = ["" if value is None else str(value) if isinstance(value, int) else value for value in entry]
    return f"| `{values[0]}` | {' | '.join(values[1:])} |"
