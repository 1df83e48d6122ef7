"""Heat maps, what all covers together look like on a board; and items that cannot be covered together."""

import re
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from danceoff.problems.catalog import instance, names
from danceoff.problems.catalog_table import entries
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.problems.instance import Instance
from danceoff.problems.pictures.heat_cells import neighbours, together
from danceoff.problems.pictures.shades import HasHeat, OptionCounts, percent
from danceoff.solvers import load

_SMALL = {name.partition("/")[0]: name for name in reversed(names()) if entries()[name].options <= 3000}


def counted(case: Instance) -> tuple[list[int], int]:
    covers = list(load("dlx").prepare(case.problem).covers())
    times = Counter(option for cover in covers for option in cover)
    return [times[option] for option in range(case.problem.n_options)], len(covers)


def heat(case: Instance) -> str:
    return case.heat_map(*counted(case))


def texts(picture: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture)


def test_packings_and_boards_of_symbols_have_a_heat_map_and_pictures_of_conflicts():
    for family, name in _SMALL.items():
        case = instance(name)
        conflict = case.conflict(range(0, case.problem.n_primary, 2), {0})
        if not isinstance(case.board, Packing | Grid):
            assert (isinstance(case.board, HasHeat), conflict) == (False, None), name
            continue
        ElementTree.fromstring(conflict)
        picture = case.heat_map([option % 5 for option in range(case.problem.n_options)], 4)
        root = ElementTree.fromstring(picture)
        assert re.search(r"\d+ options are in all covers, \d+ in some, \d+ in none", picture), family
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        assert width > 0 < height, family
        assert not re.search(r"nan|inf", re.sub("<(style|title|desc)>.*?</", "", picture)), family
        assert all(0 < float(opacity) < 1 for opacity in re.findall(r' opacity="([^"]*)"', picture)), family


@pytest.mark.parametrize("name", ["domino/4x4", "domino/aztec-3"])
def test_the_probabilities_of_a_cell_add_up_to_1(name):
    case = instance(name)
    option_counts = OptionCounts(*counted(case))
    of_cell = Counter[int]()
    for pair, count in together(case.board, option_counts, [pair for _, pair in neighbours(case.board)]).items():
        of_cell.update(dict.fromkeys(pair, count))
    assert [of_cell[cell] for cell in range(case.board.n_cells)] == [option_counts.n_covers] * case.board.n_cells


def test_candidates_of_a_sudoku_are_small_and_settled_digits_large():
    case = instance("sudoku/1............4..")
    picture = heat(case)
    assert len(re.findall('class="given"', picture)) == 2
    counts, n_covers = counted(case)
    small = re.findall(r'<text dy="[^"]*" x="[^"]*" y="[^"]*" style="[^"]*">(\d)</text>', picture)
    assert len(small) == sum(0 < count < n_covers for count in counts) > 0
    assert len(re.findall('class="found"', picture)) == counts.count(n_covers)


def test_probabilities_divide_numbers_that_no_float_holds():
    assert OptionCounts([], 3 * 10**400).share(10**400) == 1 / 3
    assert OptionCounts([10**400 - 1, 10**400, 0], 10**400).in_all == (1,)
    assert [percent(share) for share in (1, 0.37, 0.0991, 0.0444, 0.0001)] == ["100", "37", "9.9", "4.4", "<0.1"]


def test_names_are_escaped():
    packing = pack(np.ones((1, 3), bool), [Piece("<", drawn(["##"])), Piece("&", drawn(["#"]))])
    case = Instance("<&\x1b", "mine", packing.problem, None, packing)
    ElementTree.fromstring(heat(case))
    picture = case.conflict([0], [])
    ElementTree.fromstring(picture)
    assert "<title>&lt;&amp;\\x1b, a conflict" in picture


def filled(picture: str) -> list[str]:
    """The outlines of what is filled on the board, without the legend."""
    board = picture.partition("scale(")[0]
    return re.findall("M[^M]*z", "".join(re.findall('<path class="heat flat"[^>]* d="(.*?)"', board)))


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
