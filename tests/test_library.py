"""`import danceoff`: problems from anything, results by name, limits in this process and in another, streams."""

import argparse
import builtins
import pickle
import shutil
import subprocess
import sys
import threading
import tomllib
import types
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import ClassVar
from unittest.mock import MagicMock

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings

import danceoff
from danceoff.experiments import BadInput
from danceoff.experiments.commands import report
from danceoff.experiments.contract.strategies import problems
from danceoff.experiments.report.charts.vega import converter
from danceoff.problems import Cover, Covers, ExactCover, Fingerprint
from danceoff.problems.formats.sources import read
from danceoff.solvers import Feature, Search, Solver

ROOT = Path(__file__).parent.parent
NAMED = {"left": ["a", "b"], "right": ["c"], "one": ["a"], "two": ["b", "c"]}
MATRIX = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 1]]
HARD = "langford/27"
"""Has covers that no solver finds soon all."""


def names(result: danceoff.Result) -> set[frozenset]:
    return set(result.covers.as_sets())


def test_importing_loads_nothing_and_every_name_is_there():
    light = "import sys, danceoff; print('numpy' in sys.modules, 'danceoff.problems' in sys.modules)"
    every = "print([name for name in danceoff.__all__ if not (getattr(danceoff, name) and name in dir(danceoff))])"
    late = "print([m for m in ('pandas', 'pysat', 'ortools', 'jinja2') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", f"{light}; {every}; {late}"], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["False False", "[]", "[]"], done.stderr


def test_a_result_says_all_by_names():
    result = danceoff.solve(NAMED)
    assert (result.status, result.count, bool(result), len(result.covers)) == ("complete", 2, True, 2)
    assert names(result) == {frozenset({"left", "right"}), frozenset({"one", "two"})}
    first = result.covers[0]
    assert first == {"left", "right"}
    assert (first.options, first.numbers, repr(first)) == (("left", "right"), (0, 1), "{'left', 'right'}")
    assert first.items_of("left") == ["a", "b"]
    assert result.covers[:1] == [first]
    assert result.fingerprint == str(Fingerprint.of(Covers.of([(0, 1), (2, 3)])))
    assert result.solver == "auto"
    assert result.seconds > 0
    frame = result.covers.to_frame()
    assert list(frame.columns) == ["cover", "option", "items"]
    assert list(frame["option"]) == ["left", "right", "one", "two"]
    with pytest.raises(danceoff.InvalidProblem, match="'one' is not one of this cover's"):
        first.items_of("one")


def test_no_cover_is_an_answer():
    result = danceoff.solve({"one": ["a", "b"], "two": ["b", "c"]}, "bits")
    assert (result.status, bool(result), list(result.covers)) == ("complete", False, [])
    assert repr(result).startswith("<complete: 0 covers")


@pytest.mark.parametrize("solver", ["bits", "sat"])
def test_results_pickle(solver):
    result = danceoff.solve("tromino/4x4-0", solver)
    again = pickle.loads(pickle.dumps(result))
    assert (again.status, again.fingerprint, again.covers) == (result.status, result.fingerprint, result.covers)
    assert again.covers[0].picture == result.covers[0].picture


@settings(deadline=None)
@given(problems())
def test_covers_are_those_of_brute_force(problem: ExactCover):
    expected = set(danceoff.load("brute-force").prepare(problem).covers())
    assert {cover.numbers for cover in danceoff.solve(problem, "bits").covers} == expected
    assert {cover.numbers for cover in danceoff.covers(problem, "dlx")} == expected
    assert danceoff.count(problem) == len(expected)


@settings(deadline=None)
@given(problems())
def test_given_and_without_filter_the_covers(problem: ExactCover):
    every = [cover.numbers for cover in danceoff.solve(problem, "bits").covers]
    for yes, no in combinations(range(min(problem.n_options, 3)), 2):
        some = danceoff.solve(problem, "bits", given=[yes], without=[no])
        assert {cover.numbers for cover in some.covers} == {
            cover for cover in every if yes in cover and no not in cover
        }


