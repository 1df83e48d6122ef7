"""Queens or knights that attack or occupy every square of a board: `queens-dominate/8-5`, `knights-dominate/4-4`.

A square is an item covered 1 to PIECES times, and one more item counts the pieces. D. E. Knuth's program QUEENDOM-DLX
states the problem in the same way. Without a number of pieces, as in `queens-dominate/8`, each piece costs 1: the
cheapest covers have the fewest.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from danceoff.problems.families.queens import option_name
from danceoff.problems.grids.grid import Grid
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.naming import Names
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_numbers

_FORM = "SIDE-PIECES, the side of the board and the number of pieces, or SIDE for the fewest"


def _queen(rows: IntArray, columns: IntArray) -> BoolArray:
    """Return whether a queen attacks or occupies the square so many rows and columns away."""
    return np.asarray((rows == 0) | (columns == 0) | (rows == columns))


def _knight(rows: IntArray, columns: IntArray) -> BoolArray:
    """Return whether a knight attacks or occupies the square so many rows and columns away."""
    return np.asarray((rows + columns == 0) | (rows * columns == 2))


def _build(reaches: Callable[[IntArray, IntArray], BoolArray], mark: str, size: str) -> Model:
    n, *number = whole_numbers(size, _FORM, 2 if "-" in size else 1)
    n_pieces = number[0] if number else n * n
    if n_pieces > n * n:
        raise InvalidProblem(f"{n_pieces} pieces are too many for a board of {n * n} squares")
    refuse_beyond_limit(n**4, f"a board of side {n}")
    row, column = np.indices((n, n), dtype=np.int32).reshape(2, -1)
    is_covered = reaches(np.abs(row[:, None] - row), np.abs(column[:, None] - column))
    least, most = np.ones(n * n, np.int32), is_covered.sum(axis=0, dtype=np.int32)
    if number:
        # One more item, which every option covers, counts the pieces; the squares may be attacked by all of them.
        most = np.full(n * n, n_pieces, np.int32)
        is_covered = np.column_stack([is_covered, np.ones(n * n, bool)])
        least, most = (np.append(bound, np.int32(n_pieces)) for bound in (least, most))
    problem = ExactCover(
        offsets(is_covered.sum(axis=1)),
        np.nonzero(is_covered)[1].astype(np.int32),
        len(least),
        len(least),
        Names(len(least), partial(_item_name, n)),
        Names(n * n, partial(option_name, n)),
        least=least,
        most=most,
        cost=np.full(n * n, 0 if number else 1, np.int64),
    )
    square = np.arange(n * n, dtype=np.int32)
    return problem, Grid(n, n, square, np.zeros_like(square), mark, is_chess=True)


def _item_name(n: int, item: int) -> str:
    """Return the name of a square, `row,column`, or of the item that counts the pieces."""
    return f"{item // n},{item % n}" if item < n * n else "pieces"


FAMILIES = (
    Family("queens-dominate", _FORM, partial(_build, _queen, "Q")),
    Family("knights-dominate", _FORM, partial(_build, _knight, "N")),
)
