"""Search trees with costs: options sorted by their net costs, and as much room as a cheaper cover leaves."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from night import drawn

from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import Cover, ExactCover
from danceoff.solvers import load
from danceoff.solvers.engines.net_costs import net_costs


def partition(n_items: int, n_options: int, seed: int, **bounds: object) -> ExactCover:
    """Random options of three items, dearer if later, and one for each item alone: many covers, few of them cheap."""
    draw = np.random.default_rng(seed)
    options = [sorted(draw.choice(n_items, 3, replace=False).tolist()) for _ in range(n_options)]
    cost = [*(draw.integers(3, 9, n_options) + np.arange(n_options) // 8).tolist(), *[20] * n_items]
    return ExactCover.from_options([*options, *([i] for i in range(n_items))], range(n_items), cost=cost, **bounds)


def cheapest(spec: str, problem: ExactCover, limit: int) -> list[int]:
    found: dict[Cover, int] = {}
    for cover, _bound in load(spec).prepare(problem).cheapest(limit):
        if cover:
            assert cover not in found
            found[cover] = cost(problem, cover)
    return sorted(found.values())[:limit]


@pytest.mark.parametrize("spec", ["dlx", "bits"])
@pytest.mark.parametrize("bounds", [{}, {"multiplicity": {3: (0, 2), 5: (2, 3)}}], ids=["once", "counted"])
def test_the_cheapest_covers_and_those_within_a_cost(spec: str, bounds: dict) -> None:
    problem = partition(9, 40, 1, **bounds)
    costs = sorted(cost(problem, cover) for cover in load("algorithm-x").prepare(problem).covers())
    assert len(costs) > 100
    for limit in (1, 7, len(costs) + 1):
        assert cheapest(spec, problem, limit) == costs[:limit]
    for most in (costs[0] - 1, costs[0], costs[40], costs[-1]):
        within = [cost(problem, cover) for cover in load(spec).prepare(replace(problem, max_cost=most)).covers()]
        assert sorted(within) == [each for each in costs if each <= most]


def test_bitsets_become_narrower_when_few_options_can_be_afforded() -> None:
    problem = partition(24, 3000, 2)
    search = load("bits").prepare(problem)
    found = [cost(problem, cover) for cover, _bound in search.cheapest() if cover]
    assert [min(found)] == cheapest("dlx", problem, 1)
    assert len(search._at_work._net.cost) < problem.n_options // 2
    assert found == sorted(set(found), reverse=True)


@given(priced(problems(multiplicities=True, colours=True)))
@drawn(50)
def test_net_costs_and_what_is_paid_for_items_are_the_cost(problem: ExactCover) -> None:
    net, paid = net_costs(problem)
    for cover in all_covers(problem):
        assert paid + sum(net[k] for k in cover) == cost(problem, cover)
