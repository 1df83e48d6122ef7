"""Soft items as options that are added; tests/support/fuzz_questions.py has brute force over all prices."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.addons.planning.soft import finer, off, softened
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.model.costs import MOST
from danceoff.problems.model.cover import ADDED
from danceoff.problems.model.covers import Covers

OPTIONS = ExactCover.from_options(
    ["ax", "ay", "b", "ab"], primary="ab", secondary="xy", multiplicity={"a": (2, 3)}, cost=[1, 2, 4, 8]
)


def test_covers_do_not_differ_by_which_of_equal_units_they_hold():
    often = ExactCover.from_options(["a", "a"], primary="a", multiplicity={"a": (40, 50)})
    assert len(all_covers(softened(often, {0: 1}, {}))) == 4, "one for each set of options"


def test_lift_leaves_out_what_is_added():
    rest = OPTIONS.given([3]).without([0])
    loose = softened(softened(rest, {0: 1}, {}), {0: 2}, {})
    assert loose.origin.tolist() == [1, ADDED, ADDED + 1]
    assert [*loose.lift(Covers.of([[0], [1, 2], [0, 2]]))] == [(1, 3), (3,), (1, 3)]
    assert [k.tolist() for k in off(OPTIONS, [3])] == [[1, 0, 0, 0], [0, 0, 0, 0]]


def test_too_much_is_refused():
    with pytest.raises(InvalidProblem, match="options would be added"):
        softened(replace(OPTIONS, least=np.int32([1 << 30, 1, 0, 0]), most=np.int32([1 << 30, 1, 1, 1])), {0: 1}, {})
    with pytest.raises(InvalidProblem, match=r"add up to 2\^62"):
        softened(OPTIONS, {0: 1 << 61}, {})
    coloured = ExactCover.from_options([["a", ("x", "red")], ["a", "x"]], primary="a", secondary="x")
    with pytest.raises(InvalidProblem, match="item x takes colours"):
        softened(coloured, {}, {1: 1})


@given(priced(problems(), bounded=True), st.integers(1, 4))
def test_prices_keep_a_bound_in_the_units_of_people(problem, denominator):
    if problem.n_primary and np.abs(problem.cost).max(initial=0) < MOST // 1000:
        fine, (price,) = finer(problem, [Fraction(1, denominator)])
        loose = all_covers(softened(fine, {0: price}, {}))
        found = {tuple(k for k in sorted(cover) if k < problem.n_options) for cover in loose}
        assert {cover for cover in found if not off(problem, cover)[0].any()} == all_covers(problem)
