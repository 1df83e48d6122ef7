"""Lists of sudoku puzzles: a single empty board, and a set of givens for each puzzle."""

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.formats import sdk
from danceoff.problems.formats.lines import lines as lines_of
from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import Rules
from danceoff.problems.model.cover import Covers, ExactCover, InvalidProblem

_WRONG = np.uint8(255)
_MORE_THAN_A_BOARD = 4 * len(sudoku.SYMBOLS)
"""Lines of a text that has several boards for sure, even if the first one has regions."""
_PLAIN = re.compile(r"[.0-9A-Za-z]+", re.ASCII)


@dataclass(frozen=True, eq=False)
class SudokuList:
    """Puzzles on boards of the same size and with the same rules.

    side: the number of rows.
    problem: the empty board.
    givens: a row of its options for each puzzle.
    symbols: the symbols of the boards.
    """

    side: int
    problem: ExactCover
    givens: Covers
    symbols: str


def is_list(text: str) -> bool:
    """Return whether a text has several puzzles."""
    lines = list(islice(_lines(text), _MORE_THAN_A_BOARD))
    if len(lines) == _MORE_THAN_A_BOARD or (len(lines) > 1 and _is_plain(lines[:2])):
        return True
    with warnings.catch_warnings(), suppress(InvalidProblem):
        warnings.simplefilter("ignore")  # the reader repeats them
        return len(sdk.sheet(text, "").boards) > 1
    return False


def read(text: str, file: str) -> SudokuList:
    """Return the puzzles of a text; raises InvalidProblem for a line of another length and for a wrong character."""
    boards = [*_lines(text)]
    if _is_plain(boards):
        try:
            rules = sdk.with_regions(Rules(side := sudoku.side_of(len(boards[0][1]))), "")
        except InvalidProblem as error:
            raise InvalidProblem(f"{file}:{boards[0][0]}: {error}") from None
        symbols = sdk.symbols_of([line for _, line in boards], side, file)
    else:
        rules, found, symbols = sdk.sheet(text, file)
        boards = [(lines[0][0], "".join(line for _, line in lines)) for lines in found]
        side = rules.side
    problem, _ = sdk.board(rules, symbols, "." * side**2, f"{file}:{boards[0][0]}")
    content = "".join(line for _, line in boards).encode("ascii", "replace")
    value = _values(symbols)[np.frombuffer(content, np.uint8)].reshape(len(boards), side**2)
    if (value == _WRONG).any():
        row, square = np.argwhere(value == _WRONG)[0].tolist()
        number, line = boards[row]
        raise InvalidProblem(f"{file}:{number}: {sudoku.wrong_mark(line[square], symbols)}")
    _, square = np.nonzero(value)
    start = np.concatenate([[0], np.cumsum(np.count_nonzero(value, axis=1))]).astype(np.int32)
    option = (square * side + value[value > 0] - 1).astype(np.int32)
    return SudokuList(side, problem, Covers(start, option), symbols)


def write(covers: Covers, symbols: str) -> str:
    """Return filled boards, one on each line.

    covers: one cover of the whole board for each puzzle.
    symbols: the symbols of the boards.
    """
    side = len(symbols)
    n_squares = side * side
    square, value = np.divmod(covers.option.reshape(-1, n_squares), side)
    board = np.full((len(covers), n_squares + 1), ord("\n"), np.uint8)
    codes = np.frombuffer(symbols.encode(), np.uint8)
    np.put_along_axis(board, square.astype(np.int64), codes[value], axis=1)
    return board.tobytes().decode("ascii")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with a puzzle, each with its number in the file."""
    stripped = ((number, line.strip()) for number, line in lines_of(text))
    return ((number, line) for number, line in stripped if line and not line.startswith("#"))


def _is_plain(lines: Sequence[tuple[int, str]]) -> bool:
    """Return whether each line is a board and nothing else, as in most lists, which are read at once."""
    first = lines[0][1]
    is_usual = len(first) == 81 and not any(letter in first for letter in "xXoO")
    is_board = is_usual or len(first) > 2 * len(sudoku.SYMBOLS)
    return is_board and _PLAIN.fullmatch(first) is not None and all(len(line) == len(first) for _, line in lines)


def _values(symbols: str) -> NDArray[np.uint8]:
    """Return what each character means in a square, uint8[256]: a value from 1, 0 for an empty square, or _WRONG."""
    table = np.full(256, _WRONG, np.uint8)
    for code in range(128):
        if sudoku.is_mark(chr(code), symbols):
            table[code] = sudoku.value_of(chr(code), symbols) + 1
    return table
