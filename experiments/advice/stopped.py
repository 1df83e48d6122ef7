"""Which solver would probably have been faster on a problem on which a search was stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from danceoff.experiments.advice.features import features
from danceoff.experiments.advice.nearest import FAR, Example, advised, answers, nearest

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.problems.instance import Instance

MOST_OPTIONS = 100_000
"""Options of the largest problem that is looked at: its features take a second."""


def faster_solver(row: Row, instance: Instance, examples: Sequence[Example]) -> str:
    """Return a sentence that names a solver which probably needs less time than this search took; empty if none does.

    row: how the search ended.
    examples: problems that were run with the same task.
    """
    if instance.problem.n_options > MOST_OPTIONS:
        return ""
    target = features(instance).asked(row.task)
    found = [one for one in advised(examples, target) if answers(one.solver, instance.problem, row.task)]
    if not found or nearest(examples, target, 1)[0][1] > FAR:
        return ""
    best, took_s = found[0], row.total_s or 0.0
    if best.solver.partition(":")[0] == row.solver.partition(":")[0] or best.time_s * best.factor > took_s:
        return ""
    return f"{best.solver} would probably get further: on similar problems it took about {best.time_s:.2g} s"
