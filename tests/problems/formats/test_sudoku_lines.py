"""Sudokus as people write them: blanks, bars, commas, numbers, titles, ratings, and symbols that begin with 0 or A."""

import random
import warnings
from pathlib import Path

import pytest

from danceoff.problems import InvalidProblem
from danceoff.problems.formats import sdk, sdk_list
from danceoff.problems.grids import sudoku
from danceoff.problems.sources import read

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
DIGEST = sudoku.puzzle(LINE)[0].digest
BANDS = [[" ".join(row[k : k + 3]) for k in (0, 3, 6)] for row in ROWS]


def boxed(bar: str, rules: tuple[str, str, str]) -> str:
    """The board with bars around its boxes."""
    lines = [f"{bar} {f' {bar} '.join(parts)} {bar}" for parts in BANDS]
    bands = f"\n{rules[1]}\n".join("\n".join(lines[k : k + 3]) for k in (0, 3, 6))
    return "\n".join([rules[0], bands, rules[2]])


ASCII = ("+-------+-------+-------+",) * 3
DRAWN = ("┌───────┬───────┬───────┐", "├───────┼───────┼───────┤", "└───────┴───────┴───────┘")
THICK = ("╔═══════╦═══════╦═══════╗", "╠═══════╬═══════╬═══════╣", "╚═══════╩═══════╩═══════╝")
FORMS = {
    "a line": f"{LINE}\n\n",
    "a line of zeros": LINE.replace(".", "0"),
    "under a comment": "# a comment\n" + "\n".join(ROWS),
    "blanks": "\n".join(" ".join(row) for row in ROWS),
    "zeros and blanks": "\n".join(" ".join(row) for row in ROWS).replace(".", "0"),
    "tabs": "\n".join("\t".join(row) for row in ROWS),
    "nothing between tabs": "\n".join("\t".join(row).replace(".", "") for row in ROWS),
    "tabs around boxes": "\n".join("\t" + "\t".join(row[k : k + 3] for k in (0, 3, 6)) for row in ROWS),
    "in the first of nine columns": "\n".join(row + "\t" * 8 for row in ROWS),
    "middle dots": LINE.replace(".", "·"),
    "norvig": "\n------+-------+------\n".join("\n".join(map(" | ".join, BANDS[k : k + 3])) for k in (0, 3, 6)),
    "bars": "\n---+---+---\n".join(
        "\n".join(f"{r[:3]}|{r[3:6]} | {r[6:]}" for r in ROWS[k : k + 3]) for k in (0, 3, 6)
    ),
    "boxed": boxed("|", ASCII),
    "drawn": boxed("│", DRAWN),
    "stars at corners": boxed("|", ("*-----------*", "|---+---+---|", "*-----------*")).replace(" ", ""),
    "thick": boxed("║", THICK),
    "commas": "\n".join(",".join(row) for row in ROWS),
    "nothing between commas": "\n".join(",".join(row).replace(".", "") for row in ROWS),
    "semicolons": "\n".join(";".join(row).replace(".", "0") for row in ROWS),
    "lists": "[" + ",\n ".join(f"[{', '.join(row)}]" for row in ROWS).replace(".", "0") + "]",
    "lists in a line": "[[" + "], [".join(map(", ".join, ROWS)).replace(".", "0") + "]]",
    "arrays in a line": "[[" + "] [".join(map(" ".join, ROWS)).replace(".", "0") + "]]",
    "braces in a line": "{{" + "},{".join(map(",".join, ROWS)).replace(".", "0") + "}};",
    "cells": "\n".join("| " + " | ".join(row).replace(".", " ") + " |" for row in ROWS),
    "dashes": LINE.replace(".", "-"),
    "rows of dashes": "\n".join(ROWS).replace(".", "-"),
    "stars": "\n".join(ROWS).replace(".", "*"),
    "underscores": LINE.replace(".", "_"),
    "question marks": "\n".join(" ".join(row) for row in ROWS).replace(".", "?"),
    **{f"a line of {mark}": LINE.replace(".", mark) for mark in "xXoO•⋅⬜–"},
    **{f"rows of {mark}": "\n".join(ROWS).replace(".", mark) for mark in "xXoO☐—"},
    "x apart": "\n".join(" ".join(row) for row in ROWS).replace(".", "x"),
    "x between commas": "\n".join(",".join(row) for row in ROWS).replace(".", "X"),
    "* rows of blanks": "\n".join(ROWS).replace(".", " "),
    "* rows of blanks, cut off": "\n".join(row.replace(".", " ").rstrip() for row in ROWS),
    "* rows of hard blanks": "\n".join(ROWS).replace(".", "\u00a0"),
    "* blanks apart": "\n".join(" ".join(row).replace(".", " ").rstrip() for row in ROWS),
    "a line of blanks": LINE.replace(".", " "),
    "to_csv": ",0,1,2,3,4,5,6,7,8\n" + "\n".join(f"{k}," + ",".join(ROWS[k]).replace(".", "") for k in range(9)),
    "from 1": ";1;2;3;4;5;6;7;8;9\n" + "\n".join(f"{k};" + ";".join(row) for k, row in enumerate(ROWS, 1)),
    "groups": "\n".join(" ".join(row[k : k + 3] for k in (0, 3, 6)) for row in ROWS),
    "rows in a line": " ".join(ROWS),
    "a rating": f"{LINE} 11.9",
    "a rating after a tab": f"{LINE}\tSE=1.2",
    "a comment": f"{LINE} # easy",
    "a solution": f"{LINE},{SOLVED}",
    "a line of a table": f"1,{LINE},{SOLVED},30,0.0",
    "under a title": "Grid 01\n" + "\n".join(ROWS),
    "under a section": "[Puzzle]\n" + "\n".join(ROWS),
    "in a table": f"puzzle,solution\n{LINE.replace('.', '0')},{SOLVED}",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_one_sudoku_in_many_forms(form: str, ending: str) -> None:
    problem, grid = sdk.read(FORMS[form].replace("\n", ending) + ending, "FILE")
    assert (problem.digest, grid.box) == (DIGEST, (3, 3))
    assert not sdk_list.is_list(FORMS[form])


@pytest.mark.parametrize("form", [form for form in FORMS if FORMS[form].count("\n") > 7 and form[0] != "*"])
def test_rules_go_before_and_after_a_board_in_any_form(form: str) -> None:
    texts = [f"Diagonals\n{FORMS[form]}", f"{FORMS[form]}\ndiagonals"]
    plain = "diagonals\n" + "\n".join(ROWS)
    assert {sdk.read(text, "FILE")[0].digest for text in texts} == {sdk.read(plain, "FILE")[0].digest}


def test_the_boards_of_a_list_may_stand_in_one_line() -> None:
    board = FORMS["lists in a line"]
    text = f"[{board}, {board}]"
    assert sdk_list.is_list(text)
    assert len(sdk_list.read(text, "FILE").givens) == 2
    with pytest.raises(InvalidProblem, match="FILE:1: row 2 has 8 squares, the others 9"):
        sdk.read(board.replace("[6, ", "["), "FILE")


def test_a_first_row_and_column_without_givens_are_no_numbers() -> None:
    assert sdk.read(",,,\n,1,,\n,,2,\n,,,\n", "FILE")[0].digest == sudoku.puzzle(".....1....2.....")[0].digest


def test_a_row_without_givens_may_be_dashes() -> None:
    rows = ["-" * 9, *ROWS[1:]]
    problem, _ = sdk.read("\n".join(rows).replace(".", "-"), "FILE")
    assert problem.digest == sudoku.puzzle("." * 9 + LINE[9:])[0].digest


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("\n".join(f"Grid {k:02}\n" + "\n".join(ROWS) for k in range(3)), 3),
        ("\n\n".join(["\n".join(ROWS)] * 2), 2),
        ("\n".join(f"{LINE} {k}.5" for k in range(4)), 4),
        ("quizzes,solutions\n" + f"{LINE.replace('.', '0')},{SOLVED}\n" * 3, 3),
        ("\n".join(["\n".join(" ".join(row) for row in ROWS)] * 2), 2),
        (f"{LINE}\n" * 300, 300),
        (f"{LINE},easy,0.5\n" * 3, 3),
        ("\n".join(f"[{title}]\n" + "\n".join(ROWS) for title in ("Puzzle", "State")), 2),
        (f"# comment\n{LINE.replace('.', '-')}\n{LINE}\n", 2),
        (f"{LINE.replace('.', 'x')}\n" * 3, 3),
        ("\n\n".join(["\n".join(ROWS).replace(".", "O")] * 2), 2),
    ],
)
def test_lists_in_many_forms(text: str, n: int) -> None:
    assert sdk_list.is_list(text)
    puzzles = sdk_list.read(text, "FILE")
    assert len(puzzles.givens) == n
    assert {*puzzles.givens} == {tuple(sudoku.givens_of(LINE, sudoku.SYMBOLS[:9]))}
    with pytest.raises(InvalidProblem, match="a board has as many rows as columns; only danceoff solve takes"):
        sdk.read(text, "FILE")


