"""The verbs of the benchmark that need no process, on a small problem: they run, and return seconds."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, replace
from importlib import import_module
from itertools import product

import pytest

from benchmarks import burr_txt, checking, constants, direct, held_out, in_the_hand, regret, specialists, sudokus, verbs
from benchmarks.hard import hard, in_another_order
from danceoff.addons.puzzles.lists import sdk_list
from danceoff.experiments.cli import main
from danceoff.experiments.plans.plan import read
from danceoff.problems import catalog
from danceoff.solvers import load

VERBS = [
    ((verbs.counting, verbs.searching, verbs.optimising), [("bits", "domino/4x4"), ("counter", "domino/4x4")]),
    (
        (verbs.first_cover, verbs.first_thousand),
        [("dlx", "holes/5-40-1"), ("dlx", "mutilated/4"), ("dlx", "domino/4x4")],
    ),
    ((verbs.recording, verbs.drawing, verbs.fetching), [("domino/4x4",)]),
    ((verbs.weighing, verbs.counting_orbits, verbs.building), [("domino/4x4",)]),
    ((verbs.making,), [("sudoku/4x4", "5")]),
    ((verbs.choosing,), [("tromino/3x4",)]),
]


@pytest.mark.parametrize(("verb", "subject"), [one for asked, subjects in VERBS for one in product(asked, subjects)])
def test_a_verb_measures_seconds(verb, subject, monkeypatch):
    monkeypatch.setattr(verbs, "_LEAST_S", 0)
    assert verb(*subject) > 0


@pytest.mark.parametrize("task", ["enumerate", "count"])
def test_a_search_is_walked_in_three_ways(task, monkeypatch, tmp_path):
    monkeypatch.setattr(checking, "_ROUNDS", 2)
    monkeypatch.setattr(checking, "_REPEATED", 5)
    line = checking.measured("dlx", "domino/4x4", task, 0)
    assert (line.covers, line.rounds) == (36, 2)
    assert 0 <= line.unread_s < 1
    report = {"machine": {"cpu": "a", "commit": "b", "load": [0, 1]}, "clock": checking.clock_s()}
    assert 0 < report["clock"]["pause_wall"] < 1
    report["lines"] = [asdict(replace(line, unread_s=2.0, row_s=2.03))]
    (tmp_path / checking.FILE).write_text(json.dumps(report))
    assert "| domino/4x4 | dlx |" in checking.markdown(tmp_path)
    assert "| +1.5% |" in checking.markdown(tmp_path)


def test_hard_problems_are_what_they_are_called_and_what_is_easy_is_not_held_out():
    assert load("dlx").prepare(hard("mutilated/4")).count() == 0
    square = hard("holes/9-0-1")
    assert square.n_options == 0
    assert len(square.taken) == 81
    begun = hard("holes/9-60-1")
    n_covers = load("dlx").prepare(begun).count()
    assert n_covers > 0
    assert load("dlx").prepare(in_another_order(begun, 1)).count() == n_covers
    queens = hard("queens/6")
    assert load("dlx").prepare(in_another_order(queens, 1)).count() == 4
    assert in_another_order(queens, 1).digest == in_another_order(queens, 1).digest != queens.digest
    asked = [("tromino/6x6", "count"), ("tromino/9x9", "first"), ("tromino/9x9", "count")]
    assert [held_out.is_easy(*one) for one in asked] == [True, True, False]
    assert [held_out.is_refuted(name) for name in ("l-tetromino/7x12", "soma")] == [True, False]


def test_a_plan_of_the_benchmark_has_the_cases_in_its_name_and_a_list_is_measured(tmp_path):
    for command in in_the_hand.COMMANDS:
        if command.plan:
            (tmp_path / "plan.toml").write_text(command.plan)
            assert str(len(read(str(tmp_path / "plan.toml")).cases)) in command.name
    command = next(one for one in in_the_hand.COMMANDS if "enumerate" in one.arguments)
    assert in_the_hand.seconds(command._replace(arguments=(*command.arguments, "--limit", "2"))) > 0


def test_a_case_of_regret_has_the_best_engine_and_what_auto_took(monkeypatch):
    monkeypatch.setattr(regret, "_LEAST_S", 0.0)
    for question in regret.QUESTIONS:
        case = regret.measured("tromino/4x4-0/costs-1-3", question, 5.0)
        assert case.engine in regret.QUESTIONS[question]
        assert case.best_s > 0 < case.auto_s
    monkeypatch.setattr(regret, "_ask", lie)
    with pytest.raises(AssertionError, match=r"count of tromino/4x6: bits says .*, counter "):
        regret.measured("tromino/4x6", "count", 5.0)


def test_only_the_process_that_answers_is_timed(monkeypatch):
    asked = []
    monkeypatch.setattr(regret, "_ask", lambda *_: time.sleep(0.2))
    monkeypatch.setattr(regret, "cpu_s_of", lambda pids: asked.extend(pids) or 0.0)
    with subprocess.Popen(["sleep", "60"]) as other:
        regret.timed("dlx", catalog.instance("tromino/4x6").problem, "count", 5.0)
        other.kill()
    assert asked and other.pid not in asked


def lie(search, *_):
    return f"{search.count()} by {os.getpid()}"


_PROGRAM = """
#include <stddef.h>
#include <stdint.h>
size_t solve(const char *puzzle, size_t limit, uint32_t number, char *solution, size_t *guesses) {
    return puzzle[0] == '0' ? 0 : limit - number;
}
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_lists_are_solved_beside_a_program(monkeypatch, tmp_path, capsys):
    (tmp_path / "solve.c").write_text(_PROGRAM)
    library = tmp_path / "solve.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(tmp_path / "solve.c")], check=True)
    squares, marks = tmp_path / "squares", tmp_path / "marks"
    squares.write_text(sudokus.shuffled(sudokus.SEVENTEEN, 20))
    puzzles = sdk_list.read(squares.read_text(), "squares")
    solved = next(iter(next(load("bits").each(puzzles.problem, puzzles.givens)).first))
    marks.write_text("# one\n" + "".join("." if k not in solved else str(k % 9 + 1) for k in range(729)) + "\n")
    argv = ["specialists", "--list", f"17={squares}", "--list", f"marks={marks}", "--rounds", "1"]
    argv += ["--into", str(tmp_path), "--program", f"C={library}:solve:1", "--program-of-marks", f"D={library}:solve:1"]
    monkeypatch.setattr("sys.argv", argv)
    specialists.main()
    table = capsys.readouterr().out.splitlines()
    assert {"| puzzles a second | 17, 20 puzzles |", "| puzzles a second | marks, 1 puzzles |"} < set(table)
    assert {line.split(" | ")[0] for line in table} >= {"| C", "| D", "| danceoff, unique", "| danceoff, learn, count"}
    with pytest.raises(ValueError, match="C finds 0 of 20 puzzles"):
        specialists.measured(squares, {81: {"C": f"{library}:solve:0"}}, 1)


