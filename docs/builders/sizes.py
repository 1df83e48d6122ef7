"""`python -m builders.sizes`: write the numbers of items and options into the table of the catalog."""

from collections.abc import Sequence

from danceoff.experiments.results.whole_file import write_whole
from danceoff.problems import catalog
from danceoff.problems.catalog_table import TABLE, lines


def sized(line: Sequence[str]) -> list[str]:
    """Build the problem of a line of the table, and return the line with its numbers of items and options."""
    problem = catalog.instance(line[0]).problem
    return [line[0], str(problem.n_items), str(problem.n_options), *line[3:]]


if __name__ == "__main__":
    heading, *problems = lines()
    write_whole(TABLE, "".join("\t".join(line) + "\n" for line in [heading, *map(sized, problems)]))