def test_given_and_without_by_name():
    assert names(danceoff.solve(NAMED, given=["one"])) == {frozenset({"one", "two"})}
    assert names(danceoff.solve(NAMED, without=["one"])) == {frozenset({"left", "right"})}
    assert danceoff.count(NAMED, without=["right", 2]) == 0
    assert [cover.items_of("one") for cover in danceoff.covers(NAMED, given=["one"])] == [["a"]]


def test_a_problem_that_was_cut_before_is_numbered_and_named_as_its_root():
    rest = danceoff.problem(NAMED).given([2])
    (cover,) = danceoff.solve(rest).covers
    assert (cover.numbers, cover.options, cover.items_of("two")) == ((2, 3), (2, "two"), ["b", "c"])
    with pytest.raises(danceoff.InvalidProblem, match="option 2 was given"):
        cover.items_of(2)


def matrices():
    yield "numpy", np.array(MATRIX)
    yield "bool", np.array(MATRIX, bool)
    yield "frame", pd.DataFrame(MATRIX)


@pytest.mark.parametrize("matrix", [pytest.param(matrix, id=name) for name, matrix in matrices()])
def test_dense_matrices(matrix):
    problem = danceoff.problem(matrix, secondary=[3])
    assert (problem.n_primary, problem.n_items, problem.item_names) == (3, 4, (0, 1, 2, 3))
    assert {cover.numbers for cover in danceoff.solve(problem).covers} == {(0, 1), (2, 3), (2, 4)}
    assert {cover.numbers for cover in danceoff.solve(matrix).covers} == {(0, 1), (2, 4)}


def test_secondary_columns_may_stand_anywhere():
    problem = danceoff.problem(np.array(MATRIX)[:, ::-1], secondary=[0])
    assert problem.item_names == (1, 2, 3, 0)
    assert {cover.numbers for cover in danceoff.solve(problem).covers} == {(0, 1), (2, 3), (2, 4)}


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_sparse_matrices(form):
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_array(np.array(MATRIX)).asformat(form)
    before = matrix.toarray()
    problem = danceoff.problem(matrix, secondary=[3])
    assert problem.digest == danceoff.problem(np.array(MATRIX), secondary=[3]).digest
    assert {cover.numbers for cover in danceoff.solve(matrix).covers} == {(0, 1), (2, 4)}
    assert (matrix.toarray() == before).all()
    with pytest.raises(danceoff.InvalidProblem, match="row 0, column 1: 2 is neither 0 nor 1"):
        danceoff.problem(sparse.csr_array(([1, 1, 1], [0, 1, 1], [0, 3])))
    with pytest.raises(danceoff.InvalidProblem, match="row 1, column 2: 2 is neither 0 nor 1"):
        danceoff.problem(sparse.csr_array(np.array([[1, 0, 0], [0, 0, 2]])))


def test_a_frame_gives_its_labels():
    frame = pd.DataFrame([[1, 0, 1], [0, 1, 0]], index=["x", "y"], columns=["a", "b", "c"])
    (cover,) = danceoff.solve(frame).covers
    assert (cover, cover.items_of("x")) == ({"x", "y"}, ["a", "c"])


def test_multiplicities_and_sets_of_items():
    problem = danceoff.problem({k: {"shift", k} for k in "abc"}, secondary=set("cba"), multiplicity={"shift": (1, 2)})
    assert problem.item_names == ("shift", "a", "b", "c")
    assert danceoff.count(problem) == 6
    assert danceoff.count(danceoff.problem({"a": ["x"], "b": ["x"], "c": ["x"]}, multiplicity={"x": 2})) == 3


def test_isolated_answers_are_the_same():
    problem = danceoff.problem(
        {"p": ["a", "d"], "q": ["a"], "r": ["b", "c", "d"], "s": ["b", "c"], "t": ["c"]},
        secondary=["d"],
        multiplicity={"c": (1, 2)},
    )
    for asked in ({}, {"given": ["q"]}, {"without": ["t"]}):
        here, apart = (danceoff.solve(problem, isolate=isolate, **asked) for isolate in (False, True))
        assert (apart.status, apart.fingerprint) == (here.status, here.fingerprint)
        assert names(apart) == names(here)
        assert names(here)
    assert danceoff.solve(problem, given=["q", "s", "t"], isolate=True).covers[0] == {"q", "s", "t"}


