"""The CSV files of a report, written beside the rows."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from danceoff.experiments.report.escaping import for_spreadsheets
from danceoff.experiments.report.statistics.ranks import limits
from danceoff.experiments.report.statistics.ratio_table import ratios
from danceoff.experiments.report.statistics.scores import scores
from danceoff.experiments.report.summary import agreement, runs, summary
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.whole_file import write_whole


def write(
    rows: Sequence[Row],
    cells: pd.DataFrame,
    directory: Path,
    relative_to: str = "",
    with_metrics: bool = False,
) -> list[Path]:
    """Write runs.csv, summary.csv, agreement.csv, scores.csv and ratios.csv; return the paths.

    cells: the summary of the rows.
    relative_to: the solver to which speeds and ratios are relative; by default speeds are relative to the first of
        `ranks.ranked`, and ratios to the best of each task.
    with_metrics: whether to write metrics.csv, too.
    """
    tables = {"runs": runs(rows), "summary": cells, "agreement": agreement(rows), "scores": scores(cells)}
    tables["ratios"] = ratios(cells, relative_to)
    if with_metrics:
        tables["metrics"] = metrics_table(rows)
    paths = []
    for name, table in tables.items():
        path = inside(directory, f"{name}.csv")
        write_whole(path, csv_text(table))
        paths.append(path)
    return paths


def csv_text(table: pd.DataFrame) -> str:
    """Return a table as CSV, with six digits of each time."""
    return str(for_spreadsheets(table).to_csv(index=False))


def metrics_table(rows: Sequence[Row]) -> pd.DataFrame:
    """Return the columns that the `metrics` tools of the SAT field read; an unsolved case takes its time limit."""
    cells = summary(rows)
    asked = cells[cells["status"] != "missing"]
    timeout = limits(asked)
    return pd.DataFrame(
        {
            "input": asked["task"] + " " + asked["problem"],
            "experiment_ware": asked["solver"],
            "cpu_time": asked["cpu_s"].where(asked["solved"], timeout),
            "timeout": timeout,
        }
    )
