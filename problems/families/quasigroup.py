"""Quasigroups with holes, random Latin squares with as many holes in each row and column: `quasigroup/33-14-1`.

Searches take longest when about 42 % of the squares are holes (Gomes and Selman, Problem structure in the presence of
perturbations, AAAI 1997; Achlioptas, Gomes, Kautz, Selman, Generating satisfiable problem instances, AAAI 2000), and
longer if the holes are balanced (Kautz, Ruan, Achlioptas, Gomes, Selman, Stickel, Balance and filtering in structured
satisfiable problems, IJCAI 2001). The square in which the holes were made is a cover, so there is one.
"""

from collections.abc import Callable
from itertools import product
from random import Random

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.sudoku import SYMBOLS, blank
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.sizes import whole_numbers

_FORM = "N-HOLES-SEED: the side, the holes in each row and column, and the seed"


def _build(size: str) -> Model:
    side, n_holes, seed = whole_numbers(size, _FORM, 3)
    if side > len(SYMBOLS) or n_holes > side:
        raise InvalidProblem(f"{size!r}: at most {len(SYMBOLS)} rows, and at most as many holes as columns")
    random = Random(seed)
    square, pattern = _random_square(side, random), _random_square(side, random)
    problem, grid = blank(side, None)
    kept = np.flatnonzero(pattern >= n_holes)
    return problem.given(kept * side + square.ravel()[kept]), grid


def _random_square(side: int, random: Random) -> NDArray[np.int64]:
    """Return the values of a random Latin square: side^3 moves of Jacobson and Matthews (J. Combin. Des. 4, 1996).

    The moves also lead through improper squares, in which one cell holds a value -1 times and two other values once.
    """
    values: list[list[int]] = [[] for _ in range(side * side)]  # of each cell
    columns: list[list[int]] = [[] for _ in range(side * side)]  # of each value in a row
    rows: list[list[int]] = [[] for _ in range(side * side)]  # of each value in a column

    def change(by: Callable[[list[int], int], None], row: int, column: int, value: int) -> None:
        by(values[row * side + column], value)
        by(columns[row * side + value], column)
        by(rows[column * side + value], row)

    for row, column in product(range(side), repeat=2):
        change(list.append, row, column, (row + column) % side)
    missing: tuple[int, int, int] | None = None  # the cell, and its value that is there -1 times
    n_moves = 0
    while side > 1 and (n_moves < side**3 or missing):
        n_moves += 1
        if missing is None:
            row, column = random.randrange(side), random.randrange(side)
            value = (values[row * side + column][0] + random.randrange(1, side)) % side
        else:
            row, column, value = missing
        own = random.choice(values[row * side + column])
        beside = random.choice(columns[row * side + value])
        below = random.choice(rows[column * side + value])
        if missing is None:
            change(list.append, row, column, value)
        change(list.append, row, beside, own)
        change(list.append, below, column, own)
        change(list.append, below, beside, value)
        change(list.remove, row, column, own)
        change(list.remove, row, beside, value)
        change(list.remove, below, column, value)
        missing = below, beside, own
        if own in values[below * side + beside]:
            change(list.remove, below, beside, own)
            missing = None
    return np.array(values).reshape(side, side)


FAMILIES = (Family("quasigroup", _FORM, _build),)
