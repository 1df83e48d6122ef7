"""0/1 matrices as people and programs write them."""

import gzip
import io
import random
import warnings

import numpy as np
import pandas as pd
import pytest

import danceoff
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.formats import matrix, of_text

ROWS = [[0, 0, 1, 0, 1, 1, 0], [1, 0, 0, 1, 0, 0, 1], [0, 1, 1, 0, 0, 1, 0]]
ROWS += [[1, 0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 0, 1]]
NAMES = [*"abcdefg"]
ARRAY = np.array(ROWS)
DIGEST = ExactCover.from_matrix(ARRAY).digest


def saved(array, **how):
    text = io.StringIO()
    np.savetxt(text, array, **how)
    return text.getvalue()


def table(mark, rows, head=()):
    return "\n".join(mark.join(map(str, row)) for row in [*([head] if head else []), *rows]) + "\n"


FRAME = pd.DataFrame(ARRAY, columns=NAMES, index=[f"r{k}" for k in range(6)])
FORMS = {
    "commas": table(",", ROWS),
    "commas and blanks": table(", ", ROWS),
    "blanks": table(" ", ROWS),
    "wide blanks": table("   ", ROWS),
    "tabs": table("\t", ROWS),
    "semicolons": table(";", ROWS),
    "nothing between": table("", ROWS),
    "bars": table("|", ROWS),
    "bars and names": table("|", ROWS, NAMES),
    "a table of Markdown": "".join(f"| {' | '.join(map(str, row))} |\n" for row in [NAMES, ["---"] * 7, *ROWS]),
    "a table of Markdown, its rows named": "".join(
        f"| {' | '.join(map(str, row))} |\n"
        for row in [["", *NAMES], [":--"] * 8, *([f"r{k}", *row] for k, row in enumerate(ROWS))]
    ),
    "a table of Markdown, its rows named, with marks": "".join(
        f"| {' | '.join(row)} |\n"
        for row in [["", *NAMES], [":-:"] * 8, *([f"r{k}", *(" x"[one] for one in row)] for k, row in enumerate(ROWS))]
    ),
    "a table of psql": " a | b | c | d | e | f | g \n---+---+---+---+---+---+---\n"
    + saved(ARRAY, fmt="%d", delimiter=" | "),
    "sep=; of Excel": "sep=;\n" + table(";", ROWS, NAMES),
    "sep=_": "sep=_\r\n" + table("_", ROWS, NAMES),
    "empty rows of a spreadsheet": ",,,,,,\n" + table(",", ROWS, NAMES) + ",,,,,,\n" * 3,
    "braces": str(ROWS).replace("[", "{").replace("]", "}"),
    "Matlab": "[" + "; ".join(" ".join(map(str, row)) for row in ROWS) + "]\n",
    "Matlab, a statement": "[" + "; ".join(" ".join(map(str, row)) for row in ROWS) + ";];\n",
    "Matlab, a line a row": table(" ", [[*row[:6], f"{row[6]};"] for row in ROWS]),
    "Matlab, assigned": "A = [" + "; ".join(" ".join(map(str, row)) for row in ROWS) + "];\n",
    "Matlab, assigned over lines": "A = [...\n" + "; ...\n".join(" ".join(map(str, row)) for row in ROWS) + "\n];\n",
    "Matlab, displayed": "A =\n\n" + table(" ", ROWS),
    "Julia": "A = Bool[" + "; ".join(" ".join(map(str, row)) for row in ROWS) + "]\n",
    "Python": f"matrix = {ROWS}\n",
    "NumPy": "A = np.array([[" + "],\n  [".join(", ".join(map(str, row)) for row in ROWS) + "]], dtype=bool)\n",
    "repr of an array": "array([[" + "],\n  [".join(", ".join(map(str, row)) for row in ROWS) + "]], dtype=int8)\n",
    "Python, a line a row": "A = [\n" + "".join(f"    {row},\n" for row in ROWS) + "]\n",
    "C": f"int m[6][7] = {ROWS};\n".replace(" [", " {").replace("[[", "{{").replace("],", "},").replace("]]", "}}"),
    "savetxt with bars": saved(ARRAY, fmt="%d", delimiter=" | "),
    "colons and names": table(":", ROWS, NAMES),
    "a comma at each end": table(",", [[*row, ""] for row in ROWS], [*NAMES, ""]),
    "a list of lists": f"{ROWS}\n",
    "a list a line": "".join(f" {row},\n" for row in ROWS),
    "an array as it is printed": f"{ARRAY}\n",
    "savetxt": saved(ARRAY),
    "savetxt %d": saved(ARRAY, fmt="%d"),
    "savetxt with a header": saved(ARRAY, fmt="%d", delimiter=",", header="a matrix, of ours"),
    "1.0": table(",", ARRAY.astype(float)),
    "1,0 as in Germany": table(";", ARRAY.astype(float)).replace(".", ","),
    "True": table(",", ARRAY.astype(bool)),
    "TRUE": table("\t", ARRAY.astype(bool)).upper(),
    "names and blanks": table(" ", ROWS, NAMES),
    "names and semicolons": table(";", ROWS, NAMES),
    "names and nothing between": " ".join(NAMES) + "\n" + table("", ROWS),
    "sizes": "6 7\n" + table(" ", ROWS),
    "a width": "7\n" + table(" ", ROWS),
    "a width before digits": "7\n" + table("", ROWS),
    "to_csv": FRAME.to_csv(),
    "to_csv of numbers": FRAME.reset_index(drop=True).to_csv(),
    "to_csv, its index named": FRAME.rename_axis("option").to_csv(),
    "to_csv below a title": "The week 7\n\n" + FRAME.to_csv(),
    "to_csv below a title of a spreadsheet": "Week 7,,,,,,,\n,,,,,,,\n" + FRAME.to_csv(),
    "rows below a title": "All of week 7\n" + table(";", ROWS),
    "marks below a title": "Week\n" + FRAME.replace({1: "x", 0: ""}).to_csv(),
    "to_csv without names": FRAME.to_csv(header=False),
    "to_csv of numbers without names": FRAME.reset_index(drop=True).to_csv(header=False),
    "to_csv from 1": FRAME.set_axis(range(1, 7)).to_csv(),
    "to_csv of bool": FRAME.astype(bool).to_csv(sep=";"),
    "to_csv of float": FRAME.astype(float).to_csv(sep="\t"),
    "to_csv without index": FRAME.to_csv(index=False),
    "write.table of R": table(" ", [[f'"{k}"', *row] for k, row in enumerate(ROWS)], [f'"{one}"' for one in NAMES]),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.filterwarnings("ignore:FILE. the first column counts")
def test_one_matrix_in_many_forms(form):
    problem = matrix.read(FORMS[form], "FILE")
    assert problem.digest == DIGEST
    is_named = "g" in FORMS[form]
    assert [str(name).strip('"') for name in problem.item_names] == NAMES * is_named
    if "r0" in FORMS[form]:
        assert [*problem.option_names] == [*FRAME.index]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("mark", [*",;\t |:/", ""])
def test_any_matrix_is_the_same_in_every_form(seed, mark):
    draw = random.Random(seed)
    rows = [[draw.randint(0, 1) for _ in range(4)] for _ in range(draw.randint(1, 6))]
    rows = [row if any(row) else [1, 0, 0, 1] for row in rows]
    if not mark and len(rows) == 1:
        return
    assert matrix.read(table(mark, rows), "FILE").digest == ExactCover.from_matrix(np.array(rows)).digest


def said(text):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        problem = matrix.read(text, "FILE")
    return problem, [str(one.message) for one in caught]


@pytest.mark.parametrize("text", ["1;\n1;\n", "a;\n1.0;\nTrue;\n", "1\n1\n"])
def test_one_item_is_read_with_a_sign_behind_it_and_without(text):
    problem = matrix.read(text, "FILE")
    assert (problem.n_items, problem.n_options) == (1, 2)


def test_names_without_a_line_below_are_said():
    _, told = said('rows = ["0110", "1001"]\n')
    assert told == ["FILE:1: the names of items have no line of 0 and 1 below"]


@pytest.mark.parametrize("text", [";\n\n5A = 2", '"\t'])
def test_a_line_without_an_entry_is_no_internal_error(text):
    with pytest.raises(InvalidProblem):
        matrix.read(text, "FILE")


def test_lines_of_zeros_are_left_out_and_named():
    problem, told = said("0,1,1,0\n1,0,0,1\n\n0,0,0,0\n0,1,0,0\n0,0,0,0\n")
    assert (problem.n_options, told) == (
        3,
        ["FILE: lines 4, 6 are left out: an option has an item, and a line of zeros none"],
    )
    _, told = said("0,0\n" * 8)
    assert told == ["FILE: lines 1, 2, 3, 4, 5, ... are left out: an option has an item, and a line of zeros none"]
    assert said("1 1\n0 0\n")[1] == ["FILE: line 2 is left out: an option has an item, and a line of zeros none"]


def test_lines_without_a_primary_item_are_left_out_and_named():
    problem, told = said("a,b,|c\n1,1,1\n0,0,1\n0,0,0\n")
    assert (problem.n_options, problem.n_primary) == (1, 2)
    assert told == ["FILE: lines 3, 4 are left out: an option has a primary item, and such a line none"]


def test_names_that_are_signs_are_no_frame():
    problem = matrix.read("- |+\n1 0\n1 1\n", "FILE")
    assert (problem.item_names, problem.n_primary) == (("-", "+"), 1)


def test_a_name_that_looks_like_a_frame_is_not_written():
    frame = ExactCover.from_matrix(np.array([[1]]), 1, ("---",))
    with pytest.raises(InvalidProblem, match="item name '---' cannot be written: it looks like a line of a frame"):
        matrix.write(frame)


def test_a_name_in_quotes_may_have_blanks():
    assert [*matrix.read('"a x" "b x"\n"r 1" 1 1\n', "FILE").item_names] == ["a x", "b x"]


@pytest.mark.parametrize(
    ("text", "items", "says"),
    [
        ("1,2,3\n1,0,1\n", ["1", "2", "3"], "FILE:1: the first line is read as names of items, which are numbers"),
        ("10,20\n1,0\n", ["10", "20"], "FILE:1: the first line is read as names of items, which are numbers"),
        ("0,1\n1,0\n", [], "FILE:1: the first line is read as an option, not as names of items"),
        ("1,1,0\n2,0,1\n", [], "FILE: the first column counts the lines, and is read as names of options"),
        ("id,a,b\n0,1,0\n1,0,1\n", [*"ab"], "FILE:1: the first column is named id, and is read as names of options"),
        ("Row a\n1 1\n", ["a"], "FILE:1: the first column is named Row, and is read as names of options"),
        ("id,a,b\n1,1,0\n2,0,1\n", [*"ab"], "FILE:1: the first column is named id, and is read as names of options"),
        ("a,id,b\n1,1,0\n1,0,1\n", ["a", "id", "b"], None),
        ("a,2\n1,0\n", ["a", "2"], None),
        ("[1],(a)\n1,0\n", ["[1]", "(a)"], None),
        ("1,0,1\n1,0,0\n", [], None),
    ],
)
def test_a_first_line_or_column_with_two_readings_is_said(text, items, says):
    problem, told = said(text)
    assert ([*problem.item_names], told) == (items, [says] if says else [])


MARKS = [
    *(("x", zero) for zero in ("", ".", "-", "0")),
    ("yes", "no"),
    ("TRUE", "FALSE"),
    ("✓", ""),
    ("✓", "✗"),
    ("1", ""),
]
MARKS += [("Ja", "Nein"), ("T", "F"), ("y", "n"), ("1.0", ""), ("•", "·"), ("WAHR", "FALSCH"), ("*", "")]


@pytest.mark.parametrize("marks", MARKS)
@pytest.mark.parametrize("mark", [*",;\t", " "])
@pytest.mark.parametrize("first", ["names", "index", "counted", ""])
@pytest.mark.filterwarnings("ignore:FILE. (the first column counts|the first line is read)")
def test_two_marks_are_read_as_one_and_zero(marks, mark, first):
    rows = [[marks[not one] for one in row] for row in ROWS]
    head = ["", *NAMES] if first in ("index", "counted") else NAMES * (first == "names")
    if mark == " " and ("" in marks or "" in head):
        return
    if head[:1] == [""]:
        rows = [[f"r{k}" if first == "index" else str(k), *row] for k, row in enumerate(rows)]
    problem = matrix.read(table(mark, rows, head), "FILE")
    assert (problem.digest, [*problem.item_names]) == (DIGEST, NAMES * bool(first))
    assert [*problem.option_names] == [row[0] for row in rows] * (head[:1] == [""])


def test_capital_and_small_marks_are_one_mark_and_lines_without_one_are_named():
    problem, told = said("a,b,|c\nX,,x\n,x,\n,,X\n")
    assert problem.digest == matrix.read("a,b,|c\n1,0,1\n0,1,0\n", "FILE").digest
    assert told == ["FILE: line 4 is left out: an option has a primary item, and such a line none"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        *(
            (text, "FILE:2: '")
            for text in ("a,b\nx,o\no,x\n", "a,b\n✗,\n,✗\n", "a,b\nx,.,x\n.,x,.\n", "who,x\nr,x\ns,\n")
        ),
        *((text, "FILE:2: '' is neither 0 nor 1; write") for text in ("a,b,c\nx,,y\n,x,\n", "a,b,c\n1,0,\n0,,1\n")),
        ("a,b,c\nx,0,1\n0,x,1\n", "FILE:3: 'x' is neither 0 nor 1"),
        ("x,\nx,\n,x\n", "FILE:1: "),
        *((f"{mark};;\nno;no;{mark}\n{mark};no;no\n", "FILE:1: ") for mark in ("x", "Yes")),
        (" a\ns0 X\n", "FILE:1: "),
        ("a b c\n1|0|1\n", "FILE:2: 3 entries, but 1 in the first line"),
        ("nurse,need\nAnn,bed\nBob,\n", "FILE:2: 'bed' is neither 0 nor 1; a long table is read by solve"),
    ],
)
def test_marks_with_two_readings_are_refused_with_the_line(text, says):
    with pytest.raises(InvalidProblem) as caught:
        matrix.read(text, "FILE")
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "name,a,b,cost\nr,1,0,2.5\ns,0,1,3\nt,0,0,9\nu,1,1,7\n",
        "Preis;a;b\n2,5;1;0\n3,00;0;1\n7,0;1;1\n",
        "a b weights\nr 1 0 2.5\ns 0 1 3\nt 1 1 7\n",
        ",a,COSTS,b\nr,x,$2.50,\ns,,$3,x\nt,x,$7,x\n",
        "| a | b | cost |\n|---|---|---|\n| 1 | 0 | 5/2 |\n| 0 | 1 | 3 |\n| 1 | 1 | 7 |\n",
        "a,b,cost\n1,1,0,2.5\n2,0,1,3\n3,1,1,7\n",
        "a,b,cost\n[1,0,2.5],[0,1,3]\n[1,1,7]\n",
    ],
)
def test_a_column_may_have_costs(text):
    problem, _ = said(text)
    assert (problem.cost.tolist(), problem.cost_scale) == ([5, 6, 14], 2)
    assert (problem.item_names, problem.item.tolist()) == (("a", "b"), [0, 1, 0, 1])