@pytest.mark.slow
def test_puzzles_are_solved_beside_burr_tools(monkeypatch, tmp_path, capsys):
    program, file = tmp_path / "burrTxt", str(tmp_path / "a.xmpuzzle")
    program.write_text('#!/bin/sh\ncase "$*" in *-d*) kill -11 $$;; esac\necho 1 assemblies and 0 solutions found\n')
    program.chmod(0o755)
    main(["export", "tromino/2x3", "--format", "xmpuzzle", "-o", file])
    argv = ["burr_txt", "--program", str(program), "--rounds", "1", "--into", str(tmp_path), str(tmp_path)]
    monkeypatch.setattr("sys.argv", argv)
    burr_txt.main()
    assert re.search(r"^\| a#1 \| 1( \| \d+\.\d\d){3} \|  \|  \|  \|$", capsys.readouterr().out, re.MULTILINE)
    program.write_text("#!/bin/sh\necho 2 assemblies and 0 solutions found\n")
    with pytest.raises(ValueError, match=r"a.xmpuzzle#1, assemblies: .*number=2.*number=1"):
        burr_txt.main()
    monkeypatch.setattr(burr_txt, "_LONGEST_S", 1)
    assert burr_txt.timed(["sh", "-c", "while :; do :; done"], "apart").number is None


@pytest.mark.slow
def test_whole_processes_are_measured_beside_cp_sat(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(direct, "_RUNS", 1)
    monkeypatch.setattr("sys.argv", ["direct", "tromino/2x3", "airline/sppnw41", "--into", str(tmp_path / "new")])
    direct.main()
    table = capsys.readouterr().out
    assert "on 2 of 2 problems" in table
    assert re.search(r"^\| airline/sppnw41 \| 197 \| 11307( \| [\d.]+){2} \| \*\*[\d.]+\*\* \|$", table, re.MULTILINE)
    assert direct.timed([sys.executable, "-c", "while True: pass"], 0.1) == direct.Timed(0.1)
    for code, said in (("exit(3)", "3 and finds nothing"), ("print('infeasible')", "0 and finds infeasible")):
        with pytest.raises(RuntimeError, match=f"ends with {said}"):
            direct.timed([sys.executable, "-c", code], 5)
    scripts = {"honest": ("ortools", "print(True, 0)"), "liar": ("ortools", "print(True, 8)")}
    monkeypatch.setattr(direct, "_SCRIPTS", scripts)
    with pytest.raises(AssertionError, match="tromino/2x3: liar must be wrong"):
        direct.measured("tromino/2x3", {"ortools": sys.executable}, 5)


def test_each_constant_of_an_engine_is_scaled_and_restored(monkeypatch, capsys):
    for engine in constants.SUBJECTS:
        module = import_module(constants._MODULES[engine])
        before = constants.constants(module)
        assert len(before) > 10
        for name, value in before.items():
            with constants.scaled(module, name, 2.0):
                assert getattr(module, name) != value
        assert constants.constants(module) == before
    monkeypatch.setattr(constants, "SUBJECTS", {"counter": ("queens/6", "domino/4x4")})
    monkeypatch.setattr("sys.argv", ["constants", "counter", "--only", "_HARD", "--rounds", "1"])
    constants.main()
    _, line = capsys.readouterr().out.splitlines()
    assert line.split()[:2] == ["_HARD", str(1 << 22)]
    assert len(line.split()) == 6


def test_the_plan_of_held_out_problems_depends_on_the_commit_alone(tmp_path, monkeypatch):
    for asked in ("is_easy", "is_refuted"):  # which another test asks of problems that are quick to make
        monkeypatch.setattr(held_out, asked, lambda *_: False)
    found = held_out.drawn("5eed" * 10, n_each=1)
    assert found == held_out.drawn("5eed" * 10, n_each=1) != held_out.drawn("5eef" * 10, n_each=1)
    names = sorted(name for names in found.values() for name in names)
    assert len(set(names)) == 3 and not set(names) & set(catalog.names())
    (tmp_path / "plan.toml").write_text(held_out.plan("5eed" * 10, found))
    plan = read(str(tmp_path / "plan.toml"))
    assert sorted({case.problem for case in plan.cases}) == names
    assert list(plan.tracks) == ["one-cover", "counts", "cheapest-cover"]
    assert "5eed5eed5eed" in plan.description
