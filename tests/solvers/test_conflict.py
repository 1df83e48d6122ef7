"""Minimal sets of items that cannot be covered together, against brute force."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from danceoff.experiments.contract.brute import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers import UnsupportedProblem
from danceoff.solvers.questions.conflict import Strength, can_be_covered, conflicts


def coverable(problem, items):
    asked = np.isin(np.arange(problem.n_items), items)
    return bool(all_covers(replace(problem, least=np.where(asked, problem.least, 0).astype(np.int32))))


@settings(max_examples=60, derandomize=True, database=None)
@given(problems(colours=True, multiplicities=True, max_items=6, max_options=8))
def test_conflicts_are_conflicts_minimal_and_smallest(problem):
    found = list(conflicts(problem))
    assert (found == []) == bool(all_covers(problem))
    for conflict in found:
        assert not coverable(problem, conflict.items)
        assert not can_be_covered(problem, conflict.items)
    if not found:
        return
    assert [conflict.strength for conflict in found] == [Strength.CORE, Strength.MINIMAL, Strength.SMALLEST]
    for conflict in found[1:]:
        for left_out in conflict.items:
            others = [item for item in conflict.items if item != left_out]
            assert coverable(problem, others)
            assert can_be_covered(problem, others)
    asked = [item for item in range(problem.n_primary) if problem.least[item] > 0]
    decisive = {item for item in asked if coverable(problem, [other for other in asked if other != item])}
    assert set(found[1].decisive) == decisive
    assert decisive <= set(found[1].items)
    assert len(found[2].items) <= len(found[1].items)


def test_the_smallest_conflict_of_a_chessboard_is_one_colour_of_it():
    problem = instance("domino/3x3").problem
    *_, smallest = conflicts(problem)
    assert [problem.item_name(item) for item in smallest.items] == ["0,0", "0,2", "1,1", "2,0", "2,2"]
    assert smallest.decisive == smallest.items


def test_the_smallest_can_be_left_out():
    problem = instance("langford/5").problem
    assert [conflict.strength for conflict in conflicts(problem, smallest=False)] == [Strength.CORE, Strength.MINIMAL]


def test_a_bound_on_the_cost_is_refused():
    with pytest.raises(UnsupportedProblem, match="bound on the cost"):
        next(conflicts(replace(ExactCover.from_options("a", "a"), max_cost=-1)))
