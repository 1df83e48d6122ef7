"""Exit codes: `--strict` fails where an answer is lacking, and the documentation lists what commands return."""

import ast
import re
import stat
from importlib.util import find_spec
from pathlib import Path

import pytest
from rows import row

from danceoff.experiments.commands import COMMANDS, exits
from danceoff.experiments.results.record import STATUSES, append

ROOT = Path(__file__).parents[3]
DIES = "#!/bin/sh\nkill -SEGV $$\n"
PLAN = """
problems = { queens = ["4"] }
tasks = ["enumerate"]
solvers = { SOLVERS }
[programs.dies]
command = ["./dies.sh", "{file}"]
"""


def write_plan(folder: Path, solvers: str, more: str = "") -> str:
    program = folder / "dies.sh"
    program.write_text(DIES)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    (folder / "plan.toml").write_text(more + PLAN.replace("SOLVERS", solvers))
    return str(folder / "plan.toml")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_strict_run_ends_with_3_until_each_case_has_an_answer(run, folder):
    crashes, answers = write_plan(folder, "dies = {}, backtracking = {}"), ["--into", "res"]
    assert run("run", crashes, *answers)[0] == 0
    for _ in range(2):  # the second run finds all rows there
        code, out, _ = run("run", crashes, *answers, "--strict")
        assert (code, out.splitlines()[-1]) == (3, "no answer in 1 of 2 cases: 1 crashed")
    assert run("run", write_plan(folder, "backtracking = {}"), *answers, "--strict")[0] == 0, "others are not asked for"


def test_a_strict_run_sees_limits_and_all_tracks(run, folder):
    (folder / "tracks.toml").write_text("""
tasks = ["enumerate"]
solvers = { brute-force = {} }
[[product]]
track = "hard"
time_limit_s = 0.01
problems = { queens = ["8"] }
[[product]]
track = "easy"
problems = { queens = ["4"] }
""")
    code, out, _ = run("run", "tracks.toml", "--into", "res", "--strict")
    assert (code, out.splitlines()[-1]) == (3, "no answer in 1 of 2 cases: 1 timeout")


def test_what_stays_under_other_limits_counts(run, folder):
    plan = write_plan(folder, "dies = {}, backtracking = {}", "time_limit_s = 50\n")
    run("run", plan, "--into", "res")
    for rerun, limit in (("timeout", "60"), ("crashed", "70")):
        code, out, _ = run("run", plan, "--into", "res", "--rerun", rerun, "--time-limit", limit, "--strict")
        assert (code, out.splitlines()[-1]) == (3, "no answer in 1 of 2 cases: 1 crashed")


def test_what_cannot_run_again_is_no_answer(run, folder):
    append(folder, row("backtracking", problem="queens/4", digest="d1"))
    run("run", write_plan(folder, "backtracking = {}"), "--into", "res")
    append(folder / "res", row("nobody", problem="queens/4", digest="d1", status="missing"))
    code, out, _ = run("run", "--like", "res", "--into", "again", "--strict")
    assert code == 3, out
    assert run("run", "--like", "res", "--into", "again")[0] == 0


@pytest.mark.parametrize("status", [one for one in STATUSES if one not in ("complete", "limit", "wrong")])
def test_verify_says_that_nothing_was_compared(run, tmp_path, status):
    append(tmp_path, *(row(solver, 0, "", status=status) for solver in ("dlx", "sat", "bits")))
    code, out, _ = run("verify", str(tmp_path))
    assert (code, out) == (0, f"nothing to compare: 1 problem, 3 rows (3 {status}), 0 of them count all covers\n")
    assert run("verify", str(tmp_path), "--strict")[0] == 3
    append(tmp_path, *(row(solver, digest="d2", problem="queens/6") for solver in ("dlx", "sat")))
    code, out, _ = run("verify", str(tmp_path), "--strict")
    lacking, verdict = out.splitlines()
    assert (code, lacking) == (3, f"no answer in 3 of 5 cases: 3 {status}")
    assert verdict.startswith("no disagreement on 1 of 2 problems, and nothing to compare on the others: 2 problems")


def test_an_answer_without_another_is_not_compared_unless_one_is_published(run, tmp_path):
    for number, (columns, verdict) in enumerate(
        [
            ({}, "nothing to compare: "),
            ({"published": 8}, "no disagreement: "),
            ({"task": "count", "fingerprint": "", "published_orbits": 1}, "no disagreement: "),
        ]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        append(folder, row(**columns))
        append(folder, row("cut", 0, "", status="timeout"))
        assert run("verify", str(folder))[1].startswith(verdict)
    append(tmp_path / "0", row("slow", 3, "f3", status="timeout", checked=3))
    assert run("verify", str(tmp_path / "0"))[1].startswith("no disagreement: "), "a bound could refute the answer"


def test_a_disagreement_is_1_also_if_answers_lack(run, tmp_path):
    append(tmp_path, row(), row("sat", 7, "f7"), row("bits", 0, "", status="crashed"))
    assert run("verify", str(tmp_path), "--strict")[0] == run("verify", str(tmp_path))[0] == 1


def test_one_answer_of_each_solver_is_enough(run, tmp_path):
    append(tmp_path, row(), row("sat"), row("cut", 5, "f5", status="limit", limit=5))
    assert run("verify", str(tmp_path), "--strict")[0] == 0


def codes_of(command: str) -> set[int]:
    """The exit codes that the module of a command names besides those that every command may end with."""
    own = Path(find_spec(COMMANDS[command]).origin).read_text()
    named = {node.id for node in ast.walk(ast.parse(own)) if isinstance(node, ast.Name)}
    named |= {"DISAGREEMENT", "LIMIT_HIT", "CRASHED"} if {"of_row", "OF_STATUS"} & named else set()
    named |= {"DISAGREEMENT", "LIMIT_HIT"} if "of_rows" in named else set()
    return {getattr(exits, name) for name in ("DISAGREEMENT", "LIMIT_HIT", "CRASHED") if name in named}


def test_the_table_of_commands_is_what_they_return():
    page = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    header, lines = re.search(r"^\| command \|(.*)\n[|: -]+\n((?:\|.*\n)+)", page, re.MULTILINE).groups()
    codes = [int(code) for code in re.findall(r"\d+", header)]
    said = {}
    for line in lines.splitlines():
        commands, *meanings = (cell.strip() for cell in line.strip("|").split("|"))
        for command in re.findall(r"`([\w-]+)`", commands):
            said[command] = {code for code, meaning in zip(codes, meanings, strict=True) if meaning}
    found = {command: codes_of(command) for command in COMMANDS}
    assert said == {command: codes for command, codes in found.items() if codes}
