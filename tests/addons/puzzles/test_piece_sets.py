"""`danceoff make --pieces`: sets of pieces that fill a board in one way, against lists of all covers."""

import json
from collections import defaultdict
from itertools import permutations, product

import numpy as np
import pytest

from danceoff.addons.puzzles.making import piece_sets
from danceoff.addons.puzzles.making.piece_sets import PieceSets
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.grids.lattice import Freedom, in_space, mirrored
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import TETROMINOES, TROMINOES, TWISTED
from danceoff.solvers import UnsupportedProblem, load


def catalogued(name):
    return instance(name).board


def one_sided():
    """Two of the pieces are mirror images of two others, so that some sets are the mirror images of others."""
    handed = {**TETROMINOES, "l": mirrored(TETROMINOES["L"]), "s": mirrored(TETROMINOES["S"]), "V": TROMINOES["V"]}
    pieces = [Piece(name, cells, Freedom.ONE_SIDED, 0, 2) for name, cells in handed.items()]
    return pack(np.ones((3, 4), bool), pieces)


def with_one_at_least():
    pieces = [Piece("I", TROMINOES["I"], least=1, most=2), Piece("V", TROMINOES["V"], least=0, most=None)]
    return pack(np.ones((3, 4), bool), pieces)


def in_a_box():
    flat = {name: in_space(cells) for name, cells in TETROMINOES.items()}
    pieces = [Piece(name, cells, Freedom.ONE_SIDED, 0, 2) for name, cells in (flat | TWISTED).items()]
    return pack(np.ones((2, 2, 3), bool), pieces)


def with_a_hole():
    region = np.ones((4, 4), bool)
    region[1, 1] = False
    pieces = [Piece(f"{name}3", cells, least=0) for name, cells in TROMINOES.items()]
    return pack(region, pieces + [Piece(f"{name}4", cells, least=0, most=2) for name, cells in TETROMINOES.items()])


def images(picture):
    """A numbered board, turned and reflected in all ways that keep its shape, with the walls in their places."""
    for axes in permutations(range(picture.ndim)):
        for flips in product([slice(None), slice(None, None, -1)], repeat=picture.ndim):
            image = picture.transpose(axes)[flips]
            if image.shape == picture.shape and np.array_equal(image < 0, picture < 0):
                yield image


def borders(picture):
    """A drawing in which the numbers say nothing but where the borders are."""
    number = {}
    return tuple(number.setdefault(mark, len(number)) for mark in picture.ravel().tolist() if mark >= 0)


def ways(packing):
    """For each number of copies of each piece: the covers, and how many they are up to rotation and reflection."""
    covers = defaultdict(list)
    for cover in load("dlx").prepare(packing.problem).covers():
        copies = np.bincount(packing.piece[list(cover)], minlength=len(packing.pieces))
        covers[tuple(copies.tolist())].append(cover)
    answer = {}
    for copies, alike in covers.items():
        pictures = []
        for cover in alike:
            cells = np.empty(packing.n_cells, int)
            for k, option in enumerate(cover):
                cells[packing.cells_of(option)] = k
            pictures.append(np.full(packing.region.shape, -1))
            pictures[-1][packing.region] = cells
        here = set(map(borders, pictures))
        answer[copies] = len(alike), len({min(here & set(map(borders, images(one)))) for one in pictures})
    return answer


@pytest.mark.parametrize(
    ("packing", "n_sets"),
    [
        (catalogued("pentomino-subset/3x5"), 220),
        (catalogued("pentomino-subset/5x5"), 792),
        (catalogued("any-tetromino/4x4"), 70),
        (one_sided(), None),
        (with_one_at_least(), 2),
        (in_a_box(), None),
        (with_a_hole(), None),
    ],
    ids=["3x5", "5x5", "4x4", "one-sided", "at least one", "box", "hole"],
)
def test_every_set_has_the_covers_that_a_list_of_all_covers_has(packing, n_sets):
    sets = PieceSets(packing.problem, packing)
    found = [one for some in sets.tried(1) for one in some]
    assert sets.n_sets == len(found) == len({one.copies for one in found})
    assert n_sets in (None, sets.n_sets)
    expected = ways(packing)
    assert {one.copies for one in found if one.n_covers != 0} == set(expected)
    for one in found:
        n_covers, n_orbits = expected.get(one.copies, (0, 0))
        assert one.n_covers == (n_covers if n_orbits < 2 else None)
        held = np.bincount(packing.piece[list(one.cover)], minlength=len(one.copies)).tolist()
        assert held == list(one.copies) if n_covers else one.cover == ()


def test_the_seed_says_the_order_and_large_numbers_of_sets_are_drawn(monkeypatch):
    packing = catalogued("pentomino-subset/3x5")
    sets = PieceSets(packing.problem, packing)
    assert list(sets.tried(1)) == list(sets.tried(1)) != list(sets.tried(2))
    monkeypatch.setattr(piece_sets, "_MOST_SHUFFLED", 219)
    drawn = sets.tried(1)
    some = [one for _ in range(4) for one in next(drawn)]
    assert len(some) > len({one.copies for one in some}) > 100


@pytest.mark.parametrize("name", ["queens/6", "most-s-tetromino/4x4", "fault-free-domino/6x6"])
def test_other_problems_are_refused(name):
    one = instance(name)
    with pytest.raises(UnsupportedProblem, match="sets of pieces are for boards"):
        PieceSets(one.problem, one.board)
    with pytest.raises(UnsupportedProblem, match="sets of pieces are for boards"):
        PieceSets(ExactCover.from_options(["a"], "a"), None)


def test_sets_are_printed_until_all_are_tried(run):
    code, out, _ = run("make", "pentomino-subset/3x5", "--pieces", "--count", "100")
    lines = out.splitlines()
    assert (code, lines[-1]) == (0, "# no other set of pieces fills the board in one way")
    assert sum("covers, images of each other" in line for line in lines) == 7
    assert lines[0].startswith("# L, T, Y: 4 covers, images of each other; dlx visits 15 nodes; no move is forced")
    assert [len(line) for line in lines[1:5]] == [5, 5, 5, 0]
    code, out, _ = run("make", "any-tetromino/4x4", "--pieces", "--count", "100")
    assert "# 4 O: 1 cover; dlx visits" in out


def test_sets_as_json_and_a_time_limit(run):
    code, out, _ = run("make", "any-tetromino/4x4", "--pieces", "--count", "2", "--format", "json")
    sets = [*map(json.loads, out.splitlines())]
    assert (code, len(sets)) == (0, 2)
    packing = catalogued("any-tetromino/4x4")
    for one in sets:
        assert sum(one["pieces"].values()) == len(one["cover"]) == 4
        assert {packing.pieces[k].name for k in packing.piece[one["cover"]].tolist()} == set(one["pieces"])
    code, _, err = run("make", "n-omino/6", "--pieces", "--count", "1000", "--time-limit", "0.1")
    assert (code, err.startswith("danceoff: time limit reached after")) == (3, True)
