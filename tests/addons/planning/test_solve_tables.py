"""Long tables on the command line: read, answered by their columns, written back; and what is wrong, by its name."""

import csv
import json

import pytest
from in_process import cases_here

import danceoff

ROTA = """nurse,day,shift,need,price,room,times
Ann,1,early,bed 1,3.5,,1
Ann,1,early,bed 2,3.5,,
Bob,1,early,bed 1,2.0,,1
Bob,1,late,bed 2,1.25,,
Cy,1,late,bed 2,4.0,,
"""
UNUSED = "warning: rota.csv:1: columns 'room', 'times' are not used\n"
BY = ["--option", "nurse,day,shift", "--item", "need"]


@pytest.fixture(autouse=True)
def here(monkeypatch, tmp_path):
    cases_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rota.csv").write_text(ROTA)


def best(run, *more: str, source: str = "rota.csv"):
    return run("solve", source, *BY, "--task", "best", "--solver", "algorithm-x", *more)


def test_a_table_is_solved_as_from_python(run):
    code, out, _ = best(run, "--cost", "price", "--limit", "2")
    covers = "cost 3.25\nBob, 1, early\nBob, 1, late\n\ncost 3.5\nAnn, 1, early\n\n"
    assert (code, out.partition(", proven")[0]) == (0, f"{covers}the 2 cheapest covers, cost 3.25 to 3.5")
    row = json.loads(best(run, "--cost", "price", "--format", "json")[1])
    problem = danceoff.problem("rota.csv", option=["nurse", "day", "shift"], item="need", cost="price")
    assert (row["digest"], row["answers"][0]["names"]) == (problem.digest, ["Bob, 1, early", "Bob, 1, late"])
    assert json.loads(best(run, "--cost", "1", "--format", "json")[1])["cost"] == 1
    assert json.loads(best(run, "--format", "json", "--multiplicity", "times", "--colour", "room")[1])["cost"] == 0


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_the_answer_is_a_table_that_joins_back(run, form):
    if form == "xlsx":
        pytest.importorskip("openpyxl")
        import pandas as pd

        pd.read_csv("rota.csv").to_excel("rota.xlsx", index=False)
    code, out, _ = best(run, "--cost", "price", "--limit", "2", "--format", "csv", source=f"rota.{form}")
    assert (code, out.splitlines()[0]) == (0, "\ufeffanswer,option,name,nurse,day,shift,price")  # for Excel
    rows = [*csv.DictReader(out.removeprefix("\ufeff").splitlines())]
    assert [(row["answer"], row["nurse"], row["shift"], row["price"]) for row in rows] == [
        ("1", "Bob", "early", "2"),
        ("1", "Bob", "late", "1.25"),
        ("2", "Ann", "early", "3.5"),
    ]
    code, out, _ = best(run, "--cost", "1", "--format", "csv", source=f"rota.{form}")
    assert out == '\ufeffanswer,option,name,nurse,day,shift\n1,0,"Ann, 1, early",Ann,1,early\n'


def test_a_column_of_the_table_goes_before_one_of_ours(run, tmp_path):
    (tmp_path / "a.csv").write_text("name,option,item,cost\nA,1,x,2\nB,1,x,1\n")
    asked = ["solve", "a.csv", "--option", "name,option", "--item", "item", "--cost", "cost", "--task", "best"]
    assert run(*asked, "--format", "csv")[1] == "\ufeffanswer,name,option,cost\n1,B,1,1\n"
    out = run(*asked[:2], "--option", "name", *asked[4:], "--format", "csv")[1]
    assert out == "\ufeffanswer,option,name,cost\n1,1,B,1\n"


