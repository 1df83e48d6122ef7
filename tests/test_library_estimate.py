"""`danceoff.estimate` and `--task estimate`: on average the number of covers, with an error that can be believed."""

import json
import sys
from fractions import Fraction
from math import prod
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from night import drawn

import danceoff
from danceoff.experiments.contract.small import SMALL, all_covers
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import Covers, ExactCover, check
from danceoff.questions import estimate, table
from danceoff.solvers import load
from danceoff.solvers.readable.algorithm_x import AlgorithmXSearch

MANY = 20_000  # paths of a tree; larger ones are left out


def expected(problem: ExactCover) -> Fraction | None:
    """The mean of all probes, each with its probability; None of a tree with too many paths."""
    search, total, path = AlgorithmXSearch(problem, frozenset()), Fraction(0), [0]
    for _ in range(MANY):
        sizes: list[int] = []

        def below(size: int, sizes: list[int] = sizes) -> int:
            sizes.append(size)
            if len(path) < len(sizes):
                path.append(0)
            return path[len(sizes) - 1]

        weight, cover = search.probe(below)
        is_cover = cover is not None and check(problem, Covers.of([cover])).all()  # a cover may cost too much
        total += Fraction(weight * int(is_cover), prod(sizes))
        del path[len(sizes) :]
        while path and path[-1] == sizes[len(path) - 1] - 1:  # on to the next path
            path.pop()
        if not path:
            return total
        path[-1] += 1
    return None


@drawn(40)
@given(problems_with(load("algorithm-x").features))
def test_on_average_a_probe_is_the_number_of_covers(problem):
    assert expected(problem) in (None, len(all_covers(problem)))


def test_the_average_of_some_problems_is_known():
    assert len([name for name, (problem, _) in SMALL.items() if expected(problem) is not None]) > len(SMALL) / 2


@pytest.mark.parametrize("name", ["queens/8", "domino/6x6", "langford/7"])
def test_the_published_number_is_within_four_standard_errors(name):
    found, published = danceoff.estimate(name, 400), danceoff.read(name).known.covers
    assert abs(found.covers - published) <= 4 * found.standard_error
    assert found.standard_error < published / 2
    assert found == danceoff.estimate(name, 400)
    assert found != danceoff.estimate(name, 400, seed=2)


@pytest.mark.night
def test_the_interval_covers_the_number_as_often_as_it_says():
    """Two standard errors, on 100 problems; those of which few probes meet a cover are left out."""
    names, n_inside, n = ("queens/6", "domino/5x4", "langford/7", "any-tromino/5x4", "tromino/4x6"), 0, 0
    for seed in range(250):
        problem = danceoff.problem(names[seed % len(names)])
        rest = problem.given([seed * 7 % problem.n_options])
        found = danceoff.estimate(rest, 500, seed)
        if found.n_met >= 30 and n < 100:
            n += 1
            n_inside += abs(found.covers - danceoff.count(rest)) <= 2 * found.standard_error
    assert n == 100
    assert n_inside >= 90


def test_one_probe_has_no_error_and_no_cover_is_said():
    assert danceoff.estimate("sudoku/euler96-01", 1) == estimate.Estimate(1, None, 1, 1)
    assert str(danceoff.estimate("queens/3", 5)) == "no cover met by 5 probes: there are few in a large tree, or none"
    assert danceoff.estimate("queens/8", 10**9, time_limit=0.05).n_probes < 10**6


def test_the_task_has_a_table_and_no_covers(solve):
    found = danceoff.estimate("queens/8", 50, seed=3)
    asked = ["queens/8", "--task", "estimate", "--probes", "50", "--seed", "3"]
    assert "covers" not in json.loads(solve(*asked, "--format", "json")[1])
    table = solve(*asked, "--format", "csv")[1]
    assert table == f"estimate,standard_error,probes,met\n{found.covers},{found.standard_error},50,{found.n_met}\n"


def of_the_guide(monkeypatch, name: str) -> None:
    """Add the question that CONTRIBUTING.md shows to the table."""
    guide = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    code = guide.partition(f"`danceoff/questions/{name}.py`:\n")[2].partition("\nand its line")[0]
    module = ModuleType(f"danceoff.questions.{name}")
    exec(dedent(code), vars(module))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(table.CLASSES, name, (module.__name__, f"{name.capitalize()}Question"))


def test_the_questions_of_the_guide_are_whole(solve, monkeypatch):
    of_the_guide(monkeypatch, "tightest")
    asked = ["queens/8", "--task", "tightest"]
    assert solve(*asked)[1].startswith("r1 has 8 options in ")
    assert json.loads(solve(*asked, "--format", "json")[1])["task"] == "tightest"
    assert solve(*asked, "--format", "csv")[1] == "item,options\nr1,8\n"
    of_the_guide(monkeypatch, "dozen")
    code, out, _ = solve("queens/8", "--task", "dozen")
    assert (code, out.count("Q"), "\nat least a dozen covers in " in out) == (0, 96, True)
    assert solve("queens/6", "--task", "dozen")[1].splitlines()[-1].startswith("only 4 covers in ")


def test_many_options_are_estimated_soon():
    """Each probe takes one of 100,000 options of each of three items; Algorithm X took seconds for one."""
    n = 300_000
    problem = ExactCover(np.arange(n + 1, dtype=np.int32), np.repeat(np.arange(3, dtype=np.int32), n // 3), 3, 3)
    assert str(danceoff.estimate(problem, 20)) == "about 1.00e+15 covers, standard error 0 (20 of 20 probes met one)"
