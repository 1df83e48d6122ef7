"""`import danceoff`: problems from anything, and results by name."""

import pickle
import subprocess
import sys
import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings

import danceoff
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers, ExactCover, Fingerprint

ROOT = Path(__file__).parent.parent
NAMED = {"left": ["a", "b"], "right": ["c"], "one": ["a"], "two": ["b", "c"]}


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


def test_options_of_one_name_are_told_apart_by_number_only():
    problem = ExactCover.from_options([["a"], ["a"]], ["a"], option_names=["x", "x"])
    with pytest.raises(danceoff.InvalidProblem, match="2 options of the problem has the name 'x'"):
        danceoff.solve(problem, given=["x"])
    assert [cover.numbers for cover in danceoff.covers(problem, given=[1])] == [(1,)]


def test_the_default_install_is_as_large_as_contributing_md_says():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    default = ["jinja2", "numba", "numpy", "ortools", "pandas", "psutil", "python-sat", "rich", "scipy"]
    assert project["dependencies"] == default
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
