"""Lists of sudokus: from text to text, a line a puzzle, wrong lines told."""

import gzip
import json
from pathlib import Path

import pytest

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.worker import work
from danceoff.solvers.base import Solver

EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
OF_ONE = "--jobs=2 --order=2 --svg=a.svg --gallery=a.html --glb=a.glb --can-be-taken-apart"
CLASH, EMPTY = "11" + "." * 79, "." * 81


@pytest.fixture
def puzzles(tmp_path):
    path = tmp_path / "list.sdk"
    path.write_text(f"# three\n{EULER}\n\n{CLASH}\r\n{EULER.replace('0', '.')}")
    return str(path)


@pytest.mark.parametrize("solver", ["bits", "dlx"])
@pytest.mark.parametrize(
    ("task", "lines", "says"),
    [
        ("first", [SOLVED, "no cover", SOLVED], "3 puzzles, 2 with a cover, in "),
        ("count", ["1", "0", "1", "7"], "4 puzzles, "),
        ("unique", [SOLVED, "no cover", SOLVED, "at least two covers"], "4 puzzles, 2 with exactly one cover, 1 with "),
    ],
)
@pytest.mark.usefixtures("cases_in_process")
def test_every_puzzle_gets_a_line(run, puzzles, solver, task, lines, says):
    asked = ["--task", task, "--solver", solver, *["--limit", "7"] * (task == "count")]
    text = Path(puzzles).read_text() + f"\n{EMPTY}\n" * (task != "first")
    Path(puzzles).write_text(text)
    Path(f"{puzzles}.gz").write_bytes(gzip.compress(text.encode()))
    for path in (puzzles, f"{puzzles}.gz"):
        code, out, err = run("solve", path, *asked)
        assert (code, out.splitlines(), err.startswith(says)) == (0, lines, True)


@pytest.mark.usefixtures("cases_in_process")
def test_json_is_one_object(run, puzzles):
    told = json.loads(run("solve", puzzles, "--format", "json")[1])
    assert (told["puzzles"], told["solved"], told["covers"], told["status"]) == (3, 2, 2, "complete")
    told = json.loads(run("solve", puzzles, "--format", "json", "--task", "unique")[1])
    assert [told[name] for name in ("puzzles", "none", "one", "several", "covers")] == [3, 1, 2, 0, 2]


@pytest.mark.parametrize("limit", ["--time-limit", "--cpu-limit"])
def test_a_limit_holds_inside_a_puzzle(run, tmp_path, limit):
    path = tmp_path / "empty.sdk"
    path.write_text(f"{EMPTY}\n{EMPTY}\n")
    code, out, err = run("solve", str(path), "--task", "count", "--solver", "dlx", limit, "0.3")
    assert (code, out, "time limit reached, 2 not answered" in err) == (3, "", True)


def test_a_memory_limit_holds(puzzles):
    assert run_case(Ask(puzzles, "bits", "first", limits=Limits(memory_limit_mb=20))).status == "memory"


def test_a_wrong_board_is_a_wrong_answer(puzzles, monkeypatch):
    honest = Solver.each

    def lying(self, problem, givens, limit):
        for found in honest(self, problem, givens, limit):
            found.first.option[:1] += 1
            yield found

    monkeypatch.setattr(Solver, "each", lying)
    told = {}
    work(Ask(puzzles, "bits", "first"), None, lambda **columns: told.update(columns))
    assert (told["status"], told["detail"]) == ("wrong", "a board that is not a solution")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"{EULER}\n{EULER[1:]}\n", ":2: 80 squares, but 81 in the first line"),
        (f"{EULER}\n\n# a\n{EULER[1:]}é\n", ":4: 'é' is wrong"),
        (2 * ("." * 130 + "\n"), ":1: 2 lines of 130 squares"),
        (2 * ("." * 169 + "\n"), ":1: a sudoku of side 13 has no boxes"),
    ],
)
@pytest.mark.usefixtures("cases_in_process")
def test_a_malformed_line_is_reported(run, tmp_path, text, what):
    path = tmp_path / "wrong.sdk"
    path.write_text(text)
    code, out, err = run("solve", str(path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"danceoff: {path}{what}")


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("--approximate", "goes with --task sample"),
        ("--no-repeats", "goes with --task sample"),
        ("--seed=2", "goes with --task sample"),
        ("--task=enumerate", "first, unique and count"),
        ("--task=unique --limit=5", "leave out --limit"),
        ("--format=jsonl", "only the formats text and json"),
        ("--format=csv", "only the formats text and json"),
        ("--solver=nobody", "danceoff: unknown solver 'nobody'"),
        *((option, f"{option.partition('=')[0]} is for a single problem") for option in OF_ONE.split()),
    ],
)
@pytest.mark.usefixtures("cases_in_process")
def test_what_a_list_has_no_answer_for_is_refused(run, puzzles, option, says):
    code, _, err = run("solve", puzzles, *option.split())
    assert (code, says in err) == (2, True)
