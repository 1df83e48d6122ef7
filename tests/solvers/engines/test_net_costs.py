"""Net costs: what a cover pays for its items, and for its options besides, is its cost."""

from hypothesis import given
from night import drawn

from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover
from danceoff.solvers.engines.net_costs import net_costs


@given(priced(problems(multiplicities=True, colours=True)))
@drawn(50)
def test_net_costs_and_what_is_paid_for_items_are_the_cost(problem: ExactCover) -> None:
    net, paid = net_costs(problem)
    for cover in all_covers(problem):
        assert paid + sum(net[k] for k in cover) == cost(problem, cover)


def test_prices_are_rounded_by_less_than_1_where_the_linear_relaxation_is_tight() -> None:
    net, paid = net_costs(ExactCover.from_options(["ab", "cd", "ac", "bd"], "abcd", cost=[5, 7, 30, 40]))
    assert 12 - 4 < paid <= 12
    assert min(net) >= 0
