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
from danceoff.problems import ExactCover, InvalidProblem, check
from danceoff.problems.model.costs import MOST
from danceoff.problems.model.cover import ADDED
from danceoff.problems.model.covers import Covers

OPTIONS = ExactCover.from_options(
    ["ax", "ay", "b", "ab"], primary="ab", secondary="xy", multiplicity={"a": (2, 3)}, cost=[1, 2, 4, 8]
)


def own(problem: ExactCover) -> dict[tuple[int, ...], list[int]]:
    """The options of the problem that stands for soft items, each set with what its covers cost."""
    found: dict[tuple[int, ...], list[int]] = {}
    for cover in all_covers(problem):
        (cost,) = problem.cost_of(Covers.of([cover])).tolist()
        found.setdefault(tuple(k for k in sorted(cover) if k < OPTIONS.n_options), []).append(cost)
    return found


def test_units_cost_what_is_missing_or_too_many():
    loose = own(softened(OPTIONS, {0: 10}, {1: 100}))
    assert {chosen: min(costs) for chosen, costs in loose.items()} == {
        (2,): 24, (3,): 18, (0, 2): 15, (1, 2): 16, (0, 3): 9, (1, 3): 10, (2, 3): 122,
        (0, 1, 2): 7, (0, 1, 3): 11, (0, 2, 3): 113, (1, 2, 3): 114, (0, 1, 2, 3): 115,
    }  # fmt: skip


def test_covers_do_not_differ_by_which_of_equal_units_they_hold():
    often = ExactCover.from_options(["a", "a"], primary="a", multiplicity={"a": (40, 50)})
    assert len(all_covers(softened(often, {0: 1}, {}))) == 4, "one for each set of options"


def test_a_secondary_item_that_is_covered_too_often_becomes_primary_and_others_keep_their_order():
    problem = ExactCover.from_options(["axy", "bx"], primary="ab", secondary="xyz")
    loose = softened(problem, {}, {2: 5})
    assert (loose.n_primary, loose.n_items) == (4, 6)
    assert [loose.items_of(k) for k in range(2)] == [[0, 2, 4], [1, 2]]
    assert all_covers(problem) == set() and check(loose, Covers.of(all_covers(loose))).all()


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
