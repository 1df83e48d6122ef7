"""Diagrams of all covers: a walk of the counter, recorded; every question is then a pass over it.

    made = diagram(problem)                       a MemoryError says that the problem has too many sub-problems
    made.count                                    the number of covers, exact at any size
    covers_at(made, [0, 10**15])                  covers by their numbers; covers_from gives ranges, in batches
    ranks(made, covers)                           the numbers of covers
    samples(made, 1000, seed=1)                   random covers, all equally likely
    counts_of_options(made)                       how many covers hold each option
    cheapest(made, problem.cost)                  all covers with their costs, the cheapest first
    only_cheapest(made, problem.cost)             the diagram of the cheapest ones; at_most of those up to a cost
    counts_by_cost(made, problem.cost)            how many covers have each cost
    warm_up()                                     load all kernels beforehand

graph.py        what a diagram is, the counts of its paths, how many covers hold each option; numbers of any size
record.py       makes the diagram of a problem
covers.py       covers by number, numbers of covers, random covers
costs.py        cheapest covers, and covers by cost
text.py         d-DNNF and ZDD, for other programs
warm.py         loads all kernels
"""

from danceoff.solvers.engines.diagram.costs import at_most, cheapest, counts_by_cost, least_cost, only_cheapest
from danceoff.solvers.engines.diagram.covers import covers_at, covers_from, ranks, samples
from danceoff.solvers.engines.diagram.graph import Diagram, counts_of_options
from danceoff.solvers.engines.diagram.record import diagram, recording
from danceoff.solvers.engines.diagram.warm import warm_up

__all__ = [
    "Diagram",
    "at_most",
    "cheapest",
    "counts_by_cost",
    "counts_of_options",
    "covers_at",
    "covers_from",
    "diagram",
    "least_cost",
    "only_cheapest",
    "ranks",
    "recording",
    "samples",
    "warm_up",
]
