"""Prices of soft items and of changes in the library; tests/support/fuzz_questions.py has brute force."""

import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import danceoff
from danceoff.addons.planning.planned import planned
from danceoff.addons.planning.soft import finer, off, softened
from danceoff.asking.ask import Ask
from danceoff.asking.drive import Drive
from danceoff.asking.judge import Judge
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.certificate import check_certificate
from danceoff.problems.model.costs import MOST
from danceoff.problems.model.cover import ADDED
from danceoff.problems.model.covers import Covers
from danceoff.problems.stated import instance
from danceoff.questions.events import Certified
from danceoff.questions.question import CERTIFICATE
from danceoff.solvers import Feature, installed, load
from danceoff.solvers.base import Improvement

WORK = {
    ("Ann", "Mon"): ["Mon", "Ann"], ("Ann", "Tue"): ["Tue", "Ann"], ("Bob", "Mon"): ["Mon", "Bob"],
    ("Cy", "Mon"): ["Mon", "Cy"], ("Cy", "Tue"): ["Tue", "Cy", "late"], ("Bob", "Tue"): ["Tue", "Bob", "late"],
}  # fmt: skip
ROTA = danceoff.problem(
    WORK,
    secondary=["late"],
    multiplicity={"Mon": (2, 3), "Tue": (2, 2), "Ann": (0, 1), "Bob": (0, 1), "Cy": (0, 1)},
    cost=dict(zip(WORK, [1, 2, 3, 4, 5, 6], strict=True)),
)
"""Three people for four shifts."""
SOFT, OVER = {"Mon": 20.5, "Tue": 50}, {"Ann": 7, "late": 1}
OF_BACKENDS = [
    name
    for name in ("dlx", "bits", "learn", "counter", "cpsat", "highs", "scip", "sat", "auto", "algorithm-x")
    if name in installed() and Feature.BEST in load(name).features
]


@pytest.mark.parametrize("solver", OF_BACKENDS)
def test_every_backend_finds_the_same_optimum(solver):
    assert danceoff.best(ROTA, solver).cover is None
    found = danceoff.best(ROTA, solver, soft=SOFT)
    assert (found.cost, found.left_out, found.too_many) == (2 + 5 + 3 + Fraction(41, 2), [("Mon", 1, 20.5)], [])
    found = danceoff.best(ROTA, solver, soft=SOFT, over=OVER)
    assert (found.cost, found.cover.cost, found.is_proven) == (1 + 2 + 3 + 5 + 7, 11, True)
    assert (found.left_out, found.too_many) == ([], [("Ann", 1, 7)])
    near = [("Ann", "Mon"), ("Cy", "Mon"), ("Bob", "Tue")]
    found = danceoff.best(ROTA, solver, soft=SOFT, over=OVER, near=near, change=100)
    assert (found.cost, found.added, found.removed) == (1 + 4 + 6 + 50, [], [])
    assert {*found.cover} == {*near} and all(option in WORK for option in found.cover)


def test_the_answer_says_it_in_every_form():
    found = danceoff.best(ROTA, "dlx", soft=SOFT, near=[("Bob", "Tue")], change=3)
    assert (found.left_out[0].item, found.left_out[0].units, found.left_out[0].price) == ("Mon", 1, Fraction(41, 2))
    assert found.members == {
        "left_out": [{"item": "Mon", "units": 1, "price": "20.5"}], "too_many": [],
        "added": ["('Ann', 'Tue')", "('Cy', 'Mon')"], "removed": [], "own_cost": "32.5", "changes_cost": "6",
    }  # fmt: skip
    assert (found.own_cost, found.changes_cost, found.cost) == (32.5, 6, 38.5)
    frame = found.to_frame(option=["who", "day"])
    assert frame["units"].tolist() == [0, 0, 0, -1]
    assert frame.iloc[-1][["items", "cost"]].tolist() == [("Mon",), 20.5] and frame["who"].isna().tolist()[-1]
    assert frame["cost"].sum() + 3 * len(found.added) == found.cost
    again = pickle.loads(pickle.dumps(found))
    assert (again.left_out, again.added) == (found.left_out, found.added)


