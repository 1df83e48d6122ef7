"""Scores per task and solver, as in SAT competitions, of the medians in the summary.

An unsolved case counts with k times its time limit in PAR-k. The virtual best solver takes the least time of each
problem; the contribution of a solver is how much worse the PAR-2 of the virtual best would be without it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from danceoff.experiments.plans.case import TASKS
from danceoff.experiments.report.summary import ranked

VIRTUAL_BEST = "virtual best"
COLUMNS = [
    "task",
    "solver",
    "n_problems",
    "n_asked",
    "n_solved",
    "wins",
    "only_solver",
    "par2_s",
    "par10_s",
    "mean_shifted_10ms_s",
    "mean_shifted_1s_s",
    "vbs_contribution_s",
]


@dataclass(frozen=True)
class _Times:
    """Medians of one task, float[n_problems, n_solvers].

    solved_s: seconds; nan if a case is unsolved.
    limit_s: seconds; nan if there is no such case.
    """

    solvers: list[str]
    solved_s: NDArray[np.float64]
    limit_s: NDArray[np.float64]


def scores(table: pd.DataFrame) -> pd.DataFrame:
    """Return one row per task and solver of a summary, the virtual best solver first.

    Means are over the problems that a solver was asked: solvers compare only if n_asked is equal. A solver that is not
    installed was not asked.
    """
    table = table[table["status"] != "missing"]
    lines = [line for task in TASKS if (table["task"] == task).any() for line in _of_task(task, table)]
    return pd.DataFrame(lines, columns=COLUMNS).astype(
        {"wins": "Int64", "only_solver": "Int64", "vbs_contribution_s": float}
    )


def limits(table: pd.DataFrame) -> pd.Series[float]:
    """Return the time limit of each row of a summary, seconds; without one, the longest time of any case."""
    longest_s = table[["time_limit_s", "total_s"]].max(axis=None)
    return table["time_limit_s"].fillna(0.0 if pd.isna(longest_s) else longest_s)


def _of_task(task: str, table: pd.DataFrame) -> list[tuple[object, ...]]:
    times = _times(table[table["task"] == task])
    n_problems = len(times.solved_s)
    best_s, limit_s = _least(times.solved_s), np.nanmax(times.limit_s, axis=1)
    n_solvers = np.sum(~np.isnan(times.solved_s), axis=1)
    lines: list[tuple[object, ...]] = [
        (
            task,
            VIRTUAL_BEST,
            n_problems,
            n_problems,
            int(np.sum(n_solvers > 0)),
            None,
            None,
            *_means(best_s, limit_s),
            None,
        )
    ]
    for k, solver in enumerate(times.solvers):
        own_s, is_asked = times.solved_s[:, k], ~np.isnan(times.limit_s[:, k])
        is_solved = ~np.isnan(own_s)
        others_s = _least(np.delete(times.solved_s, k, axis=1))
        contribution_s = _par(2, others_s, limit_s) - _par(2, best_s, limit_s)
        lines.append(
            (
                task,
                solver,
                n_problems,
                int(is_asked.sum()),
                int(is_solved.sum()),
                int(np.sum(own_s == best_s)),
                int(np.sum(is_solved & (n_solvers == 1))),
                *_means(own_s[is_asked], times.limit_s[is_asked, k]),
                contribution_s,
            )
        )
    return lines


def _times(table: pd.DataFrame) -> _Times:
    solvers = ranked(table)
    solved_s = table.assign(value=table["total_s"].where(table["solved"]))
    limit_s = table.assign(value=limits(table))
    values = [cells.pivot(index="problem", columns="solver", values="value")[solvers] for cells in (solved_s, limit_s)]
    return _Times(solvers, *(grid.to_numpy(float) for grid in values))


def _least(times_s: NDArray[np.float64]) -> NDArray[np.float64]:
    """The least of each row, nan if all are nan."""
    least = np.fmin.reduce(times_s, axis=1, initial=np.inf)
    return np.where(np.isinf(least), np.nan, least)


def _means(times_s: NDArray[np.float64], limit_s: NDArray[np.float64]) -> tuple[float, ...]:
    return (
        _par(2, times_s, limit_s),
        _par(10, times_s, limit_s),
        _shifted(0.01, times_s, limit_s),
        _shifted(1.0, times_s, limit_s),
    )


def _par(factor: float, times_s: NDArray[np.float64], limit_s: NDArray[np.float64]) -> float:
    return float(np.mean(np.where(np.isnan(times_s), factor * limit_s, times_s)))


def _shifted(shift_s: float, times_s: NDArray[np.float64], limit_s: NDArray[np.float64]) -> float:
    """The geometric mean of the times plus the shift, minus the shift; unsolved cases count with their limit."""
    filled = np.where(np.isnan(times_s), limit_s, times_s)
    return float(np.exp(np.mean(np.log(filled + shift_s))) - shift_s)
