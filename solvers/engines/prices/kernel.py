"""The loops behind item prices: subgradient steps in floating point, then whole prices that no option undercuts.

Options and items are in compressed rows: item[start[o]:start[o + 1]] are the items of option o that have a price, and
option[option_start[i]:option_start[i + 1]] the options of item i. A cover takes between least[i] and most[i] of these.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import kernel, lean, part

Longs = NDArray[np.uint64]
Numbers = NDArray[np.uint32]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_MEMORY = 0.7  # how much of the last direction is kept; on air03 1 % is reached in half the steps of 0.5
_PATIENCE = 3  # full steps without a better bound, before steps become shorter
_SHORTER = 0.7
_SHORTEST = 0.003
_NOISE = 1e-12  # of the prices: a bound that is better by less may owe it to rounding
_FULL = 8  # every so many steps all options are looked at, in other steps only those that were the cheapest
_CORE, _LEAST_CORE = 10, 1 << 14  # options for each item, and in all, that are looked at in every step


@kernel
def guess(start: Longs, item: Numbers, cost: Floats, option_start: Longs, option: Numbers, order: Numbers) -> float:
    """About what a cover may cost: options are taken greedily; an item that none covers costs its cheapest option."""
    is_covered = np.zeros(len(option_start) - 1, np.bool_)
    total = 0.0
    for i in order:
        if is_covered[i]:
            continue
        chosen, fewest, cheapest = np.int64(-1), np.inf, np.inf
        for e in range(option_start[i], option_start[i + np.uint32(1)]):
            o = option[e]
            is_free = True
            for k in range(start[o], start[o + np.uint32(1)]):
                if is_covered[item[k]]:
                    is_free = False
                    break
            cheapest = min(cheapest, cost[o])
            each = cost[o] / (start[o + np.uint32(1)] - start[o])
            if is_free and each < fewest:
                chosen, fewest = np.int64(o), each
        if chosen >= 0:
            total += cost[chosen]
            for k in range(start[chosen], start[chosen + 1]):
                is_covered[item[k]] = True
        elif cheapest < np.inf:
            total += cheapest
    return total


@part
def nth(values: Floats, n: int) -> float:
    """Return the number that comes at place n, from 0, once they are sorted (Hoare 1961); `values` are rearranged.

    NumPy's `partition` does the same, and takes 6 s to compile.
    """
    first, last = 0, len(values) - 1
    while first < last:
        pivot = values[(first + last) // 2]
        low, high = first, last
        while low <= high:
            while values[low] < pivot:
                low += 1
            while values[high] > pivot:
                high -= 1
            if low <= high:
                values[low], values[high] = values[high], values[low]
                low += 1
                high -= 1
        # All up to `high` are at most the pivot, all from `low` on at least; what is between is the pivot.
        if n <= high:
            last = high
        elif n >= low:
            first = low
        else:
            break
    return float(values[n])


@part
def copy_to(out: Floats, values: Floats) -> None:
    """Copy numbers. The slice assignment that does the same takes half a second to compile."""
    for k in range(len(values)):
        out[k] = values[k]


@kernel
def climb(
    start: Longs,
    item: Numbers,
    cost: Floats,
    least: Ints,
    most: Ints,
    owner: Ints,
    price: Floats,
    target: float,
    n_steps: int,
) -> Floats:
    """Improve prices by n_steps subgradient steps, fewer if they become too short, and return the best.

    A step goes along a mean of this and earlier subgradients (Camerini, Fratta and Maffioli 1975). It is as long as
    would reach `target` if the bound were linear (Polyak 1969), or a fraction of that, which shrinks while no step
    helps.

    owner: for each option an item that is covered at most once, or -1; of the options of an owner only the best counts.
    """
    n_options, n_items = len(start) - 1, len(price)
    # Where there are many options, most steps look only at a core: those of the least reduced cost at the last full
    # step. Others would hardly be taken by the relaxed problem.
    n_core = max(_CORE * n_items, _LEAST_CORE)
    every = _FULL if n_options > 2 * n_core else 1
    core, n_looked = np.empty(n_options, np.int64), n_options
    best, best_bound = np.empty(n_items), -np.inf
    copy_to(best, price)
    # `length` is the fraction of Polyak's step. No cover costs more than `dearest`.
    length, n_worse = 1.0, 0
    dearest = 0.0
    for o in range(n_options):
        core[o] = o
        dearest += max(cost[o], 0.0)
    lowest, chosen = np.empty(n_items), np.empty(n_items, np.int64)
    lacks, direction = np.empty(n_items), np.zeros(n_items)
    reduced, scratch = np.empty(n_options), np.empty(n_options)
    for step in range(n_steps):
        is_full = step % every == 0
        # At these prices the relaxed problem takes each option of negative reduced cost, however often that covers an
        # item. What it costs is a bound: bound = sum of price * how often the item is to be covered + sum of negative
        # reduced costs. Its slope for a price is what the item lacks. How often is the number that makes the bound
        # lower: `least` at a price above 0, `most` at one below.
        lowest[:] = 0.0
        chosen[:] = -1
        bound = size = 0.0
        for i in range(n_items):
            lacks[i] = least[i] if price[i] > 0 else most[i] if price[i] < 0 else 0
            bound += price[i] * lacks[i]
            size += abs(price[i] * lacks[i])
        # Of the options of one owner a cover has at most one, so that only the lowest may count.
        for a in range(n_options if is_full else n_looked):
            o = a if is_full else core[a]
            net = cost[o]
            for k in range(start[o], start[o + 1]):
                net -= price[item[k]]
            reduced[o] = net
            if owner[o] >= 0:
                if net < lowest[owner[o]]:
                    lowest[owner[o]], chosen[owner[o]] = net, o
            elif net < 0:
                bound += net
                for k in range(start[o], start[o + 1]):
                    lacks[item[k]] -= 1
        for i in range(n_items):
            if chosen[i] >= 0:
                bound += lowest[i]
                for k in range(start[chosen[i]], start[chosen[i] + 1]):
                    lacks[item[k]] -= 1
        # Only a full step gives a bound: a core without some option of negative reduced cost gives too much.
        if is_full:
            if every > 1:
                copy_to(scratch, reduced)
                limit, n_looked = nth(scratch, n_core), 0
                for o in range(n_options):
                    if reduced[o] <= limit:
                        core[n_looked] = o
                        n_looked += 1
            # Better by more than rounding may have added, which grows with the sums.
            if bound > best_bound + _NOISE * size:
                best_bound, n_worse = bound, 0
                copy_to(best, price)
                if bound > dearest + 1.0:  # there is no cover
                    break
                # Steps have the length of the gap to the target. A bound that comes near it shows that the guess was
                # too low, and without a higher one the steps would end here.
                if bound > target - 0.01 * abs(bound):
                    target = bound + 0.05 * abs(bound)
            else:
                n_worse += 1
            # No better bound for a while: the steps go too far. Go back to the best prices, and from there on in
            # shorter steps. The patience is 24 steps, whether each of them is a full one or every eighth.
            if n_worse >= _PATIENCE * (8 // every):
                length *= _SHORTER
                n_worse = 0
                copy_to(price, best)
                direction[:] = 0.0
                if length < _SHORTEST:
                    break
                continue
        # A mean with earlier slopes, since the slopes of two steps may point to and fro across a ridge of the bound.
        square = 0.0
        for i in range(n_items):
            # At price 0 any number from `least` to `most` gives the same bound, and each has a slope: take the slope
            # nearest to 0.
            if price[i] == 0.0:  # then lacks[i] is minus how often the item is covered
                lacks[i] += min(max(-lacks[i], np.float64(least[i])), np.float64(most[i]))
            direction[i] = lacks[i] + _MEMORY * direction[i]
            square += direction[i] * direction[i]
        # No direction is left. If that is because no item lacks anything, no prices give a better bound.
        if square == 0.0:
            break
        # A core's bound may be above the target; the step still goes upwards.
        far = length * max(target - bound, 0.01 * (target - best_bound)) / square
        for i in range(n_items):
            moved = price[i] + far * direction[i]
            # The bound has an edge at price 0 if `least` and `most` differ. A step across it would follow the slope of
            # one side on the other side, so it stops there.
            price[i] = 0.0 if least[i] < most[i] and moved * price[i] < 0.0 else moved
    return best


@lean
def settle(
    start: Longs,
    item: Numbers,
    option_start: Longs,
    option: Numbers,
    least: Ints,
    most: Ints,
    order: Ints,
    price: Ints,
    reduced: Ints,
) -> None:
    """Change whole prices until no reduced cost is negative, then raise each price as far as that stays so.

    order: the options, those of the least reduced cost first.
    price, reduced: changed in place.
    """
    for o in order:
        if reduced[o] >= 0:
            continue
        lowered, loss = item[start[o]], np.inf
        for k in range(start[o], start[o + 1]):
            i = item[k]
            per_unit = np.float64(least[i] if price[i] > 0 else most[i])
            if per_unit < loss:
                lowered, loss = i, per_unit
        by = -reduced[o]
        price[lowered] -= by
        for e in range(option_start[lowered], option_start[lowered + np.uint32(1)]):
            reduced[option[e]] += by
    for i in range(len(price)):
        spare = np.int64(-1)
        for e in range(option_start[i], option_start[i + 1]):
            if spare < 0 or reduced[option[e]] < spare:
                spare = reduced[option[e]]
        if least[i] == 0:
            spare = min(spare, -price[i])
        if spare > 0:
            price[i] += spare
            for e in range(option_start[i], option_start[i + 1]):
                reduced[option[e]] -= spare
