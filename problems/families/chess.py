"""Chessmen on a board: queens that do not attack each other, `queens/8`, and other problems of queens and knights.

In `queens-dominate/8-5` and `knights-dominate/4-4` the pieces attack or occupy every square: a square is an item
covered 1 to PIECES times, and one more item counts the pieces, as in D. E. Knuth's program QUEENDOM-DLX. Without a
number of pieces, as in `queens-dominate/8`, each piece costs 1: the cheapest covers have the fewest.

In `peaceable-queens/8-9` no queen attacks a queen of the other of two armies. Lines are secondary items, coloured by
the army of the queens on them. Without a number of queens, as in `peaceable-queens/8`, the armies are as large as
possible: none has more than N^2 / 4 queens (B. Jubin in OEIS A250000), so each army has N^2 / 4 places; the first
places may stay empty, equally many in both armies.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial

import numpy as np

from danceoff.problems.grids.grid import Grid
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.naming import Names
from danceoff.problems.model.sizes import LARGEST_NAMED, equal_options, refuse_beyond_limit, whole_number, whole_numbers

_FORM = "N, the number of queens"
_FORM_PIECES = "SIDE-PIECES, the side of the board and the number of pieces, or SIDE for the fewest"
_FORM_ARMIES = "SIDE-QUEENS, the side of the board and the number of queens of each army, or SIDE for the most"
_ARMIES = ("white", "black")


def _queens(size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(4 * n * n, f"a board of {n} queens")
    problem = equal_options(_lines(n), 6 * n - 2, partial(_line_name, n), partial(_square_name, n), n_primary=2 * n)
    square = np.arange(n * n, dtype=np.int32)
    return problem, Grid(n, n, square, np.zeros_like(square), "Q", is_chess=True)


def _lines(n: int) -> IntArray:
    """Return the row, the column and the two diagonals of each square, int32[n * n, 4], with numbers below 6 n - 2."""
    row, column = np.indices((n, n), dtype=np.int32).reshape(2, -1)
    return np.column_stack([row, n + column, 2 * n + row + column, 5 * n - 2 + row - column])


def _line_name(n: int, item: int) -> str:
    """Return the name of a row (r1, ...), a column (c1, ...), a rising (a1, ...) or a falling diagonal (b1, ...)."""
    for kind, size in (("r", n), ("c", n), ("a", 2 * n - 1)):
        if item < size:
            return f"{kind}{item + 1}"
        item -= size
    return f"b{item + 1}"


def _square_name(n: int, option: int) -> str:
    """Return the name of the square of an option."""
    return f"r{option // n + 1} c{option % n + 1}"


def _queen_reaches(rows: IntArray, columns: IntArray) -> BoolArray:
    """Return whether a queen attacks or occupies the square so many rows and columns away."""
    return np.asarray((rows == 0) | (columns == 0) | (rows == columns))


def _knight_reaches(rows: IntArray, columns: IntArray) -> BoolArray:
    """Return whether a knight attacks or occupies the square so many rows and columns away."""
    return np.asarray((rows + columns == 0) | (rows * columns == 2))


def _dominating(reaches: Callable[[IntArray, IntArray], BoolArray], mark: str, size: str) -> Model:
    n, *number = whole_numbers(size, _FORM_PIECES, 2 if "-" in size else 1)
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
        Names(len(least), partial(_square_or_pieces, n)),
        Names(n * n, partial(_square_name, n)),
        least=least,
        most=most,
        cost=np.full(n * n, 0 if number else 1, np.int64),
    )
    square = np.arange(n * n, dtype=np.int32)
    return problem, Grid(n, n, square, np.zeros_like(square), mark, is_chess=True)


def _square_or_pieces(n: int, item: int) -> str:
    """Return the name of a square, `row,column`, or of the item that counts the pieces."""
    return f"{item // n},{item % n}" if item < n * n else "pieces"


def _peaceable(size: str) -> Model:
    if "-" not in size:
        return _largest(whole_number(size, _FORM_ARMIES)), None
    n, n_queens = whole_numbers(size, _FORM_ARMIES, 2)
    if 2 * n_queens > n * n:
        raise InvalidProblem(f"two armies of {n_queens} queens are too many for a board of {n * n} squares")
    refuse_beyond_limit(10 * n * n, f"a board of side {n}")
    square, army = np.indices((n * n, 2), dtype=np.int32).reshape(2, -1)
    items = np.column_stack([army, 2 + _lines(n)[square]])
    problem = equal_options(items, 6 * n, partial(_army_or_line, n), partial(_queen_name, n), n_primary=2)
    times = np.array([n_queens, n_queens], np.int32)
    problem = replace(
        problem,
        colour=np.outer(army + 1, [0, 1, 1, 1, 1]).ravel().astype(np.int32),
        colour_names=_ARMIES,
        least=np.concatenate([times, problem.least[2:]]),
        most=np.concatenate([times, problem.most[2:]]),
    )
    return problem, Grid(n, n, square, army, "WB", is_chess=True)


def _largest(n: int) -> ExactCover:
    if n == 1:
        raise InvalidProblem("a board of side 1 has no room for two queens")
    n_places = n * n // 4
    refuse_beyond_limit(40 * n * n, f"a board of side {n}", LARGEST_NAMED)
    names = [f"{army} {_square_name(n, square)}" for square in range(n * n) for army in _ARMIES]
    through = [[_line_name(n, line) for line in of_square] for of_square in _lines(n).tolist()]
    options = [[army, *((line, army) for line in of_square)] for of_square in through for army in _ARMIES]
    for k in range(n_places):
        # The empty places come first. Before place 0 there is none, so "held after held" would repeat an option there.
        for before, now in (("empty", "empty"), ("empty", "held"), ("held", "held"))[: 2 if k == 0 else 3]:
            names.append(f"place {k}: {now} after {before}")
            states = [(f"state{j}", state) for j, state in ((k - 1, before), (k, now)) if j >= 0]
            options.append([f"place{k}", *states, *(_ARMIES if now == "empty" else ())])
    worth = [int(name.startswith("white")) for name in names]  # the armies are equally large
    places = [f"place{k}" for k in range(n_places)]
    secondary = [*(_line_name(n, line) for line in range(6 * n - 2)), *(f"state{k}" for k in range(n_places))]
    full: dict[Hashable, tuple[int, int]] = dict.fromkeys(_ARMIES, (n_places, n_places))
    return ExactCover.from_options(options, [*_ARMIES, *places], secondary, names, full, worth).maximised()


def _army_or_line(n: int, item: int) -> str:
    """Return the name of an army or of a line."""
    return _ARMIES[item] if item < 2 else _line_name(n, item - 2)


def _queen_name(n: int, option: int) -> str:
    return f"{_ARMIES[option % 2]} {_square_name(n, option // 2)}"


FAMILIES = (
    Family("queens", _FORM, _queens),
    Family("queens-dominate", _FORM_PIECES, partial(_dominating, _queen_reaches, "Q")),
    Family("knights-dominate", _FORM_PIECES, partial(_dominating, _knight_reaches, "N")),
    Family("peaceable-queens", _FORM_ARMIES, _peaceable),
)
