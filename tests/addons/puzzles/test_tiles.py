"""Tiles in TOML: how they are read, laid and refused."""

from danceoff.addons.puzzles.formats import puzzle
from danceoff.experiments.contract.small import all_covers


def laid(grid: str, tiles: str, border: str = "border = 'a'") -> int:
    problem, _ = puzzle.read(f"grid = {grid}\n{border}\ntiles = '{tiles}'\n", "FILE")
    return len(all_covers(problem))


def test_equal_tiles_are_not_told_apart_and_a_board_of_four_has_its_rotations():
    assert laid("[1, 2]", "abaa aaba") == 1  # both tiles are the same, rotated
    assert laid("[1, 2]", "abaa aaba", border="") == 10  # b to b, or an a of three to an a of three
    assert laid("[2, 2]", "abca aadb cbaa abda") == 4
