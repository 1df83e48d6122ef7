"""Parts of about the same work: each cover in one of them, as many as asked for, none much larger than others."""

import night
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers, ExactCover, catalog
from danceoff.solvers import load
from danceoff.solvers.together.balance import balance


def lifted(part):
    return [cover for leaf in part.problems() for cover in leaf.lift(Covers.of(sorted(all_covers(leaf))))]


@given(problems(multiplicities=True, colours=True), st.integers(1, 9), st.sampled_from([0.0, 10.0, 1000.0]))
@night.drawn(75)
def test_the_covers_of_the_parts_are_those_of_the_problem_each_once(problem, n_parts, cost):
    covers = [cover for part in balance(problem, n_parts, cost) for cover in lifted(part)]
    assert len(set(covers)) == len(covers)
    assert set(covers) == all_covers(problem)


def n_nodes(part):
    total = 0
    for leaf in part.problems():
        search = load("dlx").prepare(leaf)
        search.count()
        total += search.stats()["nodes"]
    return total


@pytest.mark.parametrize(
    "name", night.sampled(["tromino/8x8-0", "soma", "langford/11", "pentomino/8x8-centre", "queens/12"], 2)
)
def test_at_any_cost_64_parts_are_even_and_add_up_to_the_whole(name):
    problem = catalog.instance(name).problem
    parts = balance(problem, 64, cost=10.0)
    sizes = [n_nodes(part) for part in parts]
    whole = load("dlx").prepare(problem)
    whole.count()
    assert len(parts) == 64
    assert sum(sizes) <= whole.stats()["nodes"]
    assert max(sizes) <= 1.2 * np.mean(sizes)


def test_a_small_problem_has_few_leaves():
    problem = catalog.instance("soma").problem
    few, many = (sum(len(part.leaves) for part in balance(problem, 64, cost)) for cost in (0.0, 10.0))
    assert 64 <= few < 128 < 192 <= many


def test_a_problem_with_few_branches_has_few_parts():
    assert [len(part.leaves) for part in balance(ExactCover.from_options([], []), 5)] == [1]
    assert len(balance(ExactCover.from_options(["a", "a"], "a"), 5)) == 2
    assert [lifted(part) for part in balance(ExactCover.from_options(["a"], "ab"), 5)] == [[]]


def test_other_parts_have_other_digests():
    problem = catalog.instance("queens/8").problem
    first, again = balance(problem, 8), balance(problem, 8)
    assert [part.digest for part in first] == [part.digest for part in again]
    assert len({part.digest for part in first}) == 8
    assert first[0].digest not in {part.digest for part in balance(problem, 7)}
