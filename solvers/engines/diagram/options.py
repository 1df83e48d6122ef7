"""How many covers of a diagram hold each option."""

from __future__ import annotations

from danceoff.solvers.engines.diagram import kernel_counts
from danceoff.solvers.engines.diagram.digits import number
from danceoff.solvers.engines.diagram.graph import Diagram


def counts_of_options(diagram: Diagram) -> list[int]:
    """Return how many covers hold each option; divided by the count of all covers, its marginal probability.

    An option is in all covers if its number is the count, and impossible if it is 0.
    """
    if not diagram.n_edges:
        return [0] * diagram.n_options
    held = kernel_counts.counts_of_options(*diagram.arrays, diagram.below, diagram.above, diagram.n_options)
    return [number(digits) for digits in held]
