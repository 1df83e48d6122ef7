"""The model: what is refused, what the digest names, the check of covers, and sub-problems."""

import pickle

import numpy as np
import pytest
from brute import all_covers
from hypothesis import given
from hypothesis import strategies as st
from strategies import problems

from problems import Covers, ExactCover, InvalidProblem, check

SMALL = ExactCover.from_options(["ab", "c", "bc", "a", "ax"], primary="abc", secondary="x")
COVERS = {(0, 1), (2, 3), (2, 4)}


@pytest.mark.parametrize(
    ("options", "primary", "secondary", "says"),
    [
        (["ab", "z"], "ab", "", "option 1: unknown item 'z'"),
        (["ab", "aa"], "ab", "", "option 1: item a is covered twice"),
        (["ab", ""], "ab", "", "option 1: covers no item"),
        (["ab", "x"], "ab", "x", "option 1: covers no primary item"),
        (["x"], "", "x", "option 0: covers no primary item"),
        (["ab"], "aba", "", "item 'a' is declared twice"),
        (["ab"], "ab", "b", "item 'b' is declared twice"),
    ],
)
def test_malformed_options_are_refused(options: list[str], primary: str, secondary: str, says: str) -> None:
    with pytest.raises(InvalidProblem, match=f"^{says}$"):
        ExactCover.from_options(options, primary, secondary)


@pytest.mark.parametrize(
    ("start", "item", "n_items", "n_primary", "says"),
    [
        ([0, 1], [0], 1, 2, "2 primary items of 1"),
        ([0, 1], [0], -1, -1, "impossible"),
        ([], [], 0, 0, "start must lead from 0"),
        ([1, 2], [0, 0], 1, 1, "start must lead from 0"),
        ([0, 1], [0, 1], 2, 2, "start must lead from 0"),
        ([0, 2, 1, 3], [0, 1, 2], 3, 3, "option 1: covers no item"),
        ([0, 2], [1, 0], 2, 2, "out of order"),
        ([0, 1], [5], 2, 2, "option 0: unknown item 5"),
        ([0, 1], [-1], 2, 2, "option 0: unknown item -1"),
        ([0, 1], [0.5], 1, 1, "whole numbers"),
        ([0, 1], [[0]], 1, 1, "one-dimensional"),
        ([0, 1], [1 << 40], 1, 1, "beyond 32 bits"),
    ],
)
def test_malformed_arrays_are_refused(start: list, item: list, n_items: int, n_primary: int, says: str) -> None:
    with pytest.raises(InvalidProblem, match=says):
        ExactCover(np.array(start), np.array(item), n_items, n_primary)


def test_names_must_be_as_many_as_what_they_name() -> None:
    with pytest.raises(InvalidProblem, match="1 option names for 2 options"):
        ExactCover.from_options(["a", "b"], "ab", option_names=["first"])


def test_nothing_of_a_problem_can_be_changed() -> None:
    mine = np.array([0, 1], dtype=np.int32)
    problem = ExactCover(mine, np.array([0]), 1, 1)
    mine[1] = 7
    assert problem.start.tolist() == [0, 1]
    for array in (problem.start, problem.item, problem.origin, problem.taken):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_the_digest_names_the_numbers_and_nothing_else() -> None:
    same = ExactCover.from_options([(1, 2), (3,), (2, 3), (1,), (1, "s")], primary=[1, 2, 3], secondary=["s"])
    assert same.digest == SMALL.digest
    assert len(SMALL.digest) == 16
    others = [
        ExactCover.from_options(["ab", "c", "bc", "a", "ax"], primary="abcx"),
        ExactCover.from_options(["ab", "c", "bc", "a", "ax"], primary="abc", secondary="xy"),
        ExactCover.from_options(["ab", "c", "bc", "a"], primary="abc", secondary="x"),
        ExactCover.from_options(["c", "ab", "bc", "a", "ax"], primary="abc", secondary="x"),
    ]
    assert len({problem.digest for problem in [SMALL, *others]}) == 5


def test_check_knows_covers_from_everything_else() -> None:
    wrong = [(), (0,), (0, 1, 3), (0, 2), (0, 0, 1), (2, 3, 4), (0, 1, 5), (-1, 0, 1), (1, 2), (0, 1, 1)]
    right = sorted(COVERS)
    mixed = [cover for pair in zip(wrong, right * 4, strict=False) for cover in pair]
    assert check(SMALL, Covers.of(mixed)).tolist() == [False, True] * len(wrong)
    assert check(SMALL, Covers.of([])).tolist() == []


