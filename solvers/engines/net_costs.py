"""Net costs of options: solvers that raise a bound on the cost step by step begin near the optimum with them."""

from __future__ import annotations

import numpy as np

from danceoff.problems import ExactCover


def net_costs(problem: ExactCover) -> tuple[list[int], int]:
    """Return for each option its cost less the prices of the items that are covered exactly once, and their sum.

    So a cover costs that sum and the net costs of its options. The prices are a dual solution of the linear relaxation,
    rounded down to whole costs.
    """
    if not problem.has_costs:
        return [0] * problem.n_options, 0
    from danceoff.solvers.engines.prices import item_prices  # compiled: solvers without kernels need no Numba else

    prices = item_prices(problem)
    places = prices.places
    price = prices.price >> places if places >= 0 else prices.price << -places
    is_exact = (np.arange(problem.n_items) < problem.n_primary) & ~problem.has_multiplicity
    price = np.where(is_exact, price, 0)
    paid = np.add.reduceat(price[problem.item], problem.start[:-1])
    return (problem.cost - paid).tolist(), sum(price.tolist())
