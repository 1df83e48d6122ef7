"""The tables of a report as Markdown."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd

from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.names import labels
from danceoff.experiments.report.statistics.ranks import ranked
from danceoff.experiments.report.statistics.ratios import Ratio
from danceoff.experiments.report.statistics.scores import scores
from danceoff.experiments.report.summary import COUNTER, counter_columns
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.verify import at_fault
from danceoff.experiments.words.natural_order import natural
from danceoff.problems.model.digits import decimal, percent
from danceoff.questions.table import QUESTIONS, TASKS

_APART = 1.1
"""A table shows quartiles that are further apart than by this factor."""


def overview(rows: Sequence[Row], table: pd.DataFrame) -> str:
    """Return one table per task: median seconds of prepare and search, or the status of a case that is not complete.

    The quartiles of the repeats follow in brackets if they are far apart. After these tables come tables of the
    counters in the summary.
    """
    return matrices(rows, table, ranked(table))


def matrices(rows: Sequence[Row], table: pd.DataFrame, order: Sequence[str]) -> str:
    """Return the tables of `overview` for the lines of a summary, with the solvers in this order."""
    parts = {task: table[table["task"] == task] for task in TASKS if (table["task"] == task).any()}
    which = "repeats in shuffled orders" if any(row.order is not None for row in rows) else "repeats"
    of_times = f"Seconds for {{}}; in brackets the quartiles of {which}, if more than 10 % apart"
    heads = {"total_s": of_times} | {name: f"{name.removeprefix(COUNTER)} for {{}}" for name in counter_columns(table)}
    return "\n\n".join(
        _matrix(task, part, order, answers(rows, task), column, for_markdown(head))
        for column, head in heads.items()
        for task, part in parts.items()
    )


def answers(rows: Sequence[Row], task: str) -> dict[str, str]:
    """Return the answer of each problem to a task: the optimum for `best`, otherwise the number of covers."""
    return costs(rows) if QUESTIONS[task].finds_costs else n_covers(rows)


def costs(rows: Sequence[Row]) -> dict[str, str]:
    """Return the optimum found for each problem; if no solver proved it, the best bound and the best cost."""
    found: dict[str, list[Row]] = {}
    for label, row in zip(labels(rows), rows, strict=True):
        found.setdefault(label.problem, []).append(row)
    return {problem: _cost([row for row in group if row.question.finds_costs]) for problem, group in found.items()}


def _cost(rows: Sequence[Row]) -> str:
    """Return the optimum that rows of one problem prove, or else their best bound and cost."""
    if proven := dict.fromkeys(row.shown_cost(row.cost) for row in rows if row.is_optimal and row.cost is not None):
        return " or ".join(proven)
    cost = min((row.cost for row in rows if row.cost is not None), default=None)
    bound = max((row.bound for row in rows if row.bound is not None), default=None)
    ends = ["" if end is None else rows[0].shown_cost(end) for end in (bound, cost)]
    return " .. ".join(ends) if any(ends) else ""


def n_covers(rows: Sequence[Row]) -> dict[str, str]:
    """Return the number of covers of each problem: by solvers not at fault, by others, or as published, in brackets."""
    problems = [label.problem for label in labels(rows)]
    known: dict[str, str] = {}
    found: dict[str, tuple[dict[int, None], dict[int, None]]] = {problem: ({}, {}) for problem in problems}
    for problem, row, is_at_fault in zip(problems, rows, at_fault(rows), strict=True):
        if row.published is not None:
            known[problem] = f"({decimal(row.published)})"
        if row.is_exact:
            right, others = found[problem]
            (others if is_at_fault else right)[row.covers] = None
    return {
        problem: " or ".join(map(decimal, right or others)) or known.get(problem, "")
        for problem, (right, others) in found.items()
    }


def _matrix(task: str, table: pd.DataFrame, order: Sequence[str], found: dict[str, str], column: str, head: str) -> str:
    cells = {(line["problem"], line["solver"]): _cell(line, column) for line in table.to_dict("records")}
    solvers = [solver for solver in order if (table["solver"] == solver).any()]
    problems = sorted(table["problem"].unique(), key=natural)
    lines = [["problem", "cost" if QUESTIONS[task].finds_costs else "covers", *map(for_markdown, solvers)]]
    lines += [
        [for_markdown(problem), found[problem], *(cells.get((problem, solver), "") for solver in solvers)]
        for problem in problems
    ]
    if not any("(" in cell for line in lines[1:] for cell in line[2:]):  # no brackets to explain
        head = head.partition(";")[0]
    return f"{head.format(QUESTIONS[task].asks)}:\n\n{aligned(lines)}"


def standings(table: pd.DataFrame) -> str:
    """Return one table per task of a summary: how many problems each solver was asked, solved and won, and means."""
    return "\n\n".join(f"{title}:\n\n{aligned(lines)}" for title, lines in boards(table).items())


def boards(table: pd.DataFrame) -> dict[str, list[list[str]]]:
    """Return the lines of each table of `standings`, by its title."""
    board = scores(table)
    parts = {task: board[board["task"] == task] for task in TASKS if (board["task"] == task).any()}
    return {
        f"Asked for {QUESTIONS[task].asks}{over(part)}": [list(map(for_markdown, line)) for line in standing(part)]
        for task, part in parts.items()
    }


def standing(board: pd.DataFrame) -> list[list[str]]:
    """Return the lines of the table of one task's scores; the first line is the head."""
    head = ["solver", "asked", "solved", "won", "PAR-2", "mean place", "geometric mean"]
    return [head] + [
        [
            line["solver"],
            str(line["n_asked"]),
            str(line["n_solved"]),
            known(line["wins"], "d"),
            known(line["par2_s"], ".3g"),
            known(line["mean_place"], ".3g"),
            known(line["mean_shifted_10ms_s"], ".3g"),
        ]
        for line in board.to_dict(orient="records")
    ]


