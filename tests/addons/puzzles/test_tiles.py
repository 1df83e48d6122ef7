"""Tiles in TOML: how they are read, laid and refused."""

import pytest

from danceoff.addons.puzzles.formats import puzzle
from danceoff.experiments.contract.small import all_covers
from danceoff.problems import InvalidProblem


def laid(grid: str, tiles: str, border: str = "border = 'a'") -> int:
    problem, _ = puzzle.read(f"grid = {grid}\n{border}\ntiles = '{tiles}'\n", "FILE")
    return len(all_covers(problem))


def test_equal_tiles_are_not_told_apart_and_a_board_of_four_has_its_rotations():
    assert laid("[1, 2]", "abaa aaba") == 1  # both tiles are the same, rotated
    assert laid("[1, 2]", "abaa aaba", border="") == 10  # b to b, or an a of three to an a of three
    assert laid("[2, 2]", "abca aadb cbaa abda") == 4


@pytest.mark.parametrize(
    ("keys", "tiles", "says"),
    [
        ("", "abcd", "grid: must be [rows, columns]"),
        ("grid = [1, 2]", "abcd", "tiles: here are 1, and the grid has 2 cells"),
        ("grid = [1, 1]\nborder = 'aa'", "abcd", "border must be one of a, b, c"),
        ("grid = [1, 1]\nwords = []", "abcd", "unknown key 'words'; there are grid, border, tiles"),
        ("grid = [1, 1]", "Abcd", "tiles: 'Abcd' is not four letters from a to z, the colours above, on the right"),
        ("grid = [1, 1]", " a b", "tiles: 'a' is not four letters from a to z"),
    ],
)
def test_wrong_tiles_are_refused_in_one_line(keys, tiles, says):
    with pytest.raises(InvalidProblem) as refusal:
        puzzle.read(f"{keys}\ntiles = '''{tiles}'''\n", "FILE")
    assert str(refusal.value).startswith(f"FILE: {says}")
