"""Boards of sudoku with boxes of any height and width, and of Latin squares, empty or with givens."""

import string
from collections.abc import Callable
from functools import partial
from math import isqrt

import numpy as np

from danceoff.problems.grids.board_rules import square_in_words
from danceoff.problems.grids.grid import Grid, House, Rules
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import equal_options

SYMBOLS = "123456789" + string.ascii_uppercase + string.ascii_lowercase
"""The symbols of the values 1, 2, ..."""

EMPTY = ".0"
_LARGEST_OF_DIGITS = 9
"""The largest side of boards on which 0 is an empty square; on larger ones it may be meant as a symbol of 0 to F."""


def blank(side: int, box: tuple[int, int] | None) -> tuple[ExactCover, Grid]:
    """Return the empty board with `side` rows.

    box: height and width of the boxes, or None for a Latin square.

    Option (row * side + column) * side + v writes SYMBOLS[v] into a square. Raises InvalidProblem if there are too few
    symbols.
    """
    if side > len(SYMBOLS):
        raise InvalidProblem(f"a board of side {side} is too large: there are {len(SYMBOLS)} symbols")
    row, column, value = np.indices((side, side, side), dtype=np.int32).reshape(3, -1)
    square = row * side + column
    kinds = {"row": row, "column": column}
    if box:
        height, width = box
        kinds["box"] = row // height * height + column // width
    groups = [square, *(side * house + value for house in kinds.values())]
    items = np.column_stack([side * side * kind + group for kind, group in enumerate(groups)])
    n_items = side * side * len(groups)
    problem = equal_options(items, n_items, partial(_item_name, side), partial(_option_name, side))
    houses = tuple(
        House(f"{kind} {k + 1}", tuple(np.flatnonzero(house_of[::side] == k).tolist()), f"{kind[0]}{k + 1}")
        for kind, house_of in kinds.items()  # of each option, so every side-th is a square
        for k in range(side)
    )
    return problem, Grid(side, side, square, value, SYMBOLS[:side], box, houses=houses, rules=Rules(side, box))


def begun(line: str, box_of: Callable[[int], tuple[int, int] | None]) -> tuple[ExactCover, Grid]:
    """Return the board given as a line of all its squares.

    box_of: takes the side of the board, and returns the height and width of its boxes, or None for a Latin square.
    """
    side = isqrt(len(line))
    if side * side != len(line) or not 0 < side <= len(SYMBOLS):
        raise InvalidProblem(
            f"{len(line)} squares do not make a sudoku or Latin square, as 16, 36, 81, 256 or 625 would"
        )
    givens = givens_of(line, side)
    problem, grid = blank(side, box_of(side))
    return problem.given(givens), grid


def givens_of(line: str, side: int) -> list[int]:
    """Return the options of the marks in a line of all squares; raises InvalidProblem for a wrong mark."""
    for square, mark in enumerate(line):
        if mark not in marks(side):
            raise InvalidProblem(f"{square_in_words(square, side)}: {wrong_mark(mark, side)}")
    return [square * side + SYMBOLS.index(mark) for square, mark in enumerate(line) if mark not in EMPTY]


def square_name(square: int, side: int) -> str:
    """Return the short name of a square, such as r1c1 for the first."""
    return f"r{square // side + 1}c{square % side + 1}"


def marks(side: int) -> str:
    """Return the symbols that a square of a board with this side may hold."""
    return (EMPTY if side <= _LARGEST_OF_DIGITS else ".") + SYMBOLS[:side]


def wrong_mark(mark: str, side: int) -> str:
    """Return the message for a character that no square may hold."""
    return (
        f"{mark!r} is wrong: a square is 1 to {SYMBOLS[side - 1]}, or {' or '.join(marks(side)[:-side])} if it is empty"
    )


def _item_name(side: int, item: int) -> str:
    """Return the name of a square (p1,1) or of a symbol in a row (r1=1), a column (c1=1) or a box (b1=1)."""
    kind, place = divmod(item, side * side)
    group, member = divmod(place, side)
    return f"p{group + 1},{member + 1}" if kind == 0 else f"{'prcb'[kind]}{group + 1}={SYMBOLS[member]}"


def _option_name(side: int, option: int) -> str:
    square, value = divmod(option, side)
    return f"r{square // side + 1} c{square % side + 1} {SYMBOLS[value]}"
