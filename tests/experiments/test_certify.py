"""Certificates from the command line and in runs: made, checked, kept whole or not at all, believed above others."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from danceoff.asking.ask import Ask
from danceoff.asking.drive import Drive
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.terminal import progress
from danceoff.problems.catalog import instance
from danceoff.problems.formats import knuth
from danceoff.problems.instance import Instance
from danceoff.questions.events import Certified
from danceoff.questions.question import OPB
from danceoff.solvers import load
from tests.support.veripb import accepted

DAYS = [f"d{day}" for day in range(60)]
ROTA = [
    " ".join([*DAYS, *(f"0:7|{who}" for who in "pqrstuvw")]),
    *(f"{day} {who}" for day in DAYS for who in "pqrstuvw"),
]


COLOURED = "a b | s\na s:red\nb s:red\nb s:blue\n"


@pytest.mark.parametrize(
    ("problem", "extra", "says"),
    [
        ("queens/6", "--solver algorithm-x", "4 covers, list+proof"),
        ("queens/6", "--solver learn", "4 covers, list+proof"),
        ("slothouber-graatsma", "", "8 covers, list+proof"),
        ("slothouber-graatsma", "--solver counter", "8 covers, trace"),
        (COLOURED, "--solver sat", "1 cover, list+proof"),
        (COLOURED, "--solver counter", "1 cover, trace"),
        ("a b c\na |3\na b |5\n", "--solver algorithm-x --task best", "0 covers, trace"),
        # by inequality, with multiplicities and not to be seen by a search; by congruence
        ("\n".join([*ROTA, ""]), "", "0 covers, weights of 68 items"),
        ("domino/12x12-0-143", "", "0 covers, weights of 142 items"),
    ],
)
@pytest.mark.usefixtures("cases_in_process")
def test_any_answer_becomes_a_list_a_trace_or_weights_that_check(run, tmp_path, problem, extra, says):
    file = str(tmp_path / "q")
    if "\n" in problem:
        (tmp_path / "c.dlx").write_text(problem)
        problem = str(tmp_path / "c.dlx")
    code, out, _ = run("certify", problem, "-o", file, *extra.split())
    assert (code, out.startswith(f"{file}: {says}")) == (0, True)
    n_covers, kind = says.split(", ")
    code, out, _ = run("check", problem, file)
    assert (code, out.startswith(f"exactly {n_covers}, by {kind * kind.startswith('weights')}")) == (0, True)


PRICED = "a b c | s\na |3\nb |1\na b |5\nc |2\na c s:x |4\nb s:y |0\nc s |1\n"
VERIPB = pytest.mark.skipif(not shutil.which("veripb"), reason="the program veripb is not installed")


def veripb(opb: Path, proof: Path) -> bool:
    return subprocess.run(["veripb", opb, proof], check=False, timeout=60).returncode == 0


@pytest.mark.parametrize("holds", [accepted, pytest.param(veripb, marks=VERIPB)])
@pytest.mark.parametrize(
    ("problem", "extra", "says"),
    [
        (knuth.write(instance("queens/6").problem), "", "ENUMERATION_COMPLETE 4 : -1"),
        ("a 1:2|b 2|c | s\na b c\na b\nc b\nb c\na c\ns:t\n", "", "ENUMERATION_COMPLETE 8 : -1"),
        ("0:2000000000|a b\na b\nb\n", "", "ENUMERATION_COMPLETE 2 : -1"),
        ("a b c\na b\nb c\n", "", "UNSAT : -1"),
        (PRICED, "--task best", "BOUNDS 5 : -1 5"),
        (PRICED, "--task best --maximise", "BOUNDS -7 : -1 -7"),
        ("0:2|p | s\np s |1\np s:b |5\np s:b |-2\n", "--task best", "BOUNDS -2 : -1 -2"),  # a price that says little
        # choices of some options: one for many covers, some a part of another one, and the empty one
        ("a b c\na\na\nb\nb\nc\nc\n", "--distinct a", "ENUMERATION_COMPLETE 2 : -1"),
        ("a 1:2|b 2|c | s\na b c\na b\nc b\nb c\na c\ns:t\n", "--distinct b", "ENUMERATION_COMPLETE 4 : -1"),
        ("a b | s\na s:t\nb s:t\na b\n", "--distinct s", "ENUMERATION_COMPLETE 2 : -1"),
    ],
)
@pytest.mark.usefixtures("cases_in_process")
def test_no_line_of_a_proof_for_veripb_can_go(run, tmp_path, problem, extra, says, holds):
    source, file, opb = (tmp_path / name for name in ("c.dlx", "p", "p.opb"))
    source.write_text(problem)
    code, out, _ = run("certify", str(source), "-o", str(file), "--format", "veripb", *extra.split())
    assert (code, f"not checked here: run veripb {opb} {file}" in out, holds(opb, file)) == (0, True, True)
    assert (" distinct choices of " in out) == ("--distinct" in extra)
    *lines, end = file.read_text().splitlines(keepends=True)
    assert lines[-1] == f"conclusion {says} ;\n"
    needed = [k for k, line in enumerate(lines) if not line.startswith(("f ", "del", "rup >= 1"))]
    parts = [[*lines[:k], *lines[k + 1 :]] for k in needed]
    for broken in [*parts, [*lines[:-1], "conclusion ENUMERATION_COMPLETE 5 : -1 ;\n"]]:
        file.write_text("".join([*broken, end]))
        assert not holds(opb, file)


@pytest.mark.usefixtures("cases_in_process")
def test_the_best_cover_is_certified(run, tmp_path):
    problem, file = str(tmp_path / "c.dlx"), str(tmp_path / "c")
    (tmp_path / "c.dlx").write_text("a b\na |3\nb |1\na b |5\n")
    best = ("certify", problem, "--task", "best", "--solver", "algorithm-x", "-o", file)
    for extra, cost in ((("--maximise",), 5), ((), 4)):
        code, out, err = run(*best, *extra)
        assert (code, err) == (0, "")
        assert out.startswith(f"{file}: the best cover costs {cost}, trace of ")
        code, out, _ = run("check", problem, file, *extra)
        assert (code, out) == (0, f"the best cover costs {cost}, by a trace of {out.split()[-2]} steps\n")
    assert run("check", problem, file, "--maximise")[0] == 1


@pytest.mark.usefixtures("cases_in_process")
def test_beyond_the_limit_there_is_no_proof(run, tmp_path):
    file = str(tmp_path / "q")
    code, out, _ = run("certify", "queens/6", "-o", file, "--solver", "backtracking", "--limit", "3")
    assert code == 3
    assert "at least 3 covers, a list without a proof, " in out
    code, out, _ = run("check", "queens/6", file)
    assert (code, out) == (0, "at least 3 covers, by a list without a proof that there are no others\n")


def test_where_there_is_no_terminal_lines_say_how_long_it_searches(run, tmp_path, monkeypatch):
    monkeypatch.setattr(progress, "_EVERY_S", 1e-3)
    monkeypatch.setattr(progress, "_SILENT_S", 0.0)
    code, out, err = run("certify", "queens/6", "-o", str(tmp_path / "q"))
    assert (code, out.count("\n")) == (0, 1)
    line = r"danceoff: (reading and loading|searching for the certificate), \d+ s|danceoff: compiling .*"
    assert err and [one for one in err.splitlines() if not re.fullmatch(line, one)] == []


def test_a_case_without_a_certificate_leaves_the_old_file(run, tmp_path):
    file = tmp_path / "q"
    file.write_text("old")
    code, out, err = run("certify", "sudoku/9x9", "-o", str(file), "--time-limit", "0.5")
    assert (code, out) == (3, "")
    assert err.splitlines()[-1].startswith("danceoff: sudoku/9x9: no certificate: timeout")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("certify", "queens/6", "-o", "/nowhere/q"), "/nowhere/q: No such file or directory"),
        (("certify", "queens/6", "-o", "c", "--maximise"), "--maximise goes with --task best"),
        (("certify", "queens/6", "-o", "c", "--task", "best", "--limit", "2"), "--limit goes with --task count"),
        (("certify", "queens/6", "-o", "c", "--format", "veripb", "--limit", "2"), "not with --format veripb"),
        (("certify", "queens/6", "-o", "c", "--distinct", "r1*"), "only a proof for VeriPB is about distinct choices"),
        (("certify", "queens/6", "-o", "c", "--distinct", "r1*", "--task", "best"), "--distinct goes with first"),
        (("certify", "queens/6", "-o", "c", "--distinct", "x", "--format", "veripb"), "distinct: 'x' names no option"),
        (("check", "queens/6", "/nowhere"), "/nowhere: No such file"),
        (("check", "queens/6", "/tmp"), "/tmp: Is a directory"),
        (("check", "quens/6", "/tmp"), "no problem is called 'quens/6'"),
        (("check", "/nowhere.dlx", "/tmp"), "/nowhere.dlx: no such file"),
    ],
)
def test_bad_input_is_reported_in_one_line(arguments, words, run):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def certified_answer(solver: str, covers_lost: int, *options: tuple[str, str]) -> dict[str, object]:
    """What becomes of the answer of a solver that loses covers."""
    problem = instance("queens/6").problem
    drive = Drive(Ask("", "", "certify", options=options), Instance("", "", problem), load(solver))
    search = load(solver).prepare(problem)
    if covers_lost:
        batches, increments = search.batches, search.increments
        search.batches = lambda: list(batches())[covers_lost:]
        search.increments = lambda: [sum(increments()) - covers_lost]
    (certified,) = (event for event in drive.ordinary(search) if isinstance(event, Certified))
    return certified.columns


@pytest.mark.parametrize("solver", [["algorithm-x"], ["counter"], ["learn"], ["learn", (OPB, os.devnull)]])
def test_a_solver_that_loses_covers_is_wrong(solver):
    name, *options = solver
    assert certified_answer(name, 0, *options)["status"] == "complete"
    assert certified_answer(name, 1, *options)["status"] == "wrong"


@pytest.mark.parametrize(("solver", "status", "covers"), [("counter", "complete", 4), ("algorithm-x", "limit", 3)])
def test_a_limit_cuts_a_list_and_no_trace(solver, status, covers):
    problem = instance("queens/6").problem
    ask = Ask("", "", "certify", limit=3)
    drive = Drive(ask, Instance("", "", problem), load(solver))
    search = load(solver).prepare(problem)
    search.increments = lambda: iter([1, 1, 1, 1])
    (certified,) = (event.columns for event in drive.ordinary(search) if isinstance(event, Certified))
    totals = drive.totals
    assert (certified["status"], totals.covers, totals.points.sampled()[-1][1]) == (status, covers, covers)


def test_a_run_records_the_costs_of_certificates_and_deletes_them(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    ended = run_case(Ask("queens/6", "counter", "certify"))
    assert (ended.status, ended.covers, ended.certificate) == ("complete", 4, "trace")
    assert ended.certificate_steps > 4
    assert ended.certificate_bytes > 100
    assert None not in (ended.certify_s, ended.check_s)
