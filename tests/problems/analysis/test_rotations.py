"""Covers up to rotations: against orbits found by turning the pictures of all covers."""

from itertools import product

import numpy as np
import pytest

import danceoff
from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Covers, InvalidProblem
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.sources import read

SOURCES = {
    "domino/4x4": "",
    "tromino/4x4-5": "",
    "queens/6": "",
    "sudoku/4x4": "",
    "cube.toml": "box = [2, 2, 2]\n[pieces]\nI2 = 4\n",
    "brick.toml": "box = [2, 2, 3]\n[pieces]\nI2 = 'any'\nV3 = 'any'\n",
    "handed.toml": "box = [2, 3]\nmay_stay_empty = true\nmoves = 'one-sided'\n"
    "[pieces]\nz = { shape = '''\n##.\n.##\n''', count = '0-1' }\nI1 = '1-2'\n",
}


@pytest.fixture
def source(request, tmp_path):
    if text := SOURCES[request.param]:
        (tmp_path / request.param).write_text(text)
        return str(tmp_path / request.param)
    return request.param


def turns_of(array):
    """The array after each rotation: the four of a flat one, the 24 of one in space."""
    if array.ndim == 2:
        return [np.rot90(array, k) for k in range(4)]
    found = [array]
    for axes in ((0, 1), (1, 2), (0, 2)):
        found = [np.rot90(one, k, axes) for one, k in product(found, range(4))]
    return found


def drawn(one, cover):
    """What a cover puts into each cell: the piece and the shape that it has there, or the symbol."""
    board = one.board
    if isinstance(board, Grid):
        marks = np.zeros((board.n_rows, board.n_columns), np.int64)
        for option in cover:
            marks.flat[board.square[option]] = board.symbol[option] + 1
        return [marks]
    assert isinstance(board, Packing)
    marks = []
    for option in cover:
        mask = np.zeros(board.region.shape, np.int64)
        mask[tuple(board.cells[board.cells_of(option)].T)] = 1 + board.piece[option]
        marks.append(mask)
    return marks


def look(masks):
    return frozenset((mask.shape, mask.tobytes()) for mask in masks)


def n_orbits(one):
    covers = all_covers(one.problem)
    lifted = one.problem.lift(Covers.of(covers)) if covers else []
    pictures = {look(masks): masks for masks in (drawn(one, cover) for cover in lifted)}
    assert len(pictures) == len(covers)
    orbits = 0
    while pictures:
        _, masks = pictures.popitem()
        orbits += 1
        for turned in zip(*(turns_of(mask) for mask in masks), strict=True):
            pictures.pop(look(np.ascontiguousarray(mask) for mask in turned), None)
    return orbits


@pytest.mark.parametrize("source", SOURCES, indirect=True)
@pytest.mark.usefixtures("cases_in_process")
def test_orbits_are_those_of_pictures_that_are_turned(run, source):
    one = read(source)
    expected = n_orbits(one)
    assert danceoff.count(one, up_to_symmetry="rotations") == expected
    code, out, _ = run("solve", source, "--task", "count", "--up-to", "rotations", "--solver", "bits")
    assert (code, f"{expected} of " in out) == (0, True)
    assert ("up to rotations" in out) == (expected > 1)
    code, listed, _ = run("solve", source, "--task", "enumerate", "--up-to", "rotations", "--format", "json")
    assert f'"orbits": {expected}' in listed
    assert '"up_to_symmetry": "rotations"' in listed


@pytest.mark.usefixtures("cases_in_process")
def test_boards_without_rotations_are_refused(run, tmp_path):
    (tmp_path / "a.dlx").write_text("a b\na\nb\n")
    code, _, err = run("solve", str(tmp_path / "a.dlx"), "--up-to", "rotations")
    assert code == 2
    assert "rotations are found of packings and of boards of squares, and this problem is neither" in err
    with pytest.raises(InvalidProblem, match='up_to_symmetry must be True, False or "rotations"'):
        danceoff.count("queens/6", up_to_symmetry="mirrors")
    code, _, err = run("solve", "queens/6", "--task", "sample", "--up-to", "rotations")
    assert code == 2
