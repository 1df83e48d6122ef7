"""Regions named by the sizes of several families: boards, also with missing cells (`8x8-centre`), and boxes."""

import re
from itertools import product
from math import prod

import numpy as np

from danceoff.problems.model.cover import BoolArray, InvalidProblem
from danceoff.problems.model.sizes import parsed, refuse_beyond_limit

FORM = "ROWSxCOLUMNS[-CELL...], a CELL being its number row by row from 0, or centre, or corners; + joins boards"

BOX_FORM = "LAYERSxROWSxCOLUMNS"


def box(size: str, form: str = BOX_FORM) -> BoolArray:
    """Return the region of a size, bool[layers, rows, columns]. Raises InvalidProblem, with the form, if malformed."""
    sides = tuple(map(int, parsed(r"[1-9]\d{0,8}(x[1-9]\d{0,8}){2}", size, form)[0].split("x")))
    refuse_beyond_limit(prod(sides), f"a box of {size}")
    return np.ones(sides, dtype=bool)


def board(size: str) -> BoolArray:
    """Return the region of a size, bool[rows, columns]: boards side by side with a wall between them.

    Raises InvalidProblem for a malformed size.
    """
    boards: list[BoolArray] = []
    for part in size.split("+"):
        boards.append(_board(part, size))
        refuse_beyond_limit(sum(one.size for one in boards), f"a region of {size}")
    rows = max(len(part) for part in boards)
    refuse_beyond_limit(rows * sum(part.shape[1] + 1 for part in boards), f"a region of {size}")
    # Each board but the first has a wall on its left.
    return np.hstack([np.pad(part, ((0, rows - len(part)), (int(k > 0), 0))) for k, part in enumerate(boards)])


def _board(part: str, size: str) -> BoolArray:
    if not re.fullmatch(r"[1-9]\d{0,8}x[1-9]\d{0,8}(-(\d{1,9}|centre|corners))*", part, re.ASCII):
        raise InvalidProblem(f"{size!r} is not of the form {FORM}")
    frame, *removed = part.split("-")
    rows, columns = map(int, frame.split("x"))
    refuse_beyond_limit(rows * columns, f"a board of {frame}")
    region = np.ones((rows, columns), dtype=bool)
    for name in removed:
        for cell in _cells(name, rows, columns):
            if cell[0] >= rows:
                raise InvalidProblem(f"{part!r} has no cell {name}: they are numbered 0 to {rows * columns - 1}")
            if not region[cell]:
                raise InvalidProblem(f"{part!r} removes cell {name} twice")
            region[cell] = False
    return region


def _cells(name: str, rows: int, columns: int) -> list[tuple[int, int]]:
    if name == "corners":
        return sorted(set(product((0, rows - 1), (0, columns - 1))))
    if name == "centre":
        middle_rows, middle_columns = (range((length - 1) // 2, length // 2 + 1) for length in (rows, columns))
        return list(product(middle_rows, middle_columns))
    return [divmod(int(name), columns)]
