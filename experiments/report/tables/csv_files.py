"""The CSV files of a report, written beside the rows."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from danceoff.experiments.report.escaping import for_spreadsheets
from danceoff.experiments.report.statistics.ratio_table import ratios
from danceoff.experiments.report.statistics.scores import scores
from danceoff.experiments.report.summary import agreement, runs
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.whole_file import write_whole


def write(rows: Sequence[Row], cells: pd.DataFrame, directory: Path, relative_to: str = "") -> list[Path]:
    """Write runs.csv, summary.csv, agreement.csv, scores.csv and ratios.csv; return the paths.

    relative_to: the solver to which speeds and ratios are relative; by default the first of `ranks.ranked` for speeds,
        and the best solver of each task for ratios.
    """
    tables = {"runs": runs(rows), "summary": cells, "agreement": agreement(rows), "scores": scores(cells)}
    tables["ratios"] = ratios(cells, relative_to)
    paths = []
    for name, table in tables.items():
        path = inside(directory, f"{name}.csv")
        write_whole(path, csv_text(table))
        paths.append(path)
    return paths


def csv_text(table: pd.DataFrame) -> str:
    """Return a table as CSV, with six digits of each time."""
    return str(for_spreadsheets(table).to_csv(index=False))
