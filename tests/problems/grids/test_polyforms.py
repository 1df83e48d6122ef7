"""Hexagons, triangles, sticks, squares and cubes: motions, polyforms, packings, drawings and pictures."""

import pickle
from itertools import combinations
from xml.etree import ElementTree

import night
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_packing import drawn_tilings, tilings

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import InvalidProblem
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.families.polyform import slanted
from danceoff.problems.grids.knots import knotted, with_knots
from danceoff.problems.grids.lattice import (
    CUBES,
    HEXAGONS,
    LATTICES,
    SQUARES,
    STICKS,
    TRIANGLES,
    TRIGS,
    TWIGS,
    Freedom,
    Lattice,
    cell_images,
    drawn,
    in_space,
    moved_to_origin,
    orientations,
)
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import PENTOMINOES
from danceoff.problems.grids.polyforms import HEXIAMONDS, TETRAHEXES, TETRASTICKS, polyforms
from danceoff.problems.grids.sketch import drawn_on, marked, sketch
from danceoff.problems.instance import Instance

FLAT = [HEXAGONS, TRIANGLES, STICKS, TWIGS, TRIGS, SQUARES]
NAMES = [lattice.name for lattice in FLAT]


@pytest.mark.parametrize(
    ("lattice", "fixed", "one_sided", "free"),
    [
        (HEXAGONS, [1, 3, 11, 44, 186, 814], [1, 1, 3, 10, 33, 147], [1, 1, 3, 7, 22, 82]),  # A001207, A006535, A000228
        # A001420, A006534, A000577
        (TRIANGLES, [2, 3, 6, 14, 36, 94, 250], [1, 1, 1, 4, 6, 19, 43], [1, 1, 1, 3, 4, 12, 24]),
        (STICKS, [2, 6, 22, 88], [1, 2, 7, 25], [1, 2, 5, 16]),  # A096267, A151537, A019988
        (TWIGS, [3, 6, 14, 36, 99], [1, 1, 4, 6, 19], [1, 1, 3, 4, 12]),  # free, one-sided: A197459, A197460
        (TRIGS, [3, 15, 91], [1, 3, 19], [1, 3, 12]),  # one-sided, free: A151539, A159867
        (SQUARES, [1, 2, 6, 19, 63], [1, 1, 2, 7, 18], [1, 1, 2, 5, 12, 35, 108, 369]),  # A001168, A000988, A000105
        (CUBES, [1, 3, 15, 86], [1, 1, 2, 8], [1, 1, 2, 7]),  # A001931, A000162, A038119
    ],
    ids=[*NAMES, CUBES.name],
)
def test_there_are_as_many_polyforms_as_published(lattice: Lattice, fixed: list, one_sided: list, free: list) -> None:
    for freedom, counts in zip(Freedom, (fixed, one_sided, free), strict=True):
        assert [len(polyforms(lattice, n, freedom)) for n in range(1, len(counts) + 1)] == counts
    for n, count in enumerate(fixed, 1):
        assert sum(len(orientations(cells, Freedom.FREE, lattice)) for cells in polyforms(lattice, n)) == count


@pytest.mark.parametrize(
    ("lattice", "named", "n"), [(TRIANGLES, HEXIAMONDS, 6), (HEXAGONS, TETRAHEXES, 4), (STICKS, TETRASTICKS, 4)]
)
def test_the_named_pieces_are_the_free_polyforms(lattice: Lattice, named: dict, n: int) -> None:
    def least(shapes: list) -> list:
        return sorted(orientations(cells, Freedom.FREE, lattice)[0].tolist() for cells in shapes)

    assert least([*named.values()]) == least(polyforms(lattice, n))


