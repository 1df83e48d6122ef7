"""Several tests at once: adjusted p-values, and variances estimated from few repeats of many cases."""

import numpy as np
from numpy.typing import ArrayLike

from danceoff.experiments.report.statistics.distributions import (
    Floats,
    digamma,
    f_tail,
    falling_to,
    student_quantile,
    trigamma,
)
from danceoff.experiments.report.statistics.ratios import Spread

_RATE = 0.05
_LEAST_VARIANCE = 1e-6  # of logarithms: a thousandth, finer than any clock of ours
_ALIKE = 1e6  # degrees of freedom of a variance that all cases share
_LEAST_BEYOND = 2 / _ALIKE


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


def selected_intervals(spread: Spread) -> tuple[Floats, Floats]:
    """Return the ends of an interval for each mean; of the intervals without 0, few miss the true mean.

    On average at most 5 % of these miss it. The method of Benjamini and Hochberg (1995) selects the means whose
    intervals lack 0. The fewer means it selects, the wider all intervals are (Benjamini and Yekutieli 2005).
    """
    variance, freedom = moderated(spread.variance, spread.freedom)
    error = np.sqrt(variance * spread.share)
    p = f_tail((spread.mean / error) ** 2, 1, freedom)
    rank = np.arange(1, len(p) + 1)
    n_selected = np.max(np.where(np.sort(p) <= _RATE * rank / len(p), rank, 1))
    half = student_quantile(np.full(len(p), _RATE * n_selected / len(p)), freedom) * error
    return spread.mean - half, spread.mean + half


def moderated(variances: ArrayLike, freedom: ArrayLike) -> tuple[Floats, Floats]:
    """Return the variances of many cases, each shrunk towards a common value, and their degrees of freedom.

    Three repeats alone estimate the variance of a case badly. All cases together show how large variances usually are,
    and how much they differ (Smyth 2004, section 6.2: the moderated t statistic). A case that scatters far more than
    the others keeps its own variance.

    variances: float[n_cases].
    freedom: float[n_cases], the degrees of freedom of each variance, at least 1.
    """
    s2, d = np.maximum(np.asarray(variances, float), _LEAST_VARIANCE), np.asarray(freedom, float)
    if len(s2) < 2:
        return s2, d
    e = np.log(s2) - digamma(d / 2) + np.log(d / 2)
    mean = np.mean(e)
    beyond_chance = np.sum((e - mean) ** 2) / (len(e) - 1) - np.mean(trigamma(d / 2))
    prior = 2 * np.exp(falling_to(lambda x: trigamma(np.exp(x)), np.maximum(beyond_chance, _LEAST_BEYOND), -9, 14))
    s2_prior = np.exp(mean + digamma(prior / 2) - np.log(prior / 2))
    is_apart = f_tail(s2 / s2_prior, d, prior) < 0.05 / len(s2)
    joint = np.minimum(prior + d, np.sum(d))
    return np.where(is_apart, s2, (prior * s2_prior + d * s2) / (prior + d)), np.where(is_apart, d, joint)
