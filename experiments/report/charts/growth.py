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

    by: the kind of size, one of BY.
    n_sizes: the number of problems.
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
    """Return a fit per family, solver, task and kind of size with at least three solved problems that grow.

    The problems are of a named family, and differ in size and in their number of items: a line through other problems
    would have no meaning.
    """
    curves = _curves([cell for cell in cells if cell["is_of_family"]])
    return [
        _fit(*key, np.log(np.array([(cell[f"n_{key[-1]}"], cell["time_s"]) for cell in own])))
        for key, own in curves.items()
        if len({cell["n_items"] for cell in own}) >= LEAST_SIZES
    ]


def growing(cells: Sequence[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Return each family, task and kind of size for which some solver solves problems of at least three sizes."""
    return list(dict.fromkeys((family, task, by) for family, _, task, by in _curves(cells)))


def _curves(cells: Sequence[dict[str, Any]]) -> dict[tuple[str, str, str, str], list[dict[str, Any]]]:
    """Return the solved problems by family, solver, task and kind of size, if they have at least three sizes."""
    curves = defaultdict(list)
    for by in BY:
        for cell in cells:
            if grows(cell, by):
                curves[cell["family"], cell["solver"], cell["task"], by].append(cell)
    return {key: own for key, own in curves.items() if len({cell[f"n_{key[-1]}"] for cell in own}) >= LEAST_SIZES}


def grows(cell: dict[str, Any], by: str) -> bool:
    """Return whether a cell is a point of the growth of time; by covers, only if all covers were asked for."""
    if by == "options":
        return bool(cell["end"] == "solved" and cell["n_options"])
    is_for_all = not QUESTIONS[cell["task"]].is_done_at_limit
    return bool(cell["end"] == "solved" and is_for_all and cell["n_covers"] >= _LEAST_COVERS)


def _fit(family: str, solver: str, task: str, by: str, logs: np.ndarray[Any, Any]) -> Fit:
    """Return the fit of float[n, 2], natural logarithms of sizes and seconds."""
    x, y = logs.T
    exponent, constant = np.polyfit(x, y, 1)
    off = y - (constant + exponent * x)
    total = float(np.sum((y - y.mean()) ** 2))
    r2 = 1.0 - float(np.sum(off**2)) / total if total else 1.0
    ends = np.array([x.min(), x.max()])
    sizes, times_s = np.exp(ends), np.exp(constant + exponent * ends)
    return Fit(family, solver, task, by, len(x), float(exponent), r2, *sizes.tolist(), *times_s.tolist())
