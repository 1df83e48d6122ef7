"""Changes in the name of a problem: the same ones each time, and what each kind changes."""

import numpy as np
import pytest

from benchmarks.drawn import draw
from danceoff.problems import InvalidProblem, catalog
from danceoff.problems.changes import CHANGES, is_change
from danceoff.solvers import load


def problem(name):
    return catalog.instance(name).problem


def test_a_name_has_the_same_problem_again_whatever_is_changed():
    named = [draw(np.random.default_rng([5, k]), has_costs=k % 2 == 1) for k in range(12)]
    named += [f"tromino/4x5/{change}-2-7" for change in CHANGES]
    assert {one.split("-")[0] for name in named for one in name.split("/")[1:] if is_change(one)} == set(CHANGES)
    for name in named:
        assert problem(name).digest == problem(name).digest, name


def test_changes_are_made_in_turn():
    count = {one: load("dlx").prepare(problem(f"tromino/4x6{one}")).count() for one in ("", "/order-2-7", "/given-1-7")}
    assert count["/order-2-7"] == count[""] > count["/given-1-7"]
    both = problem("tromino/4x6/holes-3-1/costs-1-2")
    assert both.n_primary == 21 and both.has_costs


@pytest.mark.parametrize(
    "change", ["holes", "holes-3", "holes-0-1", "holes-100-1", "holes-3--1", "holes-3-1/", "holes-3-1/hole-3-1"]
)
def test_another_text_is_no_change(change):
    with pytest.raises(InvalidProblem, match=r"^tromino/4x6/.*: a change is KIND-N-SEED, with a KIND of holes, "):
        problem(f"tromino/4x6/{change}")


def test_a_family_of_one_problem_can_be_changed():
    assert problem("soma/holes-1-1").n_primary == problem("soma").n_primary - 1
    with pytest.raises(InvalidProblem, match="unknown size 'hole-1-1'"):
        problem("soma/hole-1-1")
