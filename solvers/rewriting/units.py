"""Costs in their largest common unit, for libraries that compute with few bits."""

from __future__ import annotations

from math import gcd

from danceoff.problems import ExactCover
from danceoff.solvers.base import UnsupportedProblem

_LARGEST_COST = 10**8


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