def test_isolated_searches_stop_at_their_limits():
    assert danceoff.solve(HARD, "dlx", memory_limit=20, time_limit=60, isolate=True).status == "memory"
    result = danceoff.solve("queens/14", "dlx", time_limit=0.2, isolate=True)
    assert (result.status, bool(result)) == ("timeout", True)
    limited = danceoff.solve("queens/8", "dlx", limit=3, isolate=True)
    assert (limited.status, limited.count) == ("limit", 3)


@pytest.mark.parametrize("solver", ["auto", "bits", "dlx", "algorithm-x", "sat", "cpsat"])
def test_a_search_in_this_process_stops_in_time(solver):
    assert danceoff.solve(HARD, solver, time_limit=0.1).status == "timeout"


def test_a_count_that_takes_too_long_says_how_far_it_came():
    with pytest.raises(TimeoutError, match=r"not counted within 0.1 s: \d+ covers by then"):
        danceoff.count(HARD, time_limit=0.1)


def test_a_stream_stops_at_its_limits_and_says_so():
    stream = danceoff.covers("queens/8", "dlx", limit=5)
    assert (stream.status, len(list(stream)), stream.status) == ("", 5, "limit")
    stream = danceoff.covers("queens/4", "dlx")
    assert (len(list(stream)), stream.status) == (2, "complete")
    stream = danceoff.covers("tromino/9x9", "bits", time_limit=0.01)
    assert (len(list(stream)) < 1193600, stream.status) == (True, "timeout")


class FakeSearch(Search):
    def __init__(self, solver: "Fake") -> None:
        self.solver = solver

    def _batches(self) -> Generator[Covers]:
        yield Covers.of([(0, 1)])
        if self.solver.then == "lie":
            yield Covers.of([(0, 2)])
        elif self.solver.then == "repeat":
            yield Covers.of([(1, 0)])
        elif self.solver.then:
            raise {"interrupt": KeyboardInterrupt, "memory": MemoryError}[self.solver.then]
        yield Covers.of([(3, 2)])

    def stats(self) -> Mapping[str, int]:
        return {"nodes": 7}

    def _release(self) -> None:
        self.solver.released.append(True)


@dataclass(frozen=True)
class Fake(Solver):
    name: ClassVar[str] = "fake"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST})
    released: ClassVar[list[bool]] = []

    then: str = ""

    def build(self, _problem: ExactCover, _blocked: frozenset[Cover]) -> Search:
        return FakeSearch(self)

    def warm_up(self, _problem: ExactCover, listing: bool) -> None:  # noqa: ARG002
        self.released.clear()


def test_leaving_a_loop_releases_the_search():
    for _ in danceoff.covers(NAMED, Fake()):
        assert not Fake.released
        break
    assert Fake.released
    with danceoff.covers(NAMED, Fake()) as stream:
        next(stream)
        assert not Fake.released
    assert Fake.released
    assert list(stream) == []


def test_the_options_of_a_cover_ascend_in_whatever_order_the_solver_gives_them():
    result = danceoff.solve(NAMED, Fake())
    assert (result.covers[1].numbers, result.covers[1].options) == ((2, 3), ("one", "two"))


def test_an_interrupt_releases_the_search():
    with pytest.raises(KeyboardInterrupt):
        danceoff.solve(NAMED, Fake("interrupt"))
    assert Fake.released


def test_what_is_no_cover_or_comes_twice_and_what_needs_too_much_memory_is_a_status():
    lie = danceoff.solve(NAMED, Fake("lie"))
    assert (lie.status, lie.detail, lie.count, lie.stats) == (
        "wrong",
        "options (0, 2) are not a cover",
        1,
        {"nodes": 7},
    )
    for limit in (None, 2):
        again = danceoff.solve(NAMED, Fake("repeat"), limit=limit)
        assert (again.status, again.detail) == ("wrong", "a cover came twice")
    with danceoff.covers(NAMED, Fake("repeat")) as stream:
        assert (len(list(stream)), stream.status) == (3, "wrong")
    full = danceoff.solve(NAMED, Fake("memory"))
    assert (full.status, full.count) == ("memory", 1)


