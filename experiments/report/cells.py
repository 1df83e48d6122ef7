"""The records that charts draw: one per problem, solver and task; and points of covers or gaps over time."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from danceoff.experiments.report.escaping import amount
from danceoff.experiments.report.names import is_of_family, labels
from danceoff.experiments.report.statistics.ranks import limits, ranked
from danceoff.experiments.report.summary import COUNTER
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.verify import at_fault
from danceoff.experiments.words.natural_order import natural
from danceoff.problems.model.digits import decimal, gap_of

_CLOCK_S = 1e-6  # the least time shown: the axes are logarithmic
_COPIED = ("problem", "solver", "task", "family", "status", "solved", "repeats")
_COSTS = (
    "total_s", "total_s_min", "total_s_q1", "total_s_q3", "total_s_max", "startup_s", "prepare_s", "first_s",
    "search_s", "cpu_s",
)  # fmt: skip


def cells(rows: Sequence[Row], table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the lines of the summary as JSON values, in natural order of problems, with these additional fields.

    end: `solved`, `contradicted`, or the status.
    is_of_family: the result of `names.is_of_family`.
    time_s: for axes: the median time to the answer in seconds, or the limit of an unsolved case.
    n_covers: for axes: the number of covers, rounded to a float.
    """
    order = {solver: number for number, solver in enumerate(ranked(table))}
    table = table.assign(limit_s=limits(table))
    own = list(zip(labels(rows), rows, strict=True))
    details = {label[:3]: row.detail for label, row in own if row.detail}  # by problem, solver and task
    named = {label.problem for label, row in own if is_of_family(row)}
    found = [_cell(line, details) | {"is_of_family": line["problem"] in named} for line in table.to_dict("records")]
    return sorted(found, key=lambda cell: (natural(cell["problem"]), order[cell["solver"]]))


def _cell(line: dict[Any, Any], details: dict[tuple[str, str, str], str]) -> dict[str, Any]:
    is_solved = bool(line["solved"])
    end = "solved" if is_solved else "contradicted" if line["contradicted"] else line["status"]
    time_s = line["total_s"] if is_solved and not pd.isna(line["total_s"]) else line["limit_s"]
    return {
        **{name: line[name] for name in _COPIED},
        "covers": decimal(line["covers"]),
        **{name: amount(line[name]) for name in ("cost", "bound")},
        **{name: None if pd.isna(line[name]) else int(line[name]) for name in ("n_items", "n_options")},
        "end": end,
        "time_s": max(time_s, _CLOCK_S),
        "limit_s": line["limit_s"],
        **{name: _number(line[name]) for name in _COSTS},
        **{name: None if pd.isna(line[name]) else line[name] for name in line if name.startswith(COUNTER)},
        "gap": _number(line["gap"]),
        "peak_rss_mb": _number(line["peak_rss_mb"]),
        "n_covers": _for_an_axis(line["covers"]),
        "detail": details.get((line["problem"], line["solver"], line["task"]), ""),
    }


def _number(value: float) -> float | None:
    """Return the value rounded to six digits, finer than any clock; None if nothing was measured."""
    return None if pd.isna(value) else float(f"{value:.6g}")


def progress(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the points of the first repeat of each case: covers over time or, for task `best`, the gap over time.

    Cases with a contradicted answer are left out.
    """
    return [
        {"problem": label.problem, "solver": label.solver, "task": row.task, "limit_s": row.limit_s, **point}
        for row, label, is_at_fault in zip(rows, labels(rows), at_fault(rows), strict=True)
        if label.repeat == 1 and not is_at_fault
        for point in points(row)
    ]


def points(row: Row) -> Iterator[dict[str, Any]]:
    """Yield the points of a row: covers over time or, for task `best`, the known gaps over time, at most 100 %."""
    if not row.question.finds_costs:
        known = ((max(s, _CLOCK_S), covers) for s, covers in row.points if covers)
        yield from ({"s": s, "covers": _for_an_axis(covers), "gap": None} for s, covers in known)
        return
    for s, cost, bound in row.cost_points:
        gap = gap_of(cost, bound)
        if gap is not None and cost is not None and bound is not None:
            shown = {"cost": row.shown_cost(cost), "bound": row.shown_cost(bound)}
            yield {"s": max(s, _CLOCK_S), "covers": 0.0, "gap": min(gap, 1.0), **shown}


def _for_an_axis(n_covers: int) -> float:
    """Return a number of covers as a float, at most 10^300: it may be larger than any float."""
    return float(min(n_covers, 10**300))
