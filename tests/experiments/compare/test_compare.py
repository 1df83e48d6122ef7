"""Two runs compared: what is told apart from noise, and what closes the gate."""

import math

import numpy as np
import pytest
from rows import row

from danceoff.experiments import BadInput
from danceoff.experiments.compare.folders import compare
from danceoff.experiments.compare.times import Medians, judged, overall
from danceoff.experiments.report.names import titled

OPTIMUM = {"task": "best", "limit": 1, "covers": 1, "cost": 7, "bound": 7}
SYMMETRIC = {"orbits": 2, "up_to_symmetry": True}


def timed(*seconds: float, solver: str = "dlx", **columns):
    return [row(solver, repeat=k, prepare_s=0.0, search_s=s, **columns) for k, s in enumerate(seconds, 1)]


def kinds(old, new) -> list[str]:
    return [change.kind for change in compare(old, new).changes]


def simulated(seed: int, n_cases: int, factor: float = 1.0, noise: float = 0.1) -> list:
    """Medians of cases of one millisecond to ten seconds in two runs, the new ones slower by the factor."""
    rng = np.random.default_rng(seed)
    true_s = np.exp(rng.uniform(math.log(1e-3), math.log(10), n_cases))
    old_s, new_s = (speed * true_s * np.exp(rng.normal(0, noise, n_cases)) for speed in (1.0, factor))
    return [("dlx", "count", Medians(*times_s, 60, 60)) for times_s in zip(old_s, new_s, strict=True)]


def test_the_same_code_is_called_slower_in_fewer_than_5_percent_of_comparisons():
    assert sum(overall(simulated(seed, 40))[0].verdict != "same" for seed in range(60)) <= 3


def test_a_solver_that_became_a_fifth_slower_is_found_though_none_of_its_cases_is():
    cases = simulated(1, 30, 1.2)
    (one,) = overall(cases)
    assert one.verdict == "slower"
    assert one.ratio.low < 1.2 < one.ratio.high
    assert {judged(case.old_s, case.new_s)[0] for _, _, case in cases} == {"same"}
    (one,) = overall([(*who, Medians(case.new_s, case.old_s, 60, 60)) for *who, case in cases])
    assert one.verdict == "faster"
    (one,) = overall(simulated(1, 300, 1.03, 0.01))
    assert (one.verdict, one.ratio.is_different) == ("same", True), "three percent may be another day"


def test_an_unsolved_case_counts_in_the_test_of_a_solver_but_not_in_its_ratio():
    old, new = [], []
    for k in range(12):
        about = {"problem": f"p{k}", "digest": f"p{k}"}
        old += timed(1.0, **about)
        new += timed(1.0, **about) if k < 6 else timed(10.0, status="timeout", covers=3, fingerprint="", **about)
    (one,) = compare(old, new).overall
    assert (one.n_solved, one.ratio) == (6, (1, 1, 1))
    assert one.p < 0.05


STOPPED = timed(10.0, covers=3, fingerprint="f3", status="timeout")
SAT = timed(1.0, solver="sat")
REFUTED = [timed(1.0, covers=7, fingerprint="f7", published=8, solver=who)[0] for who in ("dlx", "sat")]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # the median by a factor of two, but not of a few milliseconds, which are the scheduler's
        (timed(1.0), timed(1.9), ["same"]),
        (timed(1.0), timed(2.1), ["slower"]),
        (timed(1.0, 2.1, 9.0), timed(0.9, 1.0, 9.0), ["faster"]),
        ([row(prepare_s=None, search_s=None)], timed(9.0), ["same"]),
        (timed(0.0001), timed(0.004), ["same"]),
        # what is solved
        (timed(1.0), STOPPED, ["lost"]),
        (STOPPED, timed(1.0), ["gained"]),
        (STOPPED, STOPPED, ["unsolved"]),
        # what was asked on one side, or could not run there
        (timed(1.0) + SAT, timed(1.0), ["lost", "same"]),
        (timed(1.0), timed(1.0) + SAT, ["gained", "same"]),
        (timed(1.0), timed(1.0) + timed(1.0, solver="sat", status="timeout"), ["same", "unsolved"]),
        (timed(1.0) + timed(1.0, solver="sat", status="timeout"), timed(1.0), ["same", "unsolved"]),
        (timed(1.0) + SAT, timed(1.0) + timed(1.0, solver="sat", status="missing", covers=0), ["lost", "same"]),
        # answers come first
        (timed(1.0), timed(1.0, covers=7, fingerprint="f7"), ["changed"]),
        (timed(1.0), timed(1.0, covers=7, fingerprint="f7", published=8), ["changed"]),
        (timed(1.0), timed(1.0, fingerprint="other"), ["changed"]),
        (timed(1.0), timed(1.0, fingerprint="other", digest="renumbered"), ["same"]),
        (timed(1.0), timed(1.0, covers=9, status="timeout", published=8, digest="renumbered"), ["changed"]),
        # a wrong answer says nothing
        (timed(1.0), timed(1.0, covers=9, status="wrong"), ["lost"]),
        (timed(1.0, covers=9, status="wrong"), timed(1.0), ["gained"]),
        (timed(1.0, **OPTIMUM), timed(1.0, **{**OPTIMUM, "cost": 6, "bound": 6}, status="wrong"), ["lost"]),
        # what both folders say against the published number has not changed
        (REFUTED, REFUTED, ["same", "same"]),
        (REFUTED[:1], REFUTED[:1], ["unsolved"]),
    ],
)
def test_a_case_has_changed(old, new, expected):
    assert kinds(old, new) == expected