def test_costs_of_0_and_1_are_said_and_other_numbers_are_refused():
    assert said("a,cost\n1,1\n1,0\n")[1] == ["FILE: a column of 0 and 1 is read as costs, as its name says"]
    for text, says in (
        ("a,cost\n1,much\n", "FILE:2: the cost: 'much'"),
        ("a,cost\n1,1.700\n1,\n", "FILE:3: the cost: "),
        ("a,cost\n1,1\n1\n", "FILE:3: a row and its cost is a line of 2 entries"),
        *((f"{head}\n0;1;1\n", "FILE:1: beside a column of costs items have") for head in ("cost;1", "b;cost;1")),
        ("a;b\n1;2,5\n", "FILE:2: '2,5' is neither 0 nor 1; costs stand in a column that the first line names cost"),
        ("1,0,1\n1,0,7\n", "FILE:2: '7' is neither 0 nor 1; costs stand in a column that the first line names cost"),
        ("a,b\n1,0,1\n0,0,1\n", "FILE:1: a name is missing: 2 names above 3 columns"),
    ):
        with pytest.raises(InvalidProblem) as caught:
            matrix.read(text, "FILE")
        assert str(caught.value).startswith(says)
    with pytest.raises(InvalidProblem, match="item name 'Price' cannot be written"):
        matrix.write(ExactCover.from_options([["Price"]], ["Price"]))


