"""`python -m builders.sizes`: write the sizes of the problems of the catalog, which `danceoff list problems` shows."""

from __future__ import annotations

from collections.abc import Iterable

from danceoff.experiments.results.whole_file import write_whole
from danceoff.problems import catalog


def sizes(names: Iterable[str]) -> str:
    """Build problems of the catalog and return the table of their sizes, which the catalog keeps in a file."""
    built = ((name, catalog.instance(name).problem) for name in names)
    lines = [f"{name}\t{problem.n_items}\t{problem.n_options}" for name, problem in built]
    return "\n".join(["problem\titems\toptions", *lines]) + "\n"


if __name__ == "__main__":
    write_whole(catalog.SIZES, sizes(catalog.names()))
