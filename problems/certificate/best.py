"""Checks a certificate of the least cost.

Words: the symmetries as in a trace, which must also keep costs; a cover of cost COUNT, as its size and its options,
    ascending; the number of binary places of the prices, or -1 for no prices; the price of each item in two words, the
    low one first; then the items as in a trace, but only for nodes that may still be part of a cheaper cover.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from danceoff.problems.certificate.budget import InvalidCertificate, Meter
from danceoff.problems.certificate.covers import CoverCheck
from danceoff.problems.certificate.file import take
from danceoff.problems.certificate.measures import Costs
from danceoff.problems.certificate.nodes import Nodes
from danceoff.problems.certificate.symmetries import symmetries_in
from danceoff.problems.certificate.trace import named, walk
from danceoff.problems.model.costs import each
from danceoff.problems.model.cover import ExactCover


def cost_by_trace(problem: ExactCover, words: Iterator[int], meter: Meter) -> tuple[int, int]:
    """Return the least cost of a cover, and the number of nodes that branched."""
    nodes = Nodes(problem, symmetries_in(problem, words, meter), meter, keeps_costs=True)
    cover = take(words, next(words), problem.n_options)
    CoverCheck(problem, meter).check(cover, 0)
    places = next(words)
    if not -1 <= places < 62:
        raise InvalidCertificate(f"its prices have {places} binary places")
    n_halves = 0 if places < 0 else 2 * problem.n_items  # a price is two words
    price = np.array(take(words, n_halves, n_halves), "<i4").view("<i8").tolist()
    n_steps = 0
    for part, claim in enumerate(costs_of_parts(problem, nodes, cover)):
        costs, n = walk(nodes, part, Costs(problem, nodes, claim, price, places), named(words))
        n_steps += n
        if costs.min(initial=claim) < claim:
            raise InvalidCertificate(f"it shows a cover that is cheaper by {claim - int(costs.min())}")
    cost = each(problem)
    return sum(cost[option] for option in cover), n_steps


def costs_of_parts(problem: ExactCover, nodes: Nodes, cover: Sequence[int]) -> list[int]:
    """Return the cost of the options of a cover in each part."""
    cost = each(problem)
    needed = nodes.needs[:, np.array(cover, np.int64)]
    is_in = [(needed & part[:, np.newaxis]).any(axis=0).tolist() for part in nodes.parts.T]
    return [sum(cost[option] for option, inside in zip(cover, of_part, strict=True) if inside) for of_part in is_in]
