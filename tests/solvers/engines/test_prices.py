"""Item prices: bounds that hold for every cover, and that are as good as the linear relaxation."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover
from danceoff.solvers.engines.prices import item_prices
from danceoff.solvers.engines.prices.kernel import nth


def assignment(costs: np.ndarray, copies: int = 1) -> ExactCover:
    """Give each row a column of its own; its linear relaxation is integral. copies: dearer ones of each option."""
    n = len(costs)
    options = [(i, n + j) for i in range(n) for j in range(n)] * copies
    every = np.concatenate([costs.ravel() + 7 * copy for copy in range(copies)])
    return ExactCover.from_options(options, range(2 * n), cost=every.tolist())


def optimum(costs: np.ndarray) -> int:
    return min(sum(int(costs[i, j]) for i, j in enumerate(order)) for order in permutations(range(len(costs))))


@given(
    priced(st.one_of(problems(), problems(multiplicities=True), problems(colours=True, multiplicities=True))),
    st.sampled_from([0, 3, 200]),
)
def test_the_bounds_hold_for_every_cover_and_reduced_costs_are_not_negative(problem, n_steps) -> None:
    prices = item_prices(problem, n_steps=n_steps)
    assert (prices.reduced >= 0).all()
    for cover in all_covers(problem):
        own = cost(problem, cover)
        assert prices.bound <= own
        assert sum(prices.reduced[list(cover)].tolist()) <= prices.room(own)
        assert prices.within(own)[list(cover)].all()


@pytest.mark.parametrize(("low", "high"), [(0, 100), (-50, 50), (10**12, 10**13), (0, 2)])
@pytest.mark.parametrize("copies", [1, 30])
def test_the_bound_is_the_optimum_where_the_linear_relaxation_is_integral(low, high, copies) -> None:
    costs = np.random.default_rng(copies).integers(low, high, (6, 6))
    best, bound = optimum(costs), item_prices(assignment(costs, copies)).bound
    assert best - (high - low) // 1000 <= bound <= best


def test_a_target_is_no_bound() -> None:
    costs = np.random.default_rng(5).integers(0, 100, (6, 6))
    problem, best = assignment(costs), optimum(costs)
    for target in (-1000, best - 1, best, 10 * best):
        assert item_prices(problem, target).bound <= best


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_number_at_a_place_is_that_of_the_sorted_ones(seed: int) -> None:
    draw = np.random.default_rng(seed)
    plain = getattr(nth, "py_func", nth)  # Python calls no compiled part
    for n_values in range(1, 30):
        values = draw.integers(-3, 4, n_values).astype(float)
        assert [plain(values.copy(), n) for n in range(n_values)] == sorted(values)
