"""`danceoff check-covers`: somebody else's list of covers."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import Covers, ExactCover, Fingerprint, InvalidProblem, check
from danceoff.problems.analysis.checked_list import fault
from danceoff.problems.catalog import instance
from danceoff.problems.formats.cover_list import read
from danceoff.solvers import load

BOTH = ["1 7 8 14", "2 4 11 13"]
pytestmark = pytest.mark.usefixtures("cases_in_process")


@given(priced(problems(colours=True, multiplicities=True, max_options=6), bounded=True), st.data())
def test_a_fault_is_found_just_where_the_check_finds_one(problem, data):
    options = data.draw(st.lists(st.integers(0, problem.n_options - 1), max_size=4)) if problem.n_options else []
    assert (fault(problem, options) == "") == check(problem, Covers.of([options]))[0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([0, 0], "option '1' comes twice"),
        ([0], "item b is covered by none of them"),
        ([1, 2, 3], "item a is covered twice"),
        ([0, 3], "item x is covered in 2 colours"),
        ([1, 3, 4], "item x is covered in 1 colour and without one"),
        ([1, 3], "it costs 9, and 8 is the most"),
    ],
)
def test_a_fault_in_words(options, words):
    rows = [["a", ("x", "red")], ["a"], ["a"], ["b", ("x", "blue")], ["c", "x"]]
    problem = ExactCover.from_options(rows, "abc", "x", [*"12345"], {"c": (0, 1)}, [0, 9, 0, 0, 0])
    assert fault(replace(problem, max_cost=8), options) == words


def listed(run, tmp_path, *lines, source="queens/4", more=()):
    file = tmp_path / "covers.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    code, out, err = run("check-covers", source, str(file), *more)
    return code, out.replace(str(file), "FILE"), err.replace(str(file), "FILE")


def test_a_right_and_whole_list(run, tmp_path):
    code, out, _ = listed(run, tmp_path, "# mine", *BOTH)
    found = [*load("dlx").prepare(instance("queens/4").problem).covers()]
    said = ["2 different covers; 2 are published, all are here", f"fingerprint {Fingerprint.of(Covers.of(found))}"]
    assert (code, out.splitlines()) == (0, said)
    again = listed(run, tmp_path, "13 11 4 2", "", "r1 c2, r2 c4, r3 c1, r4 c3")
    assert again[:2] == (code, out), "names, numbers and orders make no difference"


def test_the_first_wrong_line_the_first_repeated_one_and_what_is_missing(run, tmp_path):
    code, out, _ = listed(run, tmp_path, "0 1", BOTH[0], "2 3", "14 8 7 1")
    assert code == 1
    wrong, twice, amount, _ = out.splitlines()
    assert wrong.startswith("FILE:1: no cover: item ")
    assert wrong.endswith("(2 lines that are no covers)")
    assert twice == "FILE:4: the cover of line 2 again"
    assert amount == "1 cover; 2 are published, 1 is missing"
    code, out, _ = listed(run, tmp_path, "0 1", BOTH[0], "2 3", "14 8 7 1", more=["--format", "json"])
    said = json.loads(out)
    assert (code, said["n_covers"], said["missing"], said["first_repeated"]) == (1, 1, 1, [4, 2])
    assert (said["first_wrong"][0], said["n_wrong"], said["n_repeated"]) == (1, 2, 1)


def test_a_name_of_several_options_is_refused(run, tmp_path):
    source = tmp_path / "two.dlx"
    source.write_text("a b\na\na\nb\n")
    code, _, err = listed(run, tmp_path, "b, a", source=str(source))
    form = "write its number, or its name if no other option has it"
    assert (code, err) == (2, f"danceoff: FILE:1: 'a' is no option of the problem: {form}\n")


def test_options_that_were_given_may_be_written_or_left_out():
    rest = instance("queens/4").problem.given([1])
    for text in ("1 7 8 14", "7 8 14"):
        (claim,) = read(text, "f", rest)
        assert rest.lift(Covers.of([claim.options])).option.tolist() == [1, 7, 8, 14]


def test_the_cover_of_a_sudoku_is_read_as_solve_writes_it(run, tmp_path):
    for source, n_names, says in (  # those of squares that are given too; names with commas are parted by tabs
        ("sudoku/euler96-01", 81, "1 cover; 1 are published, all are here"),
        ("tromino/4x4-5", 5, "1 cover; 1 are published, all are here"),
    ):
        _, out, _ = run("solve", source, "--solver", "backtracking", "--format", "jsonl")
        names = json.loads(out.splitlines()[0])["names"]
        code, out, _ = listed(run, tmp_path, "\t".join(names), source=source)
        assert (len(names), code, out.splitlines()[0]) == (n_names, 0, says)


def test_the_csv_that_solve_writes_is_a_list_of_covers(run, tmp_path):
    numbers = tmp_path / "numbers.dlx"
    numbers.write_text("a b\na\nb\na b |7\n")
    sudoku = "12..34..2...4..."
    for source in ("queens/6", f"sudoku/{sudoku}", "tromino/4x4-5", "round-robin/4", str(numbers)):
        _, out, _ = run("solve", source, "--task", "enumerate", "--format", "csv")
        n = int(out.splitlines()[-1].split(",")[0])
        code, said, _ = listed(run, tmp_path, out, source=source)
        assert (code, said.startswith("1 cover" if n == 1 else f"{n} different covers")) == (0, True)
    _, out, _ = run("solve", str(numbers), "--task", "best", "--format", "csv")
    assert out.startswith("answer,cost,option,name\n")
    assert listed(run, tmp_path, out, source=str(numbers))[0] == 0


def test_the_csv_of_a_table_with_a_column_option_goes_by_names(run, tmp_path):
    (table := tmp_path / "t.csv").write_text('option,day,need\nA,1,x\n"B, ""b""",1,y\nC,2,x\nC,2,y\n')
    named = ("--option", "option,day", "--item", "need")
    _, out, _ = run("solve", str(table), *named, "--task", "enumerate", "--format", "csv")
    assert out.startswith('\ufeffanswer,name,option,day\n1,"A, 1",A,1\n')
    (covers := tmp_path / "covers.csv").write_text(out)
    assert run("check-covers", str(table), str(covers), *named)[0] == 0
    for row, says in (('3,"A, 2",A,2', "'A, 2' is no option of the problem"), (f"3,{'a' * 200_000}", "field limit")):
        covers.write_text(out + row)
        code, _, err = run("check-covers", str(table), str(covers), *named)
        assert (code, says in err) == (2, True)


