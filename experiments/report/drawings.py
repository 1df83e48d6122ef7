"""A drawn cover of each problem, kept beside the rows so that it is found only once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from experiments import BadInput
from experiments.case import Case, Show
from experiments.child import run_case
from experiments.record import Row

_FOLDER = "pictures"
_LIMIT_S = 10.0


def drawings(rows: Sequence[Row], directory: Path) -> dict[str, str]:
    """Problem -> one of its covers as an `<svg>` element without colours of its own.

    A problem is left out that has no cover, cannot be read any more, has other numbers now than in the rows, or takes
    longer than ten seconds.
    """
    problems = {row.problem: row.digest for row in rows if row.covers and row.digest}
    found = {problem: _drawing(problem, digest, directory / _FOLDER) for problem, digest in problems.items()}
    return {problem: svg for problem, svg in found.items() if svg}


def _drawing(problem: str, digest: str, folder: Path) -> str:
    file = folder / f"{digest}.svg"
    with suppress(OSError):
        return file.read_text(encoding="utf-8")
    figures: list[str] = []
    with suppress(BadInput):
        case = Case(problem, "auto", "first", time_limit_s=_LIMIT_S)
        row = run_case(case, lambda told: figures.extend([told["figure"]] if "figure" in told else []), _FIGURE)
        if row.digest != digest:
            return ""
    if not figures:
        return ""
    folder.mkdir(exist_ok=True)
    file.write_text(figures[0], encoding="utf-8")
    return figures[0]


_FIGURE = Show(figures=True)
