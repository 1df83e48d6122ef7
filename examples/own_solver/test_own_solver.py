"""The solver keeps danceoff's contract."""

from own_solver import FewestFirst

from danceoff.experiments.contract.hold import Bounds, hold


def test_the_contract_holds() -> None:
    """Hold both ways of branching to it."""
    for solver in (FewestFirst(), FewestFirst(most=True)):
        assert [finding for finding in hold(solver, Bounds(10)) if finding.broken] == []