@pytest.mark.parametrize("isolate", [False, True])
def test_prices_go_with_the_other_arguments(isolate):
    asked = {"solver": "dlx", "soft": SOFT, "isolate": isolate}
    found = danceoff.best(ROTA, given=[("Ann", "Mon")], without=[("Cy", "Tue")], **asked)
    assert (found.cost, found.left_out) == (1 + 4 + 6 + 50, [("Tue", 1, 50)])
    assert found.cover == {("Ann", "Mon"), ("Cy", "Mon"), ("Bob", "Tue")}
    assert danceoff.best(ROTA, at_most=30.4, **asked).cover is None, "10 and a price of 20.5"
    assert danceoff.best(ROTA, at_most=30.5, **asked).cost == 30.5
    dearest = danceoff.best(ROTA, maximise=True, **asked)
    assert dearest.cost == 2 + 4 + 6 - 20.5, "prices are subtracted"
    assert danceoff.best(ROTA, near=[], change=Fraction(1, 3), **asked).cost == Fraction(63, 2)
    options = danceoff.most_covered(ROTA, given=[("Ann", "Mon")], prices={"Mon": 5}, isolate=isolate)
    assert (options.cost, options.left_out, options.is_proven) == (1, ["Tue"], True)


def test_incumbents_pay_for_nothing_in_vain_and_each_is_cheaper():
    often, options = {"b": (1, 3), "c": (2, 2)}, {"one": ["a", "b", "c"], "two": ["b"], "three": ["b"]}
    problem = danceoff.problem(options, multiplicity=often, cost=[5, 9, 4])
    found = [*danceoff.improving(problem, "dlx", soft={"a": 3, "b": 2, "c": 1})]
    assert [one.cost for one in found] == [one.cover.cost + sum(k.price for k in one.left_out) for one in found]
    assert [one.cost for one in found] == sorted({one.cost for one in found}, reverse=True) and len(found) > 1


@pytest.mark.parametrize(("least", "most", "n", "n_in_vain"), [(2, 4, 6, 112), (1, 3, 2, 2)])
def test_whatever_units_a_solver_chooses_a_cover_pays_what_it_lacks_or_has_too_much(least, most, n, n_in_vain):
    problem = danceoff.ExactCover.from_options(["x"] * n, "x", multiplicity={"x": (least, most)})
    asked = planned(instance(problem), {"x": 3}, {"x": 5}, apart=False)
    loose = asked.problem
    for cover in all_covers(loose):
        cost, settled = Judge(loose, 1, settled=asked.settled).take(Improvement(cover))
        n_own = sum(option < n for option in cover)
        assert cost == 3 * max(least - n_own, 0) + 5 * max(n_own - most, 0) == loose.cost[[*settled]].sum()
        n_in_vain -= int(loose.cost[[*cover]].sum()) > cost
    assert n_in_vain == 0


