"""The data for the scripts of the page: cells and the rows behind them, as columns."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from danceoff.experiments.report.cells import points
from danceoff.experiments.report.charts import CHARTS, STYLED, chart, solver_styles
from danceoff.experiments.report.charts.data_sets import common, left_out
from danceoff.experiments.report.charts.growth import BY, growing, grows
from danceoff.experiments.report.names import labels
from danceoff.experiments.results.record import Row, exact_as_text
from danceoff.experiments.results.verify import at_fault
from danceoff.questions.table import TASKS

Cells = Sequence[dict[str, Any]]
_ELSEWHERE = ("problem", "task", "family", "n_items", "n_options", "replaces", "schema", "cost_scale", "cost_points")
"""Columns of a row that its cell has, or that say nothing to a reader."""


def page_data(rows: Sequence[Row], found: Cells, solvers: Sequence[str]) -> dict[str, Any]:
    """Return the data of rows, their cells and their solvers by rank, as JSON values."""
    own_labels = labels(rows)
    numbers = {(cell["problem"], cell["solver"], cell["task"]): number for number, cell in enumerate(found)}
    behind: list[list[int]] = [[] for _ in found]  # the rows of each cell
    for k, (problem, solver, task, _repeat) in enumerate(own_labels):
        behind[numbers[problem, solver, task]].append(k)
    blamed = at_fault(rows)
    order = [k for part in behind for k in sorted(part, key=lambda number: own_labels[number].repeat)]
    of_task = {task: own for task in TASKS if (own := [cell for cell in found if cell["task"] == task])}
    return {
        "tasks": sorted(of_task, key=lambda task: (-len(of_task[task]), TASKS.index(task))),
        "families": sorted({cell["family"] for cell in found}),
        "solvers": list(solvers),
        "styles": solver_styles(len(solvers), STYLED),
        "cells": packed(_cells(found, of_task.values(), behind)),
        "left_out": {task: " ".join(f"{line}." for line in left_out(own)) for task, own in of_task.items()},
        "rows": packed([_row(rows[k], blamed[k]) for k in order]),
        "charts": {name: chart(name, solvers, STYLED) for name in CHARTS},
    }


def _cells(found: Cells, of_tasks: Iterable[Cells], behind: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Return the cells, with fields that the scripts cannot compute."""
    shared, shown = {id(cell) for own in of_tasks for cell in common(own)}, growing(found)
    return [
        {
            **cell,
            "grows": [by for by in BY if grows(cell, by) and (cell["family"], cell["task"], by) in shown],
            "is_common": id(cell) in shared,
            "n_rows": len(rows),
        }
        for cell, rows in zip(found, behind, strict=True)
    ]


def _row(row: Row, is_at_fault: bool) -> dict[str, Any]:
    """Return the parts of a row that the dialog of a case shows, and its points for the charts over time."""
    columns = {name: value for name, value in exact_as_text(vars(row)).items() if name not in _ELSEWHERE}
    costs = {name: getattr(row, name) for name in ("cost", "bound", "published_cost")}
    return {
        **columns,
        **{name: "" if cost is None else row.shown_cost(cost) for name, cost in costs.items()},
        "pin": ",".join(map(str, row.pin)),
        "stats": list(row.stats.values()),
        "stat_names": "\n".join(row.stats),
        "versions": ", ".join(f"{name} {version}" for name, version in row.versions.items()),
        "sources": ", ".join(f"{file} {digest}" for file, digest in row.sources.items()),
        "command": again(row),
        "at_fault": is_at_fault,
        "points": [_point(point) for point in points(row)],
    }


def _point(point: Mapping[str, Any]) -> list[Any]:
    """Return a point as numbers: seconds and covers or, for a gap, seconds, gap, cost and bound."""
    s, reached = point["s"], point["covers"]
    if point["gap"] is not None:
        return [s, round(point["gap"], 6), point["cost"], point["bound"]]
    return [s, reached]


def packed(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return records of the same keys as columns, which `records` in page/scripts/data.js reads."""
    names = list(records[0]) if records else []
    return {"n": len(records), "columns": {name: [record[name] for record in records] for name in names}}


def again(row: Row) -> str:
    """Return the command line that runs the case of a row again, quoted for a POSIX shell.

    A limit on memory is left out, since `danceoff solve` takes none.
    """
    question, is_certified = row.question, row.question.certifies
    if is_certified:
        limit = None if question.by_cost else row.limit
        own = {"output": "certificate", "task": question.certified, "limit": limit, "memory-limit": row.memory_limit_mb}
    else:
        limit = None if row.limit == question.default_limit else row.limit
        own = {"task": row.task, "limit": limit, "at-most": row.at_most, "order": row.order}
        own |= {"cpu-limit": row.cpu_limit_s, "pin": ",".join(map(str, row.pin))}
    values = {"solver": row.solver, **own, "time-limit": row.time_limit_s}
    texts = {name: f"{value:.12g}" if isinstance(value, float) else value for name, value in values.items()}
    words = [f"--{name}={text}" for name, text in texts.items() if text not in (None, "")]
    given = {f"distinct={row.distinct}": row.distinct, "up-to-symmetry": row.up_to_symmetry, "maximise": row.maximise}
    words += [f"--{word}" for word, is_given in given.items() if is_given]
    return shlex.join(["danceoff", "certify" if is_certified else "solve", *words, "--", row.problem])
