"""Every family: placements, boards, sizes that it refuses; partitions, random problems with a seed, schedules."""

import pickle
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise, product
from math import comb, gcd

import numpy as np
import pytest

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Covers, check
from danceoff.problems.catalog import families, instance, names
from danceoff.problems.families import polyomino_board, quasigroup
from danceoff.problems.families.board import board
from danceoff.solvers import load


@pytest.mark.parametrize(
    "name",
    [
        *("tromino/9x9", "pentomino/6x10", "pentacube/y-5x5x5", "soma", "queens-dominate/8-5", "peaceable-queens/8-9"),
        *("partridge/8", "mondrian/8", "airline/sppnw41", "sudoku/25x25", "queens/8", "word-search/4x5-compass"),
        *("crossword/4x4", "box/42"),
    ],
)
def test_names_differ_and_knuths_programs_read_them(name: str) -> None:
    problem = instance(name).problem
    names = [problem.item_name(item) for item in range(problem.n_items)]
    assert len({*names}) == len(names)
    assert max(map(len, names)) <= 8
    assert len(set(problem.option_names)) == problem.n_options


def test_a_steiner_triple_system_covers_each_pair_once() -> None:
    for v in (3, 9, 15, 21, 27, 33, 45, 63):
        problem = instance(f"steiner-cover/{v}").problem
        triples: dict[int, list[int]] = {}
        for point in range(v):
            for triple in problem.items_of(point):
                triples.setdefault(triple, []).append(point)
        pairs = [pair for points in triples.values() for pair in combinations(points, 2)]
        assert sorted(pairs) == list(combinations(range(v), 2))


@pytest.mark.parametrize(("n", "n_squares", "n_with_common_factor"), [(4, 40, 2), (6, 10668, 7)])
def test_squares_of_a_quilt_have_no_common_factor(n: int, n_squares: int, n_with_common_factor: int) -> None:
    quilt = instance(f"perkins-quilt/{n}")
    covers = list(load("bits").prepare(quilt.problem).covers())
    assert {gcd(*(len(quilt.board.pieces[quilt.board.piece[k]].cells) for k in cover)) for cover in covers} <= {1}
    assert len(covers) == n_squares - n_with_common_factor


def test_boards_without_some_cells() -> None:
    assert np.argwhere(~board("3x4-0-11-5")).tolist() == [[0, 0], [1, 1], [2, 3]]
    assert np.argwhere(~board("8x8-centre")).tolist() == [[3, 3], [3, 4], [4, 3], [4, 4]]
    assert np.argwhere(~board("5x7-centre")).tolist() == [[2, 3]]
    assert np.argwhere(~board("4x6-centre")).tolist() == [[1, 2], [1, 3], [2, 2], [2, 3]]
    assert np.argwhere(~board("2x3-corners")).tolist() == [[0, 0], [0, 2], [1, 0], [1, 2]]


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("queens-dominate/4-2", [(r * k, c * k) for r in (-1, 0, 1) for c in (-1, 0, 1) for k in range(4)]),
        ("knights-dominate/4-4", [(0, 0), *((r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if r * r != c * c)]),
    ],
)
def test_dominating_pieces_against_the_rules(name: str, steps: list[tuple[int, int]]) -> None:
    squares = list(product(range(4), repeat=2))
    n_pieces = int(name[-1])
    expected = {
        tuple(r * 4 + c for r, c in pieces)
        for pieces in combinations(squares, n_pieces)
        if {(r + down, c + right) for r, c in pieces for down, right in steps} >= set(squares)
    }
    assert set(all_covers(instance(name).problem)) == expected


def test_peaceable_queens_against_the_rules() -> None:
    pairs = list(combinations(list(product(range(4), repeat=2)), 2))
    expected = {
        tuple(sorted([(r * 4 + c) * 2 for r, c in white] + [(r * 4 + c) * 2 + 1 for r, c in black]))
        for white, black in product(pairs, repeat=2)
        if all(r != s and c != d and abs(r - s) != abs(c - d) for r, c in white for s, d in black)
    }
    assert set(all_covers(instance("peaceable-queens/4-2").problem)) == expected


