"""Diagrams of all covers: a walk of the counter, recorded; every question is then a pass over it.

    made = diagram(problem)                       a MemoryError says that the problem has too many sub-problems
    made.count                                    the number of covers, exact at any size
    covers_at(made, [0, 10**15])                  covers by their numbers; covers_from gives ranges, in batches
    ranks(made, covers)                           the numbers of covers
    samples(made, 1000, seed=1)                   random covers, all equally likely
    counts_of_options(made)                       how many covers hold each option
    cheapest(made, problem.cost)                  all covers with their costs, the cheapest first
    only_cheapest(made, problem.cost)             the diagram of the cheapest covers; at_most: of all up to a cost
    counts_by_cost(made, problem.cost)            how many covers have each cost

graph.py        what a diagram is, and the counts of its paths; record.py makes the diagram of a problem
covers.py       covers by number, numbers of covers, random covers; costs.py: covers by cost
text.py         d-DNNF and ZDD, for other programs
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import replace
from functools import cache

from danceoff.problems import ExactCover
from danceoff.solvers.engines.diagram.costs import at_most, cheapest, counts_by_cost, least_cost, only_cheapest
from danceoff.solvers.engines.diagram.covers import covers_at, covers_from, ranks, samples
from danceoff.solvers.engines.diagram.graph import Diagram, counts_of_options
from danceoff.solvers.engines.diagram.record import diagram, recording, searched
from danceoff.solvers.engines.diagram.text import nnf

__all__ = [
    "Diagram", "at_most", "cheapest", "counts_by_cost", "counts_of_options", "covers_at", "covers_from", "diagram",
    "least_cost", "only_cheapest", "ranks", "recording", "samples", "warm_up",
]  # fmt: skip


@cache
def warm_up() -> None:
    """Load all kernels, so that none is loaded while a question is measured: ask every question about tiny problems."""
    multiplicities: list[dict[Hashable, tuple[int, int]]] = [{}, {"b": (1, 2)}]
    for multiplicity in multiplicities:
        problem = ExactCover.from_options(["ab", "a", "b"], "ab", multiplicity=multiplicity, cost=[2, 1, 3])
        made = diagram(replace(problem, max_cost=3))
        deque(cheapest(made, problem.cost), maxlen=0)
        only_cheapest(made, problem.cost)
        counts_by_cost(made, problem.cost)
        counts_of_options(made)
        nnf(made)
        for batch in samples(made, 2, seed=1):
            ranks(made, batch)
    for _ in searched(ExactCover.from_options(["ab", "b", "a", "ab"], "ab"), 1):
        pass
