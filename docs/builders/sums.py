"""Total CPU time of each solver over a run, relative to the best solver of each case."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.statistics.ranks import limits, ranked
from danceoff.experiments.report.summary import summary
from danceoff.experiments.results.record import Row
from danceoff.questions.table import TASKS

_NAMES = {
    "first": "one cover",
    "unique": "whether there is one",
    "enumerate": "all covers",
    "count": "their number",
    "best": "the cheapest",
    "certify": "certificates",
    "certify-best": "certified optima",
}
_CHOOSERS = ("auto", "race")
"""Solvers made of others; the best solver of a case is chosen without them."""


def sums(rows: Sequence[Row]) -> str:
    """Return a Markdown table of total CPU seconds: a line per task, a column per solver that ran every case.

    The ratio to the best solver of each case follows in brackets. An unsolved case counts with its time limit, and the
    total is then a lower bound.
    """
    table = summary(rows)
    table["cost_s"] = table["cpu_s"].where(table["solved"], limits(table))
    solvers = ranked(table)
    parts = {_NAMES[task]: table[table["task"] == task] for task in TASKS if (table["task"] == task).any()}
    lines = [_line(name, part, solvers) for name, part in (*parts.items(), ("together", table))]
    head = ["CPU seconds in sum", "cases", "best of each", *map(for_markdown, solvers)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ["---", *["--:"] * (len(head) - 1)], *lines])


def _line(name: str, table: pd.DataFrame, solvers: Sequence[str]) -> list[str]:
    best = table[~table["solver"].isin(_CHOOSERS)].groupby(["task", "problem"])["cost_s"].min()
    cells = [_cell(table[table["solver"] == solver], best) for solver in solvers]
    return [name, str(len(best)), _written(best.sum()), *cells]


def _cell(table: pd.DataFrame, best: pd.Series[float]) -> str:
    if len(table) < len(best):
        return ""
    cost_s = table["cost_s"].sum()
    bound = "" if table["solved"].all() else "> "
    return f"{bound}{_written(cost_s)} ({_written(cost_s / best.sum())} x)"


def _written(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
