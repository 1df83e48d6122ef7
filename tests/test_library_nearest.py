"""`danceoff.nearest`: names, givens and limits; tests/solvers/questions/test_nearest.py has brute force."""

import pytest

import danceoff

SHIFTS = {"one": ["a", "b"], "two": ["b", "c"], "three": ["d"]}


def test_options_and_items_go_by_their_names():
    found = danceoff.nearest(danceoff.problem(SHIFTS, cost=[5, 1, 9]), solver="algorithm-x")
    assert found.options in ({"one", "three"}, {"two", "three"})
    assert (len(found.left_out), found.bound, found.is_proven, found.status) == (1, 1, True, "complete")
    assert found.left_out == (["c"] if "one" in found.options else ["a"])


def test_givens_are_kept_and_costs_do_not_count():
    found = danceoff.nearest(danceoff.problem(SHIFTS, cost=[5, 1, 9]).given([1]), solver="algorithm-x")
    assert (found.options.numbers, found.left_out) == ((1, 2), ["a"])


def test_an_item_is_named_once_for_each_time_that_it_is_missing():
    often = danceoff.problem({"one": ["a"], "two": ["a", "b"], "three": ["b"]}, multiplicity={"a": (4, 5)})
    assert danceoff.nearest(often, solver="algorithm-x").left_out == ["a", "a"]


def test_the_picture_has_holes():
    found = danceoff.nearest("domino/3x3")
    assert (found.options.picture.count("."), len(found.left_out), found.is_proven) == (1, 1, True)
    assert danceoff.nearest("queens/4", solver="dlx").left_out == []


def test_what_a_limit_leaves(monkeypatch):
    nothing = danceoff.best({"a": ["x", "y"], "b": ["y", "z"]}, solver="dlx")
    monkeypatch.setattr("danceoff.door.nearest.best", lambda *_, **__: nothing)
    found = danceoff.nearest(SHIFTS, time_limit=1)
    assert (found.options, found.left_out, found.bound, found.is_proven) == (None, None, None, False)


def test_a_solver_that_does_not_look_for_the_cheapest_is_refused():
    with pytest.raises(danceoff.UnsupportedProblem, match="does not look for the cheapest covers"):
        danceoff.nearest(SHIFTS, solver="backtracking")
