"""The order of solvers in all tables, charts and legends, and the problems on which they compare.

No solver may rank high because it was asked easier problems. So the solvers of a task are compared on the *common*
problems, which every compared solver was asked. A solver that was asked fewer than half of the problems is not
compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from danceoff.questions.table import TASKS


def compared(asked: Iterable[tuple[str, str]]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the compared solvers of one task, and the common problems, from the pairs of problem and solver."""
    asked_of: dict[str, set[str]] = {}
    for problem, solver in asked:
        asked_of.setdefault(solver, set()).add(problem)
    problems = set().union(*asked_of.values())
    solvers = frozenset(solver for solver, own in asked_of.items() if 2 * len(own) >= len(problems))
    return solvers, frozenset(problems.intersection(*(asked_of[solver] for solver in solvers)))


@dataclass(frozen=True)
class Times:
    """Medians of one task on the common problems, float[n_problems, n_solvers].

    solvers: the compared solvers, by rank.
    n_asked: the number of problems that each solver was asked, by solver, if any.
    n_problems: the number of problems of the task.
    solved_s: times of solved cases, seconds; nan for an unsolved case.
    limit_s: time limits, seconds.
    families: the family of each problem.
    """

    solvers: list[str]
    n_asked: Counter[str]
    n_problems: int
    solved_s: NDArray[np.float64]
    limit_s: NDArray[np.float64]
    families: NDArray[np.object_]


def times(table: pd.DataFrame) -> Times:
    """Return the times of a summary of one task; a solver that is not installed was not asked."""
    table = table[table["status"] != "missing"]
    solvers, problems = compared(zip(table["problem"], table["solver"], strict=True))
    n_asked, n_problems = Counter(table["solver"]), table["problem"].nunique()
    table = table.assign(solved_s=table["total_s"].where(table["solved"]), limit_s=limits(table))
    table = table[table["solver"].isin(solvers) & table["problem"].isin(problems)]
    columns = pd.Index(sorted(solvers))
    solved_s, limit_s = (
        table.pivot(index="problem", columns="solver", values=value).reindex(columns=columns).to_numpy(float)
        for value in ("solved_s", "limit_s")
    )
    families = table.groupby("problem")["family"].first().to_numpy(object)
    means = np.array([par2(*of_solver) for of_solver in zip(solved_s.T, limit_s.T, strict=True)])
    k = np.argsort(means, kind="stable")  # the columns, by rank
    return Times(list(columns[k]), n_asked, n_problems, solved_s[:, k], limit_s[:, k], families)


def limits(table: pd.DataFrame) -> pd.Series[float]:
    """Return the time limit of each row of a summary, seconds; without one, the longest time of any case."""
    longest_s = table[["time_limit_s", "total_s"]].max(axis=None)
    return table["time_limit_s"].fillna(0.0 if pd.isna(longest_s) else longest_s)


def par2(times_s: NDArray[np.float64], limit_s: NDArray[np.float64]) -> float:
    """Return the mean time, where an unsolved problem counts as twice its limit; nan without problems."""
    return float(np.mean(np.where(np.isnan(times_s), 2 * limit_s, times_s))) if len(times_s) else np.nan


def ranked(table: pd.DataFrame) -> list[str]:
    """Return all solvers of a summary in the one order that all tables use.

    First come the solvers that are compared in the task with the most cases, by PAR-2. Then come solvers that are
    compared in the task with the next most cases, by PAR-2 there, and so on. Solvers that are never compared come last,
    by name.
    """
    sizes = table["task"].value_counts()
    tasks = sorted(sizes.index, key=lambda task: (-sizes[task], TASKS.index(task)))
    compare = [solver for task in tasks for solver in times(table[table["task"] == task]).solvers]
    return list(dict.fromkeys([*compare, *sorted(table["solver"].unique())]))
