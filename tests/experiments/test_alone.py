"""`danceoff solve` of one sudoku: whether its answer is the only one."""

from itertools import islice

from in_process import cases_here, command

from danceoff.asking.ask import Ask
from danceoff.asking.drive import Drive
from danceoff.problems import Covers
from danceoff.problems.instance import Instance
from danceoff.problems.sources import read
from danceoff.questions import first as module
from danceoff.solvers import load

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
