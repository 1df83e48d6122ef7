"""A cover of a covering at once: the options that cost least for each unit that they cover, without superfluous ones.

V. Chvatal, "A greedy heuristic for the set-covering problem" (Mathematics of Operations Research 4, 1979). A search
that begins without a cover finds hundreds, each a little cheaper than the last one.
"""

from __future__ import annotations

import numpy as np

from danceoff.problems import Cover, ExactCover


def is_covering(problem: ExactCover) -> bool:
    """Return whether most primary items may be covered more often than they must."""
    n = problem.n_primary
    return bool(2 * np.count_nonzero(problem.most[:n] > problem.least[:n]) > n)


def greedy_cover(problem: ExactCover) -> Cover | None:
    """Return a cover; None if the problem is no covering or has colours, or if the greedy choices lead to no cover."""
    n, item, start = problem.n_options, problem.item, problem.start[:-1]
    if n == 0 or problem.has_colours or not is_covering(problem):
        return None
    cost = problem.cost if problem.has_costs else np.ones(n, np.int64)
    needed, room = problem.least.astype(np.int64), problem.most.astype(np.int64)
    is_free = np.ones(n, np.bool_)
    chosen: list[int] = []
    while needed.max() > 0:
        is_free &= np.logical_and.reduceat(room[item] > 0, start)
        gain = np.where(is_free, np.add.reduceat((needed[item] > 0).astype(np.int64), start), 0)
        if not gain.any():
            return None
        price = np.where(gain > 0, np.where(cost > 0, cost / np.maximum(gain, 1), cost * gain), np.inf)
        one = int(np.argmin(price))
        chosen.append(one)
        is_free[one] = False
        for left in (needed, room):
            left[problem.items_of(one)] -= 1
    for one in sorted(chosen, key=lambda option: -cost[option]):
        if cost[one] > 0 and np.all(needed[problem.items_of(one)] < 0):
            needed[problem.items_of(one)] += 1
            chosen.remove(one)
    return tuple(sorted(chosen))