def test_rules_hold_for_all_sudokus_of_a_list() -> None:
    puzzles = sdk_list.read(f"diagonals\nanti-knight\n{LINE}\n{LINE}\n", "FILE")
    assert (
        puzzles.problem.given([*puzzles.givens][1]).digest == sdk.read(f"diagonals\nanti-knight\n{LINE}", "F")[0].digest
    )


def full(side: int, seed: int) -> list[int]:
    """The values of a solved board with square boxes, shuffled."""
    draw = random.Random(seed)
    n = round(side**0.5)
    values = draw.sample(range(side), side)
    return [values[(n * (r % n) + r // n + c) % side] for r in range(side) for c in range(side)]


NOTATIONS = {
    "1-G": lambda v: sudoku.SYMBOLS[v],
    "small letters": lambda v: sudoku.SYMBOLS[v].lower(),
    "0-F": lambda v: f"{v:X}",
    "0-f": lambda v: f"{v:x}",
    "A-P": lambda v: "ABCDEFGHIJKLMNOP"[v],
    "numbers": lambda v: f"{v + 1} ",
    "numbers from 0": lambda v: f"{v} ",
}


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("seed", range(3))
def test_a_board_of_sixteen_is_the_same_in_every_notation(notation: str, seed: int) -> None:
    draw, values = random.Random(seed), full(16, seed)
    given = [draw.random() < 0.6 for _ in values]
    write = NOTATIONS[notation]
    apart = " " if notation.startswith("numbers") else ""
    marks = [write(value) if is_given else f".{apart}" for value, is_given in zip(values, given, strict=True)]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        problem, grid = sdk.read("\n".join("".join(marks[k : k + 16]) for k in range(0, 256, 16)), "FILE")
    plain = "".join(sudoku.SYMBOLS[v] if is_given else "." for v, is_given in zip(values, given, strict=True))
    assert problem.digest == sudoku.puzzle(plain)[0].digest
    from_zero = notation in ("0-F", "0-f", "numbers from 0")
    says = "FILE: 0 is read as a symbol, as . is an empty square: the symbols are 0 to F"
    assert [str(one.message) for one in caught] == [says] * from_zero
    drawn = grid.plain(problem, tuple(problem.taken.tolist())).upper()
    assert {*drawn} <= {*("0123456789ABCDEF.-|+\n" if from_zero else "123456789ABCDEFGHIJKLMNOP.-|+\n")}


def test_numbers_of_two_digits_stay_whole_beside_x() -> None:
    text = "12 7" + " x" * 10 + ("\n" + " ".join("x" * 12)) * 11
    assert sdk.read(text, "FILE")[0].digest == sudoku.puzzle("C7" + "." * 142)[0].digest


def test_zero_is_empty_where_it_cannot_be_a_symbol() -> None:
    for text in ("G" + "0" * 100 + "." * 155, "00" + "." * 254, "0." * 8 + "." * 240):
        with pytest.warns(UserWarning, match="FILE: 0 is read as an empty square, like ."):
            problem, _ = sdk.read(text, "FILE")
        assert len(problem.taken) == text.count("G")
    assert len(sudoku.puzzle("0" + "." * 255)[0].taken) == 1


def test_letters_alone_may_be_the_symbols() -> None:
    assert {sdk.read(f"{letter * 256}\n", "FILE")[1].symbols[0] for letter in "Oo"} == {"A"}
    assert sudoku.puzzle("X" * 625)[0].digest == sdk.read("X" * 625, "FILE")[0].digest
    board, grid = sdk.read("A...\n..B.\n.C..\n...D\n", "FILE")
    assert board.digest == sudoku.puzzle("1.....2..3.....4")[0].digest
    assert grid.symbols == "ABCD"
    puzzles = sdk_list.read("A.....B..C.....D\n" * 3, "FILE")
    assert puzzles.symbols == "ABCD"


@pytest.mark.parametrize(
    ("text", "n", "side", "says"),
    [
        (("1" + "." * 15 + "\n") * 16, 16, 4, "16 lines of 16 squares are read as 16 boards of 4x4"),
        (("." * 16 + "\n") * 16, 1, 16, "16 lines of 16 squares are read as a board of 16x16"),
        ("boxes 4x4\n" + ("1" + "." * 15 + "\n") * 16, 1, 16, None),
        ("boxes 2x2\n" + ("." * 16 + "\n") * 16, 16, 4, None),
        (("1" + "." * 15 + "\n") * 32, 32, 4, "32 lines of 16 squares are read as 32 boards of 4x4"),
        (("F" + "." * 15 + "\n") * 32, 2, 16, None),
        (("1" + "." * 35 + "\n") * 36, 36, 6, "36 lines of 36 squares are read as 36 boards of 6x6"),
        (("1" + "." * 15 + "\n") * 5, 5, 4, None),
    ],
)
def test_a_shape_with_two_readings_is_said(text: str, n: int, side: int, says: str | None) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        rules, found, _ = sdk.sheet(text, "FILE")
    assert (len(found), rules.side) == (n, side)
    assert [str(one.message).partition(";")[0] for one in caught] == ([f"FILE: {says}"] if says else [])


def test_bars_say_how_boxes_are(tmp_path: Path) -> None:
    for box, rows in (((3, 2), "..|..|..\n"), ((2, 3), "...|...\n"), ((2, 3), ". . . . . .\n")):
        assert sdk.read(rows * 6, "FILE")[1].box == box
    mine = read("sudoku/3x2")
    (tmp_path / "drawn.sdk").write_text(mine.picture(()))
    assert read(tmp_path / "drawn.sdk").problem.digest == mine.problem.digest


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{LINE}\n{LINE[1:]}", "FILE:2: 80 squares, but 81 in the first puzzle"),
        ("Grid 1\n" + "\n".join(ROWS[1:]), "FILE:2: 8 rows of 9 squares"),
        ("Grid 1\n" + "\n".join(ROWS[1:]) + "\nGrid 2\n" + "\n".join([*ROWS, ROWS[0]]), "FILE:2: 8 rows of 9"),
        ("thermo\n" + "\n".join(ROWS), "FILE:1: row 1 has 6 squares, the others 9"),
        ("anti-king\n" + LINE, "FILE:1: unknown rule 'anti-king'"),
        (("A" + "." * 15 + "\n") * 15, "FILE:1: 15 rows of 16 squares"),
        ("1 2 17 4\n" + ". . . .\n" * 3, "FILE:1: 'H' is wrong: a square is 1 to 4"),
        *((text, "FILE: the file has no sudoku") for text in ("# nothing\n\n", "[]\n", '""', "{\n}")),
        ("\n" + LINE[:-1], "FILE:2: 80 squares do not make a sudoku"),
        (LINE + "\n" + LINE, "FILE:1: 2 rows of 81 squares: a board has as many rows as columns"),
        ("." * 25, "FILE:1: a sudoku of side 5 has no boxes"),
        ("." * 64**2, "FILE:1: 4096 squares do not make a sudoku"),
        (LINE[:-1] + "x", "FILE:1: 'x' is wrong: a square is 1 to 9"),
        (LINE.replace("...", "xxo").replace(".", "x"), "FILE:1: 'x' is wrong: a square is 1 to 9"),
        (LINE.replace("...", "xx0").replace(".", "x"), "FILE:1: 'x' is wrong: a square is 1 to 9"),
        ("x" * 81, "FILE:1: 'x' is wrong: a square is 1 to 9"),
        ("\n".join(row.replace(".", " ").strip() for row in ROWS), "FILE:2: row 2 has 4 squares"),
        ("\n".join(ROWS[:8]).replace(".", " ").replace("5", " "), "FILE:"),
        ("\n".join(ROWS[:-1]) + "\n00501030!", "FILE:9: '!' is wrong"),
        ("\n".join([*ROWS[:7], ROWS[7] + "1", ROWS[8][1:]]), "FILE:8: row 8 has 10 squares, the others 9"),
        ("....\n....\n....\n...5", "FILE:4: '5' is wrong: a square is 1 to 4"),
    ],
)
def test_what_is_no_sudoku_is_refused(text: str, says: str) -> None:
    with pytest.raises(InvalidProblem) as caught:
        sdk.read(text, "FILE")
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


def test_a_drawing_in_toml_is_read_like_a_file(tmp_path: Path) -> None:
    for form in ("blanks", "norvig", "boxed", "drawn", "question marks"):
        (tmp_path / "a.toml").write_text(f"sudoku = '''\n{FORMS[form]}\n'''\n")
        assert read(tmp_path / "a.toml").problem.digest == DIGEST


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("marks", [".", "1", "G"])
def test_a_board_of_16_in_toml_is_one_board(tmp_path: Path, marks: str) -> None:
    rows = [f"{'.' * (4 * (k % 4) + k // 4)}{marks}".ljust(16, ".") for k in range(16)]
    (tmp_path / "a.toml").write_text("sudoku = '''\n" + "\n".join(rows) + "\n'''\ndiagonals = false\n")
    assert read(tmp_path / "a.toml").problem.n_items == 4 * 256 - 4 * (16 if marks != "." else 0)
