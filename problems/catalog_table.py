"""The table of the catalog: the size of each listed problem, and what is published about it, without building any."""

from __future__ import annotations

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
    """Return our listed problems by name, in the order of the catalog; `make sizes` writes the file."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()[1:]
    return {line.partition("\t")[0]: _entry(*line.split("\t")) for line in lines}


def _entry(name: str, items: str, options: str, covers: str, orbits: str, optimum: str, source: str) -> Entry:
    n_covers, n_orbits = (whole(count) if count else None for count in (covers, orbits))
    return Entry(name, int(items), int(options), n_covers, n_orbits, optimum or None, source)
