"""Exit codes: `--strict` fails where an answer is lacking, and the documentation lists what commands return."""

import ast
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from rows import row

from danceoff.experiments.commands import COMMANDS, exits
from danceoff.experiments.results.record import STATUSES, append
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.problems.catalog import instance

PLAN = """
tasks = ["count"]
time_limit_s = 50
[[product]]
TRACK
problems = { queens = ["4"] }
solvers = { backtracking = {}, algorithm-x = {} }
"""


@pytest.fixture
def plan(tmp_path, monkeypatch, answered) -> Path:
    """A plan, one of whose solvers always crashes."""
    ends = {"algorithm-x": "crashed"}
    answered(lambda case: unanswered(case, ends.get(case.solver, "complete"), ""))
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN.replace("TRACK", ""))
    return path


def test_a_strict_run_ends_with_3_until_each_case_has_an_answer(run, plan):
    lacking = "no answer in 1 of 2 cases: 1 crashed"
    answers = ["run", "plan.toml", "--into", "res"]
    assert run(*answers)[0] == 0
    for more in ([], [], ["--rerun", "timeout", "--time-limit", "60"], ["--rerun", "crashed", "--time-limit", "70"]):
        code, out, _ = run(*answers, "--strict", *more)
        assert (code, out.splitlines()[-1]) == (3, lacking)
    plan.write_text(PLAN.replace(", algorithm-x = {}", "").replace("TRACK", ""))
    assert run(*answers, "--strict")[0] == 0, "others are not asked for"
    tracks = "".join(PLAN[PLAN.index("[[") :].replace("TRACK", f"track = '{name}'") for name in "ab")
    plan.write_text(PLAN[: PLAN.index("[[")] + tracks.replace(", algorithm-x = {}", "", 1))
    code, out, _ = run("run", "plan.toml", "--into", "tracks", "--strict")
    assert (code, out.splitlines()[-1]) == (3, lacking.replace("2", "3"))


@pytest.mark.usefixtures("plan")
def test_what_cannot_run_again_is_no_answer(run, tmp_path):
    append(tmp_path, row("backtracking", problem="queens/4", digest=instance("queens/4").problem.digest, task="count"))
    append(tmp_path, row("nobody", problem="queens/4", digest="d1", status="missing"))
    assert run("run", "--like", str(tmp_path), "--into", "again", "--strict")[0] == 3
    assert run("run", "--like", str(tmp_path), "--into", "again")[0] == 0


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


CRASH = row("bits", 0, "", status="crashed")


@pytest.mark.parametrize(
    ("rows", "codes", "verdict"),
    [
        ([row()], (0, 3), "nothing to compare: "),
        ([row(), row("cut", 0, "", status="timeout")], (0, 3), "nothing to compare: "),
        ([row(), row("slow", 3, "f3", status="timeout", checked=3)], (0, 3), "no disagreement: "),  # which could refute
        ([row(published=8)], (0, 0), "no disagreement: "),
        ([row(task="count", fingerprint="", published_orbits=1)], (0, 0), "no disagreement: "),
        ([row(), row("sat"), row("cut", 5, "f5", status="limit", limit=5)], (0, 0), "no disagreement: "),
        ([row(), row("sat"), CRASH], (0, 3), "no disagreement: "),
        ([row(), row("sat", 7, "f7"), CRASH], (1, 1), "dlx: in doubt on 1 of 1 problem: "),
    ],
)
def test_verify_is_strict_about_answers_that_lack_or_are_not_compared(run, tmp_path, rows, codes, verdict):
    append(tmp_path, *rows)
    code, out, _ = run("verify", str(tmp_path))
    assert (code, run("verify", str(tmp_path), "--strict")[0]) == codes
    assert out.startswith(verdict)


def codes_of(command: str) -> set[int]:
    """The exit codes that the module of a command names besides those that every command may end with."""
    own = Path(find_spec(COMMANDS[command].module).origin).read_text()
    named = {node.id for node in ast.walk(ast.parse(own)) if isinstance(node, ast.Name)}
    named |= {"DISAGREEMENT", "LIMIT_HIT", "CRASHED"} if {"of_row", "OF_STATUS"} & named else set()
    named |= {"DISAGREEMENT", "LIMIT_HIT"} if "of_rows" in named else set()
    return {getattr(exits, name) for name in ("DISAGREEMENT", "LIMIT_HIT", "CRASHED") if name in named}


def test_the_table_of_commands_is_what_they_return():
    page = (Path(__file__).parents[3] / "docs" / "files.md").read_text(encoding="utf-8")
    header, lines = re.search(r"^\| command \|(.*)\n[|: -]+\n((?:\|.*\n)+)", page, re.MULTILINE).groups()
    codes = [int(code) for code in re.findall(r"\d+", header)]
    said = {}
    for line in lines.splitlines():
        commands, *meanings = (cell.strip() for cell in line.strip("|").split("|"))
        for command in re.findall(r"`([\w-]+)`", commands):
            said[command] = {code for code, meaning in zip(codes, meanings, strict=True) if meaning}
    found = {command: codes_of(command) for command in COMMANDS}
    assert said == {command: codes for command, codes in found.items() if codes}
