"""Minimal sets of items that cannot be covered together, against brute force."""

import time
from dataclasses import replace
from math import inf

import pytest
from left_over import left

from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers import UnsupportedProblem
from danceoff.solvers.questions import conflict
from danceoff.solvers.questions.backbone import Settling
from danceoff.solvers.questions.conflict import Conflict, Strength, conflicts, conflicts_within


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


@pytest.mark.parametrize("ask", [Settling, lambda problem: next(conflicts_within(problem, 60))])
def test_a_bound_on_the_cost_is_refused_as_by_a_backbone(ask):
    with pytest.raises(UnsupportedProblem, match="bound on the cost"):
        ask(replace(ExactCover.from_options("a", "a"), max_cost=-1))
