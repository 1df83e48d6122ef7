"""Sudokus begun by chance: the same each time, as full as they say, and with a cover."""

import numpy as np
import pytest

from danceoff.problems import catalog
from danceoff.solvers import load


@pytest.mark.parametrize("name", ["9x9-30-1", "9x9-0-1", "16x16-45-3", "4x4-100-2"])
def test_a_begun_board_has_a_cover(name):
    side, percent, _ = name.split("-")
    n_squares = int(side.split("x")[0]) ** 2
    problem = catalog.instance(f"sudoku-begun/{name}").problem
    assert len(problem.taken) == n_squares * int(percent) // 100
    assert len(problem.lift(next(load("sat").prepare(problem).batches())).option) == n_squares


def test_a_seed_always_gives_the_same_board():
    boards = [catalog.instance(f"sudoku-begun/9x9-50-{seed}").problem for seed in (1, 1, 2)]
    assert boards[0].digest == boards[1].digest != boards[2].digest
    assert np.array_equal(boards[0].taken, boards[1].taken)
