"""0/1 matrices: each text that is read has one reading, and each other text is refused with the right form."""

import gzip
import io
import re
import warnings

import night
import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import danceoff
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.formats import matrix

ROWS = [[0, 0, 1, 0, 1, 1, 0], [1, 0, 0, 1, 0, 0, 1], [0, 1, 1, 0, 0, 1, 0]]
ROWS += [[1, 0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 0, 1]]
ARRAY = np.array(ROWS)
FRAME = pd.DataFrame(ARRAY, columns=[*"abcdefg"], index=[f"r{k}" for k in range(6)])
DIGEST = ExactCover.from_matrix(ARRAY).digest


def saved(array, **how):
    text = io.StringIO()
    np.savetxt(text, array, **how)
    return text.getvalue()


def said(text):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        problem = matrix.read(text, "FILE")
    return problem, [str(one.message) for one in caught]


@pytest.mark.parametrize(
    ("text", "items", "options"),
    [
        (saved(ARRAY, fmt="%d"), "", ""),
        (saved(ARRAY, fmt="%d", delimiter=","), "", ""),
        (saved(ARRAY, fmt="%d", delimiter="\t", header="a matrix, of ours"), "", ""),
        (saved(ARRAY, fmt="%d", header="a b c d e f g", comments="").replace("\n", "\r\n\n"), "abcdefg", ""),
        (FRAME.to_csv(index=False), "abcdefg", ""),
        (FRAME.to_csv(), "abcdefg", FRAME.index),
        (FRAME.reset_index(drop=True).to_csv(sep="\t"), "abcdefg", "012345"),
        (FRAME.set_axis([*"#-0x1 "[:5], "a,b"]).to_csv(), "abcdefg", [*"#-0x1", "a,b"]),
    ],
)
def test_one_matrix_as_programs_write_it(text, items, options):
    problem, told = said(text)
    assert (problem.digest, told) == (DIGEST, [])
    assert ([*problem.item_names], [*problem.option_names]) == ([*items], [*options])


@pytest.mark.parametrize(
    "text",
    [
        "x,,,\n,x,,\n,,x,\nx,x,,\n",  # where the last item has no mark
        "i0 i1 i2\n# . .\n. . #\n# # .\n. # .\n",  # where # is a mark
        "A = [[1, 0], [0, 1]]\nB = [[1, 0], [0, 1]]\n",
        "[0, 0], []\n",
        "0,1\n1,0\n",  # an option, or names as pandas writes them
        saved(ARRAY),
        saved(np.eye(2), fmt="%.1f"),
        FRAME.to_csv(sep=";"),
        FRAME.rename_axis("nurse").to_csv(),
        FRAME.astype(bool).to_csv(),
        FRAME.replace({1: "x", 0: ""}).to_csv(),
        "sep=,\n" + FRAME.to_csv(),
        "6 7\n" + saved(ARRAY, fmt="%d"),
        "0110\n1001\n",
        "| a | b |\n|---|---|\n| 1 | 0 |\n",
        "1,1,0,\n1,0,1,\n",
        "# no more\n",
        "a,a\n1,0\n",
        "a,,b\n1,0,1\n",
        "cost,cost,a\n1,0,1\n",
        "a,b\n1,x\n",
    ],
)
def test_what_has_two_readings_or_another_form_is_refused_with_the_right_form(text):
    with pytest.raises(InvalidProblem, match=r"^FILE(:\d+)?: .*; write 1,0,1 for an option, below a,b,c") as caught:
        matrix.read(text, "FILE")
    assert "\n" not in str(caught.value)


NAMES = st.sampled_from(["a", "|b", "b", "cost", "option", "", "0", "1", "2", "1.0", "x", "#", "[1", "1;"])
ENTRIES = st.sampled_from(["0", "1"] * 20 + ["", "#", "2", "x"])


def drawn(width):
    below = st.lists(ENTRIES, min_size=width, max_size=width) | st.lists(ENTRIES, min_size=1, max_size=4)
    return st.builds(
        lambda head, rows: [head, *rows], st.lists(NAMES, min_size=width, max_size=width), st.lists(below, max_size=3)
    )


TEXTS = st.integers(1, 4).flatmap(drawn)


