"""Random problems with a seed, and schedules: what they are, that they are the same each time, and what is refused."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Covers, check
from danceoff.problems.catalog import instance
from danceoff.problems.families import polyomino_board, quasigroup
from danceoff.problems.families.board import board
from danceoff.solvers import load

DIGESTS = {
    "quasigroup/9-4-1": "b01b0c7be153",
    "random-cover/24-3-6-1": "4c11b3314489",
    "planted-cover/24-3-6-1": "92f1c0eaf042",
    "polyomino-board/8x8-1": "6e3ed6a359df",
    "priced-domino/4x4-1": "",
    "sudoku-begun/9x9-50-1": "",
}


@pytest.mark.parametrize(("name", "digest"), DIGESTS.items())
def test_a_seed_always_gives_the_same_problem(name: str, digest: str) -> None:
    problem = instance(name).problem
    assert problem.digest == instance(name).problem.digest
    assert problem.digest.startswith(digest)
    assert instance(name[:-1] + "2").problem.digest != problem.digest


def test_all_latin_squares_are_drawn() -> None:
    random = quasigroup.Random(1)
    drawn = Counter(str(quasigroup._random_square(3, random)) for _ in range(600))
    assert len(drawn) == 12
    assert min(drawn.values()) > 20


def test_holes_are_balanced_and_can_be_filled() -> None:
    case = instance("quasigroup/9-4-1")
    full = np.zeros((9, 9), int)
    full.flat[case.problem.taken // 9] = 1
    assert full.sum(axis=0).tolist() == full.sum(axis=1).tolist() == [5] * 9
    assert len(case.problem.lift(next(load("bits").prepare(case.problem).batches())).option) == 81


@pytest.mark.parametrize("name", ["random-cover/24-3-6-1", "planted-cover/24-3-6-1", "planted-cover/6-2-2-3"])
def test_a_random_cover_is_uniform_and_regular(name: str) -> None:
    n_items, n_each, degree, _ = map(int, name.partition("/")[2].split("-"))
    problem = instance(name).problem
    options = [tuple(problem.items_of(k)) for k in range(problem.n_options)]
    assert len(set(options)) == len(options) == n_items * degree // n_each
    assert all(len(set(option)) == n_each for option in options)
    assert np.bincount(problem.item).tolist() == [degree] * n_items


@pytest.mark.parametrize(("place", "seed"), [("4x4", 1), ("10x10", 1), ("7x9", 2), ("15x15", 1), ("8x8-centre", 3)])
def test_a_board_is_cut_into_pieces_that_fill_it(place: str, seed: int) -> None:
    case = instance(f"polyomino-board/{place}-{seed}")
    parts = polyomino_board._cut(board(place), polyomino_board.Random(seed))
    assert sorted(cell for part in parts for cell in part) == [tuple(cell) for cell in case.board.cells.tolist()]
    assert {len(part) for part in parts} <= {4, 5, 6}
    number = {tuple(cell): k for k, cell in enumerate(case.board.cells.tolist())}
    option = {tuple(case.board.cells_of(k)): k for k in range(case.problem.n_options)}
    cover = tuple(sorted(option[tuple(sorted(number[cell] for cell in part))] for part in parts))
    assert check(case.problem, Covers.of([cover])).all()


@pytest.mark.parametrize(("name", "n_each"), [("round-robin/6", 2), ("kirkman/9", 3)])
def test_schedules_against_the_rules(name: str, n_each: int) -> None:
    case = instance(name)
    n = int(name.partition("/")[2])
    covers = [*case.problem.lift(Covers.of(all_covers(case.problem)))]
    assert len(set(covers)) == len(covers) == case.known.covers
    for cover in covers:
        players = [(k // comb(n, n_each), case.board.point[k * n_each : (k + 1) * n_each].tolist()) for k in cover]
        assert all(len(game) == n_each for _, game in players)
        met = sorted(pair for _, game in players for pair in combinations(game, 2))
        assert met == list(combinations(range(n), 2))
        plays = Counter((turn, player) for turn, game in players for player in game)
        assert set(plays.values()) == {1}
        assert len(plays) == n * (n - 1) // (n_each - 1)


@pytest.mark.parametrize("name", ["9x9-30-1", "9x9-0-1", "16x16-45-3", "4x4-100-2"])
def test_a_begun_sudoku_is_as_full_as_it_says_and_has_a_cover(name: str) -> None:
    side, percent, _ = name.split("-")
    n_squares = int(side.split("x")[0]) ** 2
    problem = instance(f"sudoku-begun/{name}").problem
    assert len(problem.taken) == n_squares * int(percent) // 100
    assert len(problem.lift(next(load("sat").prepare(problem).batches())).option) == n_squares
