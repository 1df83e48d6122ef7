"""Costs in the model: scaled exactly, summed exactly, bounded, and part of the digest only where a problem has them."""

import pickle
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import Covers, ExactCover, InvalidProblem, check
from danceoff.problems.model.costs import MOST, asked, scaled
from danceoff.problems.model.digits import exact, written


def three(cost=(), **named):
    return ExactCover.from_options(["ab", "a", "b"], "ab", cost=cost, **named)


@given(priced(problems(colours=True, multiplicities=True)))
def test_the_cost_of_a_cover_is_the_sum_over_its_options(problem):
    covers = sorted(all_covers(problem))
    assert problem.cost_of(Covers.of(covers)).tolist() == [cost(problem, cover) for cover in covers]


@given(priced(problems(), bounded=True))
def test_a_bound_is_part_of_what_a_cover_is(problem):
    free = sorted(all_covers(replace(problem, max_cost=None)))
    assert set(Covers.of(free).select(check(problem, Covers.of(free)))) == all_covers(problem)


@given(st.lists(st.fractions(-1000, 1000, max_denominator=50), max_size=9))
def test_scaled_amounts_can_be_scaled_back(amounts):
    numbers, scale = scaled(amounts)
    assert [Fraction(int(n), scale) for n in numbers] == amounts


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ([1, 2], "2 costs for 3 options"),
        ([1, 2, "3"], "cost of option 2 must be a finite number, not '3'"),
        ([float("nan"), 2, 3], "not nan"),
        (7, "a sequence of numbers, not 7"),
        ([MOST, 1, 0], "2\\^62 or more"),
        ([Fraction(1, 3), MOST, 0], "the costs, 3 times as large to be whole, add up to 2\\^62 or more"),
    ],
)
def test_wrong_costs_are_one_clear_line(wrong, words):
    with pytest.raises(InvalidProblem, match=words) as error:
        three(wrong)
    assert "\n" not in str(error.value)


def test_only_costs_that_differ_from_0_change_the_digest():
    plain = three()
    assert three([0, 0, 0]).digest == plain.digest
    assert not three([0, 0, 0]).has_costs
    digests = [plain.digest, three([1, 0, 0]).digest, three([0, 1, 0]).digest, replace(plain, max_cost=0).digest]
    assert len(set(digests)) == 4
    problem = replace(three([1, 2, 3]), max_cost=4)
    assert pickle.loads(pickle.dumps(problem)).digest == problem.digest


@example(Fraction(1, 2**59))
@given(st.fractions(-1000, 1000) | st.decimals(-1000, 1000, places=3).map(Fraction))
def test_an_amount_written_as_text_is_read_again(amount):
    assert exact(written(amount)) == amount
    assert "/" not in written(amount) or amount.denominator not in (1, 2, 4, 5, 8, 10, 1000)


@pytest.mark.parametrize("text", ["", "x", "1e9", "1/0", "1/00", "--1", "1.", ".5", "nan", "inf", "1 2", "٣", "9" * 61])
def test_a_text_that_is_no_amount_is_refused(text):
    with pytest.raises(ValueError, match="is not a number such as 12"):
        exact(text)


def test_a_bound_is_in_the_units_of_people_and_exact():
    problem = three([0.3, 0.1, 0.2])
    assert (asked(problem, 0.3).max_cost, asked(problem, Fraction(1, 3)).max_cost) == (3, 3)
    assert asked(problem, -0.01).max_cost == -1
    assert asked(asked(problem, 0.2), 9).max_cost == 2
    assert asked(problem, 10**30).max_cost == MOST
    assert asked(problem) is problem
    with pytest.raises(InvalidProblem, match="at most must be a finite number, not 'x'"):
        asked(problem, "x")


def test_the_dearest_are_asked_for_once_and_shown_as_people_gave_them():
    problem = three([1, 2, Fraction(5, 2)])
    dearest = asked(problem, maximise=True)
    assert (dearest.cost.tolist(), dearest.cost_scale) == ([-2, -4, -5], -2)
    assert [dearest.shown_cost(int(c)) for c in dearest.cost] == [1, 2, Fraction(5, 2)]
    assert asked(dearest, maximise=True) is dearest
    with pytest.raises(InvalidProblem, match="there is no such bound where larger costs are better"):
        asked(problem, 3, maximise=True)
    with pytest.raises(InvalidProblem, match="maximise first"):
        replace(problem, max_cost=1).maximised()
