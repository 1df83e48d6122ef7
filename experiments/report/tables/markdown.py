"""The tables of a report as Markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pandas as pd

from danceoff.experiments.plans.case import TASKS
from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.mixtures import mixtures
from danceoff.experiments.report.names.natural_order import natural
from danceoff.experiments.report.names.questions import told_apart
from danceoff.experiments.report.names.settings import is_folded
from danceoff.experiments.report.statistics.ranks import ranked
from danceoff.experiments.report.statistics.scores import scores
from danceoff.experiments.report.summary import summary
from danceoff.experiments.results.digits import decimal
from danceoff.experiments.results.record import Row
from danceoff.experiments.terminal.covers.best import percent

_ASKED = {
    "first": "one cover",
    "unique": "whether there is exactly one cover",
    "enumerate": "all covers, listed and checked",
    "count": "all covers, counted",
    "best": "the cheapest cover, and the proof",
    "certify-best": "a cheapest cover, certified (times exclude the certificate and its check)",
    "certify": "all covers, certified (times exclude the certificate and its check)",
}

_SECONDS = {"total_s": "Seconds", "cpu_s": "CPU seconds"}


def overview(rows: Sequence[Row], cost: str = "total_s") -> str:
    """Return one table per task: median seconds of prepare and search, or the status of a case that is not complete.

    Reasons why the times do not compare follow the tables.

    rows: the rows of a results folder.
    cost: `total_s` for wall-clock seconds, `cpu_s` for CPU seconds.
    """
    rows = told_apart(rows)
    table = summary(rows)
    order = ranked(table)
    if cost != "total_s":
        table = table.assign(total_s=table[cost], total_s_min=math.nan, total_s_max=math.nan)
    parts = {task: table[table["task"] == task] for task in TASKS if (table["task"] == task).any()}
    matrices = [_matrix(task, part, order, answers(rows, task), _SECONDS[cost]) for task, part in parts.items()]
    return "\n\n".join([*matrices, *map(for_markdown, mixtures(rows))])


def answers(rows: Sequence[Row], task: str) -> dict[str, str]:
    """Return problem -> the answer to a task: the optimum for `best`, otherwise the number of covers."""
    return costs(rows) if task == "best" else n_covers(rows)


def costs(rows: Sequence[Row]) -> dict[str, str]:
    """Return problem -> its optimum as found; if nobody proved it, the best bound and the best cost."""
    found: dict[str, list[Row]] = {}
    for row in told_apart(rows):
        found.setdefault(row.problem, []).append(row)
    return {problem: _cost([row for row in group if row.task == "best"]) for problem, group in found.items()}


def _cost(rows: Sequence[Row]) -> str:
    """The optimum that rows of one problem prove, or how far they came."""
    if proven := dict.fromkeys(row.shown_cost(row.cost) for row in rows if row.is_optimal and row.cost is not None):
        return " or ".join(proven)
    cost = min((row.cost for row in rows if row.cost is not None), default=None)
    bound = max((row.bound for row in rows if row.bound is not None), default=None)
    ends = ["" if end is None else rows[0].shown_cost(end) for end in (bound, cost)]
    return " .. ".join(ends) if any(ends) else ""


def n_covers(rows: Sequence[Row]) -> dict[str, str]:
    """Return problem -> its number of covers as found, or else as published, in brackets."""
    rows = told_apart(rows)
    known = {row.problem: f"({decimal(row.published)})" for row in rows if row.published is not None}
    found: dict[str, list[str]] = {}
    for row in rows:
        counts = found.setdefault(row.problem, [])
        if row.is_exact and decimal(row.covers) not in counts:
            counts.append(decimal(row.covers))
    return {problem: " or ".join(counts) or known.get(problem, "") for problem, counts in found.items()}


def _matrix(task: str, table: pd.DataFrame, order: Sequence[str], found: dict[str, str], unit: str) -> str:
    cells = {(line.problem, line.solver): _cell(line) for line in table.itertuples()}
    solvers = [solver for solver in order if (table["solver"] == solver).any()]
    lines = [["problem", "cost" if task == "best" else "covers", *map(for_markdown, solvers)]]
    lines += [
        [for_markdown(problem), found[problem], *(cells.get((problem, solver), "") for solver in solvers)]
        for problem in sorted(table["problem"].unique(), key=natural)
    ]
    return f"{unit} for {_ASKED[task]}:\n\n{_aligned(lines)}"


def standings(rows: Sequence[Row]) -> str:
    """Return one table per task: problems asked and solved by each solver, those won, and mean times in seconds."""
    board = scores(summary(rows))
    return "\n\n".join(_standing(task, board[board["task"] == task]) for task in TASKS if (board["task"] == task).any())


def _standing(task: str, board: pd.DataFrame) -> str:
    lines = [["solver", "asked", "solved", "won", "PAR-2", "geometric mean"]]
    lines += [
        [
            for_markdown(line["solver"]),
            str(line["n_asked"]),
            str(line["n_solved"]),
            "" if pd.isna(line["wins"]) else str(line["wins"]),
            _mean(line["par2_s"]),
            _mean(line["mean_shifted_10ms_s"]),
        ]
        for line in board.to_dict(orient="records")
    ]
    return f"Asked for {_ASKED[task]}{_common(board)}:\n\n{_aligned(lines)}"


def _common(board: pd.DataFrame) -> str:
    """Which problems the means are over, if not over all; in a table of scores of one task."""
    n_problems, n_common = board["n_problems"].iloc[0], board["n_common"].iloc[0]
    if n_problems == n_common:
        return ""
    fewer = "; a solver without them was asked fewer than half" if board["par2_s"].isna().any() else ""
    return f". Won and means: of the {n_common} of {n_problems} problems that all compared solvers were asked{fewer}"


def _mean(seconds: float) -> str:
    return "" if pd.isna(seconds) else f"{seconds:.3g}"


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    """A Markdown table with aligned columns; the first line is the header."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(_line(line, widths) for line in (lines[0], rule, *lines[1:]))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cells[0].ljust(widths[0]),
        *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)),
    ]
    return "| " + " | ".join(padded) + " |"


def _cell(line: tuple[object, ...]) -> str:
    status, total_s = line.status, line.total_s  # type: ignore[attr-defined]
    if line.contradicted:  # type: ignore[attr-defined]
        return "*contradicted*"
    if status != "complete":
        gap = line.gap  # type: ignore[attr-defined]
        return f"*{status}*" if pd.isna(gap) else f"*{status}*, gap {percent(gap)}"
    text = seconds(total_s)
    if not is_folded(line.solver) or pd.isna(line.total_s_min):  # type: ignore[attr-defined]
        return text
    return f"{text} ({seconds(line.total_s_min)} .. {seconds(line.total_s_max)})"


def seconds(total_s: float) -> str:
    """Return a time in seconds as tables show it."""
    return f"{total_s:.4f}" if total_s < 0.1 else f"{total_s:.3g}"