@given(st.data(), st.sampled_from([HEXAGONS, TRIANGLES, STICKS, TWIGS, TRIGS]))
@night.drawn(20)
def test_covers_are_the_tilings_and_symmetries_permute_them(data: st.DataObject, lattice: Lattice) -> None:
    """Against plain search; the orbits of the covers are those of the motions of the region, pieces being free."""
    sides = {HEXAGONS: (3, 3), TRIANGLES: (6, 6), STICKS: (5, 5), TWIGS: (4, 4), TRIGS: (12, 12)}[lattice]
    kinds = [rest for rest, kind in lattice.kinds.items() if kind.touching]
    cells = [cell for cell in np.ndindex(*sides) if tuple(np.mod(cell, lattice.step).tolist()) in kinds]
    region = np.zeros(sides, bool)
    region[tuple(np.array(data.draw(st.lists(st.sampled_from(cells), min_size=1, max_size=9, unique=True))).T)] = True
    region = np.pad(region, 6 * (lattice is TRIGS))
    may_stay_empty = region & data.draw(st.booleans())
    if lattice.has_knots:
        sticks = region
        region = with_knots(sticks, lattice)
        may_stay_empty = may_stay_empty | (region & ~sticks)
    shapes = [cells for n in (1, 2, 3) for cells in polyforms(lattice, n)]
    counts = st.sampled_from([(1, 1), (0, 2), (0, None)])
    chosen = data.draw(st.lists(st.tuples(st.sampled_from(range(len(shapes))), counts), min_size=1, max_size=3))
    freedom = data.draw(st.sampled_from(Freedom))
    pieces = [Piece(f"{k}", shapes[shape], freedom, *count) for k, (shape, count) in enumerate(chosen)]
    packing = pack(region, pieces, may_stay_empty, lattice)
    found = drawn_tilings(packing)
    assert len(found) == len(set(found))
    assert set(found) == tilings(region, pieces, may_stay_empty, lattice)
    if freedom is Freedom.FREE:
        covers = {frozenset(map(frozenset, map(packing.cells_of, cover))) for cover in all_covers(packing.problem)}
        for image in cell_images(region, lattice):
            if np.array_equal(may_stay_empty[region][image], may_stay_empty[region]):
                moved = {frozenset(frozenset(image[sorted(one)].tolist()) for one in cover) for cover in covers}
                assert moved == covers
        of_options = {frozenset(cover) for cover in all_covers(packing.problem)}
        for symmetry in symmetries(packing.problem, packing):
            assert {frozenset(symmetry[sorted(cover)].tolist()) for cover in of_options} == of_options


def test_a_symmetry_does_not_shift_level_sticks_onto_upright_ones() -> None:
    region = np.zeros((5, 7), bool)
    region[0::4, 1::4] = True  # four level sticks at the corners of a square
    images = [image.tolist() for image in cell_images(region, STICKS)]
    assert sorted(images) == [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]


def test_pieces_do_not_cross_at_a_knot() -> None:
    region = with_knots(np.indices((5, 5)).sum(axis=0) % 2 == 1)
    bar = knotted(np.array([[0, 1], [0, 3]], np.int32))
    packing = pack(region, [Piece("bar", bar, least=2, most=2)], region, STICKS)
    filled = [set(packing.cells_of(option)) for option in range(packing.problem.n_options)]
    middle = packing.cells.tolist().index([2, 2])
    assert {frozenset(cover) for cover in all_covers(packing.problem)} == {
        frozenset(pair) for pair in combinations(range(6), 2) if not filled[pair[0]] & filled[pair[1]]
    }
    assert sum(middle in cells for cells in filled) == 2


@pytest.mark.parametrize(
    ("lattice", "lines", "cells"),
    [
        (HEXAGONS, ["# #", " #"], [[0, 0], [0, 1], [1, 0]]),
        (TRIANGLES, [" A", "AVA"], [[2, 5], [4, 4], [5, 2], [5, 5]]),
        (STICKS, ["+-+-+"], [[0, 1], [0, 2], [0, 3]]),
        (TRIGS, ["-   -"], [[5, 6], [5, 7], [6, 3], [6, 5], [6, 7], [6, 9], [7, 5], [7, 6]]),
        (TWIGS, [" / \\", "|   |"], [[1, 2], [1, 3], [2, 1], [2, 3]]),
    ],
)
def test_drawings_are_read(lattice: Lattice, lines: list, cells: list) -> None:
    assert drawn_on(lattice, lines).tolist() == cells


@pytest.mark.parametrize(
    ("lattice", "lines", "says"),
    [
        (HEXAGONS, ["# #", "#"], "line 2, column 1: '#' stands where no cell of the lattice of hexagons is"),
        (TRIANGLES, ["AA"], "line 1, column 2: 'A' stands where no cell of the lattice of triangles is"),
        (STICKS, ["+-?"], "line 1, column 3: '?' stands where no cell of the lattice of sticks is"),
    ],
)
def test_drawings_that_are_not_on_the_lattice_are_refused(lattice: Lattice, lines: list, says: str) -> None:
    with pytest.raises(InvalidProblem, match=says.replace("?", r"\?")):
        marked(lattice, sketch(lines))


