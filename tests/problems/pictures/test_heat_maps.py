"""Heat maps: what all covers together look like on a board."""

import re
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from danceoff.problems.catalog import Instance, instance, names
from danceoff.problems.catalog_table import entries
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Packing, Piece, pack
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


def test_packings_and_boards_of_symbols_have_a_heat_map():
    for family, name in _SMALL.items():
        case = instance(name)
        if not isinstance(case.board, Packing | Grid):
            assert not isinstance(case.board, HasHeat)
            continue
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
    ElementTree.fromstring(heat(Instance("<&\x1b", "mine", packing.problem, None, packing)))