def test_a_plan_is_an_answer_a_cover_names_or_our_file(tmp_path):
    before = danceoff.best(ROTA, "dlx", soft=SOFT)
    before.to_frame().to_csv(frame := tmp_path / "frame.csv", index=False)
    later = danceoff.problem({**WORK, ("Di", "Mon"): ["Mon", "Di"]}, multiplicity={"Mon": (2, 2), "Tue": (1, 3)})
    for plan in (before, before.cover, [*before.cover], {*before.cover}, str(frame), frame):
        found = danceoff.best(later, "dlx", near=plan, change=2, soft={"Ann": 9, "Bob": 9, "Cy": 9, "Di": 9, "late": 9})
        assert (found.cost, found.added, found.removed) == (2, [("Di", "Mon")], []), plan
    (tmp_path / "today.dlx").write_text("a b\na\nb\na b\n")
    (tmp_path / "later.dlx").write_text("a b\na b\nb |1\na |1\n")
    apart = danceoff.best(tmp_path / "today.dlx", without=[2])
    assert danceoff.best(tmp_path / "later.dlx", near=apart, change=9).removed == [], "by their items"
    later, near = danceoff.read(str(tmp_path / "later.dlx")), danceoff.best(tmp_path / "today.dlx", given=[2])
    with pytest.raises(danceoff.InvalidProblem, match="near: no option is called 'a b'; there are b, a"):
        danceoff.best(later.problem.without([0]), near=near, change=9)
    squares = danceoff.best("domino/2x2")
    assert danceoff.best("domino/2x2", near=squares, change=5).cost == 0
    assert danceoff.best("domino/2x3", near=danceoff.most_covered("domino/2x3").options, change=5).cost == 0


def test_prices_may_be_a_series_and_items_go_by_number_if_they_have_no_names():
    assert danceoff.best(ROTA, "dlx", soft=pd.Series(SOFT)).cost == 30.5
    unnamed = danceoff.ExactCover.from_options([[0], [0, 1]], [0, 1, 2])
    unnamed = danceoff.ExactCover(unnamed.start, unnamed.item, 3, 3)
    assert danceoff.best(unnamed, "dlx", soft={2: 4, 1: 1}).left_out == [(2, 1, 4)]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"soft": {"Monn": 3}}, "soft: no item is called 'Monn'; did you mean Mon?"),
        ({"over": {("Ann", "Mon"): 3}}, r"over: no item is called \('Ann', 'Mon'\); there are "),
        ({"soft": {"Mon": float("nan")}}, "soft: the price of 'Mon' must be a finite number, not nan"),
        ({"soft": {"Mon": None}}, "soft: the price of 'Mon' must be a finite number, not None"),
        ({"over": {"Mon": -1}}, "over: the price of 'Mon' must be at least 0, not -1"),
        ({"soft": {"late": 1}}, "soft: item late need not be covered"),
        ({"soft": {"Ann": 1}}, "soft: item Ann need not be covered"),
        ({"soft": ["Mon"]}, "soft: prices must be a mapping from items, not a value of type list"),
        ({"soft": pd.Series([1, 2], ["Mon", "Mon"])}, "soft: the price of 'Mon' must be a finite number"),
        ({"soft": {"Mon": 2**62}}, r"the costs and prices add up to 2\^62 or more"),
        ({"near": [], "change": 2**62}, r"the costs and prices add up to 2\^62 or more"),
        ({"near": [("Ann", "Wed")], "change": 1}, r"near: no option is called \('Ann', 'Wed'\); did you mean"),
        ({"near": "Ann", "change": 1}, "Ann: no such file"),
        ({"near": []}, "near and change go together"),
        ({"change": 1}, "near and change go together"),
        ({"near": [], "change": -1}, "change must be at least 0, not -1"),
        ({"near": [], "change": "x"}, "change must be a finite number, not 'x'"),
        ({"soft": SOFT, "given": [("Ann", "Mon")], "without": [("Ann", "Mon")]}, r"'Ann', 'Mon'\) is both given and"),
        ({"near": danceoff.best(ROTA, "dlx"), "change": 1}, "near: this answer has no cover"),
        ({"near": danceoff.solve(ROTA, "dlx"), "change": 1}, "near"),
        ({"near": danceoff.solve(ROTA, "dlx").to_frame(), "change": 1}, "near: no option is called 'cover'"),
    ],
)
def test_bad_input_is_refused_in_one_line(asked, said):
    with pytest.raises(danceoff.InvalidProblem, match=said) as error:
        danceoff.best(ROTA, "dlx", **asked)
    assert "\n" not in str(error.value)


