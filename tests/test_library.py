"""`import danceoff`: problems from anything, and results by name."""

import pickle
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import danceoff
from danceoff.problems import Covers, ExactCover, Fingerprint
from danceoff.problems.found import places_in

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
    assert result._repr_html_() == f"<p>{result}</p>"


@pytest.mark.parametrize("solver", ["bits", "sat"])
def test_results_pickle(solver):
    result = danceoff.solve("tromino/4x4-0", solver)
    again = pickle.loads(pickle.dumps(result))
    assert (again.status, again.fingerprint, again.covers) == (result.status, result.fingerprint, result.covers)
    assert again.covers[0].picture == result.covers[0].picture


def test_a_problem_that_was_cut_before_is_numbered_and_named_as_its_root():
    (cover,) = danceoff.solve(danceoff.problem(NAMED).given([2])).covers
    assert (cover.numbers, cover.options, cover.items_of("two")) == ((2, 3), (2, "two"), ["b", "c"])
    with pytest.raises(danceoff.InvalidProblem, match="option 2 was given"):
        cover.items_of(2)


@pytest.mark.parametrize(
    ("kind", "says", "asked"),
    [
        (ValueError, "memory_limit needs isolate=True", {"memory_limit": 100}),
        (danceoff.InvalidProblem, "isolate must be True or False, not 'no'", {"isolate": "no"}),
        (danceoff.InvalidProblem, "limit must be a whole number from 1", {"limit": 0}),
        (ValueError, "time_limit must be a positive number of seconds up to 1e+12 or None, not 0", {"time_limit": 0}),
        (ValueError, "unknown solver 'nobody'; there are", {"solver": "nobody"}),
        (danceoff.UnsupportedProblem, "counts covers and cannot list them", {"solver": "counter"}),
        (danceoff.InvalidProblem, "given: no option is called 'nix'; there are left", {"given": ["nix"]}),
        (danceoff.InvalidProblem, "given: no option is called 1; there are left, right, one, two", {"given": [1]}),
        (danceoff.InvalidProblem, "without: no option is called 'Left'; did you mean left?", {"without": ["Left"]}),
        (danceoff.InvalidProblem, "given: ['one'] is no name", {"given": [["one"]]}),
        (danceoff.InvalidProblem, "without must be a list of options", {"without": "one"}),
        (danceoff.InvalidProblem, "option 'one' is both given and left out", {"given": ["one"], "without": ["one"]}),
        (danceoff.InvalidProblem, "a list may hold options or the rows of a matrix", {"problem": [[0, 1]]}),
        (TypeError, "a problem is a name, a file, a mapping of options or a matrix, not 3", {"problem": 3}),
        (danceoff.InvalidProblem, "option 'x' must be a list of items, not 'ab'", {"problem": {"x": "ab"}}),
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
    with pytest.raises(danceoff.InvalidProblem, match="2 options are called 'x'; the methods of ExactCover take"):
        danceoff.solve(problem, given=["x"])
    (cover,) = danceoff.covers(problem.given([1]))
    assert [found.numbers for found in danceoff.covers(problem, given=cover)] == [cover.numbers] == [(1,)]


def test_where_options_have_names_a_number_is_none():
    """Option number 1 is called 20."""
    options = {10: ["a"], 20: ["b"], 30: ["a"]}
    assert danceoff.solve(options, given=[10]).covers == [{10, 20}]
    for name in (1, True, 1.0):
        for asked in ({"given": [name]}, {"without": [name]}):
            with pytest.raises(danceoff.InvalidProblem, match=r"is called .*; there are 10, 20, 30"):
                danceoff.solve(options, **asked)
    for ask in (danceoff.check_covers, danceoff.rank):
        with pytest.raises(danceoff.InvalidProblem, match="no option is called 0; there are 10, 20, 30"):
            ask(options, [[0, 1]])
    many = {k: ["a"] for k in range(10, 9999)}
    with pytest.raises(danceoff.InvalidProblem, match=r"no option is called 1; there are 10, 11, 12, 13, \.\.\."):
        danceoff.solve(many, given=[1])


def test_options_without_names_go_by_their_numbers():
    problem = ExactCover.from_options(["a", "b", "a"], "ab")
    assert danceoff.count(problem, given=[np.int8(0)]) == 1
    for options, says in (([3], "from 0 to 2, not 3"), (["a"], "not 'a'"), ([True], "not True"), ([-1], "not -1")):
        with pytest.raises(danceoff.InvalidProblem, match=f"given: an option of no name must be .*{says}"):
            danceoff.solve(problem, given=options)


def test_sets_of_options_and_of_items_are_taken_in_one_order():
    assert places_in(danceoff.read("queens/6"), {"r6 c1", "r2 c4", "r1 c2", "r3 c6"}) == (1, 9, 17, 30)
    numbers = {2, 9, 10, 33, 100}
    assert [*numbers] != sorted(numbers, key=repr)
    listed = sorted(numbers, key=repr)
    options = [{"p", *((k, f"c{k}") for k in numbers)}, {"p", (33, "d")}]
    of_lists = ExactCover.from_options([["p", *((k, f"c{k}") for k in listed)], ["p", (33, "d")]], ["p"], listed)
    of_sets = ExactCover.from_options(options, {"p"}, numbers)
    assert (of_sets.item_names, of_sets.colour_names) == (of_lists.item_names, of_lists.colour_names)
    assert of_sets.digest == of_lists.digest


def pinned(file: str) -> dict[str, str]:
    lines = (ROOT / file).read_text().split()
    return {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}


def test_what_is_installed_has_bounds_and_both_ends_are_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    today, lowest = pinned("constraints.txt"), pinned("constraints-lowest.txt")
    default = [Requirement(line) for line in project["dependencies"]]
    names = ["hypothesis", "jinja2", "numba", "numpy", "ortools", "pandas", "psutil", "python-sat", "rich"]
    assert [one.name for one in default] == [*lowest] == names, "CONTRIBUTING.md says how large they are"
    for one in default:
        (least,) = (each.version for each in one.specifier if each.operator == ">=")
        assert Version(least) == Version(lowest[one.name]), one
    of_extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    for one in [*default, *(Requirement(line) for line in of_extras if not line.startswith("danceoff"))]:
        assert {each.operator for each in one.specifier} == {">=", "<"} or one.name == "distributed"  # goes by date
        assert one.specifier.contains(today[one.name], prereleases=True), one


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
