"""The tracks of a championship as one table of a document."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from danceoff.experiments.report.cautions import mixtures
from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.statistics.scores import VIRTUAL_BEST, scores
from danceoff.experiments.report.summary import summary
from danceoff.experiments.report.tables.markdown import aligned
from danceoff.experiments.results.record import read
from danceoff.questions.table import QUESTIONS, TASKS

_BEST = 5


def track_folders(folder: Path) -> list[Path]:
    """Return the results folders in a folder, by their names."""
    return sorted(file.parent for file in folder.glob("*/rows.jsonl"))


def tracks(folder: Path) -> str:
    """Return a table of the best solvers of each track, and reasons why the times of a track may not compare.

    folder: contains a results folder for each track.
    """
    lines = [["track", "asked for", "problems", *("best", "second", "third", "fourth", "fifth")]]
    cautions: dict[str, list[str]] = {}
    for track in track_folders(folder):
        rows = read(track)
        lines += _lines(track.name, scores(summary(rows)))
        for caution in mixtures(rows):
            cautions.setdefault(caution, []).append(track.name)
    named = [f"{', '.join(names)}: {for_markdown(caution)}" for caution, names in cautions.items()]
    return "\n\n".join([f"The {_BEST} best by PAR-2: problems solved, and PAR-2 in seconds:", aligned(lines), *named])


def _lines(track: str, board: pd.DataFrame) -> Iterator[list[str]]:
    for task in TASKS:
        part = board[(board["task"] == task) & (board["solver"] != VIRTUAL_BEST)].dropna(subset="par2_s")
        if len(part):
            best = [
                f"{for_markdown(line['solver'])} {line['n_solved']}, {line['par2_s']:.3g}"
                for line in part.head(_BEST).to_dict(orient="records")
            ]
            n_problems = str(part["n_problems"].iloc[0])
            yield [track, QUESTIONS[task].asks.partition(" (")[0], n_problems, *best, *[""] * (_BEST - len(best))]
