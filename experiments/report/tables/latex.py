r"""The tables of a report as LaTeX: for each task, the scores, the times, and the counters that were asked for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from danceoff.experiments.report.cells import cells
from danceoff.experiments.report.escaping import for_latex, for_names
from danceoff.experiments.report.statistics.ranks import ranked
from danceoff.experiments.report.statistics.scores import scores
from danceoff.experiments.report.summary import COUNTER, counter_columns
from danceoff.experiments.report.tables.markdown import answers, known, over, quartiles_apart, seconds, standing
from danceoff.experiments.results.record import Row
from danceoff.problems.model.printable import printable
from danceoff.questions.table import QUESTIONS, TASKS

_NEEDS = r"% needs \usepackage{booktabs}, \usepackage{longtable} and \usepackage[T1]{fontenc}"
_SCORES = (
    "Scores, task {}{}. PAR-2: mean of the wall-clock seconds of preparation and search, with twice the limit for an "
    "unsolved problem."
)
_TIMES = (
    "Median wall-clock seconds of preparation and search, task {}. Bold: fastest; $>$: stopped at this time limit. "
    "In brackets: quartiles of the repeats where they are more than 10\\,\\% apart."
)
_WIDEST, _GAP = 78, 3
"""Characters of small print in a line, and what the space between two columns takes of them."""

_Columns = Sequence[Sequence[str]]


def latex(rows: Sequence[Row], table: pd.DataFrame, notes: Sequence[str] = ()) -> str:
    """Return `longtable` environments, each at most as wide as a page, after the notes as comments."""
    found, order, board = cells(rows, table), ranked(table), scores(table)
    own = {task: group for task in TASKS if (group := [cell for cell in found if cell["task"] == task])}
    lines = [_NEEDS, *(f"% {printable(note)}" for note in notes), ""]
    for task in own:
        part = board[board["task"] == task]
        # Without the geometric mean, the last column, long names of solvers fit.
        written = [[for_latex(text) for text in line[:-1]] for line in standing(part)]
        columns = list(zip(*written, strict=True))
        lines += _tables("scores", task, _SCORES.format(task, for_latex(over(part))), columns[:1], columns[1:])
    for task, group in own.items():
        lines += _tables("times", task, _TIMES.format(task), *_matrix(group, answers(rows, task), order, "total_s"))
    for column in counter_columns(table):
        name = column.removeprefix(COUNTER)
        for task, group in own.items():
            caption = f"{for_latex(name)}, median of the repeats, task {task}."
            lines += _tables(for_names(name), task, caption, *_matrix(group, answers(rows, task), order, column))
    return "\n".join(lines)


def _tables(kind: str, task: str, caption: str, first: _Columns, others: _Columns) -> Iterator[str]:
    """Yield the lines of tables that together have all columns, head first; each table repeats the first columns."""
    parts = _blocks(others, sum(map(_width, first)))
    for k, block in enumerate(parts, 1):
        head, *lines = zip(*first, *block, strict=True)
        more = f" Part {k} of {len(parts)}." if len(parts) > 1 else ""
        number = f"-{k}" if k > 1 else ""
        heading = (r"\toprule", _row(head), r"\midrule")
        yield rf"{{\small\begin{{longtable}}{{l{'r' * (len(head) - 1)}}}"
        yield rf"\caption{{{caption}{more}}}\label{{tab:{kind}-{task}{number}}}\\"
        yield from (*heading, r"\endfirsthead", *heading, r"\endhead")  # of the first page, and of the others
        yield from (r"\bottomrule", r"\endfoot", *map(_row, lines), r"\end{longtable}}", "")


def _blocks(columns: _Columns, taken: int) -> list[list[Sequence[str]]]:
    """Return columns in blocks that fit on a page, beside what is `taken`, unless a single column is wider."""
    blocks: list[list[Sequence[str]]] = [[]]
    for column in columns:
        if blocks[-1] and taken + sum(map(_width, [*blocks[-1], column])) > _WIDEST:
            blocks.append([])
        blocks[-1].append(column)
    return blocks


def _width(column: Sequence[str]) -> int:
    """Return about how many characters a column takes."""
    return max(len(re.sub(r"\\[a-z]+|[\\{}$]", "", text)) for text in column) + _GAP


def _matrix(
    found: Sequence[dict[str, Any]], covers: Mapping[str, str], order: Sequence[str], column: str
) -> tuple[_Columns, _Columns]:
    """Return the columns with problems and answers, and a column for each solver."""
    cells_of = {(cell["problem"], cell["solver"]): cell for cell in found}
    problems = list(dict.fromkeys(cell["problem"] for cell in found))
    solvers = [solver for solver in order if any(cell["solver"] == solver for cell in found)]
    lines = []
    for problem in problems:
        asked = [cells_of.get((problem, solver)) for solver in solvers]
        solved = [cell["total_s"] for cell in asked if cell and cell["end"] == "solved"]
        best = min((total_s for total_s in solved if total_s is not None), default=None)
        lines.append([_cell(cell, best, column) if cell else "" for cell in asked])
    answer = "cost" if QUESTIONS[found[0]["task"]].finds_costs else "covers"
    first = [
        ["problem", *map(for_latex, problems)],
        [answer, *(for_latex(covers.get(problem, "")) for problem in problems)],
    ]
    texts = zip(*lines, strict=True)
    return first, [[for_latex(solver), *own] for solver, own in zip(solvers, texts, strict=True)]


def _row(texts: Sequence[str]) -> str:
    return f"{' & '.join(texts)} \\\\"


def _cell(cell: Mapping[str, Any], best: float | None, column: str) -> str:
    # A time limit is a lower bound on the time; any other end has no time, and is written in its place.
    if cell["end"] == "timeout" and column == "total_s":
        return f"$>${cell['limit_s']:g}"
    if cell["end"] != "solved":
        return rf"\emph{{{for_latex(cell['end'])}}}"
    if column != "total_s":
        return known(cell[column], ".0f")
    total_s = cell["total_s"]
    if total_s is None:
        return "solved"
    text = rf"\textbf{{{seconds(total_s)}}}" if total_s == best else seconds(total_s)
    quartiles = "--".join(quartiles_apart(cell["total_s_q1"], cell["total_s_q3"]))
    return f"{text} ({quartiles})" if quartiles else text
