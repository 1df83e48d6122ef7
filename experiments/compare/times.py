"""Judges which cases, and which solvers by all their cases, are faster or slower in a second run.

A single case must change by a factor of two: repeats show the noise of one run, and runs of the same code differ more.

A solver is judged by its medians in all cases that both runs solve. The bootstrap interval of the geometric mean of
their ratios and the signed-rank test decide; Holm's method adjusts the p-values for all solvers and tasks.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from danceoff.experiments.report.statistics.ratios import Ratio, holm, ratio_interval, signed_rank

_FACTOR_OF_A_CASE = 2.0
_LEAST_FACTOR = 1.05  # less may be another day of the same machine
_LEAST_S = 0.005  # smaller differences are noise of the scheduler
_CLOCK_S = 1e-6


def judged(old_s: float, new_s: float) -> tuple[str, str]:
    """Return whether a case is `slower`, `faster` or the `same`, and its median times in words; nan for no times."""
    if math.isnan(old_s + new_s):
        return "same", "no times"
    was_s, is_s = (max(time_s, _CLOCK_S) for time_s in (old_s, new_s))
    factor = is_s / was_s
    is_large = abs(is_s - was_s) >= _LEAST_S and max(factor, 1 / factor) > _FACTOR_OF_A_CASE
    kind = _direction(factor) if is_large else "same"
    return kind, f"{was_s:.4g} s -> {is_s:.4g} s, x {factor:.2f}"


def _direction(factor: float) -> str:
    return "slower" if factor > 1 else "faster"


class Medians(NamedTuple):
    """The median times of one case in both runs, nan where it is unsolved, and its time limits."""

    old_s: float
    new_s: float
    old_limit_s: float
    new_limit_s: float


@dataclass(frozen=True)
class Overall:
    """All cases of one solver and task.

    n_solved: how many cases both runs solve.
    ratio: the ratio of their times, new to old, with its interval.
    p: the p-value of the signed-rank test, adjusted for all solvers and tasks.
    """

    solver: str
    task: str
    n_solved: int
    ratio: Ratio
    p: float

    @property
    def verdict(self) -> str:
        """`slower` or `faster`; `same` if the ratio may be chance or is a few percent; or `too few` cases to judge."""
        if math.isnan(self.p) or math.isnan(self.ratio.low):
            return "too few"
        is_large = max(self.ratio.value, 1 / self.ratio.value) >= _LEAST_FACTOR
        return _direction(self.ratio.value) if is_large and self.ratio.is_different and self.p < 0.05 else "same"


def overall(cases: Sequence[tuple[str, str, Medians]]) -> list[Overall]:
    """Return the ratios of each solver and task, in the order of their first cases."""
    groups: dict[tuple[str, str], list[Medians]] = {}
    for solver, task, medians in cases:
        groups.setdefault((solver, task), []).append(medians)
    found = []
    for (solver, task), group in groups.items():
        old_s, new_s, old_limit_s, new_limit_s = np.array(group).T
        n_solved = int(np.sum(~np.isnan(old_s + new_s)))
        ratio, p = ratio_interval(new_s, old_s), signed_rank(new_s, old_s, new_limit_s, old_limit_s)
        found.append(Overall(solver, task, n_solved, ratio, p))
    adjusted = holm([one.p for one in found])
    return [Overall(one.solver, one.task, one.n_solved, one.ratio, p) for one, p in zip(found, adjusted, strict=True)]
