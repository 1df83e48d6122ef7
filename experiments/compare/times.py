"""Judges which cases, by their repeats, and which solvers, by all their cases, are faster or slower in a second run.

A single case with three repeats on each side is judged by an interval of the ratio of its geometric means, new to old.
It is Student's interval on logarithms; its variances are moderated by the variances of all cases. It is so wide that at
most 5 % of the changes found are expected to be false. With fewer repeats the noise is unknown: only a factor of two
counts.

A solver is judged by its medians in all cases that both runs solve. The bootstrap interval of the geometric mean of
their ratios and the signed-rank test decide; Holm's method adjusts the p-values for all solvers and tasks.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np

from danceoff.experiments.report.statistics.many import holm, selected_intervals
from danceoff.experiments.report.statistics.ratios import Ratio, ratio_interval, signed_rank, spread_of_mean
from danceoff.experiments.results.record import Row

LEAST_REPEATS = 3
_UNKNOWN_NOISE = 2.0
_LEAST_FACTOR = 1.05  # less may be another day of the same machine
_LEAST_S = 0.005  # smaller differences are noise of the scheduler
_CLOCK_S = 1e-6
_UNKNOWN = Ratio(math.nan, math.nan, math.nan)

Repeats = Sequence[tuple[int | None, float]]
"""The repeats of a case: the order of items and options, and seconds."""


def repeats(rows: Sequence[Row]) -> Repeats:
    """Return the repeats among the rows of a case that have a time."""
    return [(row.order, row.total_s) for row in rows if row.total_s is not None]


def judged(cases: Sequence[tuple[Repeats, Repeats]]) -> list[tuple[str, str]]:
    """Return for each case whether it is `slower`, `faster` or the `same`, and the times in words.

    Repeats with the same order of items are paired if both sides, old and new, have three orders in common.
    """
    pairs = [_aligned(*case) for case in cases]
    repeated = [k for k, (old_s, new_s, _) in enumerate(pairs) if min(len(old_s), len(new_s)) >= LEAST_REPEATS]
    tested = [k for k in repeated if max(map(median, pairs[k][:2])) >= _LEAST_S]
    of = dict(zip(tested, _intervals([pairs[k] for k in tested]), strict=True))
    return [_verdict(old_s, new_s, of.get(k, _UNKNOWN)) for k, (old_s, new_s, _) in enumerate(pairs)]


_Pair = tuple[Sequence[float], Sequence[float], bool]


def _aligned(old: Repeats, new: Repeats) -> _Pair:
    """Return old and new seconds, and whether element k of both comes from the same order of items."""
    before, now = dict(old), dict(new)
    shared = [order for order in before if order in now]
    is_unique = len(before) == len(old) and len(now) == len(new)
    if is_unique and len(shared) >= LEAST_REPEATS:
        return [before[order] for order in shared], [now[order] for order in shared], True
    return [time_s for _, time_s in old], [time_s for _, time_s in new], False


def _intervals(pairs: Sequence[_Pair]) -> list[Ratio]:
    """Return the ratio of each pair, new to old, with an interval that allows for the number of pairs."""
    if not pairs:
        return []
    old, new, is_paired = zip(*pairs, strict=True)
    n_repeats = max(map(len, [*old, *new]))
    spread = spread_of_mean(_filled(new, n_repeats), _filled(old, n_repeats), is_paired=is_paired)
    low, high = selected_intervals(spread)
    return [Ratio(*ratio) for ratio in np.exp(np.column_stack([spread.mean, low, high]))]


def _filled(times_s: Sequence[Sequence[float]], n_repeats: int) -> list[list[float]]:
    return [[*some, *[math.nan] * (n_repeats - len(some))] for some in times_s]


def _verdict(old_s: Sequence[float], new_s: Sequence[float], ratio: Ratio) -> tuple[str, str]:
    if not old_s or not new_s:
        return "same", "no times"
    was_s, is_s = (max(median(times_s), _CLOCK_S) for times_s in (old_s, new_s))
    is_known = not math.isnan(ratio.low)
    factor = ratio.value if is_known else is_s / was_s
    interval = f" ({ratio.low:.2f} to {ratio.high:.2f})" if is_known else ""
    detail = f"{was_s:.4g} s -> {is_s:.4g} s, x {factor:.2f}{interval}"
    least_factor = _LEAST_FACTOR if is_known else _UNKNOWN_NOISE
    is_beyond_noise = ratio.is_different or not is_known
    is_large = abs(is_s - was_s) >= _LEAST_S and max(factor, 1 / factor) > least_factor
    return (_direction(factor) if is_beyond_noise and is_large else "same"), detail


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
