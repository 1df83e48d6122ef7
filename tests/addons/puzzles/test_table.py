"""`danceoff table`: one problem, many sets of givens."""

import csv
import io
import json
import re
from itertools import product

import pytest

import danceoff
from danceoff.addons.puzzles.commands import table
from danceoff.addons.puzzles.families.rolled import rolls
from danceoff.problems.catalog import instance
from danceoff.solvers.engines.bits import sets_of_givens

TOML = """
region = '''
...
...
...
'''
[pieces]
hole = { shape = "#", count = 2 }
I3 = 1
L4 = 1
"""


def rows_of(out):
    return list(csv.DictReader(io.StringIO(out)))


def given(tmp_path, text):
    (tmp_path / "givens.csv").write_bytes(text.encode())
    return ["--givens", str(tmp_path / "givens.csv")]


def test_each_date_of_a_puzzle_a_day_has_as_many_covers_as_published(run):
    code, out, err = run("table", "rolled/calendar", "--format", "csv")
    counts = {row["name"]: int(row["count"]) for row in rows_of(out)}
    assert code == 0
    assert [counts[date] for date in ("Jan 1", "Jan 2", "Jan 3", "Jan 4", "Mar 14")] == [64, 109, 47, 103, 44]
    assert (len(counts), sum(counts.values())) == (366, 24405)
    assert "0 without a cover, 0 with one, 7 (Oct 6) to 216 (Jan 25), 24405 covers together" in err
    assert [row["first"].endswith("; Jan; 1") for row in rows_of(out)[:2]] == [True, False]


@pytest.mark.parametrize(
    ("game", "n", "n_faces"), [("genius-square", 62208, 36), ("genius-star", 165888, 42), ("golden-star", 165888, 42)]
)
def test_games_have_as_many_rolls_as_the_box_says_and_no_cell_is_on_two_dice(game, n, n_faces):
    root = instance(f"rolled/{game}")
    every = rolls(root)
    assert len(every) == len(dict(every)) == n
    faces = {option for _, roll in every for option in roll}
    assert len({root.board.cells_of(option)[0] for option in faces}) == len(faces) == n_faces


@pytest.mark.slow
@pytest.mark.parametrize(("game", "n_none"), [("genius-square", 0), ("golden-star", 165888 - 97422)])
def test_as_many_rolls_as_published_have_a_cover(run, game, n_none):
    assert f"{n_none} without a cover, each counted up to 1" in run("table", f"rolled/{game}", "--limit", "1")[2]


def test_counts_and_first_covers_are_those_of_the_library(run, tmp_path):
    (tmp_path / "own.toml").write_text(TOML)
    cells = [f"{r},{c}" for r, c in product(range(3), repeat=2)]
    pairs = [(a, b) for k, a in enumerate(cells) for b in cells[k + 1 :]]
    text = "name,given\n" + "".join(f'{k},"hole {a}; hole {b}"\n' for k, (a, b) in enumerate(pairs))
    code, out, _ = run("table", str(tmp_path / "own.toml"), *given(tmp_path, text), "--format", "csv")
    problem = danceoff.problem(str(tmp_path / "own.toml"))
    assert code == 0
    for row, (a, b) in zip(rows_of(out), pairs, strict=True):
        n = danceoff.count(problem, given=[f"hole {a}", f"hole {b}"])
        assert (row["count"], row["unique"]) == (str(n), "yes" if n == 1 else "no")
        assert row["first"] == "" if n == 0 else {f"hole {a}", f"hole {b}"} < {*row["first"].split("; ")}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "givens.csv: there are no rows below the header"),
        ("name\nx\n", "givens.csv:1: no column 'given'; there are name (line 1"),
        ("name,given\n", "givens.csv: there are no rows below the header"),
        ("name,given\nx,Jan\ny,Jan; 32\n", "givens.csv:3: row 2, 'y': 0 options are called '32'; did you mean"),
        ("given\nJan;Feb\n", "givens.csv:2: row 1, '1': its givens exclude each other, by item m"),
        ("name,given\nx,Jan,1\n", "givens.csv:2: 3 cells, and the header has 2; put a cell that has a ',' in quotes"),
        ("\0", "givens.csv:1: not a text file"),
    ],
)
def test_a_file_that_is_wrong_is_refused_in_one_line_before_the_first_row(run, tmp_path, text, wrong):
    code, out, err = run("table", "rolled/calendar", *given(tmp_path, text))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert wrong in err


def test_what_spreadsheets_write_is_read_and_a_row_may_come_twice(run, tmp_path):
    text = "\ufeffgiven,name\r\nDec; 25,x\r\nDec; 25; 25,x\r\n"
    code, out, _ = run("table", "rolled/calendar", *given(tmp_path, text))
    assert code == 0
    assert [line.split()[:3] for line in out.splitlines()[1:]] == [["x", "92", "no"]] * 2


def test_a_board_without_dice_needs_a_file(run):
    said = "danceoff: queens/6: its board has no dice: name a file of givens by --givens\n"
    assert run("table", "queens/6") == (2, "", said)


def test_a_page_has_the_first_cover_of_each_row_or_its_givens(run, tmp_path):
    page = tmp_path / "a.html"
    (tmp_path / "own.toml").write_text(TOML)
    text = 'name,given\none,"hole 0,0; hole 0,1"\nnone,"hole 0,1; hole 1,0"\n'
    run("table", str(tmp_path / "own.toml"), *given(tmp_path, text), "--gallery", str(page))
    drawn = [json.loads(line) for line in re.findall(r"^\{.*\}$", page.read_text(), re.M)]
    assert [len(cover["copies"]) for cover in drawn] == [4, 2]
    assert [cover["row"] for cover in drawn] == ["one: 1 cover", "none: 0 covers"]


def test_a_time_limit_and_an_interrupt_keep_the_rows_that_are_answered(run, tmp_path, monkeypatch):
    monkeypatch.setattr(sets_of_givens, "_BUDGET", 1 << 8)
    code, out, err = run("table", "rolled/calendar", "--time-limit", "1e-9", "--format", "csv")
    assert (code, len(rows_of(out)) < 366, "time limit reached: " in err) == (3, True, True)

    def answered(*_):
        yield b"name,count\nx,1\n", ""
        raise KeyboardInterrupt

    monkeypatch.setattr(table, "_answered", answered)
    code, out, err = run("table", "rolled/calendar", "--gallery", str(tmp_path / "a.html"))
    assert (code, out) == (130, "name,count\nx,1\n")
    assert "interrupted: " in err
    assert (tmp_path / "a.html").read_text().endswith("</html>\n")
