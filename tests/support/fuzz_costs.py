"""A differential fuzz of the cheapest covers: random small problems with costs, against the reference.

Costs are negative, zero, equal, huge, or small; some problems have a bound on the cost, secondary items,
multiplicities, or colours. Every setting that optimises is asked for one cover, for three, and for one beside a blocked
cheapest one, and its bounds are held to what it yields later.
"""

from __future__ import annotations

from collections.abc import Sequence

from fuzz_solvers import Fuzz, every_setting, written
from fuzz_target import Target

from danceoff.experiments.contract.rules import finds_the_cheapest
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import ExactCover
from danceoff.solvers import Feature, Solver, UnsupportedProblem

ONE_IN = {
    "minizinc": 50,
    "highs": 20,
    "scip": 20,
    "cpsat": 10,
    "clingo": 5,
    "sat": 60,
}
"""Backends that take long to start, or have many settings, are asked one problem in so many, others one in three."""


def disagreements(problem: ExactCover, solvers: Sequence[Solver]) -> dict[Solver, str]:
    """What each solver says that is not what the reference says; one that refuses the problem says nothing."""
    said = {}
    for solver in solvers:
        try:
            finds_the_cheapest(solver, problem)
        except UnsupportedProblem:
            continue
        except Exception as wrong:  # noqa: BLE001 - whatever it raises is wrong
            said[solver] = f"{solver}: {type(wrong).__name__}: {wrong}"
    return said


def target() -> Target:
    """Every installed backend and setting that looks for the cheapest covers."""
    turns = Fuzz([one for one in every_setting() if Feature.BEST in one.features], disagreements, ONE_IN)
    return Target(
        problems_with(Feature).filter(lambda problem: problem.has_costs), turns.complaint, written, turns.summary
    )
