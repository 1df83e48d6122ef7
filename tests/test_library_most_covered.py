"""`danceoff.most_covered`: names, givens, prices and limits; tests/support/fuzz_questions.py has brute force."""

import pytest

import danceoff

SHIFTS = {"one": ["a", "b"], "two": ["b", "c"], "three": ["d"]}


def test_options_and_items_go_by_their_names():
    found = danceoff.most_covered(danceoff.problem(SHIFTS, cost=[5, 1, 9]), solver="algorithm-x")
    assert found.options in ({"one", "three"}, {"two", "three"})
    assert (len(found.left_out), found.bound, found.is_proven, found.status) == (1, 1, True, "complete")
    assert found.left_out == (["c"] if "one" in found.options else ["a"])


def test_givens_are_kept_and_costs_do_not_count():
    found = danceoff.most_covered(danceoff.problem(SHIFTS, cost=[5, 1, 9]).given([1]), solver="algorithm-x")
    assert (found.options.numbers, found.left_out) == ((1, 2), ["a"])


def test_an_item_is_named_once_for_each_time_that_it_is_missing():
    often = danceoff.problem({"one": ["a"], "two": ["a", "b"], "three": ["b"]}, multiplicity={"a": (4, 5)})
    assert danceoff.most_covered(often, solver="algorithm-x").left_out == ["a", "a"]


def test_what_a_limit_leaves():
    found = danceoff.most_covered("pentomino/6x10", solver="dlx", time_limit=1e-9)
    assert (found.status, found.options, found.left_out, found.is_proven) == ("timeout", None, None, False)


@pytest.mark.parametrize("isolate", [False, True])
def test_given_options_are_in_the_answer_and_others_are_not(isolate):
    options = {"a": ["x", "y"], "b": ["y", "z"], "c": ["z"], "d": ["w"]}
    found = danceoff.most_covered(options, isolate=isolate)
    assert (found.options, found.left_out) == ({"a", "c", "d"}, [])
    found = danceoff.most_covered(options, given=["b"], without=["d"], isolate=isolate)
    assert (found.options, found.left_out, found.bound) == ({"b"}, ["x", "w"], 2)


def test_options_given_that_exclude_each_other_cover_nothing():
    found = danceoff.most_covered({"one": ["a"], "two": ["a", "b"]}, given=["one", "two"])
    assert (found.options, found.left_out, found.is_proven) == (None, None, False)
    assert str(found) == "0 covers", "and not that no item is left out"
    problem = danceoff.problem({"one": ["a"], "two": ["a", "b"]}).given([0, 1])
    for found in (danceoff.most_covered(problem), danceoff.best(problem, soft={"a": 1, "b": 1}, over={"a": 1})):
        assert (found.cost, "0 covers" in str(found)) == (None, True), "and no price makes up for that"
    assert "0 covers" in str(danceoff.most_covered("sudoku/11.............."))


@pytest.mark.parametrize(
    ("prices", "said"),
    [
        ({"c": 1}, "prices: no item is called 'c'; there are a"),
        ({"a": -1}, "prices: the price of 'a' must be at least 0"),
        ({"b": 1}, "prices: item b need not be covered"),
    ],
)
def test_a_wrong_price_is_told_by_the_argument_that_has_it(prices, said):
    with pytest.raises(danceoff.InvalidProblem, match=said):
        danceoff.most_covered(danceoff.problem({"one": ["a", "b"]}, secondary=["b"]), prices=prices)
