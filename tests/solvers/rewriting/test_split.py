"""Splitting: the parts' covers are the problem's, each once, for problems of every kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers, ExactCover, catalog
from danceoff.solvers import load
from danceoff.solvers.rewriting.split import split


def lifted(part):
    return list(part.lift(Covers.of(sorted(all_covers(part)))))


@given(problems(multiplicities=True), st.integers(1, 9))
@drawn(40)
def test_the_covers_of_the_parts_are_those_of_the_problem_each_once(problem, n_parts):
    covers = [cover for part in split(problem, n_parts) for cover in lifted(part)]
    assert len(set(covers)) == len(covers)
    assert set(covers) == all_covers(problem)


@pytest.mark.parametrize("n_parts", [1, 2, 7, 50])
def test_there_are_at_least_as_many_parts_as_requested_if_possible(n_parts):
    parts = split(catalog.instance("tromino/6x6").problem, n_parts)
    assert len(parts) >= n_parts
    assert sum(load("dlx").prepare(part).count() for part in parts) == 162


def test_a_problem_without_branches_is_not_split():
    assert [lifted(part) for part in split(ExactCover.from_options([], []), 5)] == [[()]]
    assert split(ExactCover.from_options(["a"], "ab"), 5) == []
    assert len(split(ExactCover.from_options(["a", "a"], "a"), 5)) == 2


def test_fewer_than_one_part_is_refused():
    with pytest.raises(ValueError, match="1 part or more, not 0"):
        split(ExactCover.from_options([], []), 0)
