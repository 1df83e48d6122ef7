"""A greedy cover is a cover, without an option that is not needed."""

import numpy as np
import pytest
from hypothesis import given
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import ExactCover, catalog
from danceoff.solvers.base import Feature
from danceoff.solvers.together.greedy import greedy_cover


@given(problems_with(frozenset(Feature)))
@drawn(200)
def test_it_is_a_cover_or_none(problem: ExactCover) -> None:
    if (cover := greedy_cover(problem)) is not None:
        assert cover in all_covers(problem)


@pytest.mark.parametrize("name", ["knights-dominate/8", "steiner-cover/27"])
def test_no_option_is_superfluous(name: str) -> None:
    problem = catalog.instance(name).problem
    cover = greedy_cover(problem)
    assert cover is not None
    covered = np.bincount(np.concatenate([problem.items_of(one) for one in cover]), minlength=problem.n_items)
    assert np.all((problem.least <= covered) & (covered <= problem.most))
    assert not any(np.all(covered[problem.items_of(one)] > problem.least[problem.items_of(one)]) for one in cover)


def test_an_option_that_pays_is_kept_and_the_cheapest_for_each_item_comes_first() -> None:
    options = ["ab", "a", "b", "abc"]
    dear = ExactCover.from_options(options, "abc", multiplicity=dict.fromkeys("abc", (1, 3)), cost=[3, 1, 1, 9])
    assert greedy_cover(dear) == (3,)
    assert greedy_cover(ExactCover.from_options(options, "abc", cost=[3, 1, 1, 9])) is None