def test_an_answer_is_a_plan_to_stay_near(run, tmp_path):
    asked = ["--cost", "price", "--format", "csv"]
    (tmp_path / "prices.csv").write_text("item,soft\nbed 2,0.1\n")
    plan = best(run, *asked, "--soft", "prices.csv")[1]
    assert plan.splitlines()[1:] == ['1,1,"Bob, 1, early",Bob,1,early,2', "1,left out,bed 2,,,,"]
    (tmp_path / "plan.csv").write_text(plan)
    added = "changed: 1 added for 5, 0 removed; the rest costs 3.25\n+ Bob, 1, late\ncost 8.25"
    changed = best(run, "--cost", "price", "--near", "plan.csv", "--change", "5")[1]
    assert changed.startswith("cost 8.25\nBob, 1, early\nBob, 1, late\n\n" + added)
    with pytest.warns(UserWarning, match="rota.csv:1: columns 'room', 'times' are not used"):
        problem = danceoff.problem("rota.csv", option=["nurse", "day", "shift"], item="need", cost="price")
    with pytest.warns(UserWarning, match="plan.csv:1: columns 'nurse', 'day', 'shift', 'price' are not used"):
        assert danceoff.best(problem, near="plan.csv", change=5).added == [("Bob", "1", "late")]
    (tmp_path / "plan.csv").write_text("shift,nurse,day,why\nearly,Ann,1,she asked\n")
    _, out, err = best(run, "--cost", "price", "--near", "plan.csv", "--change", "5")
    assert out.startswith("cost 3.5\nAnn, 1, early\n")
    assert err == f"{UNUSED}warning: plan.csv:1: column 'why' is not used\n"
    (tmp_path / "plan.csv").write_text("nurse,day,shift\nBob,1,late\nBob,2,late\nZoe,1,late\n")
    code, out, err = best(run, "--cost", "price", "--near", "plan.csv", "--change", "5")
    assert (code, added.replace("late", "early") in out) == (0, True)
    missing = "plan.csv:3: no option is called 'Bob, 2, late', so that it is not kept (2 lines like it)"
    assert err == f"{UNUSED}warning: {missing}\n"
    for text, said in (
        ("shift,nurse\nearly,Ann\n", "plan.csv:1: no column 'day'; there are shift, nurse (line 1"),
        ("shift,nurse,day\nlate,Ann,1\n", "plan.csv:2: no option is called 'Ann, 1, late'; did you mean Cy, 1, late"),
    ):
        (tmp_path / "plan.csv").write_text(text)
        code, _, err = best(run, "--cost", "price", "--near", "plan.csv", "--change", "5")
        assert (code, err.splitlines()[-1].startswith(f"danceoff: {said}")) == (2, True)


def test_other_commands_read_the_table_too(run, tmp_path):
    code, out, _ = run("export", "rota.csv", *BY, "--cost", "price", "--format", "lp")
    assert (code, "obj: +14 x1 +8 x2 +5 x3 +16 x4" in out) == (0, True)
    assert "obj: +2 x1 +2 x2 +2 x3 +2 x4" in run("export", "rota.csv", *BY, "--cost", "2", "--format", "lp")[1]
    (tmp_path / "covers.txt").write_text("1 2\n")
    assert run("check-covers", "rota.csv", "covers.txt", *BY)[0] == 0
    assert run("watch", "rota.csv", *BY, "--tree")[1].startswith("bed 1 has 2 options\n├─ Ann, 1, early → cover 1\n")
    assert run("play", "rota.csv", *BY, "-o", "play.html")[0] == 0
    assert run("certify", "rota.csv", *BY, "--solver", "dlx", "-o", "c")[1].startswith("c: 3 covers, ")
    assert run("check", "rota.csv", "c", *BY)[1].startswith("exactly 3 covers")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--option", "nurs", "--item", "need"], "rota.csv:1: no column 'nurs'; did you mean nurse"),
        (["--option", "nurse,day"], "--option: a table needs --option and --item, the columns that name its"),
        (["--item", "need"], "--item: a table needs --option and --item"),
        (["--colour", "room"], "--colour: a table needs --option and --item"),
        (["--multiplicity", "times"], "--multiplicity: a table needs --option and --item"),
        ([*BY, "--cost", "prize"], "rota.csv:1: no column 'prize'; did you mean price?"),
        (["--cost", "price"], "argument --cost: 'price' is not a number such as 12, -0.5 or 25/2; with --option"),
        ([*BY, "--cost", "times"], "rota.csv:3: column 'times': '' is not a number such as 12"),
        ([*BY, "--glb", "a.glb"], "rota.csv: --stl and --glb need a packing"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run, arguments, said):
    code, out, err = run("solve", "rota.csv", *arguments)
    (line,) = [line for line in err.splitlines() if " not used" not in line]
    assert (code, out, line.startswith(f"danceoff: {said}")) == (2, "", True), err


