"""A reason why there is no cover ends the search, is never printed beside a bound, and is told of a plan."""

import pytest
from in_process import cases_here

import danceoff
from danceoff.asking import drive
from danceoff.asking.ask import Ask
from danceoff.asking.drive import Drive
from danceoff.problems.sources import read
from danceoff.solvers import load

HEART = """region = '''
#..###..#
.........
.........
.........
.........
#.......#
##.....##
###...###
####.####
'''
[pieces]
pentominoes = "0-1"
I2 = 2
I3 = "0-1"
"""
WHY = "there can be none: 56 cells must be filled, and no choice of pieces has that many"
UNMET = "".join(f"{x}{k},{x} {k},{k}\n{x}{k},{x} {k % 3 + 1},{k}\n" for x in "ab" for k in (1, 2, 3))
"""Two rings of three lines, of which each test meets two."""


@pytest.fixture
def heart(tmp_path):
    """A board of 56 cells whose search takes a minute, and that no choice of pieces fills."""
    (tmp_path / "heart.toml").write_text(HEART)
    return str(tmp_path / "heart.toml")


@pytest.mark.parametrize("task", ["first", "enumerate", "count", "unique", "best", "sample", "options", "estimate"])
def test_a_reason_ends_the_search_of_each_question(heart, run, monkeypatch, task):
    cases_here(monkeypatch)
    monkeypatch.setattr(drive, "_REASONED_S", 0.0)
    code, out, err = run("solve", heart, "--task", task)
    assert (code, err, out.count(WHY), out.count("no cover") + out.count("0 covers ")) == (0, "", 1, 1)
    assert task != "options" or out.count("  option ") > 1000  # each is in none


@pytest.mark.parametrize("task", ["first", "count"])
def test_a_reason_ends_the_search_for_orbits(heart, run, monkeypatch, task):
    cases_here(monkeypatch)
    code, out, _ = run("solve", heart, "--task", task, "--up-to-symmetry")
    assert (code, out.count(WHY)) == (0, 1)


def test_a_limit_and_a_reason_are_one_answer(heart, run):
    code, out, err = run("solve", heart, "--solver", "algorithm-x", "--time-limit", "0.4")
    assert (code, err, "0 covers" in out, "at least" in out, out.count(WHY)) == (0, "", True, False, 1)


def test_python_takes_a_reason_for_an_answer(heart):
    assert danceoff.count(heart) == 0
    for solver, seconds in (("auto", None), ("algorithm-x", 0.1)):
        answer = danceoff.solve(heart, solver, time_limit=seconds)
        assert (list(answer.covers), answer.status, answer.detail) == ([], "complete", WHY)


def test_a_solver_that_is_measured_is_not_answered_for(heart):
    def takes(solver, task="count", **how):
        return Drive(Ask("", "", task), read(heart), load(solver), **how).reasons_beside

    assert takes("auto", is_cold=True)
    assert not (takes("auto") or takes("bits", is_cold=True) or takes("auto", "certify", is_cold=True))


def test_a_plan_that_cannot_be_is_told_why_in_the_names_of_the_file(tmp_path, run, monkeypatch):
    cases_here(monkeypatch)
    file = tmp_path / "tests.csv"
    file.write_text(f"test,line,seconds\n{UNMET}")
    code, out, err = run("solve", str(file), "--option=test", "--item=line", "--cost=seconds", "--task=best")
    assert (code, err, out.splitlines()[0][:8]) == (0, "", "0 covers")
    told = "there can be none: the 3 items {0} 1, {0} 2, {0} 3 cannot be covered together"
    assert any(told.format(ring) in out for ring in "ab")
