"""Costs in the library: the cheapest covers with their proof, bounds, and costs of any exact kind."""

import pickle
from decimal import Decimal
from fractions import Fraction

import fakes
import numpy as np
import pandas as pd
import pytest
from scripted import Scripted, ScriptedSearch

import danceoff
from danceoff.experiments.run.one_case import child

OPTIONS = {"Ann": ["x", "y"], "Bob": ["z"], "Cleo": ["x"], "Dan": ["y"], "Eve": ["y", "z"]}
CREW = danceoff.problem(OPTIONS, cost={"Ann": 3, "Bob": 4, "Cleo": 1, "Dan": 1, "Eve": 2.5})
"""Its covers: Cleo and Eve for 3.5; Bob, Cleo and Dan for 6; Ann and Bob for 7."""


def best(problem=CREW, **asked) -> danceoff.Best:
    return danceoff.best(problem, **{"solver": "algorithm-x", **asked})


def test_the_cheapest_cover_and_its_proof():
    found = best()
    assert found.cover == {"Cleo", "Eve"}
    assert (found.cost, found.bound, found.gap, found.is_proven, found.status) == (3.5, 3.5, 0, True, "complete")
    assert isinstance(found.cost, Fraction)
    assert (found.count, bool(found), found.costs) == (1, True, [Fraction(7, 2)])
    assert str(found).startswith("complete: cost 3.5 (proven optimal) in ")
    assert repr(found.cover) == "{'Cleo', 'Eve'} for 3.5"
    assert "<pre>" in found._repr_html_() or "<svg" in found._repr_html_()
    assert pickle.loads(pickle.dumps(found)).cost == found.cost
    assert best(limit=9).costs == [3.5, 6, 7]


def test_without_a_cover_that_is_proven():
    found = best(danceoff.problem({"a": ["x"]}, primary=["x", "y"], cost=[3]))
    assert [found.cover, found.cost, found.bound, found.gap] == [None] * 4
    assert (found.is_proven, bool(found)) == (True, False)
    assert str(found).startswith("complete: 0 covers in ")
    assert "<p>" in found._repr_html_()


def test_a_problem_without_costs_has_covers_of_cost_0():
    assert best(OPTIONS).detail == "the problem has no costs"
    assert (best(OPTIONS).cost, best(OPTIONS).cover.cost, repr(best(OPTIONS).cover)[0]) == (0, 0, "{")


@pytest.mark.parametrize(
    "priced",
    [
        [3, 4, 1, 1, 2.5],
        (Fraction(3), 4, 1, 1, Decimal("2.5")),
        np.array([3, 4, 1, 1, 2.5]),
        pd.Series([4, 3, 1, 1, 2.5], ["Bob", "Ann", "Cleo", "Dan", "Eve"]),
    ],
)
def test_costs_may_be_given_in_many_forms(priced):
    problem = danceoff.problem(OPTIONS, cost=priced)
    assert (problem.digest, problem.cost_scale) == (CREW.digest, 2)
    assert danceoff.problem(danceoff.problem(OPTIONS), cost=priced).digest == CREW.digest


def test_a_float_of_any_width_counts_as_it_is_written():
    for kind in (np.float16, np.float32, np.float64):
        costs = np.full(5, 0.1, kind)
        for amounts in (costs, costs.tolist() if kind == np.float64 else [*costs], pd.Series(costs, [*OPTIONS])):
            problem = danceoff.problem(OPTIONS, cost=amounts)
            assert (problem.cost.tolist(), problem.cost_scale) == ([1] * 5, 10)


def test_a_bound_below_every_cost_leaves_no_cover():
    options = {"a": ["x", "y"], "b": ["x"], "c": ["y"]}
    problem = danceoff.problem(options, cost=[1 - 2**62, 0, 0])
    assert [danceoff.count(problem, at_most=most) for most in (-(10**30), -(2**62), 1 - 2**62, 0)] == [0, 0, 1, 2]
    with pytest.raises(danceoff.InvalidProblem, match="add up to 2\\^62 or more"):
        danceoff.problem(options, cost=[-(2**62), 0, 0])


def test_a_time_limit_leaves_the_best_cover_and_bound():
    found = best(solver=Scripted((((0, 1), 5), ((1, 2, 3), 6)), True), time_limit=0.01)
    assert (found.status, found.cost, found.bound, found.is_proven) == ("timeout", 6, 3, False)
    assert (found.gap, found.costs) == (0.5, [6])
    assert str(found).startswith("timeout: best found 6, bound 3, gap 50 % in ")
    nothing = best(solver=Scripted((), True), time_limit=0.01)
    assert (nothing.cost, nothing.bound, nothing.status) == (None, None, "timeout")
    assert str(nothing).startswith("timeout: no cover found, no bound in ")
    for ask in (bool, lambda cut: cut.count):
        with pytest.raises(TimeoutError, match="is not known; timeout: no cover found, no bound in "):
            ask(nothing)


