"""`danceoff.unique`, against brute force."""

import night
import pytest
from hypothesis import given
from hypothesis import strategies as st

import danceoff
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover

PROBLEM = {
    "all": ["a", "b"],
    "early": ["a"],
    "late": ["b"],
    "no": ["b", "c"],
    "other": ["c"],
    "d": ["d", "e"],
}
"""Its covers: all other d, early late other d, early no d."""


@night.drawn(30)
@given(
    priced(problems(colours=True, multiplicities=True), bounded=True), st.sampled_from(["auto", "dlx", "brute-force"])
)
def test_unique_is_as_brute_force_says(problem: ExactCover, solver: str):
    expected = [*danceoff.load("brute-force").prepare(problem).covers()]
    found = danceoff.unique(problem, solver)
    assert found.verdict == ("none", "one", "several")[min(len(expected), 2)]
    assert bool(found) == (len(expected) == 1)
    assert {cover.numbers for cover in found.covers} <= {*expected}
    assert len({cover.numbers for cover in found.covers}) == min(len(expected), 2)
    if found.verdict == "several":
        first, second = ({*cover.numbers} for cover in found.covers)
        assert (found.only_first, found.only_second) == (sorted(first - second), sorted(second - first))


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
    with pytest.raises(danceoff.UnsupportedProblem, match="counts covers and lists none"):
        danceoff.unique("queens/4", "counter")
