"""Lists of sudokus: from text to text, a line a puzzle, wrong lines told."""

import gzip
import json
from pathlib import Path

import pytest

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.cli import main
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.worker import work
from danceoff.problems.formats import sdk_list
from danceoff.problems.model.cover import InvalidProblem
from danceoff.solvers.base import Solver

EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
CLASH = "11" + "." * 79


@pytest.fixture
def puzzles(tmp_path):
    path = tmp_path / "list.sdk"
    path.write_text(f"# three\n{EULER}\n\n{CLASH}\r\n{EULER.replace('0', '.')}")
    return str(path)


def test_every_puzzle_gets_a_line(capsys, puzzles):
    assert main(["solve", puzzles]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [SOLVED, "no cover", SOLVED]
    assert err.startswith("3 puzzles, 2 with a cover, in ")


@pytest.mark.usefixtures("cases_in_process")
def test_a_list_may_be_gzipped(capsys, puzzles):
    path = Path(f"{puzzles}.gz")
    path.write_bytes(gzip.compress(Path(puzzles).read_bytes()))
    assert main(["solve", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [SOLVED, "no cover", SOLVED]


@pytest.mark.parametrize("spec", ["bits", "dlx"])
@pytest.mark.usefixtures("cases_in_process")
def test_counts_stop_at_a_limit(capsys, puzzles, spec):
    with open(puzzles, "a") as file:  # noqa: PTH123
        file.write("\n" + "." * 81 + "\n")
    assert main(["solve", puzzles, "--task", "count", "--limit", "7", "--solver", spec]) == 0
    assert capsys.readouterr().out.split() == ["1", "0", "1", "7"]


@pytest.mark.usefixtures("cases_in_process")
def test_json_is_one_object(capsys, puzzles):
    assert main(["solve", puzzles, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["puzzles"], told["solved"], told["covers"], told["status"]) == (3, 2, 2, "complete")


@pytest.mark.parametrize("limit", ["--time-limit", "--cpu-limit"])
def test_a_limit_holds_inside_a_puzzle(capsys, tmp_path, limit):
    path = tmp_path / "empty.sdk"
    path.write_text("." * 81 + "\n" + "." * 81 + "\n")
    assert main(["solve", str(path), "--task", "count", "--solver", "dlx", limit, "0.3"]) == 3
    out, err = capsys.readouterr()
    assert not out
    assert "time limit reached, 2 not answered" in err


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
def test_a_malformed_line_is_reported(capsys, tmp_path, text, what):
    path = tmp_path / "wrong.sdk"
    path.write_text(text)
    assert main(["solve", str(path)]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith(f"danceoff: {path}{what}")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "option",
    ["--jobs=2", "--order=2", "--svg=a.svg", "--gallery=a.html", "--glb=a.glb", "--can-be-taken-apart"],
)
def test_what_is_for_a_single_problem_is_refused(capsys, puzzles, option):
    assert main(["solve", puzzles, option]) == 2
    assert f"{option.partition('=')[0]} is for a single problem" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("--approximate", "goes with --task sample"),
        ("--no-repeats", "goes with --task sample"),
        ("--seed=2", "goes with --task sample"),
        ("--task=enumerate", "first, unique and count"),
        ("--format=jsonl", "only the formats text and json"),
        ("--format=csv", "only the formats text and json"),
        ("--solver=nobody", "danceoff: unknown solver 'nobody'"),
    ],
)
@pytest.mark.usefixtures("cases_in_process")
def test_what_a_list_has_no_answer_for_is_refused(capsys, puzzles, option, says):
    assert main(["solve", puzzles, option]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "is_list"),
    [
        (EULER, False),
        ("\n".join(EULER[k : k + 9] for k in range(0, 81, 9)), False),
        ("\n".join(["." * 16] * 16), False),  # which is refused: it may be a board of 16 x 16
        ("boxes 2x2\n" + "\n".join(["." * 16] * 16), True),
        ("\n".join(["." * 16] * 3), True),
        (f"{EULER}\n{EULER}", True),
        ("\n".join([EULER] * 81), True),
        ("", False),
    ],
)
def test_a_list_is_distinguished_from_a_board(text, is_list):
    assert sdk_list.is_list(text) == is_list


def test_boards_of_other_sides_are_read_and_written():
    puzzles = sdk_list.read("1" + "." * 15 + "\n" + "." * 15 + "4", "file")
    assert puzzles.side == 4
    assert list(puzzles.givens) == [(0,), (63,)]
    with pytest.raises(InvalidProblem, match="prime"):
        sdk_list.read("." * 25 + "\n" + "." * 25, "file")