@night.drawn(200)
@given(TEXTS, st.sampled_from([*",\t ;|", ", ", "  "]), st.sampled_from(["\n", "\r\n", "\n\n"]))
@example([["", "0", "1"], ["0", "1", "1"], ["1", "0", "1"]], ",", "\n")
@example([["a", "|b", "cost"], ["1", "0", "2"], ["1", "1", "1"]], ",", "\n")
@example([["option", "1"], ["#", "1"]], "\t", "\n")
def test_whatever_is_read_is_what_its_lines_say(rows, sign, end):
    """The grammar once more, as patterns of lines: a text that has another form is not read."""
    text = end.join(sign.join(row) for row in rows)
    try:
        problem, _ = said(text)
    except InvalidProblem:
        return
    lines = [line for line in text.splitlines() if line.strip()]
    lines = lines[next(k for k, line in enumerate(lines) if not line.startswith("#")) :]
    (part,) = [one for one in (",", "\t", " +") if re.search(one, lines[0])][:1] or [" +"]
    head, *below = [[one.strip() for one in re.split(part, line.strip(" "))] for line in lines]
    if {*head} <= {"0", "1"}:
        head, below = [str(k) for k in range(len(head))], [head, *below]
    assert {len(row) for row in below} == {len(head)}
    is_item = [name != "cost" and (k > 0 or name not in ("", "option")) for k, name in enumerate(head)]
    names = [name for name, is_one in zip(head, is_item, strict=True) if is_one]
    entries = [[one for one, is_one in zip(row, is_item, strict=True) if is_one] for row in below]
    assert {*"".join(map("".join, entries))} <= {"0", "1"}
    assert len({*names}) == len(names) == problem.n_items > 0
    assert all("1" in row for row in entries)
    covered = [{name for name, one in zip(names, row, strict=True) if one == "1"} for row in entries]
    primary = {name for name in names if not name.startswith("|")}
    free = {name for row in covered if row.isdisjoint(primary) for name in row}
    assert problem.n_primary == len(primary | free)
    found = [{str(problem.item_name(item)) for item in problem.items_of(k)} for k in range(problem.n_options)]
    assert found == [{name.removeprefix("|") for name in row} for row in covered]


def test_an_option_of_secondary_items_may_be_chosen_and_one_without_a_1_is_refused():
    text = "a,b,|c\n1,1,1\n1,1,0\n0,0,1\n"
    assert danceoff.count(matrix.read(text, "FILE"), solver="dlx") == 3
    with pytest.raises(InvalidProblem, match=r"^FILE:5: an option has a 1, and this line has none; leave it out$"):
        matrix.read(f"{text}0,0,0\n", "FILE")


def test_a_column_may_have_costs():
    for text in ("option,a,cost,b\nr,1,2.5,0\ns,0,3,1\nu,1,7,1\n", "cost a b\n5/2 1 0\n3 0 1\n7 1 1\n"):
        problem, _ = said(text)
        assert (problem.cost.tolist(), problem.cost_scale) == ([5, 6, 14], 2)
        assert (problem.item_names, problem.item.tolist()) == (("a", "b"), [0, 1, 0, 1])
    for text, says in (
        ("a,cost\n1,much\n", "FILE:2: the cost: 'much' is not a number such as 12, -0.5 or 25/2"),
        ("a,cost\n1,4611686018427387904\n", "FILE: the costs add up to 2^62 or more"),
        ("a,price\n1,7\n", "FILE:2: '7' is neither 0 nor 1"),
        ("|a,b\n1,0\n", "FILE:1: secondary items, those with |, come last, as in a,b,|c"),
    ):
        with pytest.raises(InvalidProblem) as caught:
            matrix.read(text, "FILE")
        assert str(caught.value).startswith(says)


@pytest.mark.parametrize("name", ["cost", "option", "", "#1", "|a", "a  b", "a\nb", "a b"])
def test_a_name_that_would_be_read_otherwise_is_not_written(name):
    with pytest.raises(InvalidProblem, match="the names of the items cannot be written: "):
        matrix.write(ExactCover.from_options([[name]], [name]))


@pytest.mark.parametrize("ending", ["csv", "tsv", "tsv.gz"])
def test_a_matrix_is_read_from_files_of_these_endings(tmp_path, ending):
    opened = gzip.open if ending.endswith("gz") else open
    with opened(tmp_path / f"a.{ending}", "wt") as file:
        file.write(saved(ARRAY, fmt="%d", delimiter="\t"))
    assert danceoff.problem(tmp_path / f"a.{ending}").digest == DIGEST
