"""The CSV tables of a report. Numbers of covers are text there, for they outgrow every numeric column."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas as pd

from experiments.record import COLUMNS, STATUSES, Row, as_json
from experiments.verify import by_digest, offences

_GROUP = ["problem", "solver", "task"]
_AGREEMENT = [
    "problem",
    "digest",
    "published",
    "covers",
    "fingerprint",
    "n_solvers",
    "solvers",
    "agrees",
    "detail",
]
_COSTS = ["startup_s", "prepare_s", "first_s", "search_s", "cpu_s", "peak_rss_mb"]


def runs(rows: Sequence[Row]) -> pd.DataFrame:
    """One row a case, sorted by problem, solver, task and repeat; nested columns are JSON texts."""
    table = pd.DataFrame([json.loads(as_json(row)) for row in rows], columns=COLUMNS, dtype=object)
    for column in ("stats", "versions"):
        table[column] = table[column].map(json.dumps)
    return table.sort_values([*_GROUP, "repeat"], kind="stable", ignore_index=True)


def summary(rows: Sequence[Row]) -> pd.DataFrame:
    """One row a problem, solver and task: medians of the costs over the repeats, and the spread of the time.

    total_s is prepare_s + search_s. Where repeats end differently the row says how the worst of them ended, and where
    any was stopped early its times are times until the stop, not times to an answer.
    """
    table = runs(rows)
    table["total_s"] = pd.Series([row.total_s for row in _sorted(rows)], dtype=float)
    for column in _COSTS:
        table[column] = table[column].astype(float)
    groups = table.groupby(_GROUP, sort=True)
    out = groups[["total_s", *_COSTS]].median()
    out.insert(0, "repeats", groups.size())
    out.insert(1, "status", groups["status"].agg(_worst))
    out.insert(2, "covers", groups["covers"].agg(lambda covers: max(covers, key=int)))
    out.insert(4, "total_s_min", groups["total_s"].min())
    out.insert(5, "total_s_max", groups["total_s"].max())
    return out.reset_index()


def agreement(rows: Sequence[Row]) -> pd.DataFrame:
    """One row a problem: the number of covers, who found all of them, and whether anything contradicts it."""
    lines = [_agreement(group) for group in by_digest(rows).values()]
    return pd.DataFrame(lines, columns=_AGREEMENT).sort_values("problem", kind="stable", ignore_index=True)


def _agreement(group: Sequence[Row]) -> tuple[object, ...]:
    exact = [row for row in group if row.is_exact]
    solvers = sorted({row.solver for row in exact})
    wrong = [offence.what for offence in offences(group)]
    return (
        group[0].problem,
        group[0].digest,
        _distinct(row.published for row in group if row.published is not None),
        _distinct(row.covers for row in exact),
        _distinct(row.fingerprint for row in exact if row.fingerprint),
        len(solvers),
        " ".join(solvers),
        not wrong,
        "; ".join(wrong),
    )


def _distinct(values: Iterable[object]) -> str:
    """One text where all agree, several side by side where they do not."""
    return " ".join(map(str, dict.fromkeys(values)))


def write(rows: Sequence[Row], directory: Path) -> list[Path]:
    """Write runs.csv, summary.csv and agreement.csv; the paths written."""
    paths = []
    for name, table in (("runs", runs(rows)), ("summary", summary(rows)), ("agreement", agreement(rows))):
        path = directory / f"{name}.csv"
        table.to_csv(path, index=False, float_format="%.6g")
        paths.append(path)
    return paths


def _sorted(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row.problem, row.solver, row.task, row.repeat))


def _worst(statuses: pd.Series[str]) -> str:
    return max(statuses, key=list(STATUSES).index)
