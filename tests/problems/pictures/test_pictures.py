"""Covers as text, each looked at once and written down; what galleries hold, and problems without a board."""

import json
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Covers, ExactCover
from danceoff.problems.board import NO_BOARD
from danceoff.problems.catalog import families, instance, names
from danceoff.problems.grids.lattice import Freedom, drawn, in_space
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Instance
from danceoff.problems.pictures.animation import film
from danceoff.problems.pictures.drawing import Drawing, document, dot, label, rectangle, sheet
from danceoff.problems.pictures.gallery import foot, head, line
from danceoff.problems.pictures.pair import Pair
from danceoff.problems.pictures.shades import sized
from danceoff.problems.sources import read
from danceoff.solvers import load


def pictures(case: Instance) -> list[str]:
    return [case.picture(cover) for cover in case.problem.lift(Covers.of(sorted(all_covers(case.problem))))]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("box/line", "", ["#b#bccbbacca#aa#"]),  # lettered in the order of the file
        ("tromino/4x4-5", "", ["aabb\na#cb\ndcce\nddee"]),  # of unlimited pieces, by their first cells
        ("a.txt", "......#.\n\n##\n#\n##\n##\n", ["aaccdd#b"]),  # and of equal ones
        ("lozenge/1", "", ["aac\nbbc", "acc\nabb"]),
        ("de-bruijn/2", "", ["0:0 1:0 2:1 3:1"]),
        ("graceful/path-2", "", ["0:0 1:1", "0:1 1:0"]),
        ("matching/4", "", ["0-1 | 2-3", "0-2 | 1-3", "0-3 | 1-2"]),
        ("corner-path/2x2", "", ["1 .\n2 3", "1 2\n. 3"]),
        ("queens/4", "", ["..Q.\nQ...\n...Q\n.Q..", ".Q..\n...Q\nQ...\n..Q."]),
        ("a.sdk", "123.\n..1.\n.1..\n4..1\n", ["12|34\n34|12\n--+--\n21|43\n43|21"]),
        ("a.dlx", "a b c\nc\nb a\n", ["c\na b"]),  # without a board
    ],
)
def test_covers_are_written_as_text(name: str, text: str, expected: list[str], tmp_path: Path) -> None:
    if text:
        (tmp_path / name).write_text(text)
        name = str(tmp_path / name)
    assert sorted(pictures(read(name))) == expected


def test_a_picture_does_not_depend_on_the_order_of_the_options() -> None:
    case = instance("tromino/4x4-5")
    (cover,) = all_covers(case.problem)
    assert case.picture(cover[::-1]) == case.picture(cover)


def test_space_is_shown_in_layers() -> None:
    region = np.array([[[True, True], [True, False]], [[True, True], [True, False]]])
    packing = pack(
        region, [Piece("V", in_space(drawn(["##", "#."]))), Piece("W", in_space(drawn(["##", "#."])), Freedom.FIXED)]
    )
    assert "VV\nV#\n\nWW\nW#" in pictures(Instance("mine", "mine", packing.problem, None, packing))


def test_sides_of_tiles_are_lettered_in_the_middle() -> None:
    case = instance("edge-matching/1x3-2-1")
    assert sorted(pictures(case)) == [f"+ a + a + a +\na   {two}   a\n+ a + a + a +" for two in ("b   c", "c   b")]
    assert case.picture(()) == "+ . + . + . +\n.   .   .   .\n+ . + . + . +"


def first_cover(case: Instance) -> tuple[int, ...]:
    (lifted,) = case.problem.lift(Covers.of([next(iter(load("dlx").prepare(case.problem).covers()))]))
    return lifted


def beginning(case: Instance) -> tuple[int, ...]:
    """Options taken greedily: a cover, or most of one, without a search."""
    taken: list[int] = []
    covered: set[int] = set()
    for option in range(case.problem.n_options):
        items = set(case.problem.items_of(option))
        if not items & covered:
            covered |= items
            taken.append(int(case.problem.origin[option]))
    return (*case.problem.taken.tolist(), *taken)


def test_every_family_has_a_board_and_pictures_of_it_whose_text_is_the_same_in_colour() -> None:
    for family in families():
        case = instance(next(name for name in names() if name.split("/")[0] == family))
        assert case.board.is_drawn, family
        cover = beginning(case)
        assert case.picture(cover)
        assert ElementTree.fromstring(case.svg(cover, family)).tag.endswith("svg")
        for columns in (7, 40, 200):
            assert "\x1b" not in case.boxed(cover, columns, coloured=False)
        coloured = case.boxed(cover, 80, coloured=True)
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == case.boxed(cover, 80, coloured=False), family


