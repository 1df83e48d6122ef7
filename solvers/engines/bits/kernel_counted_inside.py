"""The bottom of the counted search: at most 64 options, in single words, some items of which may be covered often.

How often an item is covered since the sub-problem was packed are the bits of `taken` in its column: going back needs
nothing but that word. Options that were tried are left out of what their later siblings see, so no set comes twice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_inside import (
    DEPTH,
    END,
    FOUND,
    IS_NEW,
    IS_OVER,
    NODES,
    NONE,
    ONE,
    ZERO,
    Inside,
    branching,
    copy,
)
from danceoff.solvers.engines.bits.kernel_words import popcount, trailing_zeros
from danceoff.solvers.engines.compiled import lean


class Limits(NamedTuple):
    """The counted items of a packed sub-problem that are not sure to be covered rightly, whatever is taken.

    column: uint64[n_counted], the options of an item. least, most: uint64[n_counted], how often it is to be covered
    here. taken: uint64[65], by depth, the options chosen. n: uint64[1], how many such items there are.
    """

    column: NDArray[np.uint64]
    least: NDArray[np.uint64]
    most: NDArray[np.uint64]
    taken: NDArray[np.uint64]
    n: NDArray[np.uint64]


@lean
def walk_counted(inside: Inside, limits: Limits, budget: np.uint64, listing: bool, block: NDArray[np.int32]) -> None:
    """Walk on like `kernel_inside.walk`."""
    column, conflict, items, option, path = inside.column, inside.conflict, inside.items, inside.option, inside.path
    at, n_nodes, n_found, end = inside.at, ZERO, inside.at[FOUND], inside.at[END]
    depth, is_new = at[DEPTH], at[IS_NEW]
    live, left, n_path, taken = inside.live[depth], inside.left[depth], inside.n_path[depth], limits.taken[depth]
    room = np.uint64(len(block)) - np.uint64(len(path)) - ONE
    n_limits = limits.n[ZERO]
    while True:
        while is_new:
            tightest, slack, is_dead = ZERO, NONE, False
            for k in range(n_limits):
                n_taken = popcount(taken & limits.column[k])
                if n_taken >= limits.most[k]:
                    if n_taken > limits.most[k]:
                        is_dead = True
                        break
                    live &= ~limits.column[k]
                elif n_taken < limits.least[k]:
                    options = live & limits.column[k]
                    n_options = n_taken + popcount(options)
                    if n_options < limits.least[k]:
                        is_dead = True
                        break
                    if n_options - limits.least[k] < slack:
                        slack, tightest = n_options - limits.least[k], options
            if is_dead:
                break
            forced, untried = ZERO, ZERO
            if left == ZERO:
                untried = tightest & live
                if slack == NONE:
                    n_found += ONE
                    if listing:
                        block[end] = np.int32(n_path)
                        end += ONE
                        copy(block, end, path, ZERO, n_path)
                        end += n_path
                    untried = live
            else:
                # An item is in `one` when an option covers it, in `two` when at least two do, and so on.
                one, two, three, four = ZERO, ZERO, ZERO, ZERO
                options = live
                while options != ZERO:
                    covered = items[trailing_zeros(options)]
                    options &= options - ONE
                    four |= three & covered
                    three |= two & covered
                    two |= one & covered
                    one |= covered
                if left & ~one != ZERO:
                    break
                single = left & ~two
                if single == ZERO:
                    untried = live & column[branching(inside, live, left, two & ~three, three & ~four)]
                    if slack < popcount(untried) - ONE:
                        untried = tightest & live
                while single != ZERO:
                    forced |= live & column[trailing_zeros(single)]
                    single &= single - ONE
            if forced == ZERO:
                if untried != ZERO:
                    inside.live[depth], inside.left[depth], inside.n_path[depth] = live, left, n_path
                    limits.taken[depth], inside.untried[depth] = taken, untried
                    depth += ONE
                break
            while forced & live == forced and forced != ZERO:
                chosen = trailing_zeros(forced)
                forced &= forced - ONE
                live &= ~conflict[chosen]
                left &= ~items[chosen]
                taken |= ONE << chosen
                path[n_path] = option[chosen]
                n_path += ONE
                n_nodes += ONE
            if forced != ZERO:
                break
        is_new = ZERO
        while depth > ZERO and inside.untried[depth - ONE] == ZERO:
            depth -= ONE
        if depth == ZERO or n_nodes >= budget or end > room:
            break
        above = depth - ONE
        chosen = trailing_zeros(inside.untried[above])
        inside.untried[above] &= inside.untried[above] - ONE
        live = inside.live[above] & ~conflict[chosen]
        inside.live[above] &= ~(ONE << chosen)
        left = inside.left[above] & ~items[chosen]
        taken = limits.taken[above] | ONE << chosen
        n_path = inside.n_path[above]
        path[n_path] = option[chosen]
        n_path += ONE
        n_nodes += ONE
        is_new = ONE
    at[DEPTH], at[IS_NEW], at[IS_OVER], at[FOUND], at[END] = depth, is_new, np.uint64(depth == ZERO), n_found, end
    at[NODES] += n_nodes
