"""The scores of a run as a table."""

import pandas as pd

from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.statistics.scores import scores
from danceoff.experiments.report.tables.markdown import titled
from danceoff.questions.table import QUESTIONS, TASKS


def standings(table: pd.DataFrame, short: bool = False) -> str:
    """Return one table per task of a summary: how many problems each solver was asked, solved and won, and its means.

    short: whether to show at most 10 lines, with the least PAR-2.
    """
    board = scores(table)
    parts = [(task, board[board["task"] == task]) for task in TASKS if (board["task"] == task).any()]
    return "\n\n".join(
        titled(
            f"Asked for {QUESTIONS[task].asks}{over(part)}",
            [list(map(for_markdown, line)) for line in standing(part)],
            short,
        )
        for task, part in parts
    )


def standing(board: pd.DataFrame) -> list[list[str]]:
    """Return the lines of the table of one task; the first line is the head.

    board: the scores of the task.
    """
    head = ["solver", "asked", "solved", "won", "PAR-2", "mean place", "geometric mean"]
    return [head] + [
        [
            line["solver"],
            str(line["n_asked"]),
            str(line["n_solved"]),
            "" if pd.isna(line["wins"]) else str(line["wins"]),
            _mean(line["par2_s"]),
            _mean(line["mean_place"]),
            _mean(line["mean_shifted_10ms_s"]),
        ]
        for line in board.to_dict(orient="records")
    ]


def over(board: pd.DataFrame) -> str:
    """Return in words over which problems the means of one task's scores are; empty if over all its problems."""
    n_problems, n_common = board["n_problems"].iloc[0], board["n_common"].iloc[0]
    if n_problems == n_common:
        return ""
    fewer = "; a solver without them was asked fewer than half" if board["par2_s"].isna().any() else ""
    return f". Won and means: of the {n_common} of {n_problems} problems that all compared solvers were asked{fewer}"


def _mean(mean: float) -> str:
    return "" if pd.isna(mean) else f"{mean:.3g}"
