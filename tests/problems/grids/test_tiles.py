"""Tiles drawn in TOML: how they are read, laid and refused."""

import pytest

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import InvalidProblem
from danceoff.problems.formats import puzzle
from danceoff.problems.formats.puzzle import drawn_tiles

TWO = " a  a\na ba a\n a  b\n"


def laid(grid: str, drawing: str, border: str = "border = 'a'") -> int:
    problem, _ = puzzle.read(f"grid = {grid}\n{border}\ntiles = '''\n{drawing}'''\n", "FILE")
    return len(all_covers(problem))


def test_tiles_are_read_clockwise_from_above():
    assert drawn_tiles(TWO) == [(0, 1, 0, 0), (0, 0, 1, 0)]
    assert drawn_tiles("\n  a\n d b\n  c\n\n e\nh f\n g\n\n") == [(0, 1, 2, 3), (4, 5, 6, 7)]


def test_equal_tiles_are_not_told_apart():
    assert laid("[1, 2]", TWO) == 1  # both tiles are the same, rotated
    assert laid("[1, 2]", TWO, border="") == 10  # b to b, or an a of three to an a of three


def test_a_board_of_four_tiles_has_its_rotations():
    assert laid("[2, 2]", " a      a\na b    b a\n c      d\n\n c      a\na b    a b\n a      d\n") == 4


@pytest.mark.parametrize(
    ("keys", "drawing", "says"),
    [
        ("", " a\nb c\n d", "grid: must be [rows, columns]"),
        ("grid = [1, 2]", " a\nb c\n d", "tiles: 1 are drawn, and the grid has 2 cells"),
        ("grid = [1, 1]\nborder = 'aa'", " a\nb c\n d", "border: must be a letter from a to z"),
        ("grid = [1, 1]\nwords = []", "", "words: unknown key; there are grid, border, tiles"),
        ("grid = [1, 1]", " A\nb c\n d", "tiles, line 1: 'A' is not a letter from a to z"),
        ("grid = [1, 1]", " a\nbxc\n d", "tiles, line 2: 'b' is not the left side of a tile"),
        ("grid = [1, 1]", " a x\nb c\n d", "tiles, line 1: a letter here belongs to no tile"),
    ],
)
def test_wrong_tiles_are_refused_in_one_line(keys, drawing, says):
    with pytest.raises(InvalidProblem) as refusal:
        puzzle.read(f"{keys}\ntiles = '''\n{drawing}'''\n", "FILE")
    assert str(refusal.value) == f"FILE: {says}" or str(refusal.value).startswith(f"FILE: {says},")
