r"""The tables of a report as LaTeX, for `\usepackage{booktabs}`: one per task."""

from collections.abc import Mapping, Sequence
from typing import Any

from danceoff.experiments.report.cells import cells
from danceoff.experiments.report.escaping import for_latex
from danceoff.experiments.report.names import short_names
from danceoff.experiments.report.statistics.ranks import ranked
from danceoff.experiments.report.summary import summary
from danceoff.experiments.report.tables.markdown import answers, quartiles_apart, seconds
from danceoff.experiments.results.record import Row
from danceoff.questions.table import QUESTIONS, TASKS

_CAPTION = (
    "Median wall-clock seconds of preparation and search, task {task}. Bold: fastest; $>$: stopped at this time limit. "
    "In brackets: quartiles of the repeats where they are more than 10\\,\\% apart."
)


def latex(rows: Sequence[Row], notes: Sequence[str] = ()) -> str:
    """Return one `table` environment per task, after a list of notes if there are any."""
    found, solvers = cells(rows), ranked(summary(rows))
    own = {task: [cell for cell in found if cell["task"] == task] for task in TASKS}
    listed = [r"\begin{itemize}", *(rf"\item {for_latex(note)}" for note in notes), r"\end{itemize}", ""]
    tables = (_table(task, own[task], answers(rows, task), solvers) for task in TASKS if own[task])
    return "\n".join([*listed * bool(notes), *tables])


def _table(task: str, found: Sequence[dict[str, Any]], covers: Mapping[str, str], ranks: Sequence[str]) -> str:
    solvers = [solver for solver in ranks if any(cell["solver"] == solver for cell in found)]
    short = short_names(ranks)
    of = {(cell["problem"], cell["solver"]): cell for cell in found}
    lines = [
        [
            for_latex(problem),
            for_latex(covers.get(problem, "")),
            *_line([of.get((problem, solver)) for solver in solvers]),
        ]
        for problem in dict.fromkeys(cell["problem"] for cell in found)
    ]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_CAPTION.format(task=task)}}}",
            rf"\begin{{tabular}}{{l{'r' * (len(solvers) + 1)}}}",
            r"\toprule",
            _row(
                [
                    "problem",
                    "cost" if QUESTIONS[task].finds_costs else "covers",
                    *(for_latex(short[solver]) for solver in solvers),
                ]
            ),
            r"\midrule",
            *map(_row, lines),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _row(texts: Sequence[str]) -> str:
    return f"{' & '.join(texts)} \\\\"


def _line(asked: Sequence[dict[str, Any] | None]) -> list[str]:
    solved = [cell["total_s"] for cell in asked if cell and cell["end"] == "solved"]
    best = min((total_s for total_s in solved if total_s is not None), default=None)
    return [_cell(cell, best) if cell else "" for cell in asked]


def _cell(cell: Mapping[str, Any], best: float | None) -> str:
    if cell["end"] == "timeout":
        return f"$>${cell['limit_s']:g}"
    if cell["end"] != "solved":
        return rf"\emph{{{for_latex(cell['end'])}}}"
    total_s = cell["total_s"]
    if total_s is None:
        return "solved"
    text = rf"\textbf{{{seconds(total_s)}}}" if total_s == best else seconds(total_s)
    quartiles = "--".join(quartiles_apart(cell["total_s_q1"], cell["total_s_q3"]))
    return f"{text} ({quartiles})" if quartiles else text
