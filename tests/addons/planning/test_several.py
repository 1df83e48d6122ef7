"""Several good covers, from Python and by the command: those that cost little more, or each unlike those before."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import fakes
import pytest
from scripted import ScriptedSearch

import danceoff
from danceoff.experiments.run.one_case import child
from danceoff.solvers.base import Feature, Solver
from danceoff.solvers.readable.algorithm_x import AlgorithmX

PRICED = {"a1": 10, "a2": 11, "b1": 10, "b2": 12, "c1": 10, "c2": 13}
"""Six covers of three options each, with costs 30, 31, 32, 33, 33, 34, 35, 36."""


def stated(cost=PRICED, shift: int = 0) -> danceoff.ExactCover:
    return danceoff.problem({name: [name[0]] for name in PRICED}, cost={k: v + shift for k, v in cost.items()})


def best(problem=None, solver="algorithm-x", **asked):
    return danceoff.best(stated() if problem is None else problem, solver, **asked)


@pytest.mark.parametrize(
    ("shift", "asked", "costs"),
    [
        (0, {"limit": 9, "within": 0.1}, [30, 31, 32, 33, 33]),
        (0, {"limit": 9, "within": Fraction(1, 30)}, [30, 31]),
        (0, {"limit": 9, "within": 0}, [30]),
        (0, {"limit": 9, "within": 0.1, "at_most": 31}, [30, 31]),
        (0, {"limit": 9, "within": 0.07, "maximise": True}, [36, 35, 34]),
        (0, {"limit": 9, "within": 0.1, "given": ["c2"]}, [33, 34, 35, 36]),
        (-20, {"limit": 9, "within": 0.1}, [-30, -29, -28, -27, -27]),
        (-10, {"limit": 9, "within": 5}, [0]),
        (0, {"limit": 9, "differ_by": 2}, [30, 33, 34, 35]),
        (0, {"limit": 9, "differ_by": 3}, [30, 36]),
        (0, {"limit": 3, "differ_by": 2}, [30, 33, 34]),
        (0, {"limit": 9, "differ_by": 2, "within": 0.15}, [30, 33, 34]),
        (0, {"limit": 9, "differ_by": 2, "at_most": 33}, [30, 33]),
        (0, {"limit": 9, "differ_by": 3, "maximise": True}, [36, 30]),
        (0, {"limit": 9, "differ_by": 2, "given": ["a2"]}, [31, 36]),
        (0, {"limit": 9, "within": 1, "at_most": 29}, []),
    ],
)
def test_several_are_those_wanted_in_order(shift, asked, costs):
    found = best(stated(shift=shift), **asked)
    assert (found.costs, found.is_proven, found.status) == (costs, True, "complete")
    assert [cover.cost for cover in found.covers] == costs
    assert (found.cost, found.bound) == ((costs[0], costs[0]) if costs else (None, None))
    assert len({*found.covers}) == len(costs)
    for k, cover in enumerate(found.covers):
        assert all(len(before - cover) >= asked.get("differ_by", 1) for before in found.covers[:k])


def test_each_is_the_cheapest_after_those_before_not_together():
    options = {"a": ["x", "y"], "b": ["x"], "c": ["y"], "d": ["x"], "e": ["y"]}
    problem = danceoff.problem(options, cost=dict(zip("abcde", [5, 1, 3, 2, 4], strict=True)))
    found = best(problem, limit=2, differ_by=2)
    assert [({*cover}, cover.cost) for cover in found.covers] == [({"b", "c"}, 4), ({"a"}, 5)]
    each = "each the cheapest without 2 or more options of each one before"
    assert found.words == f"2 covers, {each}, cost 4 to 5, proven"
    assert found.detail == ""
    assert best(problem, limit=3, differ_by=2).detail == "there are no more"
    assert best(problem, limit=9, within=1).words == "the 5 cheapest covers within 100 %, cost 4 to 6, proven"


@pytest.mark.parametrize("asked", [{"within": 0.1}, {"differ_by": 2}, {"differ_by": 2, "within": 0.1}])
def test_isolated_it_is_the_same(asked):
    here, there = best(limit=3, **asked), best(limit=3, **asked, isolate=True)
    assert (there.costs, there.covers, there.detail) == (here.costs, here.covers, here.detail)


@dataclass(frozen=True)
class Endless(AlgorithmX):
    """Finds the cheapest cover, and then nothing more."""

    name: ClassVar[str] = "endless"

    def build(self, problem, blocked):
        if problem.has_multiplicities or blocked:
            return ScriptedSearch((((0, 2, 5), None),))
        return super().build(problem, blocked)


@pytest.mark.parametrize(("asked", "costs"), [({"within": 0.1}, [30, 33]), ({"differ_by": 1}, [30, 33])])
def test_a_time_limit_leaves_what_was_found(asked, costs):
    found = best(solver=Endless(), limit=3, time_limit=0.05, **asked)
    assert (found.status, found.costs, found.bound, found.is_proven) == ("timeout", costs, 30, False)
    assert found.so_far == "best found 30, bound 30, gap 0 %"


def test_a_cover_that_does_not_differ_is_the_fault_of_the_solver():
    found = best(solver=Endless(), limit=3, time_limit=60, differ_by=2)
    assert (found.status, found.costs) == ("wrong", [30])


REFUSED = [
    ({"gap": -0.01}, "--gap must be at least 0, as 0.01 for 1 %, not -0.01"),
    ({"within": -0.5, "limit": 3}, "--within must be at least 0, as 0.01 for 1 %, not -0.5"),
    ({"within": 0.5}, "--within and --differ-by are about several covers: say by --limit how many"),
    ({"differ_by": 2, "limit": 1}, "--within and --differ-by are about several covers: say by --limit how many"),
    ({"differ_by": 2, "limit": 2, "gap": 0}, "--within and --differ-by need the proof: leave out --gap and --target"),
    ({"within": 2, "limit": 2, "target": 5}, "--within and --differ-by need the proof: leave out --gap and --target"),
]


@pytest.mark.parametrize(("asked", "said"), REFUSED)
def test_what_makes_no_sense_is_refused_in_one_line_at_both_doors(run, tmp_path, asked, said):
    (tmp_path / "a.dlx").write_text("a\na |1\na |2\n")
    flags = [word for name, value in asked.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    code, out, err = run("solve", str(tmp_path / "a.dlx"), "--task", "best", *flags)
    assert (code, out, err) == (2, "", f"danceoff: {said}\n")
    with pytest.raises(danceoff.InvalidProblem) as refusal:
        best(**asked)
    assert str(refusal.value) == said.replace("--differ-by", "differ_by").replace("--", "")


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "2", True])
def test_a_number_of_options_that_is_none_is_refused(wrong):
    with pytest.raises(danceoff.InvalidProblem, match="differ_by must be a whole number from 1"):
        best(limit=2, differ_by=wrong)


def test_a_solver_that_cannot_is_refused_before_it_searches():
    class Poor(Solver):
        name = "poor"
        features = frozenset({Feature.BEST, Feature.SECONDARY})

        def build(self, problem, blocked):  # noqa: ARG002
            return ScriptedSearch((((0, 2, 4), None),))

        def warm_up(self, problem, listing):
            pass

    for asked, said in (({"within": 1}, "cannot leave out"), ({"differ_by": 1}, "poor has no multiplicities")):
        with pytest.raises(danceoff.UnsupportedProblem, match=said):
            best(solver=Poor(), limit=2, time_limit=60, **asked)


def test_the_command_stops_where_it_is_good_enough(run, monkeypatch):
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    fake = ["solve", "tromino/2x3", "--task", "best", "--solver", "fake:then=sleep,good=2", "--time-limit", "60"]
    code, out, _ = run(*fake, "--target", "0")
    assert (code, "best found 0, bound -1, gap 100 %: limit reached after 0." in out) == (0, True)
    assert "the target is reached" in out
    assert "the gap is at most 100 %" in run(*fake, "--gap", "1")[1]
