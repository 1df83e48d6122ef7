"""`danceoff.unique`; tests/support/fuzz_questions.py has brute force."""

import pytest

import danceoff

PROBLEM = {
    "all": ["a", "b"],
    "early": ["a"],
    "late": ["b"],
    "no": ["b", "c"],
    "other": ["c"],
    "d": ["d", "e"],
}
"""Its covers: all other d, early late other d, early no d."""


def test_unique_names_the_options_and_draws_them():
    assert danceoff.unique(PROBLEM, given=["no"]).covers == [{"early", "no", "d"}]
    found = danceoff.unique(PROBLEM, without=["early"])
    assert (found.verdict, found.only_first, found.covers[0].picture) == ("one", [], found.picture)
    found = danceoff.unique(PROBLEM, given=["other"])
    assert {*found.only_first} | {*found.only_second} == {"all", "early", "late"}
    assert "in both:\n  other\n  d" in found.picture
    assert "differ" in danceoff.unique("queens/4").picture
    assert "two covers" in danceoff.unique("queens/4")._repr_svg_()
    rest = danceoff.unique(danceoff.problem(PROBLEM).given([5]))
    assert (rest.verdict, rest._repr_svg_(), "only" in rest.picture) == ("several", None, False)


def test_unique_says_when_a_limit_came_first():
    with pytest.raises(TimeoutError, match="not decided within 1e-06 s: 0 covers by then"):
        danceoff.unique("pentomino/6x10", "backtracking", time_limit=1e-6)
    with pytest.raises(danceoff.UnsupportedProblem, match="counts covers and cannot list them"):
        danceoff.unique("queens/4", "counter")
