"""Splitting: the parts' covers are the problem's, each once, for problems of every kind."""

import pytest

from danceoff.problems import ExactCover, catalog
from danceoff.solvers import load
from danceoff.solvers.rewriting.split import split


@pytest.mark.parametrize("n_parts", [1, 2, 7, 50])
def test_there_are_at_least_as_many_parts_as_requested_if_possible(n_parts):
    problem = catalog.instance("tromino/6x6").problem
    parts = split(problem, n_parts)
    assert len(parts) >= n_parts
    assert sum(load("dlx").prepare(part).count() for part in parts) == 162


def test_fewer_than_one_part_is_refused():
    with pytest.raises(ValueError, match="1 part or more, not 0"):
        split(ExactCover.from_options([], []), 0)