def test_isolated_a_limit_leaves_the_best_cover(monkeypatch):
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    fakes.install()
    found = best("tromino/2x3", solver="fake:then=sleep,good=2", limit=2, time_limit=0.3, isolate=True)
    assert (found.status, found.costs, found.bound) == ("timeout", [0, 0], -1)


@pytest.mark.parametrize("each", [1, 2.5, Fraction(1, 3), np.int64(1)])
def test_one_number_is_the_cost_of_every_option(each):
    options = {name: [*name] for name in ("ab", "c", "a", "bc", "abc")}
    priced = danceoff.problem(options, cost=each)
    assert priced.digest == danceoff.problem(options, cost=[each] * 5).digest
    assert danceoff.best(priced).cost == Fraction(each.item() if isinstance(each, np.int64) else each)


SAYS = (((0, 1), 5), ((1, 2, 3), 6), (None, 11), (None, 12))
"""Finds 7, then 6, and proves 2.5, 3, 5.5 and 6; it would go on for ever."""


@pytest.mark.parametrize(
    ("asked", "costs", "status", "bound", "detail"),
    [
        ({"target": 7}, [7], "limit", 2.5, "the target is reached"),
        ({"target": Fraction(61, 10)}, [7, 6], "limit", 3, "the target is reached"),
        ({"gap": 0.5}, [7, 6], "limit", 3, "the gap is at most 50 %"),
        ({"gap": Decimal("0.1")}, [7, 6], "limit", 5.5, "the gap is at most 10 %"),
        ({"gap": 0.1, "target": 3}, [7, 6], "limit", 5.5, "the gap is at most 10 %"),
        ({"gap": 0}, [7, 6], "complete", 6, ""),
        ({"target": 3}, [7, 6], "complete", 6, ""),
    ],
)
def test_a_search_stops_where_it_is_good_enough(asked, costs, status, bound, detail):
    stream = danceoff.improving(CREW, solver=Scripted(SAYS, True), time_limit=60, **asked)
    *_, last = found = [*stream]
    assert ([one.cost for one in found], stream.status) == (costs, status)
    for answer in (last, best(solver=Scripted(SAYS, True), time_limit=60, **asked)):
        assert (answer.cost, answer.bound, answer.status, answer.detail) == (costs[-1], bound, status, detail)
        assert answer.is_proven == (status == "complete") and answer.gap == (costs[-1] - bound) / costs[-1]
        assert str(answer).startswith(
            "complete: cost 6" if answer.is_proven else f"limit: best found {costs[-1]}, bound"
        )


def test_several_covers_are_all_good_enough():
    assert best(solver=Scripted(SAYS, True), limit=2, target=7, time_limit=60).costs == [6, 7]
    assert best(solver=Scripted(SAYS, True), limit=2, gap=0.2, time_limit=60).costs == [6, 7]
    assert best(solver=Scripted(SAYS, True), limit=2, gap=0.1, time_limit=0.05).status == "timeout"


def test_options_given_count_in_gap_and_target():
    asked = {"given": ["Bob"], "solver": Scripted((((0,), 3), ((1, 2), None)))}
    assert [one.cost for one in danceoff.improving(CREW, **asked, target=6)] == [7, 6]
    assert best(**asked, gap=0.25).cost == 7, "of 7, 1.5 are not proven"
    assert [one.cost for one in danceoff.improving(CREW, solver="dlx", maximise=True, target=6.5)][-1] == 7
    assert best(given=["Bob"], isolate=True, target=7).cost in (6, 7)


def test_what_is_known_on_the_way_stays_and_leaving_the_loop_ends_the_search(monkeypatch):
    released = []
    monkeypatch.setattr(ScriptedSearch, "_release", lambda self: released.append(self))
    with danceoff.improving(CREW, solver=Scripted(SAYS, True)) as stream:
        first = next(stream)
        assert (first.cover, first.cost, first.bound, first.status, bool(first)) == ({"Ann", "Bob"}, 7, 2.5, "", True)
        assert str(first).startswith("searching: best found 7, bound 2.5, gap 64.3 % in ") and not first.is_proven
        assert next(stream).cost == 6 and first.cost == 7 and not released
    assert released and (stream.status, [*stream]) == ("", [])
    late = danceoff.improving(CREW, solver=Scripted(SAYS, True), time_limit=0.05)
    assert ([one.cost for one in late], late.status) == ([7, 6], "timeout")


@pytest.mark.parametrize("verb", [danceoff.best, danceoff.improving])
@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"gap": -0.01}, "gap must be at least 0, as 0.01 for 1 %, not -0.01"),
        ({"gap": "1 %"}, "gap must be a finite number, not '1 %'"),
        ({"gap": True}, "gap must be a finite number, not True"),
        ({"gap": float("nan")}, "gap must be a finite number, not nan"),
        ({"target": float("inf")}, "target must be a finite number, not inf"),
        ({"target": "cheap"}, "target must be a finite number, not 'cheap'"),
        ({"target": [3]}, "target must be a finite number, not a value of type list"),
    ],
)
def test_a_gap_or_target_that_is_none_is_refused(verb, asked, why):
    with pytest.raises(danceoff.InvalidProblem, match=f"^{why}$"):
        verb(CREW, **asked)
