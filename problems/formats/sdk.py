"""Sudoku puzzles as text: one line of all squares, or the board line by line.

A square is 1 to 9 or, on large boards, a letter; `.` or `0` if it is empty. Lines that begin with `#` are comments.
Spaces, `|`, and lines of `-`, `+` and `=` are ignored.
"""

from __future__ import annotations

from danceoff.problems.families import sudoku
from danceoff.problems.grids.grid import Grid
from danceoff.problems.model.cover import ExactCover, InvalidProblem


def read(text: str, file: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle of a text; raises InvalidProblem for an impossible size or a wrong character."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        squares = "".join(line.replace("|", "").split())
        if squares.strip("-+=") and not squares.startswith("#"):
            rows.append((number, squares))
    if not rows:
        raise InvalidProblem(f"{file}: the file has no sudoku")
    try:
        side = sudoku.side_of(sum(len(squares) for _, squares in rows))
        sudoku.box_of(side)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}:{rows[0][0]}: {error}") from None
    for number, squares in rows:
        if len(squares) != side and len(rows) > 1:
            raise InvalidProblem(f"{file}:{number}: {len(squares)} squares, but a row has {side}")
        if wrong := [mark for mark in squares if not sudoku.is_mark(mark, side)]:
            raise InvalidProblem(f"{file}:{number}: {sudoku.wrong_mark(wrong[0], side)}")
    return sudoku.puzzle("".join(squares for _, squares in rows))
