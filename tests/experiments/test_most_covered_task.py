"""`danceoff solve --task most-covered`: what it prints, and what it refuses."""

import json

import pytest

from danceoff.problems.sources import read
from danceoff.questions.most_covered import MostCovered


@pytest.fixture
def solve(solve):
    return lambda *arguments: solve(*arguments, "--task", "most-covered", "--solver", "dlx")


def test_the_holes_are_drawn_and_named(solve, tmp_path):
    code, out, _ = solve("domino/3x3", "--svg", str(tmp_path / "a.svg"))
    *picture, blank, left_out, last = out.splitlines()
    assert (code, len(picture), "".join(picture).count("."), blank) == (0, 3, 1, "")
    row = next(row for row in range(3) if "." in picture[row])
    assert left_out == f"left out: {row},{picture[row].index('.')}"
    assert last.startswith("1 item is left out (proven optimal) in ")
    assert (tmp_path / "a.svg").read_text().startswith("<svg")


def test_a_cover_leaves_out_nothing_and_published_numbers_are_not_compared(solve):
    code, out, _ = solve("queens/4")
    assert (code, out.count("Q"), "left out:" in out) == (0, 4, False)
    assert out.splitlines()[-1].startswith("0 items are left out (proven optimal) in ")
    assert "published" not in out


def test_the_answer_as_json_is_in_the_numbers_of_the_whole_problem(solve):
    source = "sudoku/1............4.."
    code, out, _ = solve(source, "--format", "json")
    answer = json.loads(out)
    assert (code, answer["cost"], answer["bound"], answer["left_out"]) == (0, 0, 0, [])
    assert {*read(source).problem.taken.tolist()} < {*answer["answers"][0]["options"]}
    assert len(answer["answers"][0]["options"]) == 16
    _, out, _ = solve("langford/2", "--format", "json")
    assert len(json.loads(out)["left_out"]) == 3


def test_what_a_limit_leaves_is_said():
    assert MostCovered().members == {"left_out": None}
    assert MostCovered(known={"cost": 3, "bound": 1}).so_far == "3 items are left out, and at least 1 must be"
    assert MostCovered(known={"cost": None, "bound": 0}).so_far == "nothing found"
