"""Scores and ratios per task and solver, from the medians in the summary: scores as in SAT competitions.

An unsolved case counts with twice its time limit in PAR-2. The virtual best solver takes the least time of each
problem; the contribution of a solver is the rise of the virtual best's PAR-2 without this solver. The place of a solver
on a problem is 1 if it is the fastest; equal times, and unsolved cases, share the mean of their places.
"""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from danceoff.experiments.report.statistics.ranks import limits, par2, times
from danceoff.experiments.report.statistics.ratios import censored, holm, ratio_interval, signed_rank
from danceoff.questions.table import TASKS

VIRTUAL_BEST = "virtual best"
_SHIFT_S = 0.01
_NUMBERS = ["n_common", "wins", "only_solver"]
_MEANS = [
    "mean_place", "par2_s", "par2_families_s", "mean_shifted_10ms_s", "vbs_contribution_s",
]  # fmt: skip
COLUMNS = ["task", "solver", "n_problems", "n_asked", "n_solved", *_NUMBERS, *_MEANS]
_RATIOS = [
    "task", "solver", "relative_to", "n_problems", "n_both", "n_faster", "n_slower", "ratio", "ratio_low", "ratio_high",
    "p", "p_holm",
]  # fmt: skip


def scores(table: pd.DataFrame) -> pd.DataFrame:
    """Return one row per task and solver of a summary, by rank, the virtual best solver first.

    All columns but n_asked and n_solved are over the n_common problems that all compared solvers were asked (`ranks`).
    They are missing for a solver that is not compared. A solver that is not installed was not asked.
    """
    table = table[table["status"] != "missing"]
    lines = [line for task in TASKS if (table["task"] == task).any() for line in _of_task(task, table)]
    return pd.DataFrame(lines, columns=COLUMNS).astype(dict.fromkeys(_NUMBERS, "Int64") | dict.fromkeys(_MEANS, float))


def _of_task(task: str, table: pd.DataFrame) -> list[tuple[object, ...]]:
    table = table[table["task"] == task]
    solved, found = table[table["solved"]], times(table)
    n_solved = solved.groupby("solver").size()
    best_s, limit_s = _least(found.solved_s), found.limit_s.max(axis=1, initial=0.0)
    n_solvers, n_common = np.sum(~np.isnan(found.solved_s), axis=1), len(best_s)
    head = (task, VIRTUAL_BEST, found.n_problems, found.n_problems, solved["problem"].nunique(), n_common)
    places = pd.DataFrame(found.solved_s).fillna(np.inf).rank(axis="columns").mean()
    means = _means(best_s, limit_s, found.families)
    lines: list[tuple[object, ...]] = [(*head, None, None, None, *means, None)]  # no wins, alone, place, contribution
    for solver in [*found.solvers, *sorted(found.n_asked.keys() - set(found.solvers))]:
        facts = (task, solver, found.n_problems, found.n_asked[solver], int(n_solved.get(solver, 0)))
        if solver not in found.solvers:
            lines.append((*facts, *[None] * (len(COLUMNS) - len(facts))))
            continue
        k = found.solvers.index(solver)
        own_s, others_s = found.solved_s[:, k], _least(np.delete(found.solved_s, k, axis=1))
        wins, alone = int(np.sum(own_s == best_s)), int(np.sum(~np.isnan(own_s) & (n_solvers == 1)))
        contribution_s = par2(others_s, limit_s) - par2(best_s, limit_s)
        means = _means(own_s, found.limit_s[:, k], found.families)
        lines.append((*facts, n_common, wins, alone, places[k], *means, contribution_s))
    return lines


def _least(times_s: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the least value of each row; nan if all are nan."""
    least = np.fmin.reduce(times_s, axis=1, initial=np.inf)
    return np.where(np.isinf(least), np.nan, least)


def _means(
    times_s: NDArray[np.float64], limit_s: NDArray[np.float64], families: NDArray[np.object_]
) -> tuple[float, ...]:
    of_families = [par2(times_s[families == one], limit_s[families == one]) for one in np.unique(families)]
    return (par2(times_s, limit_s), float(np.mean(of_families)) if of_families else np.nan, _shifted(times_s, limit_s))


def _shifted(times_s: NDArray[np.float64], limit_s: NDArray[np.float64]) -> float:
    """Return the geometric mean of times plus 10 ms, minus 10 ms; an unsolved case counts as its limit."""
    if not len(times_s):
        return np.nan
    filled = np.where(np.isnan(times_s), limit_s, times_s)
    return float(np.exp(np.mean(np.log(filled + _SHIFT_S))) - _SHIFT_S)


def ratios(table: pd.DataFrame, relative_to: str = "") -> pd.DataFrame:
    """Return one row per task and solver of a summary: its times divided by those of another solver.

    A row is about the problems that both solvers were asked. A solver that is not installed was not asked.

    relative_to: the other solver, for tasks in which it was asked; by default the best solver of each task by PAR-2.
    """
    table = table[table["status"] != "missing"]
    table = table.assign(solved_s=table["total_s"].where(table["solved"]), limit_s=limits(table))
    lines = [line for task in TASKS for line in _ratios_of_task(task, table[table["task"] == task], relative_to)]
    return pd.DataFrame(lines, columns=_RATIOS)


def _ratios_of_task(task: str, table: pd.DataFrame, relative_to: str) -> list[tuple[object, ...]]:
    if table.empty or (relative_to and relative_to not in set(table["solver"])):
        return []
    by_rank = times(table).solvers
    solvers = [*by_rank, *sorted(set(table["solver"]) - set(by_rank))]
    reference = relative_to or solvers[0]
    solved_s, limit_s = (
        table.pivot(index="problem", columns="solver", values=name) for name in ("solved_s", "limit_s")
    )
    lines, p_values = [], []
    for solver in solvers:
        if solver == reference:
            continue
        both = limit_s[[solver, reference]].notna().all(axis=1)
        own_s, their_s = (solved_s.loc[both, name].to_numpy(float) for name in (solver, reference))
        bounds_s = tuple(limit_s.loc[both, name].to_numpy(float) for name in (solver, reference))
        logs = censored(own_s, their_s, *bounds_s)
        counts = (len(own_s), int(np.sum(~np.isnan(own_s + their_s))), int(np.sum(logs < 0)), int(np.sum(logs > 0)))
        lines.append((task, solver, reference, *counts, *ratio_interval(own_s, their_s)))
        p_values.append(signed_rank(own_s, their_s, *bounds_s))
    return [(*line, p, adjusted) for line, p, adjusted in zip(lines, p_values, holm(p_values), strict=True)]
