"""The catalog as a table for people, with sizes, published counts and where they come from; and the solvers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from danceoff import solvers
from danceoff.experiments import BadInput
from danceoff.experiments.report.order import natural
from danceoff.experiments.results.whole_file import write_whole
from danceoff.problems import catalog


class Entry(NamedTuple):
    """A problem of the catalog; the numbers of covers are None where none are published."""

    name: str
    items: int
    options: int
    covers: int | None
    up_to_symmetry: int | None
    source: str


ORDERS: dict[str, Callable[[Entry], Any]] = {
    "name": lambda entry: natural(entry.name),
    "items": lambda entry: entry.items,
    "options": lambda entry: entry.options,
    "covers": lambda entry: (entry.covers is None, entry.covers or 0),
}
"""What a table can be sorted by; problems of unknown covers come last."""


def entries(words: Sequence[str]) -> list[Entry]:
    """The listed problems with all these words in their names or sources, in the order of the catalog.

    Raises BadInput where there are none.
    """
    found = [name for name in catalog.names() if _has(name, words)]
    if not found:
        raise BadInput(f"no problem has {' and '.join(words)} in its name or source; danceoff list problems has all")
    return [_entry(name) for name in found]


def table(found: Sequence[Entry]) -> Iterator[str]:
    """A header and a line an entry."""
    rows = [
        ("problem", "items", "options", "covers", "up to symmetry", "source"),
        *(tuple("-" if value is None else str(value) for value in entry) for entry in found),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for name, *numbers, source in rows:
        right = (number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *right, source]).rstrip()


def _has(name: str, words: Sequence[str]) -> bool:
    known = catalog.known(name)
    text = f"{name} {known.source if known else ''}".casefold()
    return all(word.casefold() in text for word in words)


def _entry(name: str) -> Entry:
    known = catalog.known(name)
    size = (name, *catalog.sizes()[name])
    return Entry(*size, known.covers, known.up_to_symmetry, known.source) if known else Entry(*size, None, None, "")


def solver_lines() -> Iterator[str]:
    """A line a solver: what it is, in the first words of its file, and what installs it where it is not."""
    width = max(map(len, solvers.BACKENDS))
    for name in solvers.names():
        needs = solvers.missing(name)
        yield f"{name:{width}}  {_first_words(solvers.BACKENDS[name].module)}{needs and f'; missing: {needs}'}"


def _first_words(module: str) -> str:
    """What the docstring of a module says before its first stop, read without importing what it stands on."""
    spec = find_spec(module)
    text = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else '""""""'
    return re.split(r"\.(?:\s|$)|: ", " ".join(text.split('"""')[1].split()))[0]


def sizes() -> str:
    """The sizes of the listed problems as the catalog keeps them: to build all takes longer than to list them."""
    problems = ((name, catalog.instance(name).problem) for name in catalog.names())
    lines = [f"{name}\t{problem.n_items}\t{problem.n_options}" for name, problem in problems]
    return "\n".join(["problem\titems\toptions", *lines]) + "\n"


if __name__ == "__main__":
    write_whole(catalog.SIZES, sizes())
