"""Tilings in the text of the program Tiler."""

import pytest

from danceoff import InvalidProblem, count
from danceoff.addons.puzzles.formats import tiler

_TWINS = {"4J": "4L", "4S": "4Z", "5A": "5Y", "5F": "5R", "5G": "5N", "5J": "5L", "5P": "5Q", "5S": "5Z"}


@pytest.mark.parametrize(("left", "right"), _TWINS.items())
def test_twins_are_reflections_of_each_other_and_turned_only_where_the_ending_says_so(left, right):
    for read, covers in ((tiler.read, 0), (tiler.read_free, 1)):
        drawn = tiler._drawn(left).replace("#", "x").replace(".", " ")
        problem = read(f"{drawn}\n\n1:{right}\n", "board").problem
        assert count(problem) == covers, (left, read)


def test_a_board_is_as_wide_as_it_says_and_a_tile_may_be_left_out():
    packing = tiler.read("3x2\n\n\n\n3:2\n \n\n x\nxx\n\n4:\n  x\n  x\n", "board")
    assert packing.region.shape == (2, 3)
    assert [(piece.least, piece.most) for piece in packing.pieces] == [(0, 7), (0, None)]
    assert count(packing.problem) == 3 + 2  # by dominoes, by two tiles of three cells


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("3x2\n\n2:6I\n", "'6I' is no shape"),
        ("3x2\n\nx:2\n", "pieces.1: '0-x' is no count"),
        ("3x2\n\nDDRRULUL\n", "'DDRRULUL' is no shape"),
        ("99999x99999\n\n2\n", "the shape 99999x99999"),
        ("3x2\n", "pieces: "),
        ("", "'' is no shape"),
    ],
)
def test_what_is_no_tiling_is_refused(text, wrong):
    with pytest.raises(InvalidProblem, match=f"^board: {wrong}"):
        tiler.read(text, "board")
