"""The tables of a report as pages of the documentation show them: at most ten lines and solvers, or CPU seconds."""

import math
from collections.abc import Sequence

import pandas as pd

from danceoff.experiments.report.statistics.ranks import ranked, times
from danceoff.experiments.report.tables.markdown import aligned, boards, matrices
from danceoff.experiments.results.record import Row
from danceoff.experiments.words.natural_order import natural
from danceoff.questions.table import QUESTIONS, TASKS

_WIDEST, _BEST = 10, 8
"""The most solvers of a short table, and how many are left of more."""
_LONGEST = 10
"""The most lines of a short table."""


def overview(rows: Sequence[Row], table: pd.DataFrame, cost: str = "total_s", short: bool = False) -> str:
    """Return the tables of the report's `overview`.

    cost: `total_s` for wall-clock seconds, `cpu_s` for CPU seconds.
    short: whether to show at most 10 solvers (the 8 best if there are more) and 10 problems (on which the fastest
        solver takes longest).
    """
    order = ranked(table)
    if cost == "cpu_s":
        table = table.assign(total_s=table["cpu_s"], total_s_q1=math.nan, total_s_q3=math.nan)
    parts = [(task, table[table["task"] == task]) for task in TASKS if (table["task"] == task).any()]
    left = [_left(part, order) if short else (part, "") for _, part in parts]
    text = matrices(rows, pd.concat([part for part, _ in left]), order) if left else ""
    for (task, _), (_, which) in zip(parts, left, strict=True):
        for end in (";", ":\n"):
            asked = f" for {QUESTIONS[task].asks}"
            text = text.replace(asked + end, asked + which + end)
    return text.replace("Seconds for ", "CPU seconds for ") if cost == "cpu_s" else text


def _left(table: pd.DataFrame, order: Sequence[str]) -> tuple[pd.DataFrame, str]:
    """Return the lines of one task that a short table shows, and in words which they are."""
    left, which = table, ""
    solvers = [solver for solver in order if (table["solver"] == solver).any()]
    if len(solvers) > _WIDEST:
        which += f", by the {_BEST} best of {len(solvers)} solvers"
        best = [*dict.fromkeys([*times(table).solvers, *solvers])][:_BEST]
        left = left[left["solver"].isin(best)]
    problems = sorted(table["problem"].unique(), key=natural)
    if len(problems) > _LONGEST:
        which += f", on the {_LONGEST} of {len(problems)} problems that take the fastest solver longest"
        fastest_s = table["total_s"].where(table["solved"]).groupby(table["problem"]).min().fillna(math.inf)
        hardest = sorted(problems, key=lambda problem: -fastest_s[problem])[:_LONGEST]
        left = left[left["problem"].isin(hardest)]
    return left, which


def standings(table: pd.DataFrame, short: bool = False) -> str:
    """Return the tables of the report's `standings`."""
    return "\n\n".join(titled(title, lines, short) for title, lines in boards(table).items())


def titled(title: str, lines: Sequence[Sequence[str]], short: bool) -> str:
    """Return a table below its title: the header, then solvers in the order of PAR-2, at most 10 if it is short."""
    if short and len(lines) > _LONGEST + 1:
        return f"{title}; the {_LONGEST} best of {len(lines) - 1} lines by PAR-2:\n\n{aligned(lines[: _LONGEST + 1])}"
    return f"{title}:\n\n{aligned(lines)}"