def test_check_sees_a_secondary_item_covered_twice() -> None:
    problem = ExactCover.from_options(["ax", "bx", "b"], primary="ab", secondary="x")
    assert check(problem, Covers.of([(0, 1), (0, 2)])).tolist() == [False, True]


def test_check_works_through_large_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("problems.cover._CHECK_CELLS", 8)  # two covers of four items at a time
    assert check(SMALL, Covers.of([(0, 1), (0, 2), (2, 3), (2, 4), (0,)])).tolist() == [True, False, True, True, False]


def test_a_problem_without_primary_items_is_covered_by_nothing() -> None:
    problem = ExactCover.from_options([], primary="", secondary="xy")
    assert check(problem, Covers.of([()])).tolist() == [True]
    assert check(SMALL, Covers.of([()])).tolist() == [False]


def test_covers_are_read_ascending_and_selected() -> None:
    covers = Covers.of([(3, 1), (), (2,)])
    assert list(covers) == [(1, 3), (), (2,)]
    assert list(covers.select(np.array([True, False, True]))) == [(1, 3), (2,)]


@given(problems(), st.data())
def test_given_and_lift_leave_the_covers_that_hold_the_options(problem: ExactCover, data: st.DataObject) -> None:
    """Twice over, for what is given to a sub-problem is remembered in the root's numbers."""
    numbers = range(problem.n_options)
    first = data.draw(st.lists(st.sampled_from(numbers), unique=True, max_size=2)) if numbers else []
    rest = problem.given(first)
    lefts = range(rest.n_options)
    second = data.draw(st.lists(st.sampled_from(lefts), unique=True, max_size=1)) if lefts else []
    chosen = {*first, *(int(rest.origin[k]) for k in second)}
    least = rest.given(second)
    lifted = least.lift(Covers.of(all_covers(least)))
    assert check(problem, lifted).all()
    assert set(lifted) == {cover for cover in all_covers(problem) if chosen <= set(cover)}
    assert len(set(lifted)) == len(lifted)


def test_given_keeps_the_names_of_what_is_left() -> None:
    problem = ExactCover.from_options(["ab", "c", "cx"], primary="abc", secondary="x", option_names=["p", "q", "r"])
    rest = pickle.loads(pickle.dumps(problem.given([0])))
    assert list(rest.item_names) == ["c", "x"]
    assert list(rest.option_names) == ["q", "r"]
    assert problem.given([]).item_name(2) == "c"


@pytest.mark.parametrize(
    ("options", "says"), [([7], "given option 7 is not"), ([-1], "given option -1"), ([0, 0], "given twice")]
)
def test_given_refuses_what_is_not_an_option(options: list[int], says: str) -> None:
    with pytest.raises(InvalidProblem, match=says):
        SMALL.given(options)


@given(problems(), st.data())
def test_without_leaves_the_covers_that_avoid_the_options(problem: ExactCover, data: st.DataObject) -> None:
    numbers = st.sets(st.integers(0, problem.n_options - 1)) if problem.n_options else st.just(set())
    forbidden, chosen = data.draw(numbers), sorted(data.draw(numbers))
    left = problem.without(sorted(forbidden))
    assert left.n_items == problem.n_items
    expected = {cover for cover in all_covers(problem) if not forbidden & set(cover)}
    assert set(left.lift(Covers.of(all_covers(left)))) == expected
    sub = problem.given(chosen)
    number = {int(option): k for k, option in enumerate(sub.origin)}
    both = sub.without([number[option] for option in sorted(forbidden) if option in number])
    assert set(both.lift(Covers.of(all_covers(both)))) == {
        cover
        for cover in all_covers(problem)
        if set(chosen) <= set(cover) and not (forbidden - set(chosen)) & set(cover)
    }


def test_without_takes_names_along_and_refuses_what_is_not_there() -> None:
    problem = ExactCover.from_options(["a", "b", "ab"], "ab", option_names=["one", "two", "three"])
    left = problem.without([1])
    assert list(left.option_names) == ["one", "three"]
    assert left.origin.tolist() == [0, 2]
    assert left.digest != problem.given([]).without([0]).digest
    with pytest.raises(InvalidProblem, match="forbidden option 3 is not one of the 3"):
        problem.without([3])