def over(board: pd.DataFrame) -> str:
    """Return in words which problems enter the means of one task's scores; empty if all problems of the task do."""
    n_problems, n_common = board["n_problems"].iloc[0], board["n_common"].iloc[0]
    if n_problems == n_common:
        return ""
    fewer = "; a solver without them was asked fewer than half" if board["par2_s"].isna().any() else ""
    return f". Won and means: of the {n_common} of {n_problems} problems that all compared solvers were asked{fewer}"


def known(number: float | None, form: str) -> str:
    """Return a number as tables show it, in a format of Python; empty if it is not known."""
    return "" if pd.isna(number) else format(number, form)


HOW_TO_READ_RATIOS = (
    "A ratio of 2 means twice the time. It is the geometric mean over the problems that both solve, with a bootstrap "
    "interval of 95 %: what to expect on other problems like these. Faster and slower count problems, including those "
    "that only one of the two solves. p is of Wilcoxon's signed-rank test on these problems, with the limit as the "
    "time of an unsolved one, adjusted by Holm's method for all lines of the table."
)


def factor(ratio: float) -> str:
    """Return a ratio of times as tables show it; empty if it is not known."""
    return "" if pd.isna(ratio) else f"{ratio:.3g}" if ratio < 1000 else f"{ratio:.0f}"


def interval(ratio: Ratio) -> str:
    """Return the interval of a ratio as tables show it; empty if it is not known."""
    return "" if pd.isna(ratio.low) else f"{factor(ratio.low)} to {factor(ratio.high)}"


def chance(p: float) -> str:
    """Return a p-value as tables show it; empty if nothing was tested."""
    return "" if pd.isna(p) else "< 0.001" if p < 0.001 else f"{p:.2g}"


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table with aligned columns; the first line is the header."""
    widths = [max(2, *(len(line[column]) for line in lines)) for column in range(len(lines[0]))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(_line(line, widths) for line in (lines[0], rule, *lines[1:]))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cells[0].ljust(widths[0]),
        *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)),
    ]
    return "| " + " | ".join(padded) + " |"


def _cell(line: Mapping[Hashable, Any], column: str) -> str:
    status = line["status"]
    if line["contradicted"]:
        return "*contradicted*"
    if status != "complete":
        return f"*{status}*" if pd.isna(line["gap"]) else f"*{status}*, gap {percent(line['gap'])}"
    if column != "total_s":
        return known(line[column], ".0f")
    quartiles = " to ".join(quartiles_apart(line["total_s_q1"], line["total_s_q3"]))
    return f"{seconds(line['total_s'])} ({quartiles})" if quartiles else seconds(line["total_s"])


def quartiles_apart(q1_s: float | None, q3_s: float | None) -> list[str]:
    """Return quartiles as tables show them; empty if they are not known or not far apart."""
    if q1_s is None or q3_s is None or not q3_s > _APART * q1_s or seconds(q1_s) == seconds(q3_s):  # also for nan
        return []
    return [seconds(q1_s), seconds(q3_s)]


def seconds(total_s: float) -> str:
    """Return a time in seconds as tables show it."""
    return f"{total_s:.4f}" if total_s < 0.1 else f"{total_s:.3g}"
