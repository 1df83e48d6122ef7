"""Latin squares: `latin/5`, `latin/reduced-5` (first row and column ascending), or a partly filled square as a line."""

import re

from danceoff.problems.grids.sudoku import begun, blank
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem

_FORM = "N or reduced-N, N being the side, or a line of all squares with . or 0 for an empty one"


def _build(size: str) -> Model:
    if re.fullmatch(r"[1-9]\d?", size, re.ASCII):
        return blank(int(size), None)
    if re.fullmatch(r"reduced-[1-9]\d?", size, re.ASCII):
        problem, grid = blank(side := int(size.removeprefix("reduced-")), None)
        row = [column * side + column for column in range(side)]
        return problem.given(row + [k * side * side + k for k in range(1, side)]), grid
    if len(size) < 4 or "-" in size:
        raise InvalidProblem(f"{size!r} is not of the form {_FORM}")
    return begun(size, lambda _side: None)


FAMILIES = (Family("latin", _FORM, _build),)
