"""As many items covered as possible, in Python and on the command line."""

import json

import pytest

import danceoff
from danceoff.problems.sources import read


def test_options_and_items_of_most_covered_go_by_their_names_and_costs_do_not_count():
    shifts = danceoff.problem({"one": ["a", "b"], "two": ["b", "c"], "three": ["d"]}, cost=[5, 1, 9])
    found = danceoff.most_covered(shifts, solver="algorithm-x")
    assert found.options in ({"one", "three"}, {"two", "three"})
    assert (len(found.left_out), found.bound, found.is_proven, found.status) == (1, 1, True, "complete")
    assert found.left_out == (["c"] if "one" in found.options else ["a"])
    found = danceoff.most_covered(shifts.given([1]), solver="algorithm-x")
    assert (found.options.numbers, found.left_out) == ((1, 2), ["a"])
    often = danceoff.problem({"one": ["a"], "two": ["a", "b"], "three": ["b"]}, multiplicity={"a": (4, 5)})
    assert danceoff.most_covered(often, solver="algorithm-x").left_out == ["a", "a"], "once for each time"
    found = danceoff.most_covered("pentomino/6x10", solver="dlx", time_limit=1e-9)
    assert (found.status, found.options, found.left_out, found.is_proven) == ("timeout", None, None, False)


def test_options_given_that_exclude_each_other_cover_nothing():
    options = {"one": ["a"], "two": ["a", "b"]}
    found = danceoff.most_covered(options, given=["one", "two"])
    assert (found.options, found.left_out, found.is_proven) == (None, None, False)
    assert str(found) == "0 covers", "and not that 0 items are left out"
    problem = danceoff.problem(options).given([0, 1])
    for found in (danceoff.most_covered(problem), danceoff.best(problem, soft={"a": 1, "b": 1}, over={"a": 1})):
        assert (found.cost, "0 covers" in str(found)) == (None, True), "and no price makes up for that"
    assert "0 covers" in str(danceoff.most_covered("sudoku/11.............."))


@pytest.mark.parametrize(
    ("prices", "says"),
    [
        ({"c": 1}, "prices: no item is called 'c'; there are a"),
        ({"a": -1}, "prices: the price of 'a' must be at least 0"),
        ({"b": 1}, "prices: item b need not be covered"),
    ],
)
def test_prices_that_are_none_are_refused(prices, says):
    with pytest.raises(danceoff.InvalidProblem, match=says):
        danceoff.most_covered(danceoff.problem({"one": ["a", "b"]}, secondary=["b"]), prices=prices)


@pytest.fixture
def most_covered(solve):
    return lambda *arguments: solve(*arguments, "--task", "most-covered", "--solver", "dlx")


def test_the_holes_are_drawn_and_named(most_covered, tmp_path):
    code, out, _ = most_covered("domino/3x3", "--svg", str(tmp_path / "a.svg"))
    *picture, blank, left_out, last = out.splitlines()
    assert (code, len(picture), "".join(picture).count("."), blank) == (0, 3, 1, "")
    row = next(row for row in range(3) if "." in picture[row])
    assert left_out == f"left out: {row},{picture[row].index('.')}"
    assert last.startswith("1 item is left out (proven optimal) in ")
    assert (tmp_path / "a.svg").read_text().startswith("<svg")


def test_a_cover_leaves_out_nothing_and_published_numbers_are_not_compared(most_covered):
    code, out, _ = most_covered("queens/4")
    assert (code, out.count("Q"), "left out:" in out) == (0, 4, False)
    assert out.splitlines()[-1].startswith("0 items are left out (proven optimal) in ")
    assert "published" not in out


def test_the_answer_as_json_is_in_the_numbers_of_the_whole_problem(most_covered):
    source = "sudoku/1............4.."
    code, out, _ = most_covered(source, "--format", "json")
    answer = json.loads(out)
    assert (code, answer["cost"], answer["bound"], answer["left_out"]) == (0, 0, 0, [])
    assert {*read(source).problem.taken.tolist()} < {*answer["answers"][0]["options"]}
    assert len(answer["answers"][0]["options"]) == 16
    _, out, _ = most_covered("langford/2", "--format", "json")
    assert len(json.loads(out)["left_out"]) == 3
