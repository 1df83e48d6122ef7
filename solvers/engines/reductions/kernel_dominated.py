"""The loop behind the reduction by cost: options that cheaper ones replace together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import kernel

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_FREE, _USED = 1, 2


@kernel
def dominated(
    start: Ints,
    item: Ints,
    colour: Ints,
    n_primary: int,
    cost: Ints,
    begin: Ints,
    option: Ints,
    may_replace: Bools,
    mark: Ints,
    most_work: int,
) -> Bools:
    """Which options cost no less than several others together that cover the same items.

    The others together cover each primary item of the option once, each of its secondary items at most once, and no
    other item.

    begin, option: option[begin[i]:begin[i + 1]] are the options with i as their first item, the cheapest first.
    may_replace: which options may be among the others.
    mark: scratch, 0 for each item.
    most_work: the options to try in all; an option for which they do not suffice counts as not dominated.
    """
    found = np.zeros(len(cost), np.bool_)
    path, at = np.empty(n_primary + 1, np.int64), np.empty(n_primary + 1, np.int64)
    # If no cost is negative, a sum that is too dear stays so.
    is_sign_known = (cost >= 0).all()
    n_tried = 0
    for j in range(len(cost)):
        # Others may take the items of option j, and nothing else: any item beyond these has mark 0. An item that j
        # colours is used from the start, since an option without a colour takes it from all others, and j does not.
        for k in range(start[j], start[j + 1]):
            mark[item[k]] = _FREE if colour[k] == 0 else _USED
        # A search for covers of the primary items of j. path[:depth] are the options taken, `total` is their cost,
        # at[depth] the next option to be tried, and item[first] the first primary item of j that they leave.
        depth, first, total = 0, start[j], 0
        at[0] = begin[item[first]]
        while depth >= 0 and n_tried < most_work:
            # No option of this item is left, or none that is cheap enough: those that follow are no cheaper. The option
            # above goes, and `first` with it back to its first item, which was the first one left when it was taken.
            if at[depth] == begin[item[first] + 1] or (is_sign_known and total + cost[option[at[depth]]] > cost[j]):
                depth -= 1
                if depth >= 0:
                    p = path[depth]
                    total -= cost[p]
                    for k in range(start[p], start[p + 1]):
                        mark[item[k]] = _FREE
                    while item[first] != item[start[p]]:
                        first -= 1
                continue
            # Items before item[first] are used, so an option that has it and fits has it as its first item, and is in
            # this list. Only options with fewer items than j: so two options never replace each other, and none itself.
            p = option[at[depth]]
            at[depth] += 1
            n_tried += 1
            fits = may_replace[p] and start[p + 1] - start[p] < start[j + 1] - start[j]
            if fits:
                for k in range(start[p], start[p + 1]):
                    if mark[item[k]] != _FREE:
                        fits = False
                        break
            if not fits:
                continue
            # It fits: take it, and go on to the next primary item that is left.
            path[depth] = p
            total += cost[p]
            for k in range(start[p], start[p + 1]):
                mark[item[k]] = _USED
            while first < start[j + 1] and item[first] < n_primary and mark[item[first]] == _USED:
                first += 1
            # All primary items of j are covered, by options that take none but free items of j: wherever j is chosen,
            # they may be chosen in its place.
            is_whole = first == start[j + 1] or item[first] >= n_primary
            depth += 1
            if not is_whole:
                at[depth] = begin[item[first]]
                continue
            if total <= cost[j]:
                found[j] = True
                break
            # Whole, but too dear: put the last option back, and go on with the next one of the same item.
            depth -= 1
            total -= cost[p]
            for k in range(start[p], start[p + 1]):
                mark[item[k]] = _FREE
            first = start[j]
            while item[first] != item[start[p]]:
                first += 1
        for k in range(start[j], start[j + 1]):
            mark[item[k]] = 0
    return found
