"""Boards of sudoku with boxes of any height and width, and of Latin squares, empty or with givens."""

import string
from collections.abc import Callable
from functools import partial
from math import isqrt

import numpy as np

from danceoff.problems.grids.board_rules import Rules, box_of, square_in_words
from danceoff.problems.grids.grid import Grid, House
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import equal_options

SYMBOLS = "123456789" + string.ascii_uppercase + string.ascii_lowercase
"""The symbols of the values 1, 2, ...; small letters also mean capitals on a board that does not need both."""

EMPTY = ".0"
_LETTERS = string.ascii_uppercase + string.ascii_lowercase
_LARGEST_FROM_ONE = 9
"""The largest side of boards on which 0 is always an empty square, never a symbol."""


def empty(height: int, width: int) -> tuple[ExactCover, Grid]:
    """Return the empty board with boxes of this size; raises InvalidProblem if there are too few symbols."""
    return blank(height * width, (height, width))


def puzzle(line: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle given as a line of all its squares; contradictory givens leave it without covers.

    Raises InvalidProblem for an impossible length and for a wrong character.
    """
    return begun(line, box_of)


def blank(side: int, box: tuple[int, int] | None, symbols: str = SYMBOLS) -> tuple[ExactCover, Grid]:
    """Return the empty board with `side` rows.

    box: height and width of the boxes, or None for a Latin square.
    symbols: what is written into squares.

    Option (row * side + column) * side + v writes symbols[v] into a square. Raises InvalidProblem if there are too few
    symbols.
    """
    if side > len(SYMBOLS):
        raise InvalidProblem(f"a board of side {side} is too large: there are {len(SYMBOLS)} symbols")
    row, column, value = np.indices((side, side, side), dtype=np.int32).reshape(3, -1)
    square = row * side + column
    houses = [row, column]
    if box:
        height, width = box
        houses.append(row // height * height + column // width)
    groups = [square, *(side * house + value for house in houses)]
    items = np.column_stack([side * side * kind + group for kind, group in enumerate(groups)])
    n_items = side * side * len(groups)
    problem = equal_options(items, n_items, partial(_item_name, side, symbols), partial(_option_name, side, symbols))
    rules = Rules(side, box)
    return problem, Grid(side, side, square, value, symbols, box, houses=_houses(side, box), rules=rules)


def _houses(side: int, box: tuple[int, int] | None) -> tuple[House, ...]:
    square = np.arange(side * side).reshape(side, side)
    kinds = {"row": square, "column": square.T}
    if box:
        kinds["box"] = square.reshape(side // box[0], box[0], -1, box[1]).swapaxes(1, 2).reshape(side, side)
    return tuple(
        House(f"{kind} {number}", tuple(squares), f"{kind[0]}{number}")
        for kind, every in kinds.items()
        for number, squares in enumerate(every.tolist(), 1)
    )


def begun(line: str, box_of: Callable[[int], tuple[int, int] | None]) -> tuple[ExactCover, Grid]:
    """Return the board given as a line of all its squares.

    box_of: takes the side of the board, and returns the height and width of its boxes, or None for a Latin square.
    """
    side = side_of(len(line))
    symbols = symbols_of(line, side)
    givens = givens_of(line, symbols)
    problem, grid = blank(side, box_of(side), symbols)
    return problem.given(givens), grid


def symbols_of(line: str, side: int) -> str:
    """Return the symbols of a board with this side whose squares hold these marks, from the first to the last.

    They are the first of SYMBOLS, unless the marks are letters alone, some of which SYMBOLS does not have by then (A to
    P on a board of side 16), or 0 is one of them (0 to F). It is, on a board of more than 9 rows, if `.` stands for an
    empty square, the last of SYMBOLS does not occur, and no row or column has 0 twice.
    """
    used, last = {*line}, SYMBOLS[side - 1]
    usual, letters = ({mark for mark in used if is_mark(mark, some[:side])} for some in (SYMBOLS, _LETTERS))
    if used.isdisjoint("123456789") and usual < letters == used:
        return _LETTERS[:side]
    if side > _LARGEST_FROM_ONE and used >= {*EMPTY} and not used & {last, last.lower()}:
        zeros = [divmod(square, side) for square, mark in enumerate(line) if mark == "0"]
        if all(len({*along}) == len(zeros) for along in zip(*zeros, strict=True)):
            return ("0" + SYMBOLS)[:side]
    return SYMBOLS[:side]


def givens_of(line: str, symbols: str) -> list[int]:
    """Return the options of the marks in a line of all squares; raises InvalidProblem for a wrong one."""
    side = len(symbols)
    for square, mark in enumerate(line):
        if not is_mark(mark, symbols):
            raise InvalidProblem(f"{square_in_words(square, side)}: {wrong_mark(mark, symbols)}")
    value = {mark: value_of(mark, symbols) for mark in {*line}}
    return [square * side + value[mark] for square, mark in enumerate(line) if value[mark] >= 0]


def square_name(square: int, side: int) -> str:
    """Return the short name of a square, such as r1c1 for the first."""
    return f"r{square // side + 1}c{square % side + 1}"


def side_of(n_squares: int) -> int:
    """Return the side of a board with this number of squares; raises InvalidProblem if there is none."""
    side = isqrt(n_squares)
    if side * side != n_squares or not 0 < side <= len(SYMBOLS):
        raise InvalidProblem(no_side(n_squares))
    return side


def no_side(n_squares: int) -> str:
    """Return the message for a number of squares that no board has."""
    return f"{n_squares} squares do not make a sudoku or Latin square, as 16, 36, 81, 256 or 625 would"


def is_mark(mark: str, symbols: str) -> bool:
    """Return whether a square may hold this character."""
    return mark in EMPTY or value_of(mark, symbols) >= 0


def wrong_mark(mark: str, symbols: str) -> str:
    """Return the message for a character that no square may hold."""
    empty = ". or 0" if symbols[0] == SYMBOLS[0] else "."
    return f"{mark!r} is wrong: a square is {symbols[0]} to {symbols[-1]}, or {empty} if it is empty"


def value_of(mark: str, symbols: str) -> int:
    """Return the place of a mark among the symbols; negative if it is none of them."""
    return symbols.find(mark if symbols[-1].islower() else mark.upper())


def _item_name(side: int, symbols: str, item: int) -> str:
    """Return the name of a square (p1,1) or of a symbol in a row (r1=1), a column (c1=1) or a box (b1=1)."""
    kind, place = divmod(item, side * side)
    group, member = divmod(place, side)
    return f"p{group + 1},{member + 1}" if kind == 0 else f"{'prcb'[kind]}{group + 1}={symbols[member]}"


def _option_name(side: int, symbols: str, option: int) -> str:
    square, value = divmod(option, side)
    return f"r{square // side + 1} c{square % side + 1} {symbols[value]}"