def test_borders_separate_the_pieces() -> None:
    case = instance("tromino/4x4-5")
    assert case.boxed(first_cover(case), 80, coloured=False).split("\n") == [
        "┌───────┬───────┐",
        "│ a   a │ b   b │",
        "│   ┌───┼───┐   │",
        "│ a │   │ c │ b │",
        "├───┼───┘   ├───┤",
        "│ d │ c   c │ e │",
        "│   └───┬───┘   │",
        "│ d   d │ e   e │",
        "└───────┴───────┘",
    ]


@pytest.mark.parametrize(("columns", "n_rows"), [(43, 1), (42, 1), (25, 1), (28, 1), (24, 3), (13, 3), (7, 3), (6, 0)])
def test_layers_are_side_by_side_if_there_is_room(columns: int, n_rows: int) -> None:
    case = instance("soma")
    text = case.boxed(first_cover(case), columns, coloured=False)
    assert max(map(len, text.split("\n"))) <= columns
    assert sum(line.startswith("┌") for line in text.split("\n")) == n_rows
    if not n_rows:
        assert text == case.picture(first_cover(case))


def test_givens_of_a_sudoku_are_bold() -> None:
    case = instance("sudoku/1" + 8 * "." + "1" + 26 * ".")
    text = case.boxed(first_cover(case), 80, coloured=True)
    assert text.count("\x1b[1m 1 \x1b[0m") == 2
    assert text.count("\x1b") == 4
    assert len(ElementTree.fromstring(case.svg(first_cover(case), "")).findall(".//*[@class='given']")) == 2


def test_schedules_show_their_rounds() -> None:
    case = instance("round-robin/6")
    texts = pictures(case)
    assert len(set(texts)) == len(texts) == 6
    assert texts[0].split("\n")[0] == "round 1: 0-1 | 2-3 | 4-5"
    assert case.picture((0, 9)).split("\n")[:2] == ["round 1: 0-1 | 2-3", "round 2:"]
    kirkman = instance("kirkman/9")
    assert all(len(text.split("\n")) == 4 for text in pictures(kirkman))
    drawing = kirkman.svg(first_cover(kirkman), "")
    assert [drawing.count(f">round {k}</text>") for k in range(1, 6)] == [1, 1, 1, 1, 0]


def test_a_title_cannot_break_out_of_its_picture() -> None:
    root = ElementTree.fromstring(instance("queens/4").svg((1, 7, 8, 14), "<script>&\"'"))
    assert root[0].text == "<script>&\"'"
    assert root[1].text == ".Q..\n...Q\nQ...\n..Q."


@pytest.mark.parametrize("draw", ["cover", "heat", "search"])
def test_programs_without_variables_and_baselines_show_a_picture_as_browsers_do(draw: str) -> None:
    """Inkscape and librsvg pass over variables, and would paint these squares black, and set texts too high."""
    case = instance("sudoku/4x4")
    cover = first_cover(case)
    picture = {
        "cover": lambda: case.svg(cover, ""),
        "heat": lambda: case.heat_map([1] * case.problem.n_options, 4),
        "search": lambda: film(case.board.draw(case.problem, ()), [[label(5, 5, "a")]], ["b"], "", 1.0),
    }[draw]()
    style = picture.partition("<style>")[2].partition("</style>")[0]
    stated = re.findall(r"([\w-]+):(#\w+);\1:var\(--\w+\)", style)
    assert len(stated) == style.count("var(--") >= 20
    assert {"fill": "#eef1f4"}.items() <= dict(re.findall(r"\.empty{(\w+):(#\w+);", style)).items()
    assert picture.count("<text dy=") == picture.count("<text") > 0
    assert "baseline" not in style


@pytest.mark.parametrize("x", [10_003, 12_345.5, 1_000_013, 1_234_567.5])
def test_a_place_far_to_the_right_is_not_rounded(x):
    texts = [rectangle(x, 3), label(x, 3, "a"), dot("dot", x, 3, 1), sized(x, 3, "a", 5)]
    texts += [document(Drawing(x, 3, []), "", "", "")]
    texts += sheet([Drawing(x, 3, [])] * 2, 2).elements
    at = [float(number) for text in texts for number in re.findall(r"\d[\d.]*(?:e\+\d+)?", text)]
    assert at.count(x) == 6
    assert not any(x - 10 < one < x + 10 for one in at if one != x)