def test_units_that_are_left_out_do_not_count_as_options_that_differ():
    options = danceoff.problem({"a": ["x"], "b": ["y"], "c": ["z"]}, cost=[3, 0, 0])
    found = danceoff.best(options, "dlx", limit=2, differ_by=1, soft={"x": 1, "y": 5, "z": 7})
    assert (found.covers, found.costs) == ([{"b", "c"}, {"c"}], [1, 6]), "a, b, c would lack no option"


def test_every_question_is_asked_of_a_problem_with_prices(tmp_path):
    asked = planned(instance(ROTA), SOFT, OVER, near=[("Ann", "Mon")], change=1)
    right = {frozenset(cover) for cover in danceoff.best(ROTA, "dlx", limit=400, soft=SOFT, over=OVER).covers}
    assert {frozenset(cover) for cover in danceoff.solve(asked, "bits").covers} == right
    assert danceoff.count(asked, "counter") == danceoff.count(asked, "dlx", isolate=True) == 34
    assert {frozenset(cover) for cover in danceoff.Diagram(asked).sample(34, repeats=False)} == right
    kept = ((CERTIFICATE, f"{tmp_path}/proof"),)
    drive = Drive(Ask("", "", "certify-best", options=kept), asked, load("dlx"))
    assert [event.columns["certificate"] for event in drive.events() if isinstance(event, Certified)] == ["best"]
    assert check_certificate(asked.problem, tmp_path / "proof").kind == "best"
    (first, *_) = danceoff.solve(asked, given=[("Ann", "Mon"), ("Ann", "Tue")], without=[*WORK][2:]).covers
    assert asked.paid(first.numbers) == ([("Mon", 1, 20.5), ("Tue", 1, 50)], [("Ann", 1, 7)], [1], [], 1)


OPTIONS = ExactCover.from_options(
    ["ax", "ay", "b", "ab"], primary="ab", secondary="xy", multiplicity={"a": (2, 3)}, cost=[1, 2, 4, 8]
)


def test_covers_do_not_differ_by_which_of_equal_units_they_hold():
    often = ExactCover.from_options(["a", "a"], primary="a", multiplicity={"a": (40, 50)})
    assert len(all_covers(softened(often, {0: 1}, {}))) == 4, "one for each set of options"


def test_lift_leaves_out_what_is_added():
    rest = OPTIONS.given([3]).without([0])
    loose = softened(softened(rest, {0: 1}, {}), {0: 2}, {})
    assert loose.origin.tolist() == [1, ADDED, ADDED + 1]
    assert [*loose.lift(Covers.of([[0], [1, 2], [0, 2]]))] == [(1, 3), (3,), (1, 3)]
    assert [k.tolist() for k in off(OPTIONS, [3])] == [[1, 0, 0, 0], [0, 0, 0, 0]]


def test_too_much_is_refused():
    with pytest.raises(InvalidProblem, match="options would be added"):
        softened(replace(OPTIONS, least=np.int32([1 << 30, 1, 0, 0]), most=np.int32([1 << 30, 1, 1, 1])), {0: 1}, {})
    with pytest.raises(InvalidProblem, match=r"add up to 2\^62"):
        softened(OPTIONS, {0: 1 << 61}, {})
    coloured = ExactCover.from_options([["a", ("x", "red")], ["a", "x"]], primary="a", secondary="x")
    with pytest.raises(InvalidProblem, match="item x takes colours"):
        softened(coloured, {}, {1: 1})


@given(priced(problems(), bounded=True), st.integers(1, 4))
def test_prices_keep_a_bound_in_the_units_of_people(problem, denominator):
    if problem.n_primary and np.abs(problem.cost).max(initial=0) < MOST // 1000:
        fine, (price,) = finer(problem, [Fraction(1, denominator)])
        loose = all_covers(softened(fine, {0: price}, {}))
        found = {tuple(k for k in sorted(cover) if k < problem.n_options) for cover in loose}
        assert {cover for cover in found if not off(problem, cover)[0].any()} == all_covers(problem)
