"""`python -m builders.sizes`: write the table of the catalog that `danceoff list problems` shows."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from danceoff.experiments.results.whole_file import write_whole
from danceoff.problems import catalog
from danceoff.problems.catalog_table import COLUMNS, TABLE
from danceoff.problems.model.digits import written


def sizes(names: Iterable[str]) -> str:
    """Build problems of the catalog and return their table: sizes, and what is published."""
    return "".join(f"{line}\n" for line in ["\t".join(COLUMNS), *map(_line, names)])


def _line(name: str) -> str:
    problem, known = catalog.instance(name).problem, catalog.known(name)
    size = [name, str(problem.n_items), str(problem.n_options)]
    if known is None:
        return "\t".join([*size, "", "", "", ""])
    counts = ["" if count is None else str(count) for count in (known.covers, known.up_to_symmetry)]
    optimum = "" if known.cost is None else written(Fraction(known.cost))
    return "\t".join([*size, *counts, optimum, known.source])


if __name__ == "__main__":
    write_whole(TABLE, sizes(catalog.names()))
