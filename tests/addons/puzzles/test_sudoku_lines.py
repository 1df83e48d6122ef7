"""Sudokus as text, a line of all squares or a line a row; and lists of them, answered a line a puzzle."""

import gzip
import json
import re
from pathlib import Path

import night
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.addons.puzzles.formats import sdk
from danceoff.addons.puzzles.lists import sdk_list
from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.worker import work
from danceoff.problems import InvalidProblem
from danceoff.problems.formats.sdk import lines_of
from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import box_of
from danceoff.problems.sources import of_list, read
from danceoff.solvers.base import Solver

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
DIGEST = sudoku.begun(LINE, box_of)[0].digest
BANDS = [" | ".join(" ".join(row[k : k + 3]) for k in (0, 3, 6)) for row in ROWS]


def parted(rows, line):
    return f"\n{line}\n".join("\n".join(rows[k : k + 3]) for k in (0, 3, 6))


FORMS = {
    "a line": f"{LINE}\n\n",
    "a line of zeros": LINE.replace(".", "0"),
    "under a comment": f"# a comment\n\n  # and one more\n{LINE}",
    "rows": "\n".join(ROWS),
    "rows of zeros apart": "\n".join(" ".join(row) for row in ROWS).replace(".", "0"),
    "rows of groups": "\n\n".join("\t".join(row[k : k + 3] for k in (0, 3, 6)) for row in ROWS),
    "bars": parted([f"{r[:3]}|{r[3:6]} | {r[6:]}" for r in ROWS], "---+---+---"),
    "norvig": parted(BANDS, "------+-------+------"),
    "boxed": "\n".join(["+-------+-------+-------+", *(f"| {band} |" for band in BANDS), "+-----------------------+"]),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_one_sudoku_in_each_form_with_rules_before_and_after_it(form, ending):
    problem, grid = sdk.read(FORMS[form].replace("\n", ending) + ending, "FILE")
    assert (problem.digest, grid.box) == (DIGEST, (3, 3))
    assert not sdk_list.is_list(FORMS[form])
    texts = [f"diagonals\n{FORMS[form]}", f"{FORMS[form]}\ndiagonals", f"diagonals\n{LINE}"]
    assert len({sdk.read(text, "FILE")[0].digest for text in texts}) == 1


@pytest.mark.parametrize("form", ["rows", "norvig", "boxed"])
def test_a_drawing_in_toml_is_read_like_a_file(tmp_path: Path, form: str) -> None:
    (tmp_path / "a.toml").write_text(f"sudoku = '''\n{FORMS[form]}\n'''\n")
    assert read(tmp_path / "a.toml").problem.digest == DIGEST


@pytest.mark.parametrize("marks", [".", "1", "G"])
def test_a_board_of_16_in_toml_is_one_board(tmp_path: Path, marks: str) -> None:
    rows = [f"{'.' * (4 * (k % 4) + k // 4)}{marks}".ljust(16, ".") for k in range(16)]
    (tmp_path / "a.toml").write_text("sudoku = '''\n" + "\n".join(rows) + "\n'''\ndiagonals = false\n")
    assert read(tmp_path / "a.toml").problem.n_items == 4 * 256 - 4 * (16 if marks != "." else 0)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(",".join(row) for row in ROWS),
        "\n".join("\t".join(row).replace(".", "") for row in ROWS),
        "[" + ",\n ".join(f"[{', '.join(row)}]" for row in ROWS).replace(".", "0") + "]",
        "┌───────┬───────┬───────┐\n" + "\n".join(ROWS),
        f"{LINE} 11.9",
        f"{LINE} # easy",
        f"puzzle,solution\n{LINE},{SOLVED}",
        "\n".join(ROWS[1:]),
        f"{LINE}\n{LINE[1:]}",
        "diagonal\n" + "\n".join(ROWS),
        "10 3 . 16\n" * 4,
    ],
)
def test_what_is_no_board_is_refused_with_the_form_of_one(text):
    with pytest.raises(InvalidProblem, match=r"^FILE(:\d+)?: .*; write a board as a line of 81 squares") as caught:
        sdk.read(text, "FILE")
    assert "\n" not in str(caught.value)


