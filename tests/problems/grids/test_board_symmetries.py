"""Symmetries of coloured problems: tiles, labelled graphs, routes and words."""

import numpy as np
import pytest
from night import sampled
from orbits import group_of, plain_orbits, walked

from danceoff.problems import InvalidProblem
from danceoff.problems.analysis.group import keeps, symmetries
from danceoff.problems.catalog import instance
from danceoff.solvers import load

SIZES = {
    "macmahon-squares/2x3": 4,
    "macmahon-squares/4x6": 4 * 2,  # motions, and the colours inside exchanged
    "macmahon-triangles/hexagon": 12 * 6,
    "edge-matching/4x4-3-1": 4,
    "graceful/path-8": 2 * 2,  # automorphisms, and the labels reversed
    "graceful/cycle-8": 16 * 2,
    "graceful/prism-3": 12 * 2,
    "graceful/prism-4": 48 * 2,
    "graceful/wheel-5": 10 * 2,
    "graceful/k-1-1-4": 48 * 2,
    "graceful/petersen": 120 * 2,
    "graph-colouring/cycle-9-3": 18 * 6,
    "graph-colouring/petersen-3": 120 * 6,
    "de-bruijn/4": 2,  # backwards
    "de-bruijn/2-3": 2 * 2,  # backwards, and two letters exchanged
    "instant-insanity": 8,
    "knight-tour/3x4": 4,
    "knight-tour/5x5": 8,
    "closed-knight-tour/6x6": 2,  # those that keep the corner where it begins
    "closed-knight-tour/5x6": 1,
    "corner-path/5x5": 2,
    "corner-path/4x5": 1,
    "word-search/4x5-compass": 4,
    "word-search/5x5-compass": 8,
    "crossword/3x3": 2,  # across and down
    "crossword/5x5-0-4-12-20-24": 2,
}


@pytest.mark.parametrize("name", sampled(SIZES, 2))
def test_the_symmetries_are_a_group_of_the_right_size(name: str) -> None:
    problem, group = instance(name).problem, group_of(name)
    assert len(group) == SIZES[name]
    assert group[0].tolist() == list(range(problem.n_options))
    rows = {row.tobytes() for row in group}
    assert len(rows) == len(group)
    for permutation in group[:: max(1, len(group) // 8)]:
        assert keeps(problem, permutation)
        assert {permutation[row].tobytes() for row in group} == rows


ORBITS = {
    "macmahon-squares/2x3": None,
    "edge-matching/4x4-3-1": 16 // 4,
    "graceful/cycle-3": 1,  # OEIS A379576
    "graceful/cycle-4": 1,
    "graceful/path-4": 1,
    "graceful/complete-4": 1,
    "graceful/k-1-1-2": 4,  # OEIS A339892
    "graceful/path-8": 40 // 4,  # by A339892 each orbit has twice as many covers as there are automorphisms
    "graceful/cycle-8": 384 // 32,
    "graceful/prism-3": 96 // 24,
    "graceful/k-1-1-3": 168 // 24,
    "graph-colouring/petersen-3": 1,
    "graph-colouring/cycle-9-3": None,
    "de-bruijn/3": 1,
    "de-bruijn/4": None,
    "instant-insanity": 1,  # one solution, which can be turned in 8 ways
    "knight-tour/3x4": 16 // 4,
    "corner-path/3x3": 12 // 2,
    "corner-path/4x4": 184 // 2,
    "word-search/4x5-compass": None,
    "crossword/5x5-0-4-12-20-24": 12 // 2,
}


@pytest.mark.parametrize("name", ORBITS)
def test_the_broken_search_finds_as_many_orbits_as_there_are(name: str, record_property) -> None:
    problem, group = instance(name).problem, group_of(name)
    covers = set(load("bits").prepare(problem).covers())
    orbits = plain_orbits(group, covers)
    assert set().union(*orbits) == covers
    found = walked(instance(name), "bits").orbits
    assert (found.orbits, found.covers) == (len(orbits), len(covers))
    if ORBITS[name] is not None:
        assert found.orbits == ORBITS[name]
        record_property("answers: published counts up to symmetry found again", 1)


def test_knight_tours_up_to_symmetry(record_property) -> None:
    orbits = walked(instance("knight-tour/5x5"), "bits").orbits
    n_undirected, n_symmetric = 112, 8  # G. P. Jelliss, Knight's Tour Notes
    assert (orbits.orbits, orbits.covers) == (2 * n_undirected - n_symmetric, 1728)
    record_property("answers: published counts up to symmetry found again", 1)


@pytest.mark.slow
def test_macmahon_triangles_up_to_symmetry() -> None:
    orbits = walked(instance("macmahon-triangles/hexagon"), "bits").orbits
    assert (orbits.orbits, orbits.covers) == (11853792 // 72, 11853792)


@pytest.mark.parametrize(
    "name", ["macmahon-squares/4x6", "graceful/path-8", "knight-tour/5x5", "word-search/5x5-compass"]
)
def test_givens_leave_the_symmetries_that_keep_them(name: str) -> None:
    case, group = instance(name), group_of(name)
    cover = next(load("bits").prepare(case.problem).covers())
    for option in cover[:3]:
        stabiliser = int(np.count_nonzero(group[:, option] == option))
        assert len(symmetries(case.problem.given([option]), case.board)) == stabiliser


def test_a_sub_problem_without_an_option_keeps_the_symmetries_that_keep_it() -> None:
    case, group = instance("corner-path/4x4"), group_of("corner-path/4x4")
    fixed = np.flatnonzero((group == group[0]).all(axis=0)).tolist()
    other = int(np.flatnonzero((group != group[0]).any(axis=0))[0])
    assert len(symmetries(case.problem.without(fixed[:1]), case.board)) == 2
    assert len(symmetries(case.problem.without([other]), case.board)) == 1


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("matching/4", "symmetries are found of packings, grids, tiles .* and this problem is none of them"),
        ("graph-colouring/cycle-130-2", "symmetries are found of graphs of up to 128 points, and this has 130"),
        ("graph-colouring/complete-5-6", "symmetries, too many to write down"),
    ],
)
def test_refusals(name: str, says: str) -> None:
    with pytest.raises(InvalidProblem, match=says):
        group_of(name)
