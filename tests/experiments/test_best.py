"""Task `best`: proven covers, ties, what a stopped search leaves, and searches that contradict themselves."""

from fractions import Fraction
from itertools import pairwise

import fakes
import night
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_process import run_here
from rows import row as made_up
from scripted import Scripted

from danceoff.asking.ask import Ask, Limits
from danceoff.asking.totals import Descent
from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.experiments.results import record
from danceoff.experiments.run.one_case import child, worker
from danceoff.experiments.run.one_case.reporter import Reporter
from danceoff.experiments.terminal.screen import Screen
from danceoff.problems import Covers, ExactCover, Fingerprint
from danceoff.problems.instance import Instance, Known

SHIFTS = ExactCover.from_options([["a", "b"], ["c"], ["a"], ["b"], ["b", "c"]], "abc", cost=[3, 4, 1, 1, 2.5])
"""Its covers: options 2 4 for 3.5, 1 2 3 for 6, and 0 1 for 7."""
TIES = ExactCover.from_options(["a", "a", "a", "a"], "a", cost=[1, 2, 2, 3])
EQUAL = ExactCover.from_options(["a", "a", "a"], "a")


@pytest.fixture
def best(monkeypatch):
    """Runs task `best` on a problem in this process."""

    def best(problem: ExactCover, solver: str = "algorithm-x", known: Known | None = None, task: str = "best", **asked):
        monkeypatch.setattr(worker, "read", lambda name: Instance(name, "made-up", problem, known))
        return run_here(Ask.of({"problem": "made-up", "solver": solver, "task": task, **asked}))

    return best


def test_the_cheapest_cover_is_proven_and_its_cost_is_scaled(best):
    row = best(SHIFTS)
    assert (row.status, row.covers, row.cost, row.bound, row.cost_scale, row.limit) == ("complete", 1, 7, 7, 2, 1)
    assert (row.shown_cost(row.cost), row.gap, row.is_optimal, row.is_exact) == ("3.5", 0, True, False)
    assert row.cost_points[-1][1:] == [7, 7]
    assert row.fingerprint == row.detail == ""


def test_the_counters_of_a_search_for_the_cheapest_cover_are_looked_at_on_the_way(best, monkeypatch):
    looks: list[Reporter] = []
    monkeypatch.setattr(Reporter, "beat", lambda self: looks.append(self))
    best(SHIFTS)
    assert looks


def test_the_dearest_cover_is_the_best_one_if_asked_so(best):
    row = best(SHIFTS, maximise=True)
    assert (row.cost, row.cost_scale, row.shown_cost(row.cost), row.is_optimal) == (-14, -2, "7", True)
    assert row.digest != best(SHIFTS).digest


@pytest.mark.parametrize(
    ("problem", "limit", "n_reported", "is_determined", "remark"),
    [
        (SHIFTS, 2, 2, True, ""),
        (SHIFTS, 3, 3, True, "there are no more"),
        (SHIFTS, 9, 3, True, "there are no more"),
        (TIES, 1, 1, False, ""),
        (TIES, 2, 1, True, "those of cost 2 are left out: there are too many"),
        (TIES, 3, 3, True, ""),
        (EQUAL, 1, 1, False, "the problem has no costs"),
        (EQUAL, 2, 2, False, "at least one more costs the same; the problem has no costs"),
        (EQUAL, 3, 3, True, "there are no more; the problem has no costs"),
    ],
)
def test_equal_costs_at_the_end_come_all_or_none(best, problem, limit, n_reported, is_determined, remark):
    row = best(problem, limit=limit)
    found = (row.status, row.covers, bool(row.fingerprint), row.detail)
    assert found == ("complete", n_reported, is_determined, remark)


@given(priced(problems(colours=True, multiplicities=True)), st.integers(1, 4))
@night.drawn(30)
def test_reported_covers_are_the_cheapest_of_brute_force(problem, limit):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "read", lambda name: Instance(name, "", problem))
        row = run_here(Ask("made-up", "algorithm-x", "best", limit=limit))
    covers = sorted(all_covers(problem), key=lambda cover: cost(problem, cover))
    costs = [cost(problem, cover) for cover in covers]
    assert (row.status, row.cost, row.bound) == ("complete", *(costs[:1] * 2 or [None, None]))
    if row.fingerprint:
        assert row.fingerprint == str(Fingerprint.of(Covers.of(covers[: row.covers])))
        assert costs[row.covers : row.covers + 1] != costs[row.covers - 1 : row.covers] or row.covers == 0
    else:
        assert row.covers == limit
        assert limit == 1 or costs[0] == costs[limit]


def test_no_cover_is_an_exact_answer(best):
    row = best(ExactCover.from_options(["a"], "ab", cost=[3]))
    assert (row.status, row.covers, row.cost, row.bound, row.is_exact) == ("complete", 0, None, None, True)


@pytest.mark.parametrize(("at_most", "count"), [("7", 3), ("6.9", 2), ("7/2", 1), ("3.49", 0), ("-1", 0)])
def test_a_bound_on_the_cost_is_exact_and_goes_with_every_task(best, at_most, count):
    for task in ("count", "enumerate"):
        row = best(SHIFTS, task=task, at_most=at_most, known=Known(3, None, "me"))
        assert (row.covers, row.at_most, row.published) == (count, at_most.replace("7/2", "3.5"), None)
    assert best(SHIFTS, task="first", at_most=at_most).covers == (count > 0)
    assert best(SHIFTS, task="best", at_most=at_most).cost == (7 if count else None)


