"""Reductions: the smaller problem has all covers of the original, or covers that cost as much as its cheapest."""

from collections.abc import Hashable, Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover
from danceoff.solvers.engines.reductions import Reduced, reduced, reductions

KINDS = st.one_of(problems(), problems(multiplicities=True), problems(colours=True, multiplicities=True))
EVERY_KIND = st.one_of(KINDS, priced(KINDS), priced(KINDS, bounded=True))


def lifted(smaller: Reduced) -> list[tuple[int, ...]]:
    return [smaller.lift(cover) for cover in sorted(all_covers(smaller.problem))]


def options_left(options: Iterable[Iterable[Hashable]], primary: str, n_best: int | None = None, **more) -> list[int]:
    return reduced(ExactCover.from_options(options, primary, **more), n_best).problem.origin.tolist()


@given(EVERY_KIND)
@drawn(100)
def test_without_a_number_of_best_all_covers_are_left(problem) -> None:
    covers = lifted(reduced(problem))
    assert len(set(covers)) == len(covers)
    assert set(covers) == all_covers(problem)


@given(EVERY_KIND, st.sampled_from([1, 2, 4]))
@drawn(100)
def test_the_cheapest_covers_cost_as_much_as_before(problem, n_best) -> None:
    smaller = reduced(problem, n_best)
    covers = lifted(smaller)
    assert len(set(covers)) == len(covers)
    assert set(covers) <= all_covers(problem)
    costs = [cost(problem, cover) for cover in covers]
    assert costs == [smaller.cost + cost(smaller.problem, cover) for cover in sorted(all_covers(smaller.problem))]
    assert sorted(costs)[:n_best] == sorted(cost(problem, cover) for cover in all_covers(problem))[:n_best]


@given(EVERY_KIND)
def test_covers_of_the_original_are_lowered_if_they_are_left(problem) -> None:
    smaller = reduced(problem, 1)
    every = frozenset(all_covers(problem))
    assert smaller.lower(every) == all_covers(smaller.problem)
    for cover in every:
        assert [smaller.lift(low) for low in smaller.lower(frozenset([cover]))] in ([], [cover])


def test_an_option_that_must_be_chosen_is_taken_with_its_cost() -> None:
    problem = ExactCover.from_options(["ab", "bc", "c", "c"], "abc", cost=[5, 1, 2, 3])
    smaller = reduced(problem)
    assert smaller.cost == 5
    assert smaller.problem.taken.tolist() == [0]
    assert smaller.problem.origin.tolist() == [2, 3]
    assert reduced(replace(problem, max_cost=7)).problem.max_cost == 2


def test_options_that_cover_a_containing_row_alone_are_dropped_with_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reductions, "_MOST_WORK", 0)  # the next reduction would drop them as well
    smaller = reduced(ExactCover.from_options(["abx", "aby", "bxy", "x", "y"], "abxy")).problem
    assert smaller.n_options == 4
    assert smaller.n_primary == 3


def test_options_that_leave_an_item_without_options_are_dropped() -> None:
    assert 2 not in options_left(["ax", "ay", "xyz", "bx", "by", "bz", "z", "x", "y"], "abxyz")
    with_secondary = [["a", "x"], ["a", "y"], ["z", "x", "y"], ["z"], ["z", "x"]]
    assert options_left(with_secondary, "az", secondary="xy") == [0, 1, 3, 4]
    with_colours = [["a", ("x", 1)], ["a", ("x", 2)], ["z", ("x", 3)], ["z", ("x", 1)], ["z"]]
    assert options_left(with_colours, "az", secondary="x") == [0, 1, 3, 4]


@pytest.mark.parametrize(("n_best", "left"), [(None, [0, 1, 2, 3, 4]), (1, [1, 3, 4]), (2, [1, 2, 3, 4])])
def test_as_many_equal_options_are_left_as_covers_are_wanted(n_best, left) -> None:
    assert options_left(["a", "a", "a", "ab", "b"], "ab", n_best, cost=[3, 1, 2, 0, 0]) == left


def test_more_equal_options_are_left_where_a_cover_has_several() -> None:
    twice = {"a": (2, 2)}
    assert options_left("aaaa", "a", 1, multiplicity=twice, cost=[4, 1, 3, 2]) == []  # two are left, and both taken
    assert options_left("aaaa", "a", 2, multiplicity=twice, cost=[4, 1, 3, 2]) == [1, 2, 3]


@pytest.mark.parametrize(("dear", "n_best", "is_left"), [(5, 1, False), (4, 1, True), (5, 2, True), (5, None, True)])
def test_an_option_is_dropped_if_others_do_the_same_at_no_higher_cost(dear, n_best, is_left) -> None:
    options, costs = ["abc", "ab", "c", "a", "bc", "abc"], [dear, 2, 3, 4, 4, 9]
    assert (0 in options_left(options, "abc", n_best, cost=costs)) == is_left


def test_what_cannot_be_covered_has_no_options_left() -> None:
    smaller = reduced(ExactCover.from_options(["ab", "bc", "cd"], "abcde")).problem
    assert smaller.n_options == 0
    assert smaller.least.any()
