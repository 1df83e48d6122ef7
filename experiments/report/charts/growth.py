"""Growth of the cost within a family: time = constant * covers ** exponent, fitted to the logarithms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from danceoff.questions.table import QUESTIONS

LEAST_SIZES = 3
_LEAST_COVERS = 2  # a single cover shows no growth


class Fit(NamedTuple):
    """A line fitted to the solved problems of one family, for one solver and task.

    n_sizes: how many problems.
    exponent: the slope of the line.
    r2: its coefficient of determination.
    covers_from, covers_to, time_from_s, time_to_s: the ends of the line in a chart.
    """

    family: str
    solver: str
    task: str
    n_sizes: int
    exponent: float
    r2: float
    covers_from: float
    covers_to: float
    time_from_s: float
    time_to_s: float


def fits(cells: Sequence[dict[str, Any]]) -> list[Fit]:
    """Return a fit per family, solver and task with at least three solved problems of different numbers of covers."""
    groups: dict[tuple[str, str, str], list[tuple[float, float]]] = defaultdict(list)
    for cell in cells:
        if grows(cell):
            groups[cell["family"], cell["solver"], cell["task"]].append((cell["n_covers"], cell["time_s"]))
    return [
        _fit(*key, np.log(np.array(points)))
        for key, points in groups.items()
        if len({covers for covers, _ in points}) >= LEAST_SIZES
    ]


def grows(cell: dict[str, Any]) -> bool:
    """Whether a cell is a point of the growth of the time for all covers."""
    return bool(
        cell["end"] == "solved" and not QUESTIONS[cell["task"]].is_done_at_limit and cell["n_covers"] >= _LEAST_COVERS
    )


def _fit(family: str, solver: str, task: str, logs: np.ndarray[Any, Any]) -> Fit:
    """Return the fit of one family, solver and task.

    logs: float[n, 2], natural logarithms of covers and seconds.
    """
    x, y = logs.T
    exponent, constant = np.polyfit(x, y, 1)
    off = y - (constant + exponent * x)
    total = float(np.sum((y - y.mean()) ** 2))
    r2 = 1.0 - float(np.sum(off**2)) / total if total else 1.0
    ends = np.array([x.min(), x.max()])
    covers, times_s = np.exp(ends), np.exp(constant + exponent * ends)
    return Fit(family, solver, task, len(x), float(exponent), r2, *covers.tolist(), *times_s.tolist())