def test_a_txt_with_a_line_of_names_is_a_matrix():
    texts = (FORMS[form] for form in ("names and blanks", "to_csv", "names and semicolons", "write.table of R"))
    assert {of_text("txt", text) for text in texts} == {"csv"}
    assert of_text("txt", FORMS["a table of Markdown"]) != "dlx" == of_text("txt", "| of us\r\n0 1 2\r\n0 1\r\n")
    assert of_text("txt", "a b cost\n1 0 5\n0 1 7\n") == "csv"
    forms = ("sizes", "semicolons", "bars", "a list of lists", "Matlab", "Matlab, assigned", "Python", "a list a line")
    assert {of_text("txt", FORMS[form]) for form in forms} == {"csv"}
    assert (
        of_text("txt", "1 0 1 2\n0 1 0 3\n0 0 1 4\n1 1 0 1\n") == "csv"
    )  # and costs, for no row of a sudoku has 1 twice
    assert of_text("txt", "1 2\n1 1\n1 1\n") == "rows"
    assert of_text("txt", "9 9\n7 1 1\n") == "rows" != of_text("txt", "3 9\n7 1 1\n") == "spp"
    assert {of_text("txt", text) for text in ("; pieces: free\n...\n\n##\n#.\n", "a b\na b\n", "a 1\n10 01\n")} == {
        "txt"
    }


@pytest.mark.parametrize("names", [["id", "a"], ["Nr.", "b"], ["#", "0"], ["id"]])
def test_a_first_item_named_as_a_column_of_options_is_written_by_another_name(names):
    problem = ExactCover.from_options([[names[0]], [names[-1]]][: len(names)], names)
    assert matrix.read(matrix.write(problem), "FILE").digest == problem.digest


@pytest.mark.parametrize("ending", ["csv", "tsv", "tsv.gz"])
def test_a_matrix_is_read_from_files_of_these_endings(tmp_path, ending):
    opened = gzip.open if ending.endswith("gz") else open
    with opened(tmp_path / f"a.{ending}", "wt") as file:
        file.write(FORMS["tabs"])
    assert danceoff.problem(tmp_path / f"a.{ending}").digest == DIGEST
