"""Growth of the cost within a family: time = constant * size ** exponent, fitted to the logarithms.

The size of a problem is its number of covers or of options.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from danceoff.questions.table import QUESTIONS

LEAST_SIZES = 3
BY = ("covers", "options")
"""What may be the size of a problem."""
_LEAST_COVERS = 2  # a single cover shows no growth


class Fit(NamedTuple):
    """A line fitted to the solved problems of one family, for one solver and task.

    by: what their size is, one of BY.
    n_sizes: how many problems.
    exponent: the slope of the line.
    r2: its coefficient of determination.
    size_from, size_to, time_from_s, time_to_s: the ends of the line in a chart.
    """

    family: str
    solver: str
    task: str
    by: str
    n_sizes: int
    exponent: float
    r2: float
    size_from: float
    size_to: float
    time_from_s: float
    time_to_s: float


def fits(cells: Sequence[dict[str, Any]]) -> list[Fit]:
    """Return a fit per family, solver, task and kind of size with at least three solved problems of different sizes."""
    groups: dict[tuple[str, str, str, str], list[tuple[float, float]]] = defaultdict(list)
    for by in BY:
        for cell in cells:
            if grows(cell, by):
                group = cell["family"], cell["solver"], cell["task"], by
                groups[group].append((cell[f"n_{by}"], cell["time_s"]))
    return [
        _fit(*key, np.log(np.array(points)))
        for key, points in groups.items()
        if len({size for size, _ in points}) >= LEAST_SIZES
    ]


def grows(cell: dict[str, Any], by: str) -> bool:
    """Whether a cell is a point of the growth of the time: by covers only if all of them were asked for."""
    if by == "options":
        return bool(cell["end"] == "solved" and cell["n_options"])
    is_for_all = not QUESTIONS[cell["task"]].is_done_at_limit
    return bool(cell["end"] == "solved" and is_for_all and cell["n_covers"] >= _LEAST_COVERS)


def _fit(family: str, solver: str, task: str, by: str, logs: np.ndarray[Any, Any]) -> Fit:
    """Return the fit of one family, solver, task and kind of size.

    logs: float[n, 2], natural logarithms of sizes and seconds.
    """
    x, y = logs.T
    exponent, constant = np.polyfit(x, y, 1)
    off = y - (constant + exponent * x)
    total = float(np.sum((y - y.mean()) ** 2))
    r2 = 1.0 - float(np.sum(off**2)) / total if total else 1.0
    ends = np.array([x.min(), x.max()])
    sizes, times_s = np.exp(ends), np.exp(constant + exponent * ends)
    return Fit(family, solver, task, by, len(x), float(exponent), r2, *sizes.tolist(), *times_s.tolist())
