"""Public objects are shown in one line at a prompt, however large they are."""

import pytest

from danceoff.problems import Covers, ExactCover
from danceoff.problems.catalog import instance


def test_problems_and_covers_are_shown_by_their_sizes():
    problem = instance("macmahon-squares/4x6").problem
    assert repr(problem) == "<ExactCover: 1008 options, 48 primary and 38 secondary items, 3 colours>"
    assert repr(Covers.of([(0, 7), (2, 4)])) == "<Covers: 2 covers>"
    assert repr(ExactCover.from_options(["a"], "a")) == "<ExactCover: 1 options, 1 primary and 0 secondary items>"


def test_a_board_is_shown_with_the_shapes_of_its_arrays():
    board = instance("macmahon-squares/4x6").board
    assert repr(board) == "Tiles(corner=int32[24, 4, 2], cell=int32[1008], colour=int32[1008, 4])"
    grid = "Grid(n_rows=4, n_columns=4, square=int32[16], symbol=int32[16], symbols='Q', box=None, is_chess=True, "
    assert repr(instance("queens/4").board).startswith(grid)


@pytest.mark.parametrize("name", ["pentomino/6x10", "steiner/7", "graceful/path-8", "word-search/4x5-compass"])
def test_an_instance_is_shown_in_one_line(name):
    shown = repr(instance(name))
    assert shown.startswith(f"Instance(name='{name}', family=")
    assert "\n" not in shown
    assert len(shown) < 1000
