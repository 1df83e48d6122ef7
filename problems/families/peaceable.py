"""Two armies of queens; no queen attacks a queen of the other army: `peaceable-queens/8-9`.

Rows, columns and diagonals are secondary items, coloured by the army of the queens on them. Without a number of queens,
as in `peaceable-queens/8`, the armies are as large as possible: none has more than N^2 / 4 queens (B. Jubin in OEIS
A250000), so each army has N^2 / 4 places; the first places may stay empty, equally many in both armies.
"""

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

import numpy as np

from danceoff.problems.families.queens import line_name, lines, option_name
from danceoff.problems.grids.grid import Grid
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, equal_options, refuse_beyond_limit, whole_number, whole_numbers

_FORM = "SIDE-QUEENS, the side of the board and the number of queens of each army, or SIDE for the most"
_ARMIES = ("white", "black")


def _build(size: str) -> Model:
    if "-" not in size:
        return _largest(whole_number(size, _FORM)), None
    n, n_queens = whole_numbers(size, _FORM, 2)
    if 2 * n_queens > n * n:
        raise InvalidProblem(f"two armies of {n_queens} queens are too many for a board of {n * n} squares")
    refuse_beyond_limit(10 * n * n, f"a board of side {n}")
    square, army = np.indices((n * n, 2), dtype=np.int32).reshape(2, -1)
    n_items = 6 * n
    problem = equal_options(
        np.column_stack([army, 2 + lines(n)[square]]),
        n_items,
        partial(_item_name, n),
        partial(_option_name, n),
        n_primary=2,
    )
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
    names = [f"{army} {option_name(n, square)}" for square in range(n * n) for army in _ARMIES]
    through = [[line_name(n, line) for line in of_square] for of_square in lines(n).tolist()]
    options = [[army, *((line, army) for line in of_square)] for of_square in through for army in _ARMIES]
    for k in range(n_places):
        for before, now in (("empty", "empty"), ("empty", "held"), ("held", "held"))[: 2 if k == 0 else 3]:
            names.append(f"place {k}: {now} after {before}")
            states = [(f"state{j}", state) for j, state in ((k - 1, before), (k, now)) if j >= 0]
            options.append([f"place{k}", *states, *(_ARMIES if now == "empty" else ())])
    worth = [int(name.startswith("white")) for name in names]
    places = [f"place{k}" for k in range(n_places)]
    secondary = [*(line_name(n, line) for line in range(6 * n - 2)), *(f"state{k}" for k in range(n_places))]
    full: dict[Hashable, tuple[int, int]] = dict.fromkeys(_ARMIES, (n_places, n_places))
    return ExactCover.from_options(options, [*_ARMIES, *places], secondary, names, full, worth).maximised()


def _item_name(n: int, item: int) -> str:
    """Return the name of an army or of a line."""
    return _ARMIES[item] if item < 2 else line_name(n, item - 2)


def _option_name(n: int, option: int) -> str:
    return f"{_ARMIES[option % 2]} {option_name(n, option // 2)}"


FAMILIES = (Family("peaceable-queens", _FORM, _build),)
