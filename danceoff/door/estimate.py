"""About how many covers a problem has."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Any

from danceoff.problems.model.arguments import positive, whole_number
from danceoff.problems.stated import instance
from danceoff.questions.estimate import PROBES, Estimate, estimates


def estimate(problem: Any, probes: int = PROBES, seed: int = 1, time_limit: float | None = None) -> Estimate:
    """Return about how many covers a problem has, from random walks down the tree of Algorithm X.

    problem: any source that `danceoff.problem` accepts.
    probes: how many walks; default 1000. The standard error falls with the square root of their number.
    seed: of the random numbers; default 1. The same seed gives the same estimate.
    time_limit: seconds after which no further walk begins; None for no limit.

    Raises InvalidProblem if an argument is invalid, and ValueError if the time limit is.

    D. E. Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of Computation 29, 1975).
    """
    whole_number("probes", probes, 1, (1 << 63) - 1)
    whole_number("seed", seed, 0, (1 << 63) - 1)
    seconds = positive("time_limit", time_limit, "seconds")
    end = monotonic() + (inf if seconds is None else seconds)
    after_each_probe = estimates(instance(problem).problem, probes, seed)
    found = next(after_each_probe)
    while monotonic() < end and (better := next(after_each_probe, None)):
        found = better
    return found