def test_two_threads_solve_at_once():
    found: dict[str, list[str]] = {"queens/8": [], "soma": []}

    def ask(problem: str) -> None:
        for solver in ("bits", "sat", "dlx") if problem == "queens/8" else ("bits", "dlx"):
            found[problem].append(danceoff.solve(problem, solver, time_limit=None).fingerprint)

    threads = [threading.Thread(target=ask, args=[problem]) for problem in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(set(fingerprints)) for fingerprints in found.values()] == [1, 1]
    assert [len(fingerprints) for fingerprints in found.values()] == [3, 2]


@pytest.mark.parametrize(
    ("kind", "says", "asked"),
    [
        (ValueError, "memory_limit needs isolate=True", {"memory_limit": 100}),
        (ValueError, "memory_limit must be a positive number of MB", {"memory_limit": -1, "isolate": True}),
        (ValueError, "time_limit must be a positive number of seconds or None, not 0", {"time_limit": 0}),
        (ValueError, "time_limit must be a positive number", {"time_limit": "10"}),
        (danceoff.InvalidProblem, "limit must be a whole number from 1", {"limit": 0}),
        (ValueError, "unknown solver 'nobody'; there are", {"solver": "nobody"}),
        (danceoff.UnsupportedProblem, "counts covers and lists none: use danceoff.count", {"solver": "counter"}),
        (danceoff.InvalidProblem, "given: no option of the problem has the name 'nix'", {"given": ["nix"]}),
        (danceoff.InvalidProblem, "without must be a list of options", {"without": "one"}),
        (danceoff.InvalidProblem, "option 'one' is both given and left out", {"given": ["one"], "without": [2]}),
        (danceoff.InvalidProblem, "a list may hold options or the rows of a matrix", {"problem": [[0, 1]]}),
        (TypeError, "a problem is a name, a file, a mapping of options or a matrix, not 3", {"problem": 3}),
        (danceoff.InvalidProblem, "option 'x': 'ab' is no list of items", {"problem": {"x": "ab"}}),
        (danceoff.InvalidProblem, "no problem is called 'nix'", {"problem": "nix"}),
    ],
)
def test_errors_are_one_line_and_say_what_to_do(kind, says, asked):
    with pytest.raises(kind) as caught:
        danceoff.solve(**{"problem": NAMED, **asked})
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("says", "source", "asked"),
    [
        ("primary is for named options", np.eye(2), {"primary": [0]}),
        ("this problem has its own", "queens/6", {"secondary": ["r0"]}),
        ("secondary: the matrix has no column 7", np.eye(2), {"secondary": [7]}),
        ("multiplicity of an unknown item 'z'", NAMED, {"multiplicity": {"z": 2}}),
        ("multiplicity of item 'a' must be a number or", NAMED, {"multiplicity": {"a": 1.5}}),
        ("item a: an item is not covered 3 to 2 times", NAMED, {"multiplicity": {"a": (3, 2)}}),
        ("unknown item 'c'", NAMED, {"primary": ["a", "b"]}),
    ],
)
def test_statements_that_are_none(says, source, asked):
    with pytest.raises(danceoff.InvalidProblem, match=says):
        danceoff.problem(source, **asked)


def test_options_of_one_name_are_told_apart_by_number_only():
    problem = ExactCover.from_options([["a"], ["a"]], ["a"], option_names=["x", "x"])
    with pytest.raises(danceoff.InvalidProblem, match="2 options of the problem has the name 'x'"):
        danceoff.solve(problem, given=["x"])
    assert [cover.numbers for cover in danceoff.covers(problem, given=[1])] == [(1,)]


def test_a_notebook_shows_results_and_covers():
    result = danceoff.solve("soma", limit=1)
    assert "limit: 1 cover in" in result._repr_html_()
    assert "<svg" in result._repr_html_()
    assert result.covers[0]._repr_svg_().startswith("<svg")
    assert "left" in danceoff.solve(NAMED).covers[0]._repr_svg_()
    for chosen in ([2], [2, 3]):
        assert danceoff.solve(danceoff.problem(NAMED).given(chosen)).covers[0]._repr_svg_() is None
    assert "<svg" in read("soma")._repr_svg_()
    whole = danceoff.problem(NAMED)._repr_html_()
    assert whole.startswith("<p>4 options, 3 primary and 0 secondary items</p><svg")
    assert whole.count("<rect") == 4 + 6
    assert danceoff.problem("soma")._repr_html_() == "<p>688 options, 34 primary and 0 secondary items</p>"


