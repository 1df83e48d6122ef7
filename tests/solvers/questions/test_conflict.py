"""Minimal sets of items that cannot be covered together, against brute force."""

import time
from dataclasses import replace
from math import inf

import pytest
from fuzz_questions import coverable
from hypothesis import given
from left_over import left
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers import UnsupportedProblem
from danceoff.solvers.questions import conflict
from danceoff.solvers.questions.conflict import Conflict, Strength, conflicts, conflicts_within


@drawn(30)
@given(problems(colours=True, multiplicities=True, max_items=6, max_options=8))
def test_conflicts_are_conflicts_minimal_and_smallest(problem):
    found = list(conflicts(problem))
    assert (found == []) == bool(all_covers(problem))
    for one in found:
        assert not coverable(problem, one.items)
    if not found:
        return
    n_cores = len(found) - 3
    strengths = [*[Strength.CORE] * n_cores, *[Strength.MINIMAL] * 2, Strength.SMALLEST]
    assert ([one.strength for one in found], n_cores > 0) == (strengths, True)
    sizes = [len(one.items) for one in found]
    assert sizes == sorted(sizes, reverse=True)
    for one in found[n_cores:]:
        for left_out in one.items:
            others = [item for item in one.items if item != left_out]
            assert coverable(problem, others)
    asked = [item for item in range(problem.n_primary) if problem.least[item] > 0]
    decisive = {item for item in asked if coverable(problem, [other for other in asked if other != item])}
    assert set(found[-2].decisive) == set(found[-1].decisive) == decisive
    assert decisive <= set(found[-2].items) & set(found[-1].items)
    assert found[-4].items == found[-3].items == found[-2].items


def test_the_smallest_conflict_of_a_chessboard_is_one_colour_of_it():
    problem = instance("domino/3x3").problem
    *_, smallest = conflicts(problem)
    assert [problem.item_name(item) for item in smallest.items] == ["0,0", "0,2", "1,1", "2,0", "2,2"]
    assert smallest.decisive == smallest.items


def test_a_wrong_conflict_is_noticed(monkeypatch):
    problem = instance("domino/3x3").problem
    for wrong in ((0, 1), tuple(range(9))):
        monkeypatch.setattr(conflict, "_shrunk", lambda *_, wrong=wrong: [wrong])
        with pytest.raises(RuntimeError, match=r"can be covered together|not minimal"):
            list(conflicts(problem))


def test_what_is_found_within_the_time_is_kept_and_the_rest_killed(monkeypatch):
    core = Conflict((0,), Strength.CORE)

    def endless(_problem):
        yield core
        time.sleep(1000)

    problem = instance("domino/3x3").problem
    assert [one.strength for one in conflicts_within(problem, inf)][-1] == Strength.SMALLEST
    monkeypatch.setattr(conflict, "conflicts", endless)
    with pytest.raises(TimeoutError, match=r"not finished within 0\.1 s"):
        list(conflicts_within(problem, 0.1))
    walk = conflicts_within(problem, 60)
    assert next(walk) == core
    walk.close()
    assert not left()


def test_a_bound_on_the_cost_is_refused():
    with pytest.raises(UnsupportedProblem, match="bound on the cost"):
        next(conflicts_within(replace(ExactCover.from_options("a", "a"), max_cost=-1), 60))
