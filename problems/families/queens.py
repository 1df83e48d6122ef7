"""n queens on an n x n board, none attacking another; the diagonals are secondary items: `queens/8`."""

from functools import partial

import numpy as np

from danceoff.problems.grids.grid import Grid
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import IntArray
from danceoff.problems.model.sizes import equal_options, refuse_beyond_limit, whole_number

_FORM = "N, the number of queens"


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(4 * n * n, f"a board of {n} queens")
    problem = equal_options(lines(n), 6 * n - 2, partial(line_name, n), partial(option_name, n), n_primary=2 * n)
    square = np.arange(n * n, dtype=np.int32)
    return problem, Grid(n, n, square, np.zeros_like(square), "Q", is_chess=True)


def lines(n: int) -> IntArray:
    """Return the row, the column and the two diagonals of each square, int32[n * n, 4], with numbers below 6 n - 2."""
    row, column = np.indices((n, n), dtype=np.int32).reshape(2, -1)
    return np.column_stack([row, n + column, 2 * n + row + column, 5 * n - 2 + row - column])


def line_name(n: int, item: int) -> str:
    """Return the name of a row (r1, ...), a column (c1, ...), or a diagonal (a1, ... by row + column, else b1, ...)."""
    for kind, size in (("r", n), ("c", n), ("a", 2 * n - 1)):
        if item < size:
            return f"{kind}{item + 1}"
        item -= size
    return f"b{item + 1}"


def option_name(n: int, option: int) -> str:
    """Return the name of the square of an option."""
    return f"r{option // n + 1} c{option % n + 1}"


FAMILIES = (Family("queens", _FORM, _build),)