def test_a_published_optimum_is_scaled_and_only_for_the_problem_as_it_is(best):
    known = Known(None, None, "me", Fraction(7, 2))
    assert best(SHIFTS, known=known).published_cost == 7
    assert best(SHIFTS, known=known, maximise=True).published_cost is None
    dearest, seven = SHIFTS.maximised(), Known(None, None, "me", 7)
    assert [best(dearest, known=seven, maximise=flag).published_cost for flag in (False, True)] == [-14, -14]
    assert best(SHIFTS, known=known, at_most="9").published_cost is None


DEAR, MIDDLE, CHEAP = (0, 1), (1, 2, 3), (2, 4)


@pytest.mark.parametrize(
    ("limit", "steps", "why"),
    [
        (1, [(DEAR, 8), (CHEAP, None)], "a cover of cost 3.5 came after the bound 4"),
        (1, [(None, 8), (None, 2), (CHEAP, None)], "a cover of cost 3.5 came after the bound 4"),
        (2, [(CHEAP, 13), (MIDDLE, None)], "a cover of cost 6 came after the bound 6.5"),
        (1, [(CHEAP, None), (CHEAP[::-1], None)], "a cover came twice"),
        (3, [(DEAR, None), (MIDDLE, None), (DEAR, None)], "a cover came twice"),
        (1, [((0, 2), None)], "options 0, 2 are not a cover"),
        (1, [((0, 99), None)], "options 0, 99 are not a cover"),
        (1, [(DEAR, 12), (MIDDLE, 7), (CHEAP, 7)], "a cover of cost 3.5 came after the bound 6"),
        (1, [(None, None), (DEAR, 7), (CHEAP, 7)], ""),
        (1, [(CHEAP, 100)], ""),
        (1, [(CHEAP, 100), (DEAR, None)], ""),  # a cover that is none of the cheapest says nothing
        (1, [((4, 2), 7)], ""),
    ],
)
def test_a_search_that_contradicts_itself_is_wrong(best, monkeypatch, limit, steps, why):
    monkeypatch.setattr(worker, "loaded", lambda *_: Scripted(tuple(steps)))
    row = best(SHIFTS, limit=limit)
    end = ("wrong", None, None) if why else ("complete", 7, 7)
    assert (row.detail, row.status, row.cost, row.bound) == (why, *end)
    assert all(None in (cost, bound) or bound <= cost for _, cost, bound in row.cost_points if not why)


@pytest.mark.parametrize("bound", [10**30, -(10**30), np.int64(5)])
def test_any_whole_bound_makes_a_row_that_can_be_read(best, monkeypatch, tmp_path, bound):
    monkeypatch.setattr(worker, "loaded", lambda *_: Scripted(((None, bound),)))
    record.append(tmp_path, best(SHIFTS))
    (row,) = record.read(tmp_path)
    assert [point[2] for point in row.cost_points] == [max(-(2**62), min(int(bound), 2**62)), None]


def test_a_bound_that_is_no_whole_number_is_the_fault_of_the_solver(best, monkeypatch):
    monkeypatch.setattr(worker, "loaded", lambda *_: Scripted(((None, 3.5),)))
    with pytest.raises(TypeError):
        best(SHIFTS)


@pytest.mark.parametrize(("then", "end"), [("sleep", "timeout"), ("segfault", "crashed"), ("kill itself", "crashed")])
def test_a_search_that_is_stopped_has_given_its_best_cover_and_bound(monkeypatch, then, end):
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    seen = []
    case = Ask("tromino/2x3", f"fake:then={then},good=2", "best", limit=2, limits=Limits(0.3))
    row = child.run_case(case, lambda answer: seen.append(answer) if "cheaper" in answer else None)
    assert (row.status, row.covers, row.cost, row.bound, row.gap) == (end, 2, 0, -1, 1)
    assert [answer["cheaper"] for answer in seen] == [[0, [0, 7]], [0, [2, 4]]]
    assert (row.is_exact, row.is_optimal, row.fingerprint) == (False, False, "")


@given(st.lists(st.tuples(st.floats(0, 100), st.integers(0, 50), st.integers(-50, 0)), max_size=200))
def test_a_descent_is_short_and_ends_with_the_last_change(points):
    descent, said = Descent(), sorted(points)
    for seconds, found, bound in said:
        descent.add(seconds, found, bound)
    sampled = descent.sampled()
    assert len(sampled) <= 40
    assert all(one[0] <= other[0] for one, other in pairwise(sampled))
    assert [point[1:] for point in sampled[-1:]] == [[*point[1:]] for point in said[-1:]]


def test_the_screen_of_a_run_shows_cost_bound_and_gap(capsys):
    screen = Screen()
    case = Ask("crew", "cpsat", "best")
    screen.case_begins(case)
    screen.case_answers(case, {"covers": 1, "cost": 8, "bound": 6, "cost_scale": 2})
    assert screen.progress.tasks[0].description == "crew cpsat best best found 4, bound 3, gap 25 %"
    screen.case_ends(made_up("cpsat", task="best", cost=8, bound=6, cost_scale=2, status="timeout"))
    assert "cost 4" in capsys.readouterr().out
