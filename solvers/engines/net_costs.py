"""Costs as libraries take them: net costs, with which bounds on the cost rise sooner, and whole costs in few bits."""

from __future__ import annotations

from math import gcd

import numpy as np

from danceoff.problems import ExactCover
from danceoff.solvers.base import UnsupportedProblem
from danceoff.solvers.engines.loading import imported

_LARGEST_COST = 10**8


def net_costs(problem: ExactCover) -> tuple[list[int], int]:
    """Return for each option its cost less the prices of the items that are covered exactly once, and their sum.

    So a cover costs that sum and the net costs of its options. The prices are a dual solution of the linear relaxation,
    rounded down to whole costs.
    """
    if not problem.has_costs:
        return [0] * problem.n_options, 0
    imported("danceoff.solvers.engines.prices")  # loads Numba, uncounted
    from danceoff.solvers.engines.prices import item_prices  # late: Numba, 0.2 s, which few problems need

    prices = item_prices(problem)
    places = prices.places
    price = prices.price >> places if places >= 0 else prices.price << -places
    is_exact = (np.arange(problem.n_items) < problem.n_primary) & ~problem.has_multiplicity
    price = np.where(is_exact, price, 0)
    paid = np.add.reduceat(price[problem.item], problem.start[:-1])
    return (problem.cost - paid).tolist(), sum(price.tolist())


def in_units(problem: ExactCover) -> tuple[list[int], int]:
    """Return the cost of each option in multiples of their greatest common divisor, and that divisor."""
    cost: list[int] = problem.cost.tolist() or [0] * problem.n_options
    unit = gcd(*cost) or 1
    return [own // unit for own in cost], unit


def refuse_coarse(problem: ExactCover, name: str) -> None:
    """Raise UnsupportedProblem if a cover may cost more than 10^8 units: doubles could not tell such costs apart.

    Solvers of linear programs allow constraints to be broken by about 1e-9; that, times the costs, must stay below 1.
    """
    cost, _ = in_units(problem)
    n_chosen = int(problem.most[: problem.n_primary].sum())
    if sum(sorted(map(abs, cost), reverse=True)[:n_chosen]) > _LARGEST_COST:
        raise UnsupportedProblem(
            f"{name} computes with doubles, too coarse for covers that cost more than 10^8: "
            "round the costs, or use another solver"
        )
