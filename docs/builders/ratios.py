"""The ratios of a run as Markdown, for pages that compare solvers."""

import pandas as pd

from builders.short import titled
from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.statistics.ratios import Ratio
from danceoff.experiments.report.statistics.scores import ratios
from danceoff.experiments.report.tables.markdown import chance, factor, interval
from danceoff.questions.table import QUESTIONS, TASKS


def ratio_tables(table: pd.DataFrame, short: bool = False) -> str:
    """Return one table per task of a summary: the times of each solver relative to the best solver, with intervals.

    short: show at most 10 solvers, those with the least PAR-2.
    """
    table = ratios(table)
    parts = [(task, table[table["task"] == task]) for task in TASKS if (table["task"] == task).any()]
    return "\n\n".join(_ratios(task, part, short) for task, part in parts)


def _ratios(task: str, table: pd.DataFrame, short: bool) -> str:
    reference = for_markdown(table["relative_to"].iloc[0])
    lines = [["solver", "problems", "both solve", f"time / {reference}", "95 %", "faster", "slower", "p"]]
    lines += [
        [
            for_markdown(line["solver"]),
            *(str(line[name]) for name in ("n_problems", "n_both")),
            factor(line["ratio"]),
            interval(Ratio(line["ratio"], line["ratio_low"], line["ratio_high"])),
            *(str(line[name]) for name in ("n_faster", "n_slower")),
            chance(line["p_holm"]),
        ]
        for line in table.to_dict(orient="records")
    ]
    return titled(f"Asked for {QUESTIONS[task].asks}, against {reference}", lines, short)
