"""What comes before the clock: the solvers that start equally long share a line."""

from builders.startup import startup
from rows import row


def test_solvers_are_grouped_by_the_median_of_their_starts():
    started = [("dlx", 0.14), ("dlx", 0.11), ("dlx", 4.0), ("sat", 0.06), ("peer-xcover", 10.0), ("sat", None)]
    rows = [row(solver, startup_s=seconds) for solver, seconds in started]
    assert startup(rows).splitlines()[2:] == [
        "| 0.1 s | dlx, sat |",
        "| 10.0 s | peer-xcover |",
    ]
