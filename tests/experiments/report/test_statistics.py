"""Ratios, intervals and tests: against SciPy on single cases, and against simulated times whose truth is known."""

import itertools

import numpy as np
import pytest

from danceoff.experiments.report.statistics.distributions import digamma, f_tail, student_quantile, trigamma
from danceoff.experiments.report.statistics.many import holm, moderated, selected_intervals
from danceoff.experiments.report.statistics.ratios import (
    Ratio,
    _widened,
    censored,
    ratio_interval,
    signed_rank,
    spread_of_mean,
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


def test_an_interval_of_95_percent_holds_the_truth_so_often():
    rng = np.random.default_rng(3)
    held = [not ratio_interval(np.exp(rng.normal(0, 1, 25)), np.ones(25)).is_different for _ in range(100)]
    assert 88 <= sum(held) <= 99


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


@pytest.mark.parametrize("is_paired", [True, False])
def test_the_interval_of_the_repeats_of_one_problem_is_that_of_student(is_paired):
    from scipy.stats import ttest_ind, ttest_rel  # a second, which workers that collect this file do not need

    a, b = simulated(4, 1, 4), simulated(5, 1, 4)
    expected = (ttest_rel if is_paired else ttest_ind)(np.log(a[0]), np.log(b[0])).confidence_interval()
    assert np.ravel(selected_intervals(spread_of_mean(a, b, is_paired=is_paired))) == pytest.approx(list(expected))


def test_repeats_that_are_missing_are_left_out_and_a_single_one_says_nothing():
    a, b = [[1, 2, NAN], [1, NAN, NAN], [NAN, NAN, NAN]], [[1, 2, 4], [1, 2, 3], [1, 1, 1]]
    mean, variance, _, freedom = spread_of_mean(a, b, is_paired=False)
    assert list(freedom) == [3, 0, 0]
    assert mean[0] == pytest.approx(np.log(2**0.5 / 2))
    assert np.isnan([*mean[1:], *variance[1:]]).all()
    assert list(spread_of_mean(a, b, is_paired=[True, True, False]).freedom) == [1, 0, 0]


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


def test_variances_of_few_repeats_are_drawn_towards_each_other_by_as_much_as_they_are_alike():
    rng = np.random.default_rng(11)
    freedom = np.full(2000, 4.0)
    same = rng.chisquare(4, 2000) / 4
    pooled, df = moderated(same, freedom)
    assert np.std(pooled) < 0.1 * np.std(same)
    assert df[0] > 50
    differing = same * 8 / rng.chisquare(8, 2000)
    _, df = moderated(differing, freedom)
    assert df[0] == pytest.approx(4 + 8, rel=0.2)
    wild = np.append(same, 1000.0)
    assert [values[-1] for values in moderated(wild, np.full(2001, 4.0))] == [1000.0, 4.0], "it keeps its own"
    assert moderated([4.0], [2])[0] == [4.0]
    assert np.isfinite(moderated(np.zeros(3), np.ones(3))).all()


def test_the_distributions_are_those_of_scipy():
    from scipy import special

    freedom = np.array([1, 1.3, 2, 3, 10, 1e3, 1e6])
    for t in (0.01, 1, 5):
        assert f_tail(t * t, 1, freedom) == pytest.approx(2 * special.stdtr(freedom, -t), rel=1e-8)
    for p in (0.5, 0.05, 1e-6):
        assert student_quantile(p, freedom) == pytest.approx(special.stdtrit(freedom, 1 - p / 2), rel=1e-8)
    x, lower = np.array([0.2, 1, 2.5, 300]), np.array([0.5, 1, 30, 1e4])
    assert f_tail(x[:, None], 4, lower) == pytest.approx(special.fdtrc(4, lower, x[:, None]), abs=1e-6)
    assert digamma(x) == pytest.approx(special.digamma(x), abs=1e-10)
    assert trigamma(x) == pytest.approx(special.polygamma(1, x), rel=1e-10)


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