def test_a_rule_says_how_large_the_boxes_are(tmp_path: Path) -> None:
    assert sdk.read("boxes 3x2\n" + "..|..|..\n" * 6, "FILE")[1].box == (3, 2)
    mine = read("sudoku/3x2")
    (tmp_path / "drawn.sdk").write_text(f"boxes 3x2\n{mine.picture(())}")
    assert read(tmp_path / "drawn.sdk").problem.digest == mine.problem.digest
    lines = ("1" + "." * 15 + "\n") * 16
    assert len(sdk.sheet(lines_of("boxes 2x2\n" + lines), "FILE").boards) == 16
    assert len(sdk.sheet(lines_of("boxes 4x4\n" + lines), "FILE").boards) == 1
    assert len(sdk.sheet(lines_of(lines.replace("1", "G")), "FILE").boards) == 1
    assert len(sdk.sheet(lines_of(lines * 2), "FILE").boards) == 32


def test_symbols_from_ten_on_are_letters() -> None:
    problem, grid = sdk.read("\n".join(["123456789ABCDEFG", *["." * 16] * 15]), "FILE")
    assert problem.taken.tolist() == [16 * k + k for k in range(16)]
    assert grid.plain(problem, tuple(problem.taken.tolist())).startswith("1234|5678|9ABC|DEFG\n")


def test_lists_are_read_with_comments_and_rules() -> None:
    text = f"# of us\n{LINE}\n\n {LINE.replace('.', '0')}\n"
    assert sdk_list.is_list(text)
    puzzles = sdk_list.read(text, "FILE")
    assert [*puzzles.givens] == [tuple(sudoku.givens_of(LINE, 9))] * 2
    puzzles = sdk_list.read(f"diagonals\nanti-knight\n{text}", "FILE")
    whole = sdk.read(f"diagonals\nanti-knight\n{LINE}", "F")[0]
    assert puzzles.problem.given([*puzzles.givens][1]).digest == whole.digest
    with pytest.raises(InvalidProblem, match=r"^FILE:1: '0' is wrong"):
        sdk_list.read("1".ljust(256, "0") + "\n" + "1".ljust(256, "."), "FILE")


@night.drawn(300)
@given(
    st.sampled_from([4, 6, 9, 16]),
    st.lists(st.sampled_from(["row", "line", "row", "row |", "---", "", "# 1"]), max_size=20),
    st.sampled_from(["boxes 2x2\n", "diagonals\n", ""]),
    st.randoms(),
)
def test_whatever_is_read_has_all_squares_of_the_text_once(side, kinds, rule, draw):
    def line(kind):
        marks = "".join(draw.choice(".1234") for _ in range(side * side if kind == "line" else side))
        return marks if kind != "row |" else f"{marks[: side // 2]} | {marks[side // 2 :]}"

    kinds = kinds if draw.random() < 0.5 else ["row"] * side
    lines = [line(kind) if kind[:1] in ("r", "l") else kind for kind in kinds]
    try:
        boards = sdk.sheet(lines_of(rule + "\n".join(lines)), "FILE").boards
    except InvalidProblem:
        return
    squares = "".join(re.sub("[ |]", "", one) for one, kind in zip(lines, kinds, strict=True) if kind[:1] in ("r", "l"))
    assert "".join(board for _, board in boards) == squares
    assert {len(board) for _, board in boards} in ({side**2}, {side} if side == 16 else {0})


def test_only_sdk_is_a_list(tmp_path: Path) -> None:
    for name in ("a.sdk", "a.txt"):
        (tmp_path / name).write_text(f"# 2 of us\n#\n{LINE}\n{LINE}\n")
        assert bool(of_list(str(tmp_path / name))) == (name == "a.sdk")
    with pytest.raises(InvalidProblem, match=r"a\.txt:1: '#' is no|a\.txt:1: ' ' is not one of \. and #"):
        read(tmp_path / "a.txt")


EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
ANSWER = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
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
        ("first", [ANSWER, "no cover", ANSWER], "3 puzzles, 2 with a cover, in "),
        ("count", ["1", "0", "1", "7"], "4 puzzles, "),
        ("unique", [ANSWER, "no cover", ANSWER, "at least two covers"], "4 puzzles, 2 with exactly one cover, 1 with "),
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
