"""Items that cannot be covered together, drawn on their boards."""

import re
from xml.etree import ElementTree

from test_heat_maps import _SMALL, texts

from danceoff.problems.catalog import instance
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.instance import Instance
from danceoff.problems.sources import read


def filled(picture: str) -> list[str]:
    """The outlines of what is filled on the board, without the legend."""
    board = picture.partition("scale(")[0]
    return re.findall("M[^M]*z", "".join(re.findall('<path class="heat flat"[^>]* d="(.*?)"', board)))


def test_every_board_is_drawn_or_has_no_such_picture():
    for name in _SMALL.values():
        case = instance(name)
        picture = case.conflict(range(0, case.problem.n_primary, 2), {0})
        assert (picture is not None) == isinstance(case.board, Packing | Grid), name
        if picture:
            ElementTree.fromstring(picture)


def test_cells_are_filled_and_decisive_ones_stronger():
    picture = instance("domino/3x3").conflict([0, 2, 4], [4])
    assert filled(picture) == ["M3 3h10v10h-10z", "M23 3h10v10h-10z", "M13 13h10v10h-10z"]
    paths = re.findall('<path class="heat flat".*/>', picture.partition("scale(")[0])
    assert [path.endswith(' opacity="0.45"/>') for path in paths] == [True, False]
    assert texts(picture) == ["no cover has all of these", "without one of these there is a cover"]


def test_weights_have_two_colours_and_the_heavier_are_stronger():
    picture = instance("domino/3x3").weights([2, -1, 2, -1, 1, -1, 2, -1, 2])
    ElementTree.fromstring(picture)
    assert texts(picture) == ["weigh 1 to 2", "weigh -1"]
    board = picture.partition("scale(")[0]
    assert [len(re.findall(f'<path class="{kind} flat"', board)) for kind in ("heat", "cool")] == [2, 1]
    pieces = instance("pentomino/6x10")
    weights = [1, *(-(name == "F") for name in pieces.problem.item_names[1:])]
    assert texts(pieces.weights(weights)) == ["weigh 1", "weigh -1", "items that weigh -1: F"]
    assert Instance("", "", pieces.problem).weights(weights) is None


def test_names_are_escaped(tmp_path):
    (tmp_path / "a.txt").write_text("...\n\n##\n")
    case = read(str(tmp_path / "a.txt"))
    picture = type(case)("<&", "a", case.problem, None, case.board).conflict([0], [])
    ElementTree.fromstring(picture)
    assert "&lt;&amp;, a conflict" in picture
