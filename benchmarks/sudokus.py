"""Long lists of sudokus: a few well-known ones, transformed by symmetries that keep their difficulty."""

import numpy as np

EASY = (
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
    "200080300060070084030500209000105408000000000402706000301007040720040060004010003",
    "000000907000420180000705026100904000050000040000507009920108000034059000507000000",
    "030050040008010500460000012070502080000603000040109030250000098001020600080060020",
)
"""Project Euler, problem 96, grids 01 to 04: no guess is needed."""

SEVENTEEN = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
    "000000012008030000000000040120500000000004700060000000507000300000620000000100000",
    "000000012040050000000009000070600400000100000000000050000087500601000300200000000",
)
"""From Gordon Royle's list of the sudokus with 17 clues and one solution."""


def shuffled(puzzles: tuple[str, ...], n: int) -> str:
    """Return n lines, deterministic: the puzzles in turn, with symbols, rows, columns, bands and stacks permuted."""
    random = np.random.default_rng(96)
    boards = np.array([[int(mark) for mark in line] for line in puzzles], np.uint8).reshape(-1, 9, 9)
    lines: list[str] = []
    for k in range(n):
        board = boards[k % len(boards)]
        board = board[_lines(random)][:, _lines(random)]
        symbols = np.concatenate([[0], 1 + random.permutation(9)])
        lines.append("".join(map(str, symbols[board.T if random.integers(2) else board].ravel().tolist())))
    return "\n".join(lines) + "\n"


def _lines(random: np.random.Generator) -> list[int]:
    """A permutation of the rows of a board that keeps bands together."""
    return [3 * int(band) + int(row) for band in random.permutation(3) for row in random.permutation(3)]