def test_results_are_frames_and_charts():
    campaign = danceoff.results(ROOT / "results" / "seeds")
    assert {"problem", "solver", "search_s"} <= set(campaign.rows.columns)
    assert len(campaign.rows) == len(campaign._rows) > 100
    assert campaign.agreement["agrees"].all()
    assert set(campaign.scores["solver"]) > set(campaign.summary["solver"])
    chart = campaign.charts["cactus-count"]
    assert "vega-lite" in chart["$schema"]
    assert chart["datasets"]["cells"]
    assert "<svg" in converter().vegalite_to_svg(chart)
    assert "<table" in campaign._repr_html_()


class ZMQInteractiveShell:
    """By the name of this class rich knows a notebook."""


def test_a_run_shows_its_progress_in_a_notebook(monkeypatch, tmp_path):
    shown = []
    display = types.ModuleType("IPython.display")
    display.display = shown.append
    widgets = types.ModuleType("ipywidgets")
    widgets.Output = MagicMock
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setitem(sys.modules, "ipywidgets", widgets)
    monkeypatch.setattr(builtins, "get_ipython", ZMQInteractiveShell, raising=False)
    plan = tmp_path / "plan.toml"
    plan.write_text('tasks = ["count"]\nproblems = { queens = ["4"] }\nsolvers = { backtracking = {} }')
    campaign = danceoff.run(plan, tmp_path / "results")
    assert campaign.rows["covers"].tolist() == ["2"]
    assert any(isinstance(one, MagicMock) for one in shown), "the progress bar is a widget"
    lines = "".join(one.text for one in shown if not isinstance(one, MagicMock))
    assert "1 cases; order shuffled with seed" in lines
    assert "queens/4               backtracking           count                2" in lines


def test_without_the_converter_of_charts_one_line_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(BadInput, match=r"need vl-convert: pip install 'danceoff\[figures\]'$"):
        converter()
    shutil.copy(ROOT / "results" / "seeds" / "rows.jsonl", tmp_path)
    assert danceoff.results(tmp_path).charts
    with pytest.raises(BadInput, match="need vl-convert"):
        report.run(argparse.Namespace(results=tmp_path, relative_to="", metrics=False))
    assert (tmp_path / "summary.csv").is_file()


def test_the_default_install_is_as_large_as_contributing_md_says():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == ["jinja2", "numba", "numpy", "ortools", "pandas", "psutil", "python-sat", "rich"]
    assert "vl-convert-python" in project["optional-dependencies"]["figures"]


def test_the_backends_that_can_be_loaded():
    for name in danceoff.solvers.installed():
        assert danceoff.load(name).name == name
    assert {"bits", "sat", "cpsat", "auto"} <= set(danceoff.solvers.installed())


def test_found_covers_compare_as_sets_and_sequences():
    result = danceoff.solve("queens/6", limit=None)
    again = danceoff.solve("queens/6", solver="sat", limit=None)
    first = result.covers[0]
    assert {frozenset(cover) for cover in result.covers} == set(again.covers)
    assert (first & first, type(first & first)) == (frozenset(first), frozenset)
    assert result.covers == danceoff.solve("queens/6", limit=None).covers == list(result.covers)
    assert hash(result.covers) == hash(danceoff.solve("queens/6", limit=None).covers)
    assert result.covers != result.covers[:3]
    assert result.covers != 4


def test_a_notebook_shows_a_result_without_covers_in_one_line():
    result = danceoff.solve("queens/3")
    assert result._repr_html_() == f"<p>{result}</p>"


@pytest.mark.parametrize("seconds", ["1", True, 0, -1, float("nan"), float("inf"), [], object()])
def test_a_time_limit_is_a_positive_number(seconds):
    with pytest.raises(ValueError, match=r"^time_limit must be a positive number of \w+ or None, not "):
        danceoff.solve("queens/3", time_limit=seconds)
