"""Advice: what is told of a problem, what is learnt from others, and what the advice is worth."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from rows import row

from danceoff.experiments import cli
from danceoff.experiments.advice import nearest as nearest_module
from danceoff.experiments.advice.features import Features, features
from danceoff.experiments.advice.nearest import (
    FAR,
    Example,
    Outcome,
    advised,
    answers,
    examples_of,
    held_out,
    nearest,
    predictions,
)
from danceoff.experiments.commands import advise
from danceoff.experiments.commands.advise import REFERENCES, REFERENCES_WITH_COSTS, references
from danceoff.experiments.results.record import append
from danceoff.problems import ExactCover
from danceoff.problems.sources import read
from danceoff.solvers import Feature
from danceoff.solvers.engines.counter.solver import Counter

RESULTS = Path(__file__).parents[2] / "results"


def made_up(nodes: float, symmetries: int, first: float = 1e3) -> Features:
    return Features(30, 100, 0.1, 10.0, 5.0, nodes, 0.0, symmetries, first)


def example(nodes: float, symmetries: int) -> Example:
    """A tree search takes a microsecond a node, a SAT solver 0.1 s; with symmetries both take ten times as long."""
    slower = 10.0 if symmetries > 1 else 1.0
    asked = {"tree": Outcome(1e-6 * nodes * slower, True), "sat": Outcome(0.1 * slower, True)}
    return Example(f"{nodes}", made_up(nodes, symmetries), asked)


EXAMPLES = [example(10.0**k, symmetries) for k in range(3, 9) for symmetries in (1, 8)]


def test_features_describe_the_problem():
    queens = features(read("queens/8"))
    assert (queens.items, queens.options, queens.options_in_a_cover, queens.symmetries) == (46, 64, 8.0, 8)
    assert queens.density == pytest.approx(252 / (64 * 46), rel=0.1)
    assert queens.covers == pytest.approx(92, rel=0.2)
    assert features(read("queens/8")) == queens
    sudoku = features(read("sudoku/euler96-01"))
    assert (sudoku.nodes, sudoku.covers) == (50, 1), "every choice is forced"


def test_features_of_an_enormous_tree_are_finite_and_can_be_cached(tmp_path):
    huge = features(read("latin/24"))
    assert max(huge) == 1e300, "the largest value that the cache may hold"
    (tmp_path / "features.json").write_text(json.dumps({"digest": huge}, allow_nan=False))
    assert nearest_module._kept(tmp_path / "features.json") == {"digest": [*huge]}


@pytest.mark.parametrize(
    ("name", "first"),
    [("tromino/6x6", 12), ("langford/10", 61780), ("sudoku-begun/25x25-45-1", 1e6), ("domino/10x10-0-99", 1e6)],
)
def test_features_show_whether_a_tree_search_gets_lost(name, first):
    """A cover at once, the end at once, a cover that is far, and none."""
    assert features(read(name)).first == first


def test_costs_are_a_feature_for_the_task_that_looks_at_them_alone():
    priced = features(read("priced-domino/8x8-1"))
    assert priced.costs > 5
    assert (priced.asked("best").costs, priced.asked("count").costs) == (priced.costs, 1)
    assert features(read("queens/4")).costs == 1
    with_costs = [one for one in EXAMPLES if one.features.symmetries == 1]
    with_costs += [
        replace(one, features=one.features._replace(costs=1000), outcomes={"tree": Outcome(9.0, True)})
        for one in with_costs
    ]
    assert nearest(with_costs, made_up(1e5, 1)._replace(costs=500))[0][0].features.costs == 1000
    assert nearest(EXAMPLES, made_up(1e5, 1))[0][1] == 0, "a feature in which all agree says nothing"
    assert nearest(EXAMPLES[:1], EXAMPLES[0].features)[0][1] == 0


def test_the_best_solver_of_similar_problems_is_advised_with_its_time():
    easy, hard = predictions(EXAMPLES, made_up(1e3, 1)), predictions(EXAMPLES, made_up(3e7, 1))
    assert (easy[0].solver, hard[0].solver) == ("tree", "sat")
    assert easy[0].time_s == pytest.approx(1e-3, rel=0.7)
    assert easy[0].time_s / easy[0].factor < 1e-3 < easy[0].time_s * easy[0].factor
    assert nearest(EXAMPLES, made_up(1e3, 8))[0][0].features == made_up(1e3, 8)
    worth = held_out(EXAMPLES)
    assert (worth.n_problems, worth.ratio) == (12, pytest.approx(1.46, abs=0.01))


def test_a_solver_that_got_lost_before_is_not_advised():
    quick = [replace(one, outcomes={**one.outcomes, "lost": Outcome(0.05, True)}) for one in EXAMPLES]
    assert predictions(quick, made_up(1e8, 1))[0].solver == "lost"
    lost = [replace(one, outcomes={**one.outcomes, "lost": Outcome(0.07, False)}) for one in EXAMPLES]
    assert predictions(lost, made_up(1e8, 1))[0].solver == "sat"


def test_a_search_that_gets_lost_at_once_is_not_advised():
    """Nothing but the first nodes of a search says who is lost; SAT takes the same time on all."""
    begun = [
        Example(f"{k}", made_up(1e6, 1, first), {"tree": Outcome(took_s, took_s < 10), "sat": Outcome(0.5, True)})
        for k in range(8)
        for first, took_s in ((50.0 + k, 0.01), (1e6, 10.0))
    ]
    assert predictions(begun, made_up(1e6, 1, 60.0))[0].solver == "tree"
    assert predictions(begun, made_up(1e6, 1, 1e6))[0].solver == "sat"


def test_a_solver_that_is_either_quick_or_lost_is_expected_to_be_slow():
    """In three of four cases the tree search is 50 times as fast as SAT, in the fourth it is lost: 5 s a case."""
    bimodal = [
        Example(
            f"{k}",
            made_up(1e6 + k, 1),
            {"tree": Outcome(0.01 if k % 4 else 10.0, k % 4 > 0), "sat": Outcome(0.5, True)},
        )
        for k in range(16)
    ]
    found = predictions(bimodal, made_up(1e6, 1))
    assert found[0].solver == "sat"
    assert min(found, key=lambda one: one.time_s).solver == "tree"


def test_lost_searches_do_not_affect_predictions_for_others():
    """Lost, the tree search takes a millisecond or ten seconds; else ten milliseconds, always."""
    settled = [Example(f"{k}", made_up(1e6, 1, 50.0 + k), {"tree": Outcome(0.01, True)}) for k in range(5)]
    lost = [
        Example(f"lost {k}", made_up(1e6, 1, 1e6), {"tree": Outcome(0.001 if k % 2 else 10.0, True)}) for k in range(20)
    ]
    (sure,), (unsure,) = (predictions([*settled, *lost], made_up(1e6, 1, first)) for first in (52.0, 1e6))
    assert sure.factor < 2 < 10 < unsure.factor


def test_auto_is_advised_if_another_is_hardly_better():
    def with_auto(times_as_long: float) -> list[Example]:
        return [
            replace(one, outcomes={**one.outcomes, "auto": Outcome(times_as_long * one.best[1].time_s, True)})
            for one in EXAMPLES
        ]

    assert advised(with_auto(1.3), made_up(1e4, 1))[0].solver == "auto"
    assert advised(with_auto(5.0), made_up(1e4, 1))[0].solver == "tree"


def test_far_from_everything_auto_is_advised():
    both = [replace(one, outcomes={**one.outcomes, "auto": Outcome(50.0, True)}) for one in EXAMPLES]
    strange = made_up(1e3, 1)._replace(options=10**9, items=10**8)
    assert nearest(both, strange)[0][1] > FAR
    assert advised(both, strange)[0].solver == "auto"
    assert advised(both, made_up(1e3, 1))[0].solver == "tree"


@pytest.fixture
def few(tmp_path):
    """A folder with five problems of a catalog that two solvers were asked."""
    for size in (4, 5, 6, 7, 8):
        name = f"queens/{size}"
        for solver, took_s in (("dlx", 10.0**-size), ("sat", 1.0)):
            times = {"prepare_s": 0.0, "search_s": took_s}
            append(tmp_path, row(solver, problem=name, digest=read(name).problem.digest, **times))
    return tmp_path


def test_a_solver_that_refused_has_no_outcome(few):
    append(few, row("counter", problem="queens/8", digest=read("queens/8").problem.digest, status="unsupported"))
    assert {solver for one in examples_of([few], "enumerate") for solver in one.outcomes} == {"dlx", "sat"}


def test_only_solvers_that_can_answer_are_advised(monkeypatch):
    assert answers("dlx", read("queens/4").problem, "count")
    assert not answers("nobody", read("queens/4").problem, "count")
    assert answers("cpsat", read("queens/4").problem, "best")
    assert not answers("choco", read("queens/4").problem, "best")
    twice = ExactCover.from_options(["a", "a", "a"], "a", multiplicity={"a": (2, 2)})
    assert answers("counter", twice, "count")
    monkeypatch.setattr(Counter, "features", Counter.features - {Feature.MULTIPLICITY})
    assert not answers("counter", twice, "count")
    assert answers("dlx", twice, "count")


def test_problems_that_changed_or_disappeared_are_left_out_and_features_are_cached(few):
    append(few, row(problem="gone.dlx", digest="d"))
    append(few, row(problem="queens/9", digest="0123"))
    assert [one.problem for one in examples_of([few], "enumerate")] == [f"queens/{n}" for n in (4, 5, 6, 7, 8)]
    kept = json.loads((few / "features.json").read_text())
    assert len(kept) == 5
    (few / "features.json").write_text(json.dumps({digest: [7] * len(values) for digest, values in kept.items()}))
    assert examples_of([few], "enumerate")[0].features.items == 7
    (few / "features.json").write_text(json.dumps({digest: [7] for digest in kept}))
    assert examples_of([few], "enumerate")[0].features.items == 22
    (few / "features.json").write_text("torn")
    assert examples_of([few], "enumerate")[0].features.items == 22


def test_the_command_says_what_it_advises_and_why(few, capsys):
    assert cli.main(["advise", "queens/9", "--from", str(few)]) == 0
    said = capsys.readouterr().out
    sentence = r"use dlx: about \S+ s, in two of three cases \S+ to \S+ s; --why shows the other solvers\n"
    assert re.fullmatch(sentence, said)
    assert cli.main(["advise", "queens/9", "--from", str(few), "--why"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(said.partition(";")[0] + "\n\ndlx  about ")
    assert "\n  queens/8  " in out
    assert "\nsat  about 1 s, " in out
    assert f"\nlearnt from 5 problems with task enumerate of {few}\n" in out


def test_advice_on_the_cheapest_covers_is_learnt_from_such_rows_alone(few, capsys):
    assert cli.main(["advise", "queens/9", "--task", "best", "--from", str(few)]) == 2
    assert "0 problems with task best are too few to learn from" in capsys.readouterr().err
    for size in (4, 5, 6, 7, 8):
        name = f"queens/{size}"
        for solver, took_s, status in (
            ("cpsat", 0.5, "complete"),
            ("counter", 3.0, "complete"),
            ("clingo", 10.0, "timeout"),
        ):
            asked = {"problem": name, "digest": read(name).problem.digest, "task": "best", "status": status}
            append(few, row(solver, covers=1, cost=0, bound=0, prepare_s=0.0, search_s=took_s, **asked))
    assert cli.main(["advise", "queens/9", "--task", "best", "--from", str(few), "--why"]) == 0
    out = capsys.readouterr().out
    assert "\nwarning: the problem has no costs" in out
    assert out.startswith("use cpsat: about 0.5 s")
    assert "\ncounter  about 3 s" in out
    assert "dlx" not in out


def test_it_is_said_that_no_rows_are_about_the_cheapest_covers(monkeypatch, capsys):
    monkeypatch.setattr(advise, "REFERENCES_WITH_COSTS", ())
    assert cli.main(["advise", "queens/4", "--task", "best"]) == 2
    assert (
        "danceoff comes with no results of task best: `danceoff run costs` makes some for --from"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "arguments", [["nothing/7"], ["queens/4", "--task", "count"], ["queens/4", "--from", "/nowhere"]]
)
def test_advice_that_is_impossible_is_refused_in_one_line(few, capsys, arguments):
    assert cli.main(["advise", "--from", str(few), *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_several_results_folders_are_combined(few, tmp_path):
    more = tmp_path / "more"
    more.mkdir()
    times = {"prepare_s": 0.0, "search_s": 7.0}
    for solver, size in (("dlx", 8), ("bits", 8), ("bits", 9)):
        name = f"queens/{size}"
        append(more, row(solver, problem=name, digest=read(name).problem.digest, **times))
    examples = {one.problem: one.outcomes for one in examples_of([few, more], "enumerate")}
    assert list(examples) == [f"queens/{n}" for n in (4, 5, 6, 7, 8, 9)]
    assert {solver: asked.time_s for solver, asked in examples["queens/8"].items()} == {
        "dlx": 1e-6,
        "sat": 1.0,
        "bits": 7.0,
    }


def test_all_reference_results_are_learnt_from():
    committed = re.findall(r"^!/results/(\w+)/$", (RESULTS.parent / ".gitignore").read_text(), re.MULTILINE)
    with_rows = {name for name in committed if (RESULTS / name / "rows.jsonl").exists()}
    assert with_rows - {"colours", *REFERENCES_WITH_COSTS} == set(
        REFERENCES
    )  # `colours` asks only engines on most problems
    assert [folder.name for folder in references("count")] == list(REFERENCES)


@pytest.mark.parametrize(
    ("names", "task"),
    [
        pytest.param(REFERENCES, "enumerate", marks=pytest.mark.night),
        (REFERENCES, "count"),
        pytest.param(REFERENCES, "first", marks=pytest.mark.night),
        (["field"], "enumerate"),
    ],
)
def test_on_reference_results_advice_costs_at_most_half_as_much_again(names, task, tmp_path):
    """On all of them together, as people are advised, and on the largest alone.

    And 5 ms a problem: `auto`, which is advised for safety, tries several solvers.
    """
    folders = [tmp_path / name for name in names]
    for folder in folders:
        folder.mkdir()
        for file in ("rows.jsonl", "features.json"):
            if (RESULTS / folder.name / file).exists():
                shutil.copy(RESULTS / folder.name / file, folder)
    worth = held_out(examples_of(folders, task))
    assert worth.n_problems >= 20
    assert worth.advised_s <= 1.5 * worth.best_s + 0.005 * worth.n_problems


def test_a_search_that_was_stopped_is_told_of_a_solver_that_gets_further(monkeypatch):
    monkeypatch.setattr(nearest_module, "features", lambda _: made_up(10.0**7, 1))
    monkeypatch.setattr(nearest_module, "answers", lambda *_: True)
    queens = read("queens/8")

    def said(solver: str, total_s: float, examples: list[Example] = EXAMPLES) -> str:
        stopped = replace(row(solver), status="timeout", task="count", prepare_s=0.0, search_s=total_s)
        return nearest_module.faster_solver(stopped, queens, examples)

    assert re.fullmatch(
        r"sat would probably get further: on similar problems it took about 0\.\d+ s", said("tree:seed=3", 9.0)
    )
    assert said("sat:engine=cadical", 9.0) == ""
    assert said("tree", 0.001) == ""
    assert said("tree", 9.0, [replace(one, features=made_up(1.0, 10**9, 1e9)) for one in EXAMPLES]) == ""
    monkeypatch.setattr(nearest_module, "MOST_OPTIONS", 63)
    assert said("tree", 9.0) == ""
