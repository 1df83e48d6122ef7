"""A Gaussian process: predicts a value and its standard deviation from few examples.

Rasmussen and Williams, Gaussian Processes for Machine Learning (2006), algorithm 2.1, with a kernel that is
the sum of a linear trend and a local part.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_REACHES = (0.7, 1.5)  # length scales, in standard deviations of the features
_SLOPES = (0.3, 3.0)
_SIZES = (0.5, 3.0)
_NOISES = (0.01, 0.03, 0.1, 0.3, 1.0)  # variances; the largest for solvers that are either quick or lost


@dataclass(frozen=True)
class Process:
    """A fitted process with the kernel, among those of a grid, under which the examples are most likely."""

    x: Floats
    mean: float
    setting: tuple[float, float, float, float]
    lower: Floats
    weights: Floats

    @classmethod
    def fitted(cls, x: Floats, y: Floats) -> Process:
        """Fits a process to examples; raises ValueError if there are none.

        x: [n, n_features], of the order of 1.
        y: [n].
        """
        mean = float(y.mean())
        pairs = _pairs(x, x)
        fits = [(setting, *_fit(pairs, y - mean, setting)) for setting in product(_REACHES, _SLOPES, _SIZES, _NOISES)]
        setting, lower, weights, _ = max(fits, key=lambda fit: fit[3])
        return cls(x, mean, setting, lower, weights)

    def at(self, x: Floats) -> tuple[float, float]:
        """Return the expected value at a point and its standard deviation; x: [n_features]."""
        near = _kernel(_pairs(self.x, x[None]), self.setting)[:, 0]
        known = np.linalg.solve(self.lower, near)
        variance = float(_kernel(_pairs(x[None], x[None]), self.setting)[0, 0] - known @ known) + self.setting[3]
        return self.mean + float(near @ self.weights), max(variance, 0.0) ** 0.5


def _fit(
    pairs: tuple[Floats, Floats], y: Floats, setting: tuple[float, float, float, float]
) -> tuple[Floats, Floats, float]:
    """The lower factor of the kernel, the weights of the examples, and the logarithm of their likelihood."""
    lower = np.linalg.cholesky(_kernel(pairs, setting) + setting[3] * np.eye(len(y))).astype(np.float64)
    weights = np.linalg.solve(lower.T, np.linalg.solve(lower, y))
    return lower, weights, float(-0.5 * y @ weights - np.log(np.diag(lower)).sum())


def _pairs(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Mean squared distances and mean products of all pairs, [len(a), len(b)] each."""
    return np.mean((a[:, None] - b[None]) ** 2, axis=2), a @ b.T / a.shape[1]


def _kernel(pairs: tuple[Floats, Floats], setting: tuple[float, float, float, float]) -> Floats:
    reach, slope, size, _ = setting
    apart, aligned = pairs
    kernel: Floats = size * (slope * (1 + aligned) + np.exp(-apart / (2 * reach**2)))
    return kernel
