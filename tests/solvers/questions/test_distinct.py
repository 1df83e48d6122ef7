"""Lists of distinct choices that are too long are left; the contract compares short ones with brute force."""

import numpy as np
import pytest

from danceoff.problems.catalog import instance
from danceoff.solvers import load
from danceoff.solvers.questions import distinct


@pytest.mark.parametrize("solver", ["dlx", "sat", "cpsat", "clingo"])
def test_a_list_with_too_many_choices_goes_on_in_parts(monkeypatch, solver):
    problem = instance("queens/8").problem
    keep = np.arange(problem.n_options) < 24
    expected = {tuple(k for k in cover if k < 24) for cover in load("bits").prepare(problem).covers()}
    monkeypatch.setattr(distinct, "_MOST", 5)
    found = [*distinct.Distinct(load(solver), problem, keep).covers()]
    assert len(found) == len(expected)
    assert {tuple(k for k in cover if k < 24) for cover in found} == expected


def test_clingo_finds_no_second_cover_of_a_choice():
    problem = instance("queens/8").problem
    keep = np.arange(problem.n_options) < 24
    expected = {tuple(k for k in cover if k < 24) for cover in load("bits").prepare(problem).covers()}
    found = [
        tuple(sorted(k for k in cover if k < 24))
        for cover in load("clingo").prepare(problem).one_of_each_choice(keep)
        if cover
    ]
    assert (len(found), {*found}) == (len(expected), expected)


def test_a_search_may_have_choices_of_its_own(monkeypatch):
    problem = instance("queens/6").problem
    kind = type(load("dlx").prepare(problem))
    monkeypatch.setattr(kind, "choices", lambda *_: pytest.fail("it is not what this search lists"), raising=False)
    assert len([*distinct.Distinct(load("dlx"), problem, np.ones(problem.n_options, bool)).covers()]) == 4
