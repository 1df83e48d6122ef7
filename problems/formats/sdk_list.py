"""Lists of sudoku puzzles, one on each line: a single empty board, and a set of givens for each puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.formats.lines import lines as lines_of
from danceoff.problems.grids import sudoku
from danceoff.problems.model.cover import Covers, ExactCover, InvalidProblem

_WRONG = np.uint8(255)


@dataclass(frozen=True, eq=False)
class SudokuList:
    """Puzzles on boards of the same size.

    side: the number of rows.
    problem: the empty board.
    givens: a row of its options for each puzzle.
    """

    side: int
    problem: ExactCover
    givens: Covers


def is_list(text: str) -> bool:
    """Return whether a text is a list of puzzles, n x n squares a line, and not a single puzzle of n lines."""
    lines = list(islice(_lines(text), len(sudoku.SYMBOLS) + 1))  # more lines than any board has
    if len(lines) < 2:
        return False
    length = len(lines[0][1])
    return length > len(sudoku.SYMBOLS) or (length >= 16 and length != len(lines))


def read(text: str, file: str) -> SudokuList:
    """Return the puzzles of a text; raises InvalidProblem for a line of another length and for a wrong character."""
    lines = list(_lines(text))
    length = len(lines[0][1])
    try:
        side = sudoku.side_of(length)
        problem, _ = sudoku.empty(*sudoku.box_of(side))
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}:{lines[0][0]}: {error}") from None
    for number, line in lines:
        if len(line) != length:
            raise InvalidProblem(f"{file}:{number}: {len(line)} squares, but {length} in the first puzzle")
    content = "".join(line for _, line in lines).encode("ascii", "replace")
    value = _values(side)[np.frombuffer(content, np.uint8)].reshape(len(lines), length)
    if (value == _WRONG).any():
        row, square = np.argwhere(value == _WRONG)[0].tolist()
        number, line = lines[row]
        raise InvalidProblem(f"{file}:{number}: {sudoku.wrong_mark(line[square], side)}")
    _, square = np.nonzero(value)
    start = np.concatenate([[0], np.cumsum(np.count_nonzero(value, axis=1))]).astype(np.int32)
    option = (square * side + value[value > 0] - 1).astype(np.int32)
    return SudokuList(side, problem, Covers(start, option))


def write(covers: Covers, side: int) -> str:
    """Return filled boards, one on each line.

    covers: one cover of the whole board for each puzzle.
    side: the number of rows of a board.
    """
    n_squares = side * side
    square, value = np.divmod(covers.option.reshape(-1, n_squares), side)
    board = np.full((len(covers), n_squares + 1), ord("\n"), np.uint8)
    symbols = np.frombuffer(sudoku.SYMBOLS.encode(), np.uint8)
    np.put_along_axis(board, square.astype(np.int64), symbols[value], axis=1)
    return board.tobytes().decode("ascii")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with a puzzle, each with its number in the file."""
    stripped = ((number, line.strip()) for number, line in lines_of(text))
    return ((number, line) for number, line in stripped if line and not line.startswith("#"))


def _values(side: int) -> NDArray[np.uint8]:
    """Return what each character means in a square, uint8[256]: a value from 1, 0 for an empty square, or _WRONG."""
    table = np.full(256, _WRONG, np.uint8)
    for code in range(128):
        if chr(code) in sudoku.EMPTY:
            table[code] = 0
        elif sudoku.is_mark(chr(code), side):
            table[code] = sudoku.value_of(chr(code), side) + 1
    return table
