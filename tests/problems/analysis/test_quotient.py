"""Covers that a symmetry keeps, and orbits counted from them, against listing."""

from dataclasses import replace
from fnmatch import fnmatch

import numpy as np
import pytest

import danceoff
from danceoff.problems.catalog import instance


@pytest.mark.parametrize("solver", ["bits", "counter"])
def test_a_bound_on_the_cost_goes_with_symmetries(solver, solve, monkeypatch):
    made, (row, column) = instance("queens/6"), np.divmod(np.arange(36), 6)
    problem = replace(made.problem, cost=row * column)  # two of the four covers cost 34, two 41
    asked = replace(made, problem=problem, known=None)
    monkeypatch.setattr("danceoff.experiments.run.one_case.worker.read", lambda _: asked)
    said = {"40": "1 of 2 covers in one orbit in ", "41": "2 of 4 covers up to", "33": "0 of 0 covers up to"}
    for bound, says in said.items():
        ask = "queens/6", "--task", "count", "--up-to-symmetry", "--solver", solver, "--at-most", bound
        assert solve(*ask)[1].startswith(says)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("domino/4x4", "9 of 36 covers up to symmetry in * by counter; 36 is as published (OEIS A004003*"),
        ("queens/6", "1 of 4 covers in one orbit in * by counter, as published (OEIS A000170 and A002562; 4 covers c*"),
    ],
)
def test_only_what_is_published_is_said_to_be(name, says, solve):
    assert fnmatch(solve(name, "--task", "count", "--up-to-symmetry", "--solver", "counter")[1], says)


@pytest.mark.parametrize(
    ("name", "published"),
    [
        *((f"domino/2x{n}", count) for n, count in ((3, 2), (6, 9), (20, 5545))),  # OEIS A060312
        *((f"domino/3x{n}", count) for n, count in ((2, 2), (12, 561), (40, 54174058390))),  # OEIS A232622
        ("domino/12x12", 6632560613086062),  # far too many to list
        *((f"tatami/4x{n}", count) for n, count in ((4, 1), (5, 2), (10, 4), (20, 20))),  # OEIS A068929
        *((f"tatami/5x{n}", count) for n, count in ((4, 2), (6, 1), (8, 1))),  # OEIS A068926
    ],
)
def test_orbits_are_as_many_as_published(name, published):
    assert danceoff.count(name, up_to_symmetry=True) == published


def test_orbits_are_counted_with_options_given_left_out_or_too_dear():
    assert danceoff.count("queens/6", up_to_symmetry=True) == 1
    assert danceoff.count("queens/6", without=["r1 c1"], up_to_symmetry=True) == 2  # only a diagonal keeps the rest
    assert danceoff.count("domino/2x3", given=["I 0,0 1,0"], up_to_symmetry=True) == 2
    with pytest.raises(TimeoutError, match="the number of covers is not known; timeout: "):
        danceoff.count("domino/4x4", time_limit=1e-9, up_to_symmetry=True)
