"""Sudoku puzzles as text: several boards, each in one line of all its squares, or one board with a line for each row.

    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

Blanks may stand between squares. In a board of several lines, bars and lines of `-`, `+` and `|` may separate its
boxes:

    5 3 . | . 7 . | . . .
    6 . . | 1 9 5 | . . .

A square is 1 to 9 and, on boards of more than nine rows, A to Z and a to z; `.` or `0` is an empty square. Lines that
begin with `#` are comments. A line such as `boxes 2x5` says rows and columns of a box, if they are not as square as
possible; an add-on reads further rules.
"""

import re
from collections.abc import Iterable, Iterator
from math import isqrt
from typing import NamedTuple

from danceoff.problems.formats.lines import lines
from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import box_of
from danceoff.problems.grids.grid import Grid
from danceoff.problems.model.arguments import named_by
from danceoff.problems.model.cover import ExactCover, InvalidProblem

FORM = "write a board as a line of 81 squares, or as 9 lines of 9, from 1 to 9, with . or 0 for an empty one"
_LEAST = 16
"""Squares of the smallest board in a list."""


class Drawing:
    """Lines of squares, all of the same length; raises InvalidProblem for other lines.

    lines: the numbers and texts of lines, without blanks; no line is empty.
    where: the name of the text, for messages.
    """

    def __init__(self, lines: Iterable[tuple[int, str]], where: str) -> None:
        self.rows = list[tuple[int, str]]()
        self._where, self._widths, self._cuts = where, set[int](), set[int]()
        for number, line in lines:
            if not line.strip("-+|"):
                self._cuts.add(len(self.rows))  # the rows above the rule
                continue
            squares = line.replace("|", "")
            if squares != line:
                self._widths.update(map(len, line.strip("|").split("|")))
            self.rows.append((number, squares))
            usual = len(self.rows[0][1])
            if len(squares) != usual:
                raise InvalidProblem(f"{where}:{number}: {len(squares)} squares, but {usual} in the first line; {FORM}")

    @property
    def squares(self) -> str:
        """All squares."""
        return "".join(squares for _, squares in self.rows)

    def boards(self, side: int) -> list[tuple[int, str]]:
        """Return the squares of each board with the number of its first line.

        side: the side of the boards; 0 if it follows from the lines.

        Raises InvalidProblem for lines that are no boards, and for lines that could be one board or several boards.
        """
        if not self.rows:
            raise InvalidProblem(f"{self._where}: there is no sudoku; {FORM}")
        n, (number, line) = len(self.rows), self.rows[0]
        where, side_in_list = f"{self._where}:{number}", isqrt(len(line))  # the side if each line is a board
        is_drawn = n == len(line) <= len(sudoku.SYMBOLS)  # the lines may be the rows of one board
        is_either = n >= _LEAST and is_drawn and side_in_list**2 == n
        if not side and is_either and not self.squares.strip(sudoku.marks(side_in_list)):
            may_be = f"{n} lines of {n} squares may be one board or {n} boards"
            raise InvalidProblem(f"{where}: {may_be}: say how large a box is by a line such as `boxes 4x4`")
        if not side:
            is_list = not is_drawn and (n == 1 or len(line) >= _LEAST)
            side = side_in_list if is_list else n
        if is_drawn and n == side:
            return [(number, self.squares)]
        if len(line) != side**2:
            raise InvalidProblem(f"{where}: {n} lines of {len(line)} squares; {FORM}")
        return self.rows

    def refuse_other_boxes(self, height: int, width: int) -> None:
        """Raise InvalidProblem if the bars between squares do not separate boxes of this size."""
        n = len(self.rows)
        cuts = self._cuts - {0, n}
        if self._widths - {width} or (cuts and cuts != {*range(height, n, height)}):
            drawn = f"what parts the squares does not part boxes of {height}x{width}"
            raise InvalidProblem(f"{self._where}: {drawn}; `boxes` names other boxes, such as 3x2, by rows and columns")


class Sheet(NamedTuple):
    """The boards of a text.

    side: the side of all boards.
    box: rows and columns of a box; None unless a line says so.
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
    """Return the board with these givens and boxes, or the usual boxes; raises InvalidProblem if these do not fit."""
    with named_by(where):
        problem, grid = sudoku.blank(side, fitting(side, box))
        return problem.given(sudoku.givens_of(squares, side)), grid


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
