"""What comes before the clock: how long a worker of each solver starts, as a table of a document."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.results.record import Row


def startup(rows: Sequence[Row]) -> str:
    """Return a table of the median `startup_s` in tenths of a second, with the solvers of each."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    for row in rows:
        if row.startup_s is not None:
            times[row.solver].append(row.startup_s)
    solvers: defaultdict[float, list[str]] = defaultdict(list)
    for tenths, solver in sorted((round(median(some), 1), solver) for solver, some in times.items()):
        solvers[tenths].append(for_markdown(solver))
    lines = [f"| {tenths} s | {', '.join(names)} |" for tenths, names in solvers.items()]
    return "\n".join(["| median of `startup_s` | solvers |", "|---:|---|", *lines])
