"""Sudoku puzzles as text: one board as in sudoku_lines.py, or several boards, each in one line.

A square is 1 to 9 and, on boards of more than nine rows, A to Z and a to z; `.` or `0` is an empty square. Lines that
begin with `#` are comments. A line such as `boxes 2x5` says rows and columns of a box, if they are not as square as
possible; an add-on reads further rules.
"""

import re
from collections.abc import Iterable, Iterator
from math import isqrt
from typing import NamedTuple

from danceoff.problems.formats.lines import lines
from danceoff.problems.formats.sudoku_lines import FORM, Drawing
from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import box_of
from danceoff.problems.grids.grid import Grid
from danceoff.problems.model.cover import ExactCover, InvalidProblem


class Sheet(NamedTuple):
    """The boards of a text.

    side: the side of all boards.
    box: rows and columns of a box, if a line says so.
    boards: the squares of each board, and the number of its first line.
    drawing: the lines of squares.
    """

    side: int
    box: tuple[int, int] | None
    boards: list[tuple[int, str]]
    drawing: Drawing


def read(text: str, file: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle of a text; raises InvalidProblem for an impossible size or a wrong character."""
    drawn = sheet(lines_of(text), file)
    number, squares = only(drawn.boards, file)
    problem, grid = board(drawn.side, drawn.box, squares, f"{file}:{number}")
    drawn.drawing.refuse_other_boxes(*(grid.box or (drawn.side, drawn.side)))
    return problem, grid


def only(boards: list[tuple[int, str]], file: str) -> tuple[int, str]:
    """Return the only board; raises InvalidProblem for several."""
    number, squares = boards[0]
    if len(boards) > 1:
        raise InvalidProblem(f"{file}:{number}: {len(boards)} boards, and only danceoff solve takes a list; {FORM}")
    return number, squares


def board(side: int, box: tuple[int, int] | None, squares: str, where: str) -> tuple[ExactCover, Grid]:
    """Return the board with these boxes, or the usual ones, and givens; raises InvalidProblem if they do not fit."""
    try:
        problem, grid = sudoku.blank(side, fitting(side, box))
        return problem.given(sudoku.givens_of(squares, side)), grid
    except InvalidProblem as error:
        raise InvalidProblem(f"{where}: {error}") from None


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither empty nor comments, without blanks, each with its number."""
    for number, line in lines(text.replace(" ", "").replace("\t", "")):
        if line and not line.startswith("#"):
            yield number, line


def sheet(numbered: Iterable[tuple[int, str]], file: str, side: int = 0) -> Sheet:
    """Return the boards of lines; raises InvalidProblem for an impossible size and a wrong character.

    side: the side of the boards; 0 if it follows from the lines.
    """
    box, drawn = None, list[tuple[int, str]]()
    for number, line in numbered:
        if line.startswith("boxes"):
            box = box_size(line.removeprefix("boxes"), f"{file}:{number}: boxes")
            side = box[0] * box[1]
        else:
            drawn.append((number, line))
    drawing = Drawing(drawn, file)
    boards = drawing.boards(side)
    side = isqrt(len(boards[0][1]))
    for number, squares in drawing.rows:
        if wrong := squares.strip(sudoku.marks(side)):
            raise InvalidProblem(f"{file}:{number}: {sudoku.wrong_mark(wrong[0], side)}")
    return Sheet(side, box, boards, drawing)


def fitting(side: int, box: tuple[int, int] | None) -> tuple[int, int]:
    """Return rows and columns of a box, by default the usual ones; raises InvalidProblem for boxes that do not fit."""
    height, width = box or box_of(side)
    if height * width != side:
        raise InvalidProblem(f"boxes of {height}x{width} have {height * width} squares, and a row has {side}")
    return height, width


def box_size(text: str, where: str) -> tuple[int, int]:
    """Return rows and columns of a box written as 2x3."""
    match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text, re.ASCII)
    if not match:
        raise InvalidProblem(f"{where}: {text!r} is not of the form ROWSxCOLUMNS, such as 2x3")
    return int(match[1]), int(match[2])
