"""The arrays of the search: the problem, its items as sparse sets, the trail, and the numbers that say where it stands.

Numba gives `uint32 + uint32` 64 unsigned bits, and `uint64 + int64` is a float. So all numbers that index are unsigned,
as are the constants that are added to them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import inlined

Unsigned: TypeAlias = np.unsignedinteger[Any]

ZERO, ONE, TWO, THREE = (np.uint32(k) for k in range(4))

IN, OUT, UNSET = (np.uint8(k) for k in range(3))
"""The value of an option; that of its literal `2 * option + s` is value ^ s: 0 true, 1 false, at least 2 unset."""

NOTHING, OPTION, ITEM, CLAUSE = ZERO, ONE, TWO, THREE
"""Why an option has its value, in the two lowest bits of a reason, below the number of an option, item or clause."""


class Problem(NamedTuple):
    """A problem by entries, one for each item of each option; those of an option stand together, primary items first.

    first: uint32[n_options + 1], where the entries of an option begin.
    second: uint32[n_options], where the entries of its secondary items begin.
    item: uint32[n_entries], the item of an entry.
    owner: uint32[n_entries], the option of an entry.
    begin: uint32[n_items + 1], where the places of an item in `Sets.entry` begin.
    colour: int32[n_entries], or empty.
    counted: bool[n_items], the primary items that are not to be covered exactly once; empty if there are none.
    least, most: uint32[n_items], or empty as `counted` is.
    """

    first: NDArray[np.uint32]
    second: NDArray[np.uint32]
    item: NDArray[np.uint32]
    owner: NDArray[np.uint32]
    begin: NDArray[np.uint32]
    colour: NDArray[np.int32]
    counted: NDArray[np.bool_]
    least: NDArray[np.uint32]
    most: NDArray[np.uint32]


class Sets(NamedTuple):
    """The options of each item that are not out, as sparse sets, and the active items. Growing a set undoes a removal.

    entry: uint32[n_entries], by place: the first size[item] places of an item hold its set. The places of a secondary
        item never move: nobody asks how many options it has left.
    place: uint32[n_entries], the place of an entry.
    size: uint32[n_items], the number of options in the set.
    coverer: uint32[n_items], the option after which an item takes no more options (or none of other colours), plus 1,
        or 0.
    times: uint32[n_items], how often an item is covered; empty as `Problem.counted` is.
    active: uint32[n_primary], the primary items; those that take more options are first.
    seat: uint32[n_primary], the index of an item in `active`.
    kept: uint32[n_levels, ...], by level, what a step back below it restores: `size`, `coverer`, `times`, and N_ACTIVE,
        N_CHOSEN and N_DONE of before. Levels that have no row are undone option by option.
    """

    entry: NDArray[np.uint32]
    place: NDArray[np.uint32]
    size: NDArray[np.uint32]
    coverer: NDArray[np.uint32]
    times: NDArray[np.uint32]
    active: NDArray[np.uint32]
    seat: NDArray[np.uint32]
    kept: NDArray[np.uint32]


class Costs(NamedTuple):
    """What the options on the trail cost, and what they may cost; all arrays are empty if there is no bound.

    net: int64[n_options], the net costs, ascending and never negative.
    room: int64[1], the most that may be spent; it may get less.
    spent: int64[n_levels], what the options up to a level cost.
    payer: uint32[...], who pays: an option, or an item, whose number follows those of the options.
    since: uint32[...], the place on the trail of the option for which it pays.
    tally: uint64[n_levels, 3]. AFFORDABLE: options that could be afforded; all others have a value. PAID: options on
        the trail that are paid for. PAYERS: entries of `payer`.

    The rest is empty if no item has a price:

    price: int64[n_items], what an item costs for one option more or less than is free, or 0.
    free: int64[n_items], how many more options of an item may be in (price above 0) or out (below 0) for free.
    brim: uint32[n_items], the place on the trail from which on no option is free.
    is_noted: bool[n_items], False between two explanations.
    stake: int64[2, n_options], what it would cost the items if an option were in, or out.
    """

    net: NDArray[np.int64]
    room: NDArray[np.int64]
    spent: NDArray[np.int64]
    payer: NDArray[np.uint32]
    since: NDArray[np.uint32]
    tally: NDArray[np.uint64]
    price: NDArray[np.int64]
    free: NDArray[np.int64]
    brim: NDArray[np.uint32]
    is_noted: NDArray[np.bool_]
    stake: NDArray[np.int64]


class Trail(NamedTuple):
    """The options that have a value, in the order in which they got it, and the levels, which count from 1.

    costs: what the options cost.
    value: uint8[n_options], IN, OUT or UNSET.
    level: uint32[n_options], the level of an option's value; 0 for what follows from the problem alone, wherever it
        stands.
    reason: uint32[n_options], why an option has its value.
    place: uint32[n_options], the place of an option on the trail.
    option: uint32[n_options], the trail.
    chosen: uint32[n_options], the options that are in.
    start: uint32[n_levels], where a level begins.
    decision: uint32[n_levels], the literal that opened a level.
    flipped: uint32[n_levels], the highest flipped level up to this one, or 0: a level is flipped if its decision is the
        second value of its option, tried when the first has no more covers.
    fixed: uint32[n_options], literals that follow from the problem alone, but were found while levels were flipped.
    """

    costs: Costs
    value: NDArray[np.uint8]
    level: NDArray[np.uint32]
    reason: NDArray[np.uint32]
    place: NDArray[np.uint32]
    option: NDArray[np.uint32]
    chosen: NDArray[np.uint32]
    start: NDArray[np.uint32]
    decision: NDArray[np.uint32]
    flipped: NDArray[np.uint32]
    fixed: NDArray[np.uint32]


class At(Protocol):
    """Where the search stands: an `np.record` of numbers, uint64 each."""

    status: Any  # why the kernel returned
    level: Any
    n_set: Any  # options on the trail
    n_done: Any  # of these, those that items know of
    n_told: Any  # of these, those that clauses know of
    n_chosen: Any
    n_active: Any
    is_refuted: Any  # whether what was set last contradicts what was set before
    is_told: Any  # whether the cover that the trail holds was written
    side: Any  # the value that options of an item in conflict share, or the second of two options in conflict
    n_fixed: Any
    fixed_below: Any  # the trail holds all fixed literals as long as it has this length
    is_learning: Any
    n_analysed: Any  # conflicts since `look` last decided whether learning pays
    n_deep: Any  # those of them whose analysis met a learned clause
    pause_left: Any  # conflicts until learning is tried again
    pause: Any
    is_activity_next: Any  # whether decisions go by activity alone while there is learning
    by_activity: Any  # whether decisions go by activity alone now
    is_rule_old: Any  # whether `by_activity` must be set anew
    phase_left: Any  # conflicts until the rule changes
    phase: Any
    n_heap: Any
    restart_left: Any  # conflicts until the next restart
    reduction_left: Any  # clauses until the next reduction
    arena_end: Any
    pool_end: Any
    longest: Any  # the most watches that a literal has room for
    stamp: Any
    clauses: Any
    covers: Any
    decisions: Any
    conflicts: Any
    learned: Any
    restarts: Any
    reductions: Any
    n_met: Any  # entries and options that this call has looked at


RUNNING, OVER, TIDY = (np.uint64(k) for k in range(3))


@inlined
def put(trail: Trail, n: Unsigned, option: Unsigned, value: Unsigned, level: Unsigned, reason: Unsigned) -> Unsigned:
    """Give an option its value; return the new length of the trail."""
    # Five writes, and no item is told: `propagate_items` takes the option from the trail in its turn.
    trail.value[option] = value
    trail.level[option] = level
    trail.reason[option] = reason
    trail.place[option] = n
    trail.option[n] = option
    return n + ONE
