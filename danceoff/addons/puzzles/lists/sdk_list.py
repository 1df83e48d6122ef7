"""Lists of sudoku puzzles: a single empty board, and a set of givens for each puzzle."""

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

import numpy as np

from danceoff.addons.puzzles.formats import sdk
from danceoff.problems.formats.sdk import lines_of
from danceoff.problems.grids import sudoku
from danceoff.problems.model.cover import Covers, ExactCover, InvalidProblem

_MORE_THAN_A_BOARD = 4 * len(sudoku.SYMBOLS)
"""Lines of a text that has several boards for sure, even if the first one has regions."""


@dataclass(frozen=True, eq=False)
class SudokuList:
    """Puzzles on boards of the same size and with the same rules.

    side: the number of rows.
    problem: the empty board.
    givens: for each puzzle, a row of options of the empty board.
    """

    side: int
    problem: ExactCover
    givens: Covers


def is_list(text: str) -> bool:
    """Return whether a text, of which this is the beginning, has several puzzles."""
    begin = [*islice(lines_of(text), _MORE_THAN_A_BOARD)]
    with suppress(InvalidProblem):
        return len(begin) == _MORE_THAN_A_BOARD or len(sdk.sheet(begin, "").boards) > 1
    return False


def read(text: str, file: str) -> SudokuList:
    """Return the puzzles of a text; raises InvalidProblem for a line of another length and for a wrong character."""
    rules, boards = sdk.sheet(lines_of(text), file)
    side, squares = rules.side, "".join(line for _, line in boards)
    problem, _ = sdk.board(rules, "." * side**2, f"{file}:{boards[0][0]}")
    value_of = np.zeros(256, np.uint8)
    value_of[np.frombuffer(sudoku.SYMBOLS.encode(), np.uint8)] = range(1, len(sudoku.SYMBOLS) + 1)
    value = value_of[np.frombuffer(squares.encode(), np.uint8)].reshape(len(boards), side**2)
    _, square = np.nonzero(value)
    start = np.concatenate([[0], np.cumsum(np.count_nonzero(value, axis=1))]).astype(np.int32)
    option = (square * side + value[value > 0] - 1).astype(np.int32)
    return SudokuList(side, problem, Covers(start, option))


def write(covers: Covers, side: int) -> str:
    """Return filled boards, one on each line.

    covers: one cover of the whole board for each puzzle.
    side: the side of the boards.
    """
    n_squares = side * side
    square, value = np.divmod(covers.option.reshape(-1, n_squares), side)
    board = np.full((len(covers), n_squares + 1), ord("\n"), np.uint8)
    codes = np.frombuffer(sudoku.SYMBOLS.encode(), np.uint8)
    np.put_along_axis(board, square.astype(np.int64), codes[value], axis=1)
    return board.tobytes().decode("ascii")
