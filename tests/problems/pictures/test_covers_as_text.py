"""A cover as text is the board with each letter in its place."""

from itertools import islice

import numpy as np
import pytest

from danceoff.problems.catalog import instance
from danceoff.problems.catalog_table import entries
from danceoff.problems.grids.board import CellBoard
from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.problems.instance import Instance
from danceoff.problems.pictures.copies import copies
from danceoff.solvers import load

BAR, CORNER, ONE = drawn(["##"]), drawn(["##", "#."]), drawn(["#"])
BY_SIZE = sorted(entries().values(), key=lambda entry: -entry.options)
SMALLEST = {entry.name.split("/")[0]: entry.name for entry in BY_SIZE if entry.options < 2000}
"""Family -> the smallest of its problems."""


def alone(case: Instance, cover: tuple[int, ...]) -> str:
    """A cover as text, from the letter of each copy and the place of each cell."""
    board = case.board
    if not isinstance(board, CellBoard):
        return board.plain(case.problem, cover)
    marks = ["."] * board.n_cells
    if isinstance(board, Packing):
        written = [(cell, one.mark) for one in copies(board, cover) for cell in board.cells_of(one.option)]
    else:
        written = [*board.marks_of(cover)]
    for cell, mark in written:
        marks[cell] = mark
    return board.laid_out(marks)


def agree(case: Instance) -> None:
    for cover in islice(load("dlx").prepare(case.problem).covers(), 9):
        whole = tuple(sorted({*case.problem.origin[list(cover)].tolist(), *case.problem.taken.tolist()}))
        assert case.picture(whole) == alone(case, whole)


def test_of_every_family():
    assert len(SMALLEST) > 70
    for name in SMALLEST.values():
        agree(instance(name))


@pytest.mark.parametrize(
    ("region", "pieces"),
    [
        (np.ones((1, 80), bool), [Piece("bar", BAR, least=0, most=None), Piece("one", ONE, least=0, most=None)]),
        (np.ones((2, 4), bool), [Piece("é", ONE), Piece("bar", BAR, least=0, most=None), Piece("Q", CORNER)]),
        (np.ones((2, 2), bool), [Piece(".", BAR), Piece(" ", ONE), Piece("o", ONE)]),
        (np.ones((2, 3), bool), [Piece("10", BAR), Piece("2", BAR), Piece("3", BAR)]),
    ],
    ids=["more copies than letters", "no letter of ASCII", "blanks", "numbers"],
)
def test_of_pieces_with_other_names(region, pieces):
    packing = pack(region, pieces)
    agree(Instance("made up", "", packing.problem, None, packing))