def test_runs_with_few_cases_or_nothing_in_common_say_so(tmp_path, run):
    assert [one.verdict for one in compare(timed(1.0), timed(1.9)).overall] == ["too few"]
    with pytest.raises(BadInput, match="no case in common"):
        compare(timed(1.0), SAT)
    code, _, err = run("compare", str(tmp_path), str(tmp_path))
    assert (code, err.count("\n")) == (2, 1)


def test_cases_under_several_limits_are_compared_limit_by_limit():
    short = timed(2.0, time_limit_s=2.0, covers=3, fingerprint="", status="timeout")
    both = short + timed(5.0, time_limit_s=60.0)
    assert kinds(both, both) == ["same", "unsolved"]
    assert kinds(short, both) == ["gained", "unsolved"]
    (change, *_) = compare(short, both).changes
    assert str(change.key) == "tromino/5x5-0 dlx enumerate 60 s"
    assert kinds(short, timed(5.0, time_limit_s=60.0)) == ["gained"], "one limit in each folder"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ({}, {"covers": 9, "status": "timeout"}, "the counts differ"),
        ({"task": "first", "covers": 1, "limit": 1}, {"task": "first", "covers": 0, "limit": 1}, "1 cover is found"),
        (OPTIMUM, {**OPTIMUM, "covers": 0, "cost": None, "bound": None}, "1 cover is found and checked"),
        (OPTIMUM, {**OPTIMUM, "cost": 6, "bound": 5, "status": "timeout"}, "cost 6 is found and checked"),
        (OPTIMUM, {**OPTIMUM, "cost": 9, "bound": 8, "status": "timeout"}, "cost 7 is found and checked"),
        (SYMMETRIC, {**SYMMETRIC, "orbits": 3, "status": "timeout"}, "the orbit counts differ"),
        (SYMMETRIC, {**SYMMETRIC, "orbits": 3}, "the orbit counts differ"),
    ],
)
def test_answers_that_contradict_each_other_have_changed(old, new, what):
    old, new = (timed(1.0, **{"fingerprint": "", "checked": one.get("covers", 8), **one}) for one in (old, new))
    for both in ((old, new), (new, old)):
        (change,) = compare(*both).changes
        assert (change.kind, what in change.detail) == ("changed", True), change.detail


def test_optima_are_compared_in_the_units_of_people():
    def best(cost: int, bound: int, **columns):
        end = {"cost": cost, "bound": bound, "cost_scale": 10, "status": "complete" if cost == bound else "timeout"}
        return timed(1.0, task="best", covers=1, checked=1, fingerprint="", **end, **columns)

    assert kinds(best(7, 7), best(7, 7)) == ["same"]
    (change,) = compare(best(70, 70), best(75, 75)).changes
    assert (change.kind, change.detail) == ("changed", "cost 7 -> cost 7.5: cost 7 is found and checked")
    assert kinds(best(7, 7), best(8, 6)) == ["lost"]
    bounded = best(7, 7) + best(7, 7, at_most="9") + best(-9, -9, maximise=True, digest="d2")
    bounded += best(7, 7, up_to_symmetry=True)
    comparison = compare(bounded, bounded)
    asked = [str(change.key).removeprefix("tromino/5x5-0 dlx best") for change in comparison.changes]
    assert sorted(asked) == ["", " at most 9", " maximise", " up to symmetry"]
    titles = [titled(row).removeprefix("tromino/5x5-0") for row in bounded]
    assert titles == ["", " (at most 9)", " (maximise)", " (up to symmetry)"]


def test_an_unsolved_case_took_at_least_the_limit_that_stopped_it():
    old, new = [], []
    for k in range(12):
        about = {"problem": f"p{k}", "digest": f"p{k}", "time_limit_s": 100.0}
        stopped = {"status": "timeout", "detail": "limit of CPU time: 1 s", "cpu_limit_s": 1.0, "covers": 3}
        old += timed(1.0 if k < 6 else 5.0, **about)
        new += timed(1.0, **about) if k < 6 else timed(1.0, fingerprint="", **about, **stopped)
    (one,) = compare(old, new).overall
    assert math.isnan(one.p) or one.p == 1, "five seconds are more than the limit of one: nobody won"
