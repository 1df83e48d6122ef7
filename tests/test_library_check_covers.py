"""`danceoff.check_covers`: what is wrong with somebody else's list of covers."""

import night
import pytest
from hypothesis import given
from hypothesis import strategies as st

import danceoff
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover

SHIFTS = {"all": ["morning", "evening"], "early": ["morning"], "late": ["evening"]}


@night.drawn(30)
@given(priced(problems(colours=True, multiplicities=True, max_options=6), bounded=True), st.data())
def test_a_list_is_judged_entry_by_entry(problem: ExactCover, data: st.DataObject):
    right = {tuple(sorted(cover)) for cover in danceoff.load("brute-force").prepare(problem).covers()}
    other = st.lists(st.integers(0, problem.n_options - 1), max_size=3) if problem.n_options else st.just([])
    entries = data.draw(st.lists(other | st.sampled_from(sorted(right)) if right else other, max_size=6))
    as_sets = [tuple(sorted(entry)) for entry in entries]
    wrong = [k for k, cover in enumerate(as_sets) if cover not in right]
    repeated = [k for k, cover in enumerate(as_sets) if cover in right and cover in as_sets[:k]]
    found = danceoff.check_covers(problem, entries)
    assert (found.n_wrong, found.first_wrong and found.first_wrong[0]) == (len(wrong), wrong[0] if wrong else None)
    assert found.n_repeated == len(repeated)
    assert found.first_repeated == ((repeated[0], as_sets.index(as_sets[repeated[0]])) if repeated else None)
    assert (found.n_covers, found.missing, bool(found)) == (len(right & {*as_sets}), None, not wrong and not repeated)


def test_covers_that_were_found_are_right_and_whole():
    result = danceoff.solve("queens/6")
    found = danceoff.check_covers("queens/6", result.covers)
    assert (bool(found), found.n_covers, found.missing, found.fingerprint) == (True, 4, 0, result.fingerprint)
    found = danceoff.check_covers("queens/6", result.covers[1:])
    assert (bool(found), found.missing) == (False, 1)


def test_covers_of_a_problem_that_was_cut():
    whole = danceoff.problem(SHIFTS)
    rest = whole.given([1])
    assert danceoff.check_covers(rest, danceoff.solve(rest).covers)
    assert danceoff.check_covers(whole, danceoff.solve(rest).covers).n_covers == 1
    assert danceoff.check_covers(rest, danceoff.solve(whole, given=["early"]).covers)


@pytest.mark.parametrize(
    ("covers", "says"),
    [
        (3, "covers must be a list of covers, not 3"),
        ("abc", "covers must be a list of covers, not 'abc'"),
        ([["all"], "late"], "cover 1 must be a list of options, not 'late'"),
        ([["all"], ["nix"]], "cover 1: no option is called 'nix'; there are all, early, late"),
        ([["all"], [0]], "cover 1: no option is called 0; there are all, early, late"),
    ],
)
def test_errors_are_one_line(covers, says):
    with pytest.raises(danceoff.InvalidProblem) as caught:
        danceoff.check_covers(SHIFTS, covers)
    assert str(caught.value) == says
