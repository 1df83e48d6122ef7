"""The table of the catalog: each listed problem of ours, its numbers of items and options, and what is published.

A line without a source says that nothing is published. The last two columns are those of `Known`.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from danceoff.problems.model.digits import whole

TABLE = Path(__file__).parent / "data" / "catalog.tsv"
COLUMNS = ("problem", "items", "options", "covers", "up to symmetry", "optimum", "source")


class Entry(NamedTuple):
    """A problem of the catalog; the numbers of covers and the optimum are None if none are published."""

    name: str
    items: int
    options: int
    covers: int | None
    up_to_symmetry: int | None
    optimum: str | None
    source: str


@cache
def entries() -> dict[str, Entry]:
    """Return our listed problems by name, in the order of the catalog."""
    return {line[0]: _entry(*line[: len(COLUMNS)]) for line in lines()[1:]}


@cache
def lines(table: Path = TABLE) -> list[list[str]]:
    """Return the fields of each line, the heading first; `make sizes` fills in the numbers of items and options."""
    return [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]


def number(text: str) -> int | None:
    """Return the number in a field; None if the field is empty."""
    return whole(text) if text else None


def _entry(name: str, items: str, options: str, covers: str, orbits: str, optimum: str, source: str) -> Entry:
    return Entry(name, int(items), int(options), number(covers), number(orbits), optimum or None, source)