def test_what_is_wrong_in_a_csv_has_its_line(run, tmp_path):
    rows = ["answer,option,name", "1,1,r1 c2", "2,2,r1 c3", "1,7,", "1,8,", "1,14,", ""]
    code, out, _ = listed(run, tmp_path, *rows)
    wrong, amount, _ = out.splitlines()
    assert (code, amount) == (1, "1 cover; 2 are published, 1 is missing")
    assert wrong.startswith("FILE:3: no cover: item ")
    for row, word in (("2,99,r1", "99"), ("2", ""), ("2,r1 c2", "r1 c2")):
        code, _, err = listed(run, tmp_path, *rows, row)
        assert (code, err.partition(": write")[0]) == (2, f"danceoff: FILE:8: {word!r} is no option of the problem")


def test_a_csv_has_numbers_where_names_are_numbers_too_and_elsewhere_only_names_count():
    problem = ExactCover.from_options(["a", "b", "a"], "ab", option_names=("1", "0", "20"))
    (claim,) = read("answer,option,name\n1,1,0\n1,2,20", "f", problem)
    assert claim == (2, (1, 2))
    problem = ExactCover.from_options(["a", "b", "a"], "ab", option_names=("10", "20", "30"))
    (claim,) = read("10 20", "f", problem)
    assert claim.options == (0, 1)
    with pytest.raises(InvalidProblem, match="f:1: '0' is no option of the problem"):
        list(read("0 20", "f", problem))


@pytest.mark.parametrize("line", ["99", "-1", "r1 c9", "1 2 x", "0.5", "9" * 5000])
def test_an_unknown_option_is_one_clear_line(run, tmp_path, line):
    code, _, err = listed(run, tmp_path, BOTH[0], line)
    assert (code, err.startswith("danceoff: FILE:2: "), err.count("\n")) == (2, True, 1)


KNUTH = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (KNUTH, ["enumerate"]),
        (KNUTH, ["best", "--cost", "1"]),
        ("a b c\na\nb\nc\na b\nb c\n", ["enumerate"]),
        ("a b c\na\nb\nc\na b\nb c\n", ["best", "--cost", "1/2", "--limit", "9"]),
        ("0 1 2\n0\n1\n2\n0 1\n1 2\n", ["enumerate", "--limit", "2"]),  # names look like numbers of options
    ],
)
def test_the_text_that_solve_prints_is_a_list_of_covers(run, tmp_path, text, asked):
    (source := tmp_path / "p.dlx").write_text(text)
    _, out, _ = run("solve", str(source), "--task", *asked, "--format", "text", "--solver", "algorithm-x")
    n = out.count("\n\n")
    for printed in (out, out.replace("\n", "\r\n")):
        code, said, _ = listed(run, tmp_path, printed, source=str(source))
        assert (code, said.startswith("1 cover\n" if n == 1 else f"{n} different covers\n")) == (0, True)
    covers, _, sentence = out.rpartition("\n\n")
    less = covers.rpartition("\n")[0]  # the last cover lacks its last option
    code, said, _ = listed(run, tmp_path, f"{less}\n\n{sentence}", source=str(source))
    assert (code, said.startswith("FILE:"), "no cover: item" in said) == (1, True, True)


def test_text_that_is_no_list_of_names_is_refused(run, tmp_path):
    (source := tmp_path / "p.dlx").write_text(KNUTH)
    for name, task in ((str(source), "count"), (str(source), "unique"), ("queens/4", "enumerate")):
        _, out, _ = run("solve", name, "--task", task, "--solver", "algorithm-x")
        code, _, err = listed(run, tmp_path, out, source=name)
        assert (code, "is no option of the problem" in err) == (2, True)


def test_options_without_names_go_by_their_items_unless_these_are_numbers(run, tmp_path):
    (source := tmp_path / "p.dlx").write_text(KNUTH)
    for line in ("c e, a d f, b g", "b g\ta d f\tc e", "0 3 4"):
        assert listed(run, tmp_path, line, source=str(source))[:2] == (
            0,
            listed(run, tmp_path, "0 3 4", source=str(source))[1],
        )
    problem = ExactCover.from_matrix([[1, 0, 0], [0, 1, 1], [1, 1, 0], [0, 0, 1]])
    assert [claim.options for claim in read("0 1\n2, 3", "f", problem)] == [(0, 1), (2, 3)]
