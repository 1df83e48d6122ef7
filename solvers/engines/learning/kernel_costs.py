"""A bound on the cost that explains itself: options too dear for what is left are out, and those that are in say why.

Prices of items make the costs of options net (`engines/prices`), none of them negative, and the options are numbered by
these: those that cannot be afforded are the last ones. The bound is one pseudo-Boolean constraint, which is a reason
like an item: the earliest options that are in, as few as cost too much together with what they exclude. The bound only
ever gets lower, so a reason stays one, and so does a learned clause.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import inlined
from danceoff.solvers.engines.learning.kernel_state import (
    IN,
    ITEM,
    LEVEL,
    N_SET,
    ONE,
    OUT,
    TWO,
    UNSET,
    ZERO,
    Costs,
    Problem,
    Trail,
    put,
)

AFFORDABLE, PAID, PAYERS = (np.uint64(k) for k in range(3))
"""What the numbers in a row of `Costs.tally` are."""


@inlined
def bound_of(problem: Problem) -> np.uint64:
    """The bound on the cost as a reason: an item after the last one."""
    return np.uint64(len(problem.begin) - 1) << TWO | ITEM


@inlined
def propagate_costs(problem: Problem, trail: Trail, at: NDArray[np.uint64]) -> np.uint64:
    """Pay for the options on the trail; what cannot be afforded any more is out. Return the bound if it is exceeded."""
    net, tally, payer = trail.costs.net, trail.costs.tally, trail.costs.payer
    level, why, n = at[LEVEL], bound_of(problem), at[N_SET]
    spent, n_payers = trail.costs.spent[level], tally[level, PAYERS]
    for k in range(tally[level, PAID], n):
        option = trail.option[k]
        if trail.value[option] == IN and net[option] > 0:
            payer[n_payers] = option
            n_payers += ONE
            spent += net[option]
    tally[level, PAID], tally[level, PAYERS], trail.costs.spent[level] = n, n_payers, spent
    left = trail.costs.room[0] - spent
    if left < 0:
        return why
    affordable = tally[level, AFFORDABLE]
    while affordable > ZERO and net[affordable - ONE] > left:
        affordable -= ONE
        if trail.value[affordable] == UNSET:
            n = put(trail, n, affordable, OUT, level, why)
    tally[level, AFFORDABLE], at[N_SET] = affordable, n
    return np.uint64(0)


@inlined
def open_account(costs: Costs, level: np.uint64) -> None:
    """Begin a level with what was spent below; so nothing need be undone when the search goes back."""
    below = level - ONE
    costs.spent[level] = costs.spent[below]
    for k in range(PAYERS + ONE):
        costs.tally[level, k] = costs.tally[below, k]


@inlined
def payers(costs: Costs, found: NDArray[np.uint32], option: np.uint64) -> np.uint64:
    """Write as few of the earliest options as cost too much, together with this one if there is one; count them."""
    net = costs.net
    excess = -costs.room[0] - 1
    if option < np.uint64(len(net)):
        excess += net[option]
    end, n = np.uint64(0), np.uint64(0)
    while excess < 0:
        excess += net[costs.payer[end]]
        end += ONE
    while end > ZERO:
        end -= ONE
        one = costs.payer[end]
        if net[one] <= excess:
            excess -= net[one]
        else:
            found[n] = one
            n += ONE
    return n


@inlined
def exceeded_on(trail: Trail, found: NDArray[np.uint32]) -> np.uint64:
    """The level on which the options that are in began to cost too much."""
    level = np.uint64(0)
    for k in range(payers(trail.costs, found, np.uint64(len(trail.value)))):
        level = max(level, np.uint64(trail.level[found[k]]))
    return level
