"""Public objects are shown in one line at a prompt, however large they are."""

import pytest

from danceoff.problems import Covers, ExactCover
from danceoff.problems.catalog import instance


def test_problems_and_covers_are_shown_by_their_sizes():
    problem = instance("macmahon-squares/4x6").problem
    assert repr(problem) == "<ExactCover: 1008 options, 48 primary and 38 secondary items, 3 colours>"
    assert repr(Covers.of([(0, 7), (2, 4)])) == "<Covers: 2 covers>"
    assert repr(ExactCover.from_options(["a"], "a")) == "<ExactCover: 1 options, 1 primary and 0 secondary items>"


@pytest.mark.parametrize("name", ["pentomino/6x10", "steiner/7", "graceful/path-8", "word-search/4x5-compass"])
def test_an_instance_is_shown_in_one_line(name):
    shown = repr(instance(name))
    assert shown.startswith(f"Instance(name='{name}', family=")
    assert "\n" not in shown
    assert len(shown) < 1000
