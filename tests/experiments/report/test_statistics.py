"""Ratios, intervals and tests: against SciPy on single cases, and against simulated times whose truth is known."""

import itertools

import numpy as np
import pytest

from danceoff.experiments.report.statistics.ratios import (
    Ratio,
    _student,
    _widened,
    censored,
    holm,
    ratio_interval,
    signed_rank,
)

NAN = np.nan


def simulated(seed: int, *shape: int) -> np.ndarray:
    return np.exp(np.random.default_rng(seed).normal(0, 0.1, shape))


def test_the_ratio_is_the_geometric_mean_over_what_both_solve_and_its_interval_holds_it():
    a, b = 2 * simulated(1, 40), simulated(2, 40)
    a[0], b[1] = NAN, NAN
    value, low, high = ratio_interval(a, b)
    assert value == pytest.approx(np.exp(np.mean(np.log(a[2:] / b[2:]))))
    assert 1.9 < low < value < high < 2.1
    other_way = ratio_interval(b, a)
    assert (other_way.value, other_way.low) == pytest.approx((1 / value, 1 / high), rel=0.01)
    assert ratio_interval(a, b) == ratio_interval(a, b)


def test_an_interval_over_few_problems_is_wider_because_so_little_is_known():
    logs = np.random.default_rng(6).normal(0, 1, 6)
    _, low, high = ratio_interval(np.exp(logs), np.ones(6))
    from scipy.stats import ttest_1samp

    student = ttest_1samp(logs, 0).confidence_interval()
    assert np.log(high / low) == pytest.approx(student.high - student.low, rel=0.15)


def test_few_problems_have_a_ratio_but_no_interval():
    assert ratio_interval([2, 8, NAN], [1, 1, 1]) == pytest.approx((4, NAN, NAN), nan_ok=True)
    assert ratio_interval([NAN], [1]) == pytest.approx((NAN, NAN, NAN), nan_ok=True)
    assert ratio_interval([2] * 6, [1] * 6) == pytest.approx((2, 2, 2))
    assert not Ratio(4, NAN, NAN).is_different


def test_an_unsolved_problem_counts_with_its_limit_or_not_at_all():
    a, b, limit = [1, NAN, NAN, 20, 4], [NAN, 2, NAN, NAN, 2], [10] * 5
    assert censored(a, b, limit, limit) == pytest.approx([np.log(0.1), np.log(5), NAN, NAN, np.log(2)], nan_ok=True)


def test_the_signed_rank_test_finds_a_solver_that_is_faster_throughout_and_no_difference_in_noise():
    times, limits = simulated(9, 30), np.full(30, 10.0)
    assert signed_rank(times, 1.3 * simulated(10, 30), limits, limits) < 1e-4
    assert signed_rank(times, simulated(10, 30), limits, limits) > 0.05
    assert signed_rank(times, np.full(30, NAN), limits, limits) < 1e-4
    assert signed_rank([1] * 6, [1] * 6, [9] * 6, [9] * 6) == 1
    assert signed_rank([1] * 6, [2] * 6, [9] * 6, [9] * 6) < 0.05
    assert np.isnan(signed_rank([1] * 5, [2] * 5, [9] * 5, [9] * 5))
    assert np.isnan(signed_rank([NAN] * 6, [NAN] * 6, [9] * 6, [9] * 6))


def test_p_values_of_many_tests_are_adjusted():
    assert holm([0.01, 0.04, NAN, 0.03, 0.005]) == pytest.approx([0.03, 0.06, NAN, 0.06, 0.02], nan_ok=True)
    assert holm([0.9, 0.8]) == pytest.approx([1, 1])


@pytest.mark.parametrize("freedom", [5, 6, 10, 1000])
def test_students_quantile_is_that_of_scipy(freedom):
    from scipy.special import stdtrit

    assert _student(freedom) == pytest.approx(stdtrit(freedom, 0.975), rel=1e-6)


@pytest.mark.parametrize("n", [6, 50, 51, 300])
def test_the_signed_rank_test_and_the_interval_are_those_of_scipy(n):
    from scipy.stats import bootstrap, wilcoxon

    logs, limits = np.random.default_rng(n).normal(0.2, 1, n), np.full(n, 1e9)
    assert signed_rank(np.exp(logs), np.ones(n), limits, limits) == pytest.approx(wilcoxon(logs).pvalue)
    level = _widened(n)
    low, high = bootstrap(
        (logs,), np.mean, n_resamples=1999, confidence_level=level, method="BCa", rng=np.random.default_rng(0)
    ).confidence_interval
    assert ratio_interval(np.exp(logs), np.ones(n))[1:] == pytest.approx((np.exp(low), np.exp(high)), rel=0.01)


def test_the_signed_rank_test_takes_each_way_to_sign_equal_differences_as_equally_likely():
    one = np.ones(8)
    signs = np.array(list(itertools.product([-1, 1], repeat=8)))
    sizes = np.array([1, 1, 1, 2, 2, 3, 3, 3])
    sums = np.abs(signs @ np.array([2, 2, 2, 4.5, 4.5, 7, 7, 7]))
    for k in (0, 3, 77, 200):
        expected = np.mean(sums >= sums[k])
        assert signed_rank(2.0 ** (signs[k] * sizes), one, 1e9 * one, 1e9 * one) == pytest.approx(expected)
