"""A bound on the cost as a constraint that explains itself: options that would exceed the bound are out.

Prices of items turn the costs of options into net costs (`engines/prices`), none of them negative. The options are
sorted by net cost, so those that cannot be afforded are the last ones. The bound is one pseudo-Boolean constraint, and
a reason like an item: the earliest options on the trail that are in, as few as cost too much together with the option
that is out. The bound only ever gets lower, so reasons and learned clauses stay valid.

An item with different bounds, and a secondary one, may cost something, too: its price each time it is covered beyond
its least if the price is above 0, or each time it is covered less than its most if the price is below 0. Then some of
its options may be in (or out) for free. When these are used up, the item is at its *brim*, and each further option
costs its price.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import inlined
from danceoff.solvers.engines.learning.kernel_state import (
    IN,
    ITEM,
    ONE,
    OUT,
    TWO,
    UNSET,
    ZERO,
    At,
    Costs,
    Problem,
    Sets,
    Trail,
    Unsigned,
    put,
)

AFFORDABLE, PAID, PAYERS = (np.uint64(k) for k in range(3))
"""What the numbers in a row of `Costs.tally` are."""

NO_PLACE = np.uint32(2**32 - 1)


@inlined
def bound_of(problem: Problem) -> np.uint64:
    """The bound on the cost as a reason: an item after the last one."""
    return np.uint64(len(problem.begin) - 1) << TWO | ITEM


@inlined
def propagate_costs(problem: Problem, sets: Sets, trail: Trail, at: At) -> np.uint64:
    """Pay for the options on the trail, and put out those not affordable; return the bound if it is exceeded, or 0."""
    costs = trail.costs
    net, tally = costs.net, costs.tally
    level, n, why = at.level, at.n_set, bound_of(problem)
    # Stakes change only where an option has just been paid for, so without one there is nothing to look for. On level 0
    # the bound may have become lower since the last call.
    is_loose = len(costs.price) > 0
    is_due = is_loose and (tally[level, PAID] < n or level == ZERO)
    for place in range(tally[level, PAID], n):
        option = trail.option[place]
        if trail.value[option] == IN and net[option] > 0:
            pay(costs, level, np.uint64(option), place, net[option])
        if is_loose:
            pay_items(problem, sets, trail, level, option, place)
    tally[level, PAID] = n
    # Beyond the room: the conflict. Within it, an option whose value would cost more than what is left gets the other
    # value.
    left = costs.room[0] - costs.spent[level]
    if left < 0:
        return why
    affordable = tally[level, AFFORDABLE]
    if is_due:
        at.n_met += affordable
        for option in range(affordable):
            if trail.value[option] == UNSET:
                if costs.stake[IN, option] > left:
                    n = put(trail, n, np.uint64(option), OUT, level, why)
                elif costs.stake[OUT, option] > left:
                    n = put(trail, n, np.uint64(option), IN, level, why)
    # The options are sorted by net cost: those beyond `affordable` are out already.
    while affordable > ZERO and net[affordable - ONE] > left:
        affordable -= ONE
        if trail.value[affordable] == UNSET:
            n = put(trail, n, affordable, OUT, level, why)
    tally[level, AFFORDABLE], at.n_set = affordable, n
    return np.uint64(0)


@inlined
def pay(costs: Costs, level: np.uint64, who: np.uint64, place: int, price: np.int64) -> None:
    """Store who pays what because of the option at a place of the trail."""
    n_payers = costs.tally[level, PAYERS]
    costs.payer[n_payers], costs.since[n_payers] = who, place
    costs.tally[level, PAYERS] += ONE
    costs.spent[level] += price


@inlined
def pay_items(problem: Problem, sets: Sets, trail: Trail, level: np.uint64, option: np.uint32, place: int) -> None:
    """Let each item of an option pay if the option takes it beyond its brim."""
    costs = trail.costs
    for own in range(problem.first[option], problem.first[option + ONE]):
        item = np.uint64(problem.item[own])
        price = costs.price[item]
        # A positive price is paid for options that are in, a negative one for options that are out.
        if price == 0 or (price > 0) != (trail.value[option] == IN):
            continue
        costs.free[item] -= 1
        # From the next option on the item pays. All its options bear that price in advance, so that they can be ruled
        # out before they are taken.
        if costs.free[item] == 0:
            costs.brim[item] = place + ONE
            raise_stake(problem, sets, costs, item, abs(price))
        elif costs.free[item] < 0:
            pay(costs, level, np.uint64(len(costs.net)) + item, place, abs(price))


@inlined
def refund(problem: Problem, sets: Sets, trail: Trail, level: np.uint64, to: np.uint64) -> None:
    """Undo what items paid since a level `to`; going back to the account of that level undoes what options paid."""
    # Backwards, since `brim` is the place at which the item became full.
    place = trail.costs.tally[level, PAID]
    while place > trail.costs.tally[to, PAID]:
        place -= ONE
        refund_items(problem, sets, trail, trail.option[place])


@inlined
def refund_items(problem: Problem, sets: Sets, trail: Trail, option: np.uint32) -> None:
    """Undo what `pay_items` does to the items."""
    costs = trail.costs
    for own in range(problem.first[option], problem.first[option + ONE]):
        item = np.uint64(problem.item[own])
        price = costs.price[item]
        if price == 0 or (price > 0) != (trail.value[option] == IN):
            continue
        costs.free[item] += 1
        if costs.free[item] == 1:
            costs.brim[item] = NO_PLACE
            raise_stake(problem, sets, costs, item, -abs(price))


@inlined
def raise_stake(problem: Problem, sets: Sets, costs: Costs, item: np.uint64, by: np.int64) -> None:
    """Raise the stake of the options of an item: what one more of them would cost."""
    value = IN if costs.price[item] > 0 else OUT
    for k in range(problem.begin[item], problem.begin[item + ONE]):
        costs.stake[value, problem.owner[sets.entry[k]]] += by


@inlined
def open_account(costs: Costs, level: np.uint64) -> None:
    """Begin a level with what was spent below; when the search goes back, only items then have anything to undo."""
    below = level - ONE
    costs.spent[level] = costs.spent[below]
    for k in range(PAYERS + ONE):
        costs.tally[level, k] = costs.tally[below, k]


@inlined
def payers(problem: Problem, sets: Sets, trail: Trail, found: NDArray[np.uint32], option: np.uint64) -> np.uint64:
    """Write to `found` why the other value of an option would cost too much, and return the number of options written.

    These are the earliest payers on the trail that cost too much together, without those that can be spared.

    option: the option; n_options asks why the bound is exceeded by the trail alone.
    """
    costs = trail.costs
    n_options, is_loose = np.uint64(len(costs.net)), len(costs.price) > 0
    first, last, denied = np.uint64(0), np.uint64(0), IN
    # Exceeding the room by one unit is enough: `excess` is negative while what was collected fits.
    excess = -costs.room[0] - 1
    if option < n_options:
        # The value that the option was denied; being in costs its net cost, too.
        denied = trail.value[option] ^ OUT
        if denied == IN:
            excess += costs.net[option]
        if is_loose:
            first, last = np.uint64(problem.first[option]), np.uint64(problem.first[option + ONE])
    for own in range(first, last):
        if is_at_brim(trail, np.uint64(problem.item[own]), denied, option):
            excess += abs(costs.price[problem.item[own]])
    end, n = np.uint64(0), np.uint64(0)
    # Those who paid first stand on low levels, and a clause of low levels is worth more.
    while excess < 0:
        excess += paid_by(costs, np.uint64(costs.payer[end]))
        end += ONE
    # Latest first: whoever can be spared without coming back within the room is left out.
    for k in range(end):
        place = end - ONE - k
        who = np.uint64(costs.payer[place])
        price = paid_by(costs, who)
        if price <= excess:
            excess -= price
            continue
        found[n] = trail.option[costs.since[place]]
        n += ONE
        # An item pays because of the option at `since`, and because its free options were used up by others.
        if who >= n_options:
            n = free_ones(problem, sets, trail, found, n, who - n_options)
    for own in range(first, last):
        item = np.uint64(problem.item[own])
        if is_at_brim(trail, item, denied, option):
            if abs(costs.price[item]) <= excess:
                excess -= abs(costs.price[item])
            else:
                n = free_ones(problem, sets, trail, found, n, item)
    # `is_noted` keeps an item's free options from being written twice; it is False between two explanations.
    if is_loose:
        for k in range(end):
            if costs.payer[k] >= n_options:
                costs.is_noted[costs.payer[k] - n_options] = False
        for own in range(first, last):
            costs.is_noted[problem.item[own]] = False
    return n


@inlined
def paid_by(costs: Costs, who: np.uint64) -> np.int64:
    """What an option costs, or an item for one more option; the numbers of items follow those of the options."""
    n_options = np.uint64(len(costs.net))
    return np.int64(costs.net[who] if who < n_options else abs(costs.price[who - n_options]))


@inlined
def is_at_brim(trail: Trail, item: np.uint64, value: Unsigned, option: np.uint64) -> bool:
    """Whether an item would have paid for this value of an option at the time when the option got its other value."""
    costs = trail.costs
    price = costs.price[item]
    return bool(price != 0 and (price > 0) == (value == IN) and costs.brim[item] <= trail.place[option])


@inlined
def free_ones(
    problem: Problem, sets: Sets, trail: Trail, found: NDArray[np.uint32], n: np.uint64, item: np.uint64
) -> np.uint64:
    """Write the options that brought an item to its brim, unless they are written; return how many are written now."""
    costs = trail.costs
    if costs.is_noted[item]:
        return n
    costs.is_noted[item] = True
    value = IN if costs.price[item] > 0 else OUT
    for k in range(problem.begin[item], problem.begin[item + ONE]):
        one = problem.owner[sets.entry[k]]
        if trail.value[one] == value and trail.place[one] < costs.brim[item]:
            found[n] = one
            n += ONE
    return n


@inlined
def exceeded_on(problem: Problem, sets: Sets, trail: Trail, found: NDArray[np.uint32]) -> np.uint64:
    """The level on which the options began to cost too much."""
    level = np.uint64(0)
    for k in range(payers(problem, sets, trail, found, np.uint64(len(trail.value)))):
        level = max(level, np.uint64(trail.level[found[k]]))
    return level
