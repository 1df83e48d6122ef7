"""The catalog as a table for people: sizes, published counts and where they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from experiments import BadInput
from problems import catalog


class Entry(NamedTuple):
    """A problem of the catalog; the numbers of covers are None where none are published."""

    name: str
    items: int
    options: int
    covers: int | None
    up_to_symmetry: int | None
    source: str


ORDERS: dict[str, Callable[[Entry], tuple[bool, int | str]]] = {
    "name": lambda entry: (False, entry.name),
    "items": lambda entry: (False, entry.items),
    "options": lambda entry: (False, entry.options),
    "covers": lambda entry: (entry.covers is None, entry.covers or 0),
}
"""What a table can be sorted by; problems of unknown covers come last."""


def entries(words: Sequence[str]) -> list[Entry]:
    """The listed problems with all these words in their names or sources, in the order of the catalog.

    Only these are built, for the sake of their sizes. Raises BadInput where there are none.
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
    problem, known = catalog.instance(name).problem, catalog.known(name)
    sizes = (name, problem.n_items, problem.n_options)
    return Entry(*sizes, known.covers, known.up_to_symmetry, known.source) if known else Entry(*sizes, None, None, "")