@pytest.mark.parametrize(
    ("name", "pieces"), [("tatami/3x4", "domino"), ("tatami/2x5", "domino"), ("tatami-monomer/3x3", "monomer-dimer")]
)
def test_no_four_pieces_meet_in_a_tatami_tiling(name: str, pieces: str) -> None:
    """All tilings are drawn, and those are kept in which two cells around every point have the same letter."""
    plain = instance(f"{pieces}/{name.partition('/')[2]}")
    drawn = {cover: plain.picture(cover).split("\n") for cover in all_covers(plain.problem)}
    expected = {
        cover
        for cover, rows in drawn.items()
        if all(len({*a[k : k + 2], *b[k : k + 2]}) < 4 for a, b in pairwise(rows) for k in range(len(a) - 1))
    }
    assert set(all_covers(instance(name).problem)) == expected
    assert 0 < len(expected) < len(drawn)


def test_one_line_in_the_catalog_is_a_puzzle() -> None:
    line = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
    assert instance(f"sudoku/{line}").problem.digest == instance("sudoku/euler96-01").problem.digest


def test_problems_reach_other_processes_with_their_names() -> None:
    for family in families():
        problem = instance(next(name for name in names() if name.split("/")[0] == family)).problem
        copy = pickle.loads(pickle.dumps(problem))
        assert copy.digest == problem.digest
        assert list(copy.item_names) == list(problem.item_names), family
        assert list(copy.option_names) == list(problem.option_names), family


def rises_evenly(block: tuple[int, ...]) -> bool:
    return len({b - a for a, b in pairwise(block)}) <= 1


def is_coprime(block: tuple[int, ...]) -> bool:
    return all(gcd(*pair) == 1 for pair in combinations(block, 2))


RULES: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "blocks/progression-7": rises_evenly,
    "blocks/coprime-7": is_coprime,
    "blocks/coprime-many-7": lambda block: is_coprime(block) and (len(block) > 1 or block == (1,)),
    "blocks/mean-7": lambda block: sum(block) == 4 * len(block),
    "blocks/sum-free-7": lambda block: not any(a + b in block for a in block for b in block),
    "progression/3x4-2": lambda block: len(block) == 3 and rises_evenly(block) and block[1] - block[0] <= 2,
    "progression/2x3-99": lambda block: len(block) == 2,
}


@pytest.mark.parametrize("name", RULES)
def test_the_options_are_the_sets_that_obey_the_rule(name: str) -> None:
    found = instance(name)
    assert found.board is not None
    numbers = range(1, found.problem.n_items + 1)
    sets = (block for size in numbers for block in combinations(numbers, size) if RULES[name](block))
    named = [found.board.option_name(k) for k in range(found.problem.n_options)]
    assert found.problem.item_name(0) == "1"
    assert sorted(named) == sorted("-".join(map(str, block)) for block in sets)


NUMBERS = {"cubes/2x2x3": 3, "cubes/3x3x4": 31, "cubes/4x2x4": 35, "cubes/4x4x5": 15511}  # OEIS A228267
NUMBERS |= {"progression/8x18": 3252205, "blocks/coprime-many-20": 565920, "blocks/mean-16": 11295}
"""The latter were new; results/new-numbers.md has them."""


@pytest.mark.parametrize("name", NUMBERS)
def test_known_and_new_numbers(name: str) -> None:
    assert load("counter:method=memo").prepare(instance(name).problem).count() == NUMBERS[name]


DIGESTS = {
    "n-omino/6": "8643fa3dafab6e07",  # whose name the order of its polyominoes is
    "quasigroup/9-4-1": "b01b0c7be153",
    "random-cover/24-3-6-1": "4c11b3314489",
    "planted-cover/24-3-6-1": "92f1c0eaf042",
    "polyomino-board/8x8-1": "6e3ed6a359df",
    "priced-domino/4x4-1": "",
    "sudoku-begun/9x9-50-1": "",
}


@pytest.mark.parametrize(("name", "digest"), DIGESTS.items())
def test_a_name_always_gives_the_same_problem(name: str, digest: str) -> None:
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
