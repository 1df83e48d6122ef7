"""How large the tree of a search by the fewest-options rule is: Knuth's random probes.

Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of Computation 29, 1975): go down the tree, at
each node to a child at random; 1 + b1 + b1 b2 + ... over the branchings met is an unbiased estimate of the nodes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import lean

Ints = NDArray[np.int64]


@lean
def probe(
    start: Ints,
    item: Ints,
    option_start: Ints,
    option: Ints,
    n_primary: int,
    n_probes: int,
    most_visits: int,
    most: Ints,
    size: Ints,
    left: Ints,
    is_live: NDArray[np.bool_],
) -> tuple[float, float, float]:
    """The mean estimates of the nodes, of the entries of the problem that are looked at in all of them, of the covers.

    There are n_probes probes, or fewer where they look at most_visits entries.
    item[start[o]:start[o + 1]] are the items that option o takes, option[option_start[i]:option_start[i + 1]] the
    options that need item i. most[i]: how often item i is covered at most; only where that is once it is branched on.
    size, left, is_live: scratch, for each item, each item and each option.
    """
    state = np.uint64(0x9E3779B97F4A7C15)
    nodes = visits = covers = 0.0
    n_done = n_visits = 0
    while n_done < n_probes and n_visits < most_visits:
        for i in range(len(size)):
            size[i] = option_start[i + 1] - option_start[i]
            left[i] = most[i]
        for o in range(len(is_live)):
            is_live[o] = True
        weight = 1.0
        while True:
            best = -1
            for i in range(n_primary):
                if left[i] == 1 and most[i] == 1 and (best < 0 or size[i] < size[best]):
                    best = i
            nodes += weight
            n_here = n_primary
            if best < 0 or size[best] == 0:
                n_visits += n_here
                covers += weight if best < 0 else 0.0
                break
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            n_branches = size[best]
            rank = np.int64((state >> np.uint64(33)) % np.uint64(n_branches))
            k = option_start[best]
            while rank > 0 or not is_live[option[k]]:
                rank -= np.int64(is_live[option[k]])
                k += 1
            chosen = option[k]
            for c in range(start[chosen], start[chosen + 1]):
                left[item[c]] -= 1
                if left[item[c]] > 0:
                    continue
                for k in range(option_start[item[c]], option_start[item[c] + 1]):
                    o = option[k]
                    if is_live[o]:
                        is_live[o] = False
                        for j in range(start[o], start[o + 1]):
                            size[item[j]] -= 1
                        n_here += start[o + 1] - start[o]
            n_visits += n_here
            weight *= n_branches
            visits += weight * n_here
        n_done += 1
    return nodes / n_done, visits / n_done, covers / n_done
