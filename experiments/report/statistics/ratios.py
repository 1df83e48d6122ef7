"""Ratios of the times of two solvers, or of two runs, with intervals and tests.

All is done on logarithms, so that 2 and 1/2 are equally far from 1. A pair of times belongs to one problem. The ratio
is over the problems that both solve. A problem that only one of them solves counts in the signed-rank test, with the
limit in place of the missing time, which is at least that long. A problem that neither solves is left out.
"""

from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95
LEAST_PROBLEMS = 6
"""With fewer problems there is no interval, and no p-value: the signed-rank test could not fall below 0.05."""
_RESAMPLES = 1999
_CLOCK_S = 1e-6
_MOST_EXACT = 50
_NORMAL = NormalDist()
Floats = NDArray[np.float64]


class Ratio(NamedTuple):
    """A ratio and its interval of 95 %; nan where they are not known.

    value: the ratio.
    low, high: the ends of the interval.
    """

    value: float
    low: float
    high: float

    @property
    def is_different(self) -> bool:
        """Whether the interval excludes 1."""
        return self.low > 1 or self.high < 1


def ratio_interval(a_s: ArrayLike, b_s: ArrayLike) -> Ratio:
    """Return the geometric mean of a / b over the problems that both solve, with an interval for similar problems.

    The interval is a bootstrap over the problems, bias-corrected and accelerated (Efron 1987), and widened because it
    is too narrow if problems are few (Hesterberg 2015). Problems are resampled, but not their repeats, whose noise
    would then count twice (Davison and Hinkley 1997, section 3.8).

    a_s, b_s: seconds, float[n_problems], the medians of the repeats; nan if not solved.
    """
    logs = _logs(a_s, b_s)
    logs = logs[~np.isnan(logs)]
    if not len(logs):
        return Ratio(np.nan, np.nan, np.nan)
    mean = float(np.mean(logs))
    if len(logs) < LEAST_PROBLEMS:
        return _ratio(mean, np.nan, np.nan)
    if np.ptp(logs) < 1e-12:
        return _ratio(mean, mean, mean)
    chosen = np.random.default_rng(0).integers(0, len(logs), (_RESAMPLES, len(logs)))
    means, apart = np.mean(logs[chosen], axis=1), logs - mean
    bias = _NORMAL.inv_cdf(float(np.mean(means < mean) + np.mean(means <= mean)) / 2)
    skew = float(np.sum(apart**3) / np.sum(apart**2) ** 1.5 / 6)
    level = _widened(len(logs))
    ends = [bias + _NORMAL.inv_cdf(share) for share in ((1 - level) / 2, (1 + level) / 2)]
    return _ratio(mean, *np.quantile(means, [_NORMAL.cdf(bias + end / (1 - skew * end)) for end in ends]))


def _widened(n: int) -> float:
    """Return the level at which the bootstrap of the mean of n normal values is about as wide as Student's interval.

    The bootstrap divides by n and not by n - 1, and its tails do not grow heavier for small n. At 95 %, its interval
    would contain the true value for only 90 % of samples of 6 (Hesterberg 2015, "What teachers should know about the
    bootstrap": the expanded percentile interval).
    """
    return 2 * _NORMAL.cdf((n / (n - 1)) ** 0.5 * _student(n - 1)) - 1


def _student(freedom: int) -> float:
    """Return t with |T| <= t at 95 %, where T has Student's distribution with two or more degrees of freedom.

    T / freedom**0.5 is the tangent of an angle whose density is a power of its cosine. Trapezoids give six digits of t.
    """
    angle = np.linspace(0, np.pi / 2, 100_001)
    density = np.cos(angle) ** (freedom - 1)
    share = np.cumsum(density) - (density + density[0]) / 2
    return float(np.tan(np.interp(CONFIDENCE, share / share[-1], angle)) * freedom**0.5)


def signed_rank(a_s: ArrayLike, b_s: ArrayLike, a_limit_s: ArrayLike, b_limit_s: ArrayLike) -> float:
    """Return the two-sided p-value of the signed-rank test of Wilcoxon (1945) on log(a / b); nan for too few.

    a_s, b_s: as in `ratio_interval`.
    a_limit_s, b_limit_s: the limits, float[n_problems], in place of unknown times. A problem is left out if neither
        solved it, or if the known time is not below the limit of the other solver.
    """
    logs = censored(a_s, b_s, a_limit_s, b_limit_s)
    logs = logs[~np.isnan(logs)]
    if len(logs) < LEAST_PROBLEMS:
        return np.nan
    logs = logs[logs != 0]
    _, size, ties = np.unique(np.abs(logs), return_inverse=True, return_counts=True)
    ranks = (2 * np.cumsum(ties) - ties + 1)[size]  # doubled, so that those of ties are whole
    total, above = int(np.sum(ranks)), int(np.sum(ranks[logs > 0]))
    less = min(above, total - above)
    if len(logs) > _MOST_EXACT:
        return 2 * _NORMAL.cdf((2 * less - total) / float(np.sum(ranks**2)) ** 0.5)
    chances = np.eye(1, total + 1)[0]  # of each sum of the ranks above 0, if every sign is as likely as the other
    for rank in ranks:
        chances[rank:] = (chances[rank:] + chances[:-rank]) / 2
        chances[:rank] /= 2
    return min(1.0, 2 * float(np.sum(chances[: less + 1])))


def censored(a_s: ArrayLike, b_s: ArrayLike, a_limit_s: ArrayLike, b_limit_s: ArrayLike) -> Floats:
    """Return log(a / b) of each problem; if only one solver solved it, the limit replaces the time of the other.

    A value is nan if neither solved the problem, or if the limit does not show which one is faster.
    """
    a, b = (np.asarray(times, float) for times in (a_s, b_s))
    logs = _logs(a, b)
    a_least, b_least = _logs(a_limit_s, b), _logs(a, b_limit_s)
    logs = np.where(np.isnan(a) & (a_least > 0), a_least, logs)
    return np.where(np.isnan(b) & (b_least < 0), b_least, logs)


def _logs(a_s: ArrayLike, b_s: ArrayLike) -> Floats:
    return _log(a_s) - _log(b_s)


def _log(times_s: ArrayLike) -> Floats:
    logs: Floats = np.log(np.maximum(np.asarray(times_s, float), _CLOCK_S))
    return logs


def _ratio(*logs: float) -> Ratio:
    return Ratio(*(float(np.exp(log)) for log in logs))


def holm(p_values: ArrayLike) -> Floats:
    """Return the p values adjusted by the method of Holm (1979), which bounds the chance of any false rejection.

    A p-value of nan means that nothing was tested; it stays nan.
    """
    p = np.asarray(p_values, float)
    out = np.full_like(p, np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    out[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(order), 0, -1)), 1.0)
    return out
