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
    far: int,
    most: Ints,
    size: Ints,
    left: Ints,
    is_live: NDArray[np.bool_],
) -> tuple[float, float, float]:
    """The mean estimates of the nodes, of the entries of the problem read in all of them, and of the covers.

    start, item: item[start[o]:start[o + 1]] are the items that option o takes.
    option_start, option: option[option_start[i]:option_start[i + 1]] are the options that need item i.
    n_probes: the number of probes, or fewer where they read most_visits entries.
    far: a probe that has read this many entries ends.
    most: how often each item is covered at most; an item is branched on only where that is once.
    size, left, is_live: scratch, for each item, each item and each option.
    """
    state = np.uint64(0x9E3779B97F4A7C15)
    nodes = visits = covers = 0.0
    n_done = n_visits = 0
    while n_done < n_probes and n_visits < most_visits:
        # A probe starts at the root: all options are live, and every item may be covered `most` times.
        for i in range(len(size)):
            size[i] = option_start[i + 1] - option_start[i]
            left[i] = most[i]
        for o in range(len(is_live)):
            is_live[o] = True
        # `weight` is the product of the branchings above, 1 / the probability of getting here. Whatever is summed with
        # this weight is on average its sum over the whole tree.
        weight, end = 1.0, n_visits + far
        while True:
            # The item on which the search would branch. What may be covered more often is never branched on here: it
            # only takes its options out once it is full.
            best = -1
            for i in range(n_primary):
                if left[i] == 1 and most[i] == 1 and (best < 0 or size[i] < size[best]):
                    best = i
            nodes += weight
            # `n_here` is the work of a node: looking at all items here, and below at the entries of options that go.
            n_here = n_primary
            # The end of a branch: a cover, an item without options, or too far, where the estimate stays too low.
            # `visits` need not grow: the node was charged when its option was taken.
            if best < 0 or size[best] == 0 or n_visits >= end:
                n_visits += n_here
                covers += weight if best < 0 else 0.0
                break
            # A random live option, by xorshift (Marsaglia 2003) from a fixed seed: the same problem has the same
            # estimate.
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
            # Take it. Items that are full now take their other options out, and `size` is again the number of live
            # options.
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
            # There are n_branches such children, and on average each is charged like this one.
            weight *= n_branches
            visits += weight * n_here
        n_done += 1
    return nodes / n_done, visits / n_done, covers / n_done
