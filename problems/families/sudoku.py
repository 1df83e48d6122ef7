"""Sudoku with boxes of any shape: `sudoku/9x9`, `sudoku/2x3`, or a puzzle as a line of its squares."""

from __future__ import annotations

import re
from math import isqrt

from danceoff.problems.grids.sudoku import box_of, empty, puzzle
from danceoff.problems.instance import Family, Known, Model
from danceoff.problems.model.cover import InvalidProblem

_FORM = "SIDExSIDE, or ROWSxCOLUMNS of an oblong box, or a line of all squares with . or 0 for an empty one"
_EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"


def _build(size: str) -> Model:
    if size == "euler96-01":
        return puzzle(_EULER)
    if not re.fullmatch(r"[1-9]\d?x[1-9]\d?", size, re.ASCII):
        if len(size) < 16:
            raise InvalidProblem(f"{size!r} is not of the form {_FORM}")
        return puzzle(size)
    rows, columns = map(int, size.split("x"))
    if rows != columns:
        return empty(rows, columns)
    if isqrt(rows) ** 2 != rows:
        height, width = box_of(rows)
        raise InvalidProblem(
            f"a board of {size} has no square boxes; sudoku/{height}x{width} has boxes of {height} by {width} squares"
        )
    return empty(isqrt(rows), isqrt(rows))


FAMILIES = (
    Family(
        "sudoku",
        _FORM,
        _build,
        {
            "4x4": Known(288, None, "OEIS A107739"),
            "2x3": Known(28200960, 49, "OEIS A291187"),
            "9x9": Known(6670903752021072936960, 5472730538, "OEIS A107739"),
            "16x16": None,
            "25x25": None,
            "euler96-01": Known(1, None, "Project Euler, problem 96, grid 01"),
        },
    ),
)
