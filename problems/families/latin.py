"""Latin squares: `latin/5`, `latin/reduced-5` (first row and column ascending), or a partly filled square as a line."""

from __future__ import annotations

import re
from math import factorial

from danceoff.problems.grids.sudoku import SYMBOLS, begun, blank
from danceoff.problems.instance import Family, Known, Model
from danceoff.problems.model.cover import InvalidProblem

_FORM = "N or reduced-N, N being the side, or a line of all squares with . or 0 for an empty one"
_ALL = {3: 12, 4: 576, 5: 161280, 6: 812851200}
_REDUCED = {4: 4, 5: 56, 6: 9408, 7: 16942080}


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


def _listed() -> dict[str, Known | None]:
    sizes: dict[str, Known | None] = {str(n): Known(covers, None, "OEIS A002860") for n, covers in _ALL.items()}
    sizes |= {f"reduced-{n}": Known(covers, None, "OEIS A000315") for n, covers in _REDUCED.items()}
    for side in (4, 5):
        row = SYMBOLS[:side] + "." * (side * side - side)
        sizes[row] = Known(_REDUCED[side] * factorial(side - 1), None, "OEIS A000315 times (n-1)!")
    return sizes


FAMILIES = (Family("latin", _FORM, _build, _listed()),)
