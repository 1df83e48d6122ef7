"""The table of ratios: in each task, every solver against one solver, with intervals and tests."""

import numpy as np
import pandas as pd

from danceoff.experiments.report.statistics.many import holm
from danceoff.experiments.report.statistics.ranks import limits, times
from danceoff.experiments.report.statistics.ratios import censored, ratio_interval, signed_rank
from danceoff.questions.table import TASKS

COLUMNS = [
    "task", "solver", "relative_to", "n_problems", "n_both", "n_faster", "n_slower", "ratio", "ratio_low", "ratio_high",
    "p", "p_holm",
]  # fmt: skip


def ratios(table: pd.DataFrame, relative_to: str = "") -> pd.DataFrame:
    """Return one row per task and solver of a summary: its times divided by those of another solver.

    A row is about the problems that both solvers were asked. A solver that is not installed was not asked.

    relative_to: the other solver, for tasks in which it was asked; by default the best solver of each task by PAR-2.
    """
    table = table[table["status"] != "missing"]
    table = table.assign(solved_s=table["total_s"].where(table["solved"]), limit_s=limits(table))
    lines = [line for task in TASKS for line in _of_task(task, table[table["task"] == task], relative_to)]
    return pd.DataFrame(lines, columns=COLUMNS)


def _of_task(task: str, table: pd.DataFrame, relative_to: str) -> list[tuple[object, ...]]:
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
