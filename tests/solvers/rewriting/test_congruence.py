"""Linear congruences: what they refute has no cover, and the weights that they give show it."""

import numpy as np
import pytest
from hypothesis import given
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import ExactCover, catalog
from danceoff.solvers import Feature
from danceoff.solvers.rewriting.congruence import refuting_weights


@pytest.mark.parametrize(
    ("name", "modulus"),
    [
        *((name, 1 << 64) for name in ("domino/8x8-0-63", "l-tetromino/6x10", "skolem/10", "langford/13")),
        *(("priced-tromino/11x10-3", 3), ("any-pentomino/7x7", 5), ("n-omino/7/holes-1-1", 7)),
    ],
)
def test_parity_and_sizes_that_no_number_of_pieces_adds_up_to_are_found(name, modulus):
    problem = catalog.instance(name).problem
    assert refuting_weights(problem).modulus == modulus
    assert shows_that_there_is_no_cover(problem)


@pytest.mark.parametrize("name", ["domino/8x8", "queens/8", "soma", "partridge/1"])
def test_problems_with_covers_are_not_refuted(name):
    assert refuting_weights(catalog.instance(name).problem) is None


def test_three_pieces_cannot_be_an_even_number():
    """Each option covers two items of a triangle: over the rationals, half of each option would do."""
    assert shows_that_there_is_no_cover(ExactCover.from_options(["ab", "bc", "ca"], "abc"))


def test_a_problem_with_too_many_items_is_not_looked_at():
    names = range(402)
    assert refuting_weights(ExactCover.from_options([(k, k + 1) for k in range(0, 400, 2)], names)) is None


@given(problem=problems_with(Feature))
@drawn(100)
def test_what_is_refuted_has_no_cover(problem):
    if refuting_weights(problem) is not None:
        assert shows_that_there_is_no_cover(problem)
        assert not all_covers(problem)


def shows_that_there_is_no_cover(problem):
    weights = refuting_weights(problem)
    if weights is None:
        return False
    of_items = weights.of_items.tolist()
    rows = np.split(problem.item, problem.start[1:-1])
    of_options = [sum(of_items[item] for item in row.tolist()) % weights.modulus for row in rows]
    needed = sum(weight * times for weight, times in zip(of_items, problem.least.tolist(), strict=True))
    is_free = any(weights.of_items[problem.least < problem.most]) or any(of_items[problem.n_primary :])
    return needed % weights.modulus != 0 and not any(of_options) and not is_free
