"""The record: one line for each question of each reference run, the losses of `auto` first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from builders.tracks import track_folders
from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.statistics.ranks import compared
from danceoff.experiments.report.statistics.scores import scores
from danceoff.experiments.report.summary import summary
from danceoff.experiments.report.tables.markdown import aligned
from danceoff.experiments.results.record import Row, read
from danceoff.questions.table import QUESTIONS, TASKS

_RUNS = ("held-out", "championship", "costs", "colours", "seeds", "sat2026", "tiler")
_WAITED, _WAITED_S = 0.02, 0.05
"""A row waited for a core if it did so for this part of its time, and for so many seconds."""
_OURS = "auto"


class _Line(NamedTuple):
    """One question of one run; ratio: PAR-2 of `auto` by that of the best other solver."""

    ratio: float
    cells: list[str]


def record(results: Path) -> str:
    """Return the table of all reference runs.

    results: the folder with a folder for each run.
    """
    lines = [line for name in _RUNS for folder in _folders(results / name) for line in _lines(results, folder)]
    head = [
        "auto / best other",
        "run",
        "asked for",
        "auto: solved, PAR-2",
        "best other solver: solved, PAR-2",
        "doubts",
    ]
    ordered = sorted(lines, key=lambda line: -line.ratio)
    return aligned([head, *(line.cells for line in ordered)])


def _folders(folder: Path) -> list[Path]:
    return [folder] if (folder / "rows.jsonl").exists() else track_folders(folder)


def _lines(results: Path, folder: Path) -> Iterator[_Line]:
    rows = read(folder)
    table = summary(rows)
    for task in TASKS:
        part = table[(table["task"] == task) & (table["status"] != "missing")]
        solvers, _ = compared(zip(part["problem"], part["solver"], strict=True))
        if _OURS not in solvers or len(solvers) == 1:
            continue
        own, best = max((_pair(part, solver) for solver in sorted(solvers - {_OURS})), key=_ratio)
        name, asked = str(folder.relative_to(results)), QUESTIONS[task].asks.partition(" (")[0]
        found = [f"{one['n_solved']} of {one['n_asked']}, {one['par2_s']:.3g}" for one in (own, best)]
        found[1] = f"{for_markdown(best['solver'])}: {found[1]}"
        pair = (_OURS, best["solver"])
        repeats = part[part["solver"].isin(pair)]["repeats"]
        doubts = _doubts([row for row in rows if row.task == task and row.solver in pair], repeats, best["solver"])
        ratio = _ratio((own, best))
        yield _Line(ratio, [f"{ratio:.2g}", name, asked, *found, doubts])


def _pair(table: pd.DataFrame, solver: str) -> tuple[pd.Series[Any], pd.Series[Any]]:
    """Return the scores of `auto` and of another solver, over the problems that both were asked."""
    ours, other = (table[table["solver"] == one] for one in (_OURS, solver))
    both = pd.concat([ours[ours["problem"].isin(other["problem"])], other[other["problem"].isin(ours["problem"])]])
    board = scores(both)
    own, best = (board[board["solver"] == one].iloc[0] for one in (_OURS, solver))
    return own, best


def _ratio(pair: tuple[pd.Series[Any], pd.Series[Any]]) -> float:
    own, other = pair
    return float(own["par2_s"] / other["par2_s"])


def _doubts(rows: list[Row], repeats: pd.Series[int], other: str) -> str:
    """Return why the times of rows may mislead; empty if nothing is known.

    rows: of `auto` and the other solver alone.
    repeats: of each of their cases.
    other: the solver that `auto` is compared with.
    """
    ran = [row for row in rows if row.commit]
    n_commits, n_once = len({row.commit for row in ran}), sum(repeats == 1)
    once = ["one repeat" if n_once == len(repeats) else "one repeat of some"] * (n_once > 0)
    waited = sum((row.waited_s or 0.0) > max(_WAITED_S, _WAITED * (row.total_s or 0.0)) for row in ran)
    n_ours, n_theirs = (max(len(row.pin) for row in ran if row.solver == one) for one in (_OURS, other))
    found = [f"{other} on {n_theirs} cores"] * (n_theirs > n_ours) + [f"{n_commits} commits"] * (n_commits > 1) + once
    return ", ".join([*found, *[f"{waited / len(ran):.0%} waited for a core"] * (waited > 0.05 * len(ran))])
