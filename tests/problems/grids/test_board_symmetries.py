"""Symmetries of coloured problems: tiles and routes."""

import numpy as np
import pytest
from orbits import group_of, plain_orbits, walked

from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.catalog import instance
from danceoff.problems.grids.board_symmetries import restricted
from danceoff.solvers import load

ORBITS = {"macmahon-squares/2x3": None, "edge-matching/4x4-3-1": 16 // 4, "knight-tour/3x4": 16 // 4}
ORBITS |= {"corner-path/3x3": 12 // 2, "corner-path/4x4": 184 // 2}


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


def test_a_board_that_lacks_options_is_refused() -> None:
    with pytest.raises(InvalidProblem, match="of a board that lacks options; ask for all covers"):
        list(restricted([np.arange(1, dtype=np.int32)], ExactCover.from_options(["a", "a"], "a")))


def test_a_sub_problem_without_an_option_keeps_the_symmetries_that_keep_it() -> None:
    case, group = instance("corner-path/4x4"), group_of("corner-path/4x4")
    fixed = np.flatnonzero((group == group[0]).all(axis=0)).tolist()
    other = int(np.flatnonzero((group != group[0]).any(axis=0))[0])
    assert len(symmetries(case.problem.without(fixed[:1]), case.board)) == 2
    assert len(symmetries(case.problem.without([other]), case.board)) == 1
