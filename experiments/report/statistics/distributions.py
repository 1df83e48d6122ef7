"""Distributions that tests and intervals need: Student's, Fisher's, and the logarithm of a gamma variable.

SciPy has them, too, but would be a sixth of the installation.
"""

from collections.abc import Callable
from math import lgamma
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(96)
_WIDTH = 14.0  # beyond so many standard deviations from its peak a density is 0
_FAR = 24
_log_gamma = np.vectorize(lgamma, otypes=[float])


def f_tail(above: ArrayLike, freedom: ArrayLike, of_other: ArrayLike) -> Floats:
    """Return the probability that the ratio of two variances exceeds a number, by Gauss's quadrature over their angle.

    freedom, of_other: the degrees of freedom of the numerator, at least 1, and of the denominator, at least 0.3.
    """
    f, p, q = (np.asarray(one, float) for one in np.broadcast_arrays(above, freedom, of_other))
    low, scale = np.arctan(np.sqrt(p * f / q)), 1 / np.sqrt(p + q)
    high = np.minimum(np.pi / 2, np.maximum(low, np.arctan(np.sqrt(p / q))) + _WIDTH * scale)
    p, q, low, width = p[..., None], q[..., None], low[..., None], (high - low)[..., None]
    near = (_NODES + 1) / 2  # denser towards the end, where the density may be infinite
    angle = low + width * (1 - near**4)
    logs = (p - 1) * np.log(np.sin(angle)) + (q - 1) * np.log(np.cos(angle)) + 3 * np.log(near) + np.log(4 * width)
    logs += _log_gamma((p + q) / 2) - _log_gamma(p / 2) - _log_gamma(q / 2)
    tail: Floats = np.minimum(1.0, np.exp(logs) @ _WEIGHTS)
    return tail


def student_quantile(beyond: ArrayLike, freedom: ArrayLike) -> Floats:
    """Return the t that the absolute value of a variable with Student's distribution exceeds with this probability."""
    angle = falling_to(lambda a: f_tail(np.tan(a) ** 2 * freedom, 1, freedom), np.asarray(beyond, float), 0, np.pi / 2)
    return np.tan(angle) * np.sqrt(freedom)


def digamma(x: ArrayLike) -> Floats:
    """Return the mean of the logarithm of a gamma variable."""
    far = np.asarray(x, float) + _FAR
    near = np.sum(1 / (far[..., None] - np.arange(1, _FAR + 1)), axis=-1)
    mean: Floats = np.log(far) - 1 / (2 * far) - 1 / (12 * far**2) + 1 / (120 * far**4) - near
    return mean


def trigamma(x: ArrayLike) -> Floats:
    """Return the variance of the logarithm of a gamma variable."""
    far = np.asarray(x, float) + _FAR
    near = np.sum(1 / (far[..., None] - np.arange(1, _FAR + 1)) ** 2, axis=-1)
    variance: Floats = 1 / far + 1 / (2 * far**2) + 1 / (6 * far**3) - 1 / (30 * far**5) + near
    return variance


def falling_to(function: Callable[[Any], Floats], value: Floats, low: float, high: float) -> Floats:
    """Return the arguments, between two numbers, at which a falling function has these values, by bisection."""
    lows, highs = np.full_like(value, low), np.full_like(value, high)
    for _ in range(60):
        middle = (lows + highs) / 2
        is_above = function(middle) > value
        lows, highs = np.where(is_above, middle, lows), np.where(is_above, highs, middle)
    return (lows + highs) / 2
