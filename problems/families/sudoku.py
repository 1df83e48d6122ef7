"""Sudoku with boxes of any shape: `sudoku/9x9`, `sudoku/2x3`, or a puzzle as a line of its squares.

A Latin square has no boxes: `latin/5`, `latin/reduced-5` (first row and column ascending), or a line as of a sudoku.
`sudoku-begun/25x25-45-1` has some random squares filled in. On large boards that are half full, a wrong choice is only
refuted many choices later. Dancing links get lost there, but clause learning does not.
"""

import re
from math import isqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.board_rules import box_of
from danceoff.problems.grids.sudoku import SYMBOLS, begun, blank
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.sizes import parsed

_FORM = "SIDExSIDE, or ROWSxCOLUMNS of an oblong box, or a line of all squares with . or 0 for an empty one"
_EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
_FORM_LATIN = "N or reduced-N, N being the side, or a line of all squares with . or 0 for an empty one"
_FORM_BEGUN = "SIDExSIDE-PERCENT-SEED: the board, how much of it is filled in, and the seed of its squares"


def _build(size: str) -> Model:
    if size == "euler96-01":
        return begun(_EULER, box_of)
    if not re.fullmatch(r"[1-9]\d?x[1-9]\d?", size, re.ASCII):
        if len(size) < 16:
            raise InvalidProblem(f"{size!r} is not of the form {_FORM}")
        return begun(size, box_of)
    rows, columns = map(int, size.split("x"))
    if rows != columns:
        return blank(rows * columns, (rows, columns))
    if isqrt(rows) ** 2 != rows:
        height, width = box_of(rows)
        raise InvalidProblem(
            f"a board of {size} has no square boxes; sudoku/{height}x{width} has boxes of {height} by {width} squares"
        )
    return blank(rows, (isqrt(rows), isqrt(rows)))


def _latin(size: str) -> Model:
    if re.fullmatch(r"[1-9]\d?", size, re.ASCII):
        return blank(int(size), None)
    if re.fullmatch(r"reduced-[1-9]\d?", size, re.ASCII):
        side = int(size.removeprefix("reduced-"))
        problem, grid = blank(side, None)
        row = [column * side + column for column in range(side)]
        return problem.given(row + [k * side * side + k for k in range(1, side)]), grid
    if len(size) < 4 or "-" in size:
        raise InvalidProblem(f"{size!r} is not of the form {_FORM_LATIN}")
    return begun(size, lambda _side: None)


def _begun(size: str) -> Model:
    side, percent, seed = map(int, parsed(r"([1-9]\d?)x\1-([1-9]?\d|100)-(\d{1,9})", size, _FORM_BEGUN).groups())
    if isqrt(side) ** 2 != side or side > len(SYMBOLS):
        raise InvalidProblem(f"a board of {side}x{side} has no square boxes, or more values than there are symbols")
    random = Random(seed)
    board = _full_board(isqrt(side), random).ravel().tolist()
    given = set(random.sample(range(side * side), side * side * percent // 100))
    line = "".join(SYMBOLS[value] if square in given else "." for square, value in enumerate(board))
    return begun(line, box_of)


def _full_board(height: int, random: Random) -> NDArray[np.int64]:
    """Return a solved board: a cyclic board with shuffled values, bands, stacks, and lines within bands and stacks."""
    side = height * height
    line = np.arange(side)
    board = (line[:, None] % height * height + line[:, None] // height + line) % side
    values = np.array(random.sample(range(side), side))
    return np.asarray(values[board][_lines(height, random)][:, _lines(height, random)])


def _lines(height: int, random: Random) -> list[int]:
    def order() -> list[int]:
        return random.sample(range(height), height)

    return [band * height + line for band in order() for line in order()]


FAMILIES = (
    Family("sudoku", _FORM, _build),
    Family("sudoku-begun", _FORM_BEGUN, _begun),
    Family("latin", _FORM_LATIN, _latin),
)
