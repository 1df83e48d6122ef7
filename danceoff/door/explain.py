"""Why there is no cover."""

from __future__ import annotations

from math import inf
from typing import Any

from danceoff.problems.analysis.diagnosis import reasons
from danceoff.problems.model.arguments import positive
from danceoff.problems.stated import instance
from danceoff.questions.explain import Explanation, explanations


def explain(problem: Any, time_limit: float | None = None) -> Explanation:
    """Return why a problem has no cover, as far as it can be found within a time limit.

    problem: any source that `danceoff.problem` accepts.
    time_limit: seconds for the search of the conflict, which runs in a process of its own; None for no limit.

    Raises InvalidProblem if the problem is invalid, ValueError if the time limit is, and UnsupportedProblem if a bound
    on the cost excludes covers.
    """
    seconds = positive("time_limit", time_limit, "seconds")
    root = instance(problem)
    why = reasons(root.problem, root.board)
    found = Explanation(not why, why, at=root)
    try:
        for better in explanations(root, why, inf if seconds is None else seconds):
            found = better
    except TimeoutError:
        found.has_cover = found.has_cover and None
    return found
