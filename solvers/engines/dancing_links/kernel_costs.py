"""Costs in dancing links: only options that the search can afford, cheapest first, in the manner of Knuth's DLX5.

Prices of items turn the costs of options into net costs (`engines/prices`), none of which is negative: what a partial
cover has spent never shrinks. The options are sorted by net cost, so every column begins with the options that can be
afforded. Only these count as options of an item, and only these are tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import part
from danceoff.solvers.engines.dancing_links.kernel_links import ROOT, Links


class Costs(NamedTuple):
    """What options cost, and what may be spent.

    net: int64[n_options], the net costs, ascending and never negative.
    spent: int64[n_levels + 1], the net costs of the options chosen above a level, summed.
    room: int64[1], the most that a cover may spend on net costs; the caller may lower it between two calls.
    """

    net: NDArray[np.int64]
    spent: NDArray[np.int64]
    room: NDArray[np.int64]


@part
def spend(links: Links, costs: Costs, level: int, node: np.uint32) -> bool:
    """Write to `spent` what is spent once the option of this node is chosen; return whether that is within the room."""
    costs.spent[level + 1] = costs.spent[level] + costs.net[links.option[node]]
    return bool(costs.spent[level + 1] <= costs.room[0])


@part
def fewest_affordable(links: Links, costs: Costs, level: int) -> np.uint32:
    """The active primary item with the fewest affordable options; if several, the one whose first option costs most.

    An item without affordable options makes the level dead.
    """
    room = costs.room[0] - costs.spent[level]
    best, fewest, dearest = ROOT, 1 << 62, np.int64(-1)
    item = links.right[ROOT]
    while item != ROOT and fewest > 0:
        node = links.down[item]
        first = costs.net[links.option[node]] if node != item else np.int64(0)
        n = 0
        # Ascending costs: the first option that is too dear ends the column. Counting beyond the fewest so far would
        # say nothing more.
        while node != item and n <= fewest and costs.net[links.option[node]] <= room:
            node = links.down[node]
            n += 1
        links.size[ROOT] += np.uint32(n)
        # Of equally short items the one whose cheapest option costs most: what it must spend is spent early, and the
        # bound bites sooner.
        if n < fewest or (n == fewest and first > dearest):
            best, fewest, dearest = item, n, first
        item = links.right[item]
    return best