def test_squares_hold_the_numbers_of_their_symbols() -> None:
    case = instance("queens/4")
    (first,) = [option for option in range(case.problem.n_options) if case.board.square[option] == 6]
    shown = case.board.exhibit(case.problem, (first,), "", is_first=True)
    assert shown["cells"] == [0] * 6 + [1] + [0] * 9
    assert shown["board"]["symbols"] == [("♛", "big")]
    assert shown["board"]["colour"][:6] == [-1, 0, -1, 0, 0, -1]
    assert case.board.exhibit(case.problem, (first,), "", is_first=False) == {"cells": shown["cells"]}


def test_cells_of_a_packing_hold_the_numbers_of_their_pieces() -> None:
    region = np.array([[True, True, True], [False, True, True]])
    packing = pack(region, [Piece("I", drawn(["##"])), Piece("V", drawn(["##", "#"]))])
    cells, pairs = packing.cells_of, combinations(range(packing.problem.n_options), 2)
    (cover,) = [(a, b) for b, a in pairs if sorted(cells(a) + cells(b)) == [0, 1, 2, 3, 4] and cells(b) == [0, 1]]
    shown = packing.exhibit(packing.problem, cover, "", is_first=True)
    assert shown["cells"] == [1, 1, 2, 0, 2, 2]
    assert [(piece, mark) for piece, mark, _ in shown["copies"]] == [(0, "I"), (1, "V")]
    assert len({colour for *_, colour in shown["copies"]}) == 2
    assert shown["board"]["pieces"] == ["I", "V"]
    assert shown["board"]["area"] == [-1, -1, -1, -2, -1, -1]


def test_a_line_holds_one_cover_and_ends_no_script() -> None:
    evil = "</script>\n<!--"
    text = line({"svg": evil}, cost=evil)
    assert text.count("\n") == 1
    assert "<" not in text
    assert json.loads(text) == {"svg": evil, "cost": evil}
    assert "<b>" not in head("<b>") + foot("<b>")


def shown(problem: ExactCover, cover: tuple[int, ...]) -> tuple[list[str], list[str]]:
    """The texts of the picture and the classes of its squares, but for the grounds of rows."""
    root = ElementTree.fromstring(Instance("", "", problem).svg(cover, ""))
    texts = [e.text or "" for e in root.iter() if e.tag.endswith("text")]
    kinds = [e.get("class") or "" for e in root.iter() if e.tag.endswith("rect")]
    return texts, [kind for kind in kinds if kind != "empty"]


def chain(n_options: int, n_items: int) -> ExactCover:
    """Options that cover one item each, in turn."""
    return ExactCover.from_options([[option % n_items] for option in range(n_options)], range(n_items))


def test_the_whole_matrix_is_drawn_with_the_rows_of_the_cover_marked() -> None:
    texts, kinds = shown(chain(40, 60), (1, 3))
    assert len(texts) == 40 + 60
    assert kinds.count("pale") == 38
    assert [kind for kind in kinds if kind != "pale"] == ["c1", "c3"]


def test_what_is_too_large_is_said() -> None:
    for problem, cover in ((chain(5, 61), (0, 4)), (chain(60, 60), tuple(range(41)))):
        texts, kinds = shown(problem, cover)
        assert kinds == []
        assert texts[0] == f"{problem.n_options} options of {problem.n_items} items: too large for a matrix"
        assert texts[2] == f"The cover has {len(cover)} options:"
        assert texts[-1] == ("4" if len(cover) == 2 else "and 1 more")
        both = Pair(problem, NO_BOARD, cover, cover).svg("")
        assert (both.count("too large for a matrix"), both.count("<rect")) == (2, 0)


def test_a_notebook_has_a_table_of_a_small_problem() -> None:
    problem = ExactCover.from_options([["<a>", ("x", "red")], ["b", "x"]], ["<a>", "b"], ["x"])
    words, root = f"<p>{problem}</p>", ElementTree.fromstring(f"<div>{problem._repr_html_()}</div>")
    assert problem._repr_html_().startswith(f"{words}<table>")
    cells = [[cell.text or "" for cell in row] for row in root.iter("tr")]
    assert cells == [["", "<a>", "b", "x"], ["<a> x:red", "●", "", "red"], ["b x", "", "●", "●"]]
    assert chain(40, 60)._repr_html_().count("●") == 40
    assert "<table" not in chain(41, 60)._repr_html_() + chain(40, 61)._repr_html_()
