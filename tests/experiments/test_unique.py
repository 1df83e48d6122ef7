"""Task unique: what it prints and returns, for one problem, a list of sudokus, and rows of several solvers."""

import json
import re
from itertools import islice

import pytest
from exhibits import exhibits
from in_process import cases_here, command

from danceoff.asking.ask import Ask
from danceoff.asking.drive import Drive
from danceoff.problems import Covers
from danceoff.problems.instance import Instance
from danceoff.problems.pictures.pair import Pair
from danceoff.problems.sources import read
from danceoff.questions import first as module
from danceoff.solvers import load


@pytest.fixture
def solve(solve):
    return lambda *arguments: solve(*arguments, "--task", "unique")


def test_covers_with_given_options_are_told_apart_by_name(solve):
    code, out, _ = solve("round-robin/6")
    assert code == 0
    _, _, lists = out.partition("only in the first:\n")
    assert len(lists.split("only in the second:\n")) == 2
    assert re.fullmatch(r"(  r\d \d-\d\n|\n|only in the second:\n)+", lists)


def test_options_without_a_board_are_listed(solve, tmp_path):
    (tmp_path / "a.dlx").write_text("a b c d\na b\nc d\nd\nc\n")
    _, out, _ = solve(str(tmp_path / "a.dlx"), "--solver", "algorithm-x")
    sentence, rest = out.split("\n", 1)
    assert sentence.endswith("; 1 options only in the first, 2 only in the second")
    assert rest == "in both:\n  a b\n\nonly in the first:\n  c d\n\nonly in the second:\n  d\n  c\n\n"


def test_a_limit_leaves_it_undecided(solve):
    code, out, _ = solve("pentomino/6x10", "--solver", "backtracking", "--time-limit", "1e-6")
    assert (code, out.startswith("at least ")) == (3, True)
    code, out, _ = solve("pentomino/6x10", "--solver", "backtracking", "--time-limit", "1e-6", "--format", "json")
    assert (code, json.loads(out)["verdict"]) == (3, None)


def test_pictures_hold_both_covers(solve, tmp_path):
    svg, page = tmp_path / "a.svg", tmp_path / "a.html"
    solve("queens/4", "--svg", str(svg), "--gallery", str(page))
    assert (svg.read_text().count("♛"), svg.read_text().count('class="ring"')) == (8, 2)
    assert [[*exhibit] for exhibit in exhibits(page)] == [["svg"]]
    solve("queens/1", "--svg", str(svg), "--gallery", str(page))
    assert (svg.read_text().count("♛"), [exhibit["cells"] for exhibit in exhibits(page)]) == (1, [[1]])


@pytest.mark.parametrize("name", ["soma", "langford/4", "lozenge/2", "crossword/3x3", "graceful/path-5", "matching/6"])
def test_pairs_on_boards(name):
    instance = read(name)
    first, second = islice(load("bits").prepare(instance.problem).covers(), 2)
    pair = Pair(instance.problem, instance.board, first, second)
    assert pair.svg("two").startswith("<svg")
    for style in ("plain", "boxed", "coloured"):
        text = pair.text(200, style)
        assert "first" in text
        assert "*" in text or "only in the second:" in text
    assert Pair(instance.problem, instance.board, first, first).only == ([], [])


def test_panels_that_are_too_wide_stand_below_one_another():
    problem = read("queens/4").problem
    pair = Pair(problem, read("queens/4").board, *islice(load("bits").prepare(problem).covers(), 2))
    assert pair.text(22).splitlines()[0] == "first"
    assert pair.text(23).splitlines()[0] == "first   second   differ"
    assert "\x1b[" in pair.text(80, "coloured")
    assert len(pair.text(80, "coloured").splitlines()) == 7
    on_colour = "".join(re.findall(r"\x1b\[38[\d;]+m([^\x1b]*)", pair.text(80, "coloured")))
    assert on_colour.count("*") == pair.text(80).count("*") == 8


SEVERAL = "sudoku/12..34..2...4..."


def uniqueness(instance: Instance, solver: str) -> str:
    return module.uniqueness(Drive(Ask("", "", "first"), instance, load(solver)))


def last_line(*arguments: str) -> str:
    code, out = command("solve", *arguments)
    assert code in (0, 3)
    return out.splitlines()[-1]


def test_a_sudoku_is_said_to_have_one_answer_or_more(monkeypatch):
    cases_here(monkeypatch)
    for solver in ("auto", "sat", "backtracking"):
        assert last_line("sudoku/euler96-01", "--solver", solver).endswith("; unique")
        assert "; not unique: row " in last_line(SEVERAL, "--solver", solver)
    for arguments in (["sudoku/4x4"], ["queens/8"], [SEVERAL, "--limit", "2"], [SEVERAL, "--task", "enumerate"]):
        assert "unique" not in last_line(*arguments)


def test_the_square_is_one_that_differs():
    instance = read(SEVERAL)
    assert instance.board.has_givens(instance.problem)
    covers = instance.problem.lift(Covers.of(list(islice(load("dlx").prepare(instance.problem).covers(), 2))))
    drawn = [[row for row in instance.picture(cover).replace("|", "").split() if row.isdigit()] for cover in covers]
    _, _, _, row, _, column, _, _, one, _, other = uniqueness(instance, "dlx").split()
    assert [rows[int(row) - 1][int(column) - 1] for rows in drawn] == [one, other]


def test_what_takes_long_is_not_looked_up(monkeypatch):
    cases_here(monkeypatch)
    monkeypatch.setattr(module, "QUICK_S", 0.0)
    assert last_line(SEVERAL).endswith(f"; {module.NOT_KNOWN}")
    monkeypatch.setattr(module, "QUICK_S", -1.0)
    assert uniqueness(read(SEVERAL), "backtracking") == module.NOT_KNOWN
