"""Every family: how many placements it has, what its boards look like, and the sizes that it refuses."""

import pickle
from itertools import combinations, pairwise, product
from math import gcd

import numpy as np
import pytest

from danceoff.experiments.contract.small import all_covers
from danceoff.problems.catalog import families, instance, names
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


@pytest.mark.parametrize(("size", "count"), [("2x2x3", 3), ("3x3x4", 31), ("4x2x4", 35), ("4x4x5", 15511)])
def test_boxes_are_cut_into_cubes(size: str, count: int) -> None:
    """OEIS A228267 has the numbers."""
    assert load("counter:method=memo").prepare(instance(f"cubes/{size}").problem).count() == count


def test_one_line_in_the_catalog_is_a_puzzle() -> None:
    line = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
    assert instance(f"sudoku/{line}").problem.digest == instance("sudoku/euler96-01").problem.digest


def test_the_order_of_the_polyominoes_names_the_problem() -> None:
    assert instance("n-omino/6").problem.digest == "8643fa3dafab6e07"


def test_problems_reach_other_processes_with_their_names() -> None:
    for family in families():
        problem = instance(next(name for name in names() if name.split("/")[0] == family)).problem
        copy = pickle.loads(pickle.dumps(problem))
        assert copy.digest == problem.digest
        assert list(copy.item_names) == list(problem.item_names), family
        assert list(copy.option_names) == list(problem.option_names), family