def test_a_missing_file_is_named_once(run):
    assert run("solve", "none.csv", *BY)[2] == "danceoff: none.csv: no such file or directory\n"
    assert run("solve", "none.xlsx", *BY)[0] == 2


SHIFTS = "who,shift,wish,counts,often\nAnn,Sat,1,Sat,\nAnn,Sat,1,Ann,0:3\nBob,Sat,2,Sat,\nBob,Sun,2,Sun,\n"
SHIFTS_BY = ["--option", "who,shift", "--item", "counts", "--multiplicity", "often", "--cost", "wish"]
NEEDED = [*SHIFTS_BY, "--task", "best", "--needs", "needs.csv"]


@pytest.mark.parametrize(
    ("needs", "code", "printed", "warned"),
    [
        ("Sat,1..2\nSun,1\n", 0, "cost 3\nAnn, Sat\nBob, Sun\n", ""),
        ("Sat,2\nAnn,0:3\n", 2, "", "danceoff: needs.csv:3: column 'need': '0:3' is no need such as 2 or 2..5\n"),
        ("Sat,2\n,3\n", 2, "", "danceoff: needs.csv:3: column 'item': the item is missing\n"),
        ("Sat,2..1\n", 2, "", "danceoff: needs.csv:2: column 'need': '2..1' is no need such as 2 or 2..5\n"),
        ("sun,1\n", 2, "", "danceoff: needs.csv:2: no option has item 'sun'; did you mean Sun?\n"),
        ("Ann,1\n", 2, "", "danceoff: needs.csv:2: item 'Ann' has another multiplicity in the table, (0, 3)\n"),
        ("Ann,0..3\nMon,0..1\n", 0, "cost 3\nAnn, Sat\nBob, Sun\n", "warning: needs.csv:3: no option has item 'Mon'\n"),
    ],
)
def test_needs_stand_apart_from_the_table(run, tmp_path, needs, code, printed, warned):
    (tmp_path / "shifts.csv").write_text(SHIFTS)
    (tmp_path / "needs.csv").write_text(f"item,need\n{needs}")
    found = run("solve", "shifts.csv", *NEEDED)
    assert (found[0], found[1].partition("\ncost")[0], found[2]) == (code, printed, warned)


@pytest.mark.parametrize("more", [[], ["--near", "plan.csv", "--change", "5"]])
def test_a_need_for_which_nobody_has_a_row_is_no_plan_and_named(run, tmp_path, more):
    (tmp_path / "shifts.csv").write_text(SHIFTS)
    (tmp_path / "plan.csv").write_text("who,shift\nAnn,Sat\n")
    (tmp_path / "needs.csv").write_text("item,need\nSat,1\nSun night,1\n")
    _, out, err = run("solve", "shifts.csv", *NEEDED, *more)
    assert (out.split(" in ")[0], out.splitlines()[1:]) == (
        "0 covers",
        ["there can be none: no option covers item Sun night"],
    )
    assert err == "warning: needs.csv:3: no option has item 'Sun night'\n"
    (tmp_path / "prices.csv").write_text("item,soft\nSun night,9\n")
    out = run("solve", "shifts.csv", *NEEDED, *more, "--soft", "prices.csv")[1]
    assert "\nleft out: Sun night (1 for 9)" in out
