"""Problems that need a clever search, and their items and options in other orders."""

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance

_MOVES = 4  # for each square of a Latin square


def hard(subject: str) -> ExactCover:
    """Return the problem of `mutilated/N`, `holes/N-PERCENT-SEED`, or a catalog name.

    `mutilated` is the board of dominoes without two opposite corners, which has no cover (Max Black, 1946). `holes` is
    a random Latin square of which a share was erased (Gomes and Selman, 1997).
    """
    family, _, size = subject.partition("/")
    if family == "mutilated":
        return _mutilated(int(size))
    if family == "holes":
        return _holes(*map(int, size.split("-")))
    return instance(subject).problem


def in_another_order(problem: ExactCover, seed: int) -> ExactCover:
    """Return the problem with its items and options in random order: what one order finds by luck, others do not."""
    draw = np.random.default_rng(seed)
    secondary = problem.n_primary + draw.permutation(problem.n_items - problem.n_primary)
    number = np.append(draw.permutation(problem.n_primary), secondary)
    rows = [number[list(problem.items_of(option))].tolist() for option in draw.permutation(problem.n_options)]
    return ExactCover.from_options(rows, range(problem.n_primary), range(problem.n_primary, problem.n_items))


def _mutilated(side: int) -> ExactCover:
    cells = {(r, c) for r in range(side) for c in range(side)} - {(0, 0), (side - 1, side - 1)}
    pairs = [((r, c), (r + down, c + 1 - down)) for r, c in sorted(cells) for down in (0, 1)]
    return ExactCover.from_options([pair for pair in pairs if pair[1] in cells], sorted(cells))


def _holes(side: int, percent: int, seed: int) -> ExactCover:
    draw = np.random.default_rng(seed)
    square = _latin_square(side, draw).ravel()
    given = np.sort(draw.permutation(side * side)[side * side * percent // 100 :])
    return instance(f"latin/{side}").problem.given((given * side + square[given]).tolist())


def _latin_square(side: int, draw: np.random.Generator) -> NDArray[np.int64]:
    """Return a random Latin square, by the moves of M. T. Jacobson and P. Matthews, J. Combin. Designs 4 (1996).

    A move puts a 1 into the cube of rows, columns and symbols, and mends the lines through it, of which one may be left
    with a -1 that the next move begins with.
    """
    rows, columns = np.indices((side, side))
    cube = np.zeros((side,) * 3, np.int64)
    cube[rows, columns, (rows + columns) % side] = 1
    wrong: tuple[int, ...] | None = None
    n_moves = 0
    while n_moves < _MOVES * side * side or wrong is not None:
        n_moves += 1
        r, c, s = wrong or draw.integers(side, size=3).tolist()
        if wrong is None and cube[r, c, s]:
            continue
        row, column, symbol = (
            int(draw.choice(np.flatnonzero(line == 1))) for line in (cube[:, c, s], cube[r, :, s], cube[r, c])
        )
        for at in (r, c, s), (r, column, symbol), (row, c, symbol), (row, column, s):
            cube[at] += 1
        for at in (row, c, s), (r, column, s), (r, c, symbol), (row, column, symbol):
            cube[at] -= 1
        wrong = (row, column, symbol) if cube[row, column, symbol] < 0 else None
    square: NDArray[np.int64] = cube.argmax(axis=2)
    return square