def test_a_lattice_is_pickled_by_its_name() -> None:
    for lattice in LATTICES.values():
        assert pickle.loads(pickle.dumps(lattice)) is lattice


def _drawn(lattice: Lattice, lines: list) -> tuple:
    cells = drawn_on(lattice, lines)
    region = np.zeros(cells.max(axis=0) + 1, bool)
    region[tuple(cells.T)] = True
    return region, cells


@pytest.mark.parametrize(
    ("lattice", "region", "piece", "text"),
    [
        (HEXAGONS, np.ones((2, 2), bool), TETRAHEXES["O"], "O O\n O O"),
        (TRIANGLES, slanted(TRIANGLES, "1x1"), polyforms(TRIANGLES, 2)[0], "OO"),
        (STICKS, np.indices((3, 3)).sum(axis=0) % 2 == 1, TETRASTICKS["O"], "+O+\nO O\n+O+"),
        (TWIGS, *_drawn(TWIGS, [" / \\", "|   |", " \\ /"]), " O O\nO   O\n O O"),
        (TRIGS, *_drawn(TRIGS, ["-   -"]), "O + O"),
    ],
    ids=NAMES[:5],
)
def test_covers_as_text_and_svg(lattice: Lattice, region: np.ndarray, piece: np.ndarray, text: str) -> None:
    packing = pack(region, [Piece("O", piece)], lattice=lattice)
    case = Instance("mine", "mine", packing.problem, None, packing)
    (cover,) = all_covers(packing.problem)
    assert case.picture(cover) == text
    assert case.boxed(cover, 80, coloured=True) == text
    drawing = ElementTree.fromstring(case.svg(cover, "mine"))
    assert [element.text for element in drawing.iter() if element.tag.endswith("text")] == ["O"]


def test_a_knot_that_no_piece_passes_is_a_plus() -> None:
    region = with_knots(np.array([[False, True, False, True]]))
    packing = pack(region, [Piece("one", polyforms(STICKS, 1)[0], least=2, most=2)], region, STICKS)
    case = Instance("mine", "mine", packing.problem, None, packing)
    assert [case.picture(cover) for cover in all_covers(packing.problem)] == ["+a+b+"]


FREE = {"F": 8, "I": 2, "L": 8, "N": 8, "P": 8, "T": 4, "U": 4, "V": 4, "W": 4, "X": 1, "Y": 8, "Z": 4}
SPATIAL = {"F": 24, "I": 3, "L": 24, "N": 24, "P": 24, "T": 12, "U": 12, "V": 12, "W": 12, "X": 3, "Y": 24, "Z": 12}


@pytest.mark.parametrize("letter", PENTOMINOES)
def test_pentominoes(letter: str) -> None:
    cells = PENTOMINOES[letter]
    assert len(orientations(cells, Freedom.FIXED)) == 1
    assert len(orientations(cells, Freedom.FREE)) == FREE[letter]
    assert len(orientations(cells, Freedom.ONE_SIDED)) == FREE[letter] // (2 if letter in "FLNPYZ" else 1)
    assert len(orientations(in_space(cells), Freedom.ONE_SIDED)) == SPATIAL[letter]
    assert len(orientations(in_space(cells), Freedom.FREE)) == SPATIAL[letter]


def test_a_drawing_is_read_from_its_first_cell() -> None:
    assert drawn(["....", "..#", ".##."]).tolist() == [[0, 1], [1, 0], [1, 1]]
    assert drawn(["..."]).shape == (0, 2)


@given(st.sets(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=6), st.integers(0, 47))
def test_orientations_do_not_depend_on_how_a_shape_is_given(cells: set, motion: int) -> None:
    shape = moved_to_origin(np.array(sorted(cells), dtype=np.int32))
    turned = moved_to_origin(shape @ CUBES.free[motion])
    lies = orientations(shape, Freedom.FREE)
    assert np.array_equal(lies, orientations(turned, Freedom.FREE))
    assert shape.tolist() in lies.tolist()
    assert 48 % len(lies) == 0
