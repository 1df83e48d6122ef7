"""Tetraskews, tetraboloes, windmill dominoes and bricks of cubes: the pieces, and the problems that others describe."""

import pickle
from collections import Counter, defaultdict
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from danceoff.problems.catalog import instance
from danceoff.problems.grids.board_symmetries import Surroundings
from danceoff.problems.grids.lattice import Cells, Lattice, orientations
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.polyforms import polyforms
from danceoff.problems.pictures.svg_polygons import Sheet
from danceoff.problems.sources import read
from danceoff.solvers import load

TAOCP = Path(__file__).parents[3] / "results/taocp/problems"
SKEWS, BOLOES, WINDMILLS = "tetraskew/5x8", "tetrabolo/5x7-3-0-2-1", "windmill-domino/4x5"


def board_of(name: str) -> Packing:
    board = instance(name).board
    assert isinstance(board, Packing)
    return board


def has_halves(cells: Cells) -> bool:
    """Whether each square has all its four quarters, or two that are not opposite each other."""
    found = defaultdict(list)
    for cell in cells:
        square = (cell + 1) // 3
        found[tuple(square)].append(cell - 3 * square)
    return all(len(own) == 4 or (len(own) == 2 and sum(own).any()) for own in found.values())


def windmill_dominoes(_: Lattice) -> list[Cells]:
    steps, diagonals = ((0, 1), (1, 0), (0, -1), (-1, 0)), product((1, -1), repeat=2)
    return [
        np.array([(0, 1, 1), (0, 1, 3), (1, 1 + r, 1 + c), (1, 1 + r + down, 1 + c + right)], np.int32)
        for (down, right), (r, c) in product(diagonals, steps)
    ]


@pytest.mark.parametrize(
    ("name", "n_pieces", "shapes"),
    [
        (SKEWS, 10, lambda lattice: polyforms(lattice, 4)),
        (BOLOES, 14, lambda lattice: filter(has_halves, polyforms(lattice, 8))),
        (WINDMILLS, 10, windmill_dominoes),
    ],
)
def test_the_pieces_are_all_shapes_of_their_kind(name, n_pieces, shapes) -> None:
    board = board_of(name)

    def least(cells: Cells) -> bytes:
        return orientations(cells, board.pieces[0].freedom, board.lattice)[0].tobytes()

    assert len(board.pieces) == n_pieces
    assert {least(piece.cells) for piece in board.pieces} == {least(cells) for cells in shapes(board.lattice)}


@pytest.mark.parametrize("name", [SKEWS, BOLOES, WINDMILLS])
def test_cells_touch_where_their_outlines_share_a_side(name: str) -> None:
    board = board_of(name)
    corners = list(map(set, Sheet(board).corners))
    pairs = [(a, b) for a in range(board.n_cells) for b in range(a + 1, board.n_cells)]
    assert board.touching.tolist() == [[a, b] for a, b in pairs if len(corners[a] & corners[b]) == 2]


def test_the_cells_of_tetraskews_have_equal_sides() -> None:
    sheet = Sheet(board_of(SKEWS))
    outlines = np.array([[sheet.at[corner] for corner in own] for own in sheet.corners])
    assert np.ptp(np.linalg.norm(outlines - np.roll(outlines, 1, axis=1), axis=2)) < 1e-9


ALIKE = {
    **{f"tetraskew/{size}": f"323-{size}" for size in ("4x10", "5x8", "2x20", "2x21", "2x22")},
    "tetraskew/4x5+4x5": "323-4x5-twice",
    **{f"tetrabolo/{size}": f"320-{size[:5]}{size[5:].replace('-', '')}" for size in ("3x11-2-2-1-1", "5x7-3-0-2-1")},
    **{f"windmill-domino/{size}": f"305-{size}" for size in ("4x5", "2x10")},
    "windmill-domino/4x5-in-7": "305-7x7",
    "windmill-domino/2x10-in-8": "305-8x8",
    "windmill-domino/2x10-in-9": "305-9x9",
}


@pytest.mark.parametrize("name", ALIKE)
def test_the_problem_has_the_structure_of_the_one_that_a_reader_describes(name: str) -> None:
    both = instance(name).problem, read(str(TAOCP / f"{ALIKE[name]}.dlx.gz")).problem
    ours, theirs = (Counter(Surroundings(one).refined(np.zeros(one.n_options, np.uint64)).tolist()) for one in both)
    assert ours == theirs


@pytest.mark.parametrize("size", ["1x2x2", "1x2x3", "2x2x2", "2x2x3-six", "2x2x4-six"])
def test_there_are_as_many_bricks_as_a_reader_describes_and_faces_that_meet_match(size: str) -> None:
    brick = instance(f"macmahon-cubes/{size}")
    covers = list(load("dlx").prepare(brick.problem).covers())
    assert len(covers) == load("bits").prepare(read(str(TAOCP / f"147-{size}.dlx.gz")).problem).count()
    for cover in covers:
        painted = {tuple(entry) for option in cover for entry in brick.board.written[option].tolist()}
        assert len(painted) == len({face for face, _ in painted})


def test_lattices_reach_other_processes() -> None:
    lattices: list[Lattice] = [board_of(name).lattice for name in (SKEWS, BOLOES, WINDMILLS)]
    assert [pickle.loads(pickle.dumps(lattice)) for lattice in lattices] == lattices
