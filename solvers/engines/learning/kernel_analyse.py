"""The clause of a conflict: it follows from the problem alone, and one of its literals is of the current level.

Resolution goes backwards along the trail until one option of the current level is left, the first unique implication
point (Marques-Silva and Sakallah, GRASP, 1996; Eén and Sörensson, MiniSat, 2003). Items are reasons themselves: no
clause stands for them. Where the reason of "p is out" is that o is in, "o is in" takes its place at once: the clause is
weaker, and 3 to 14 times shorter, since all options that o excludes become one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import inlined
from danceoff.solvers.engines.learning.kernel_branching import Scores, bump, bump_item
from danceoff.solvers.engines.learning.kernel_clauses import HEADER, USED, Clauses
from danceoff.solvers.engines.learning.kernel_costs import bound_of, payers
from danceoff.solvers.engines.learning.kernel_state import (
    CLAUSE,
    ITEM,
    NOTHING,
    ONE,
    OPTION,
    OUT,
    THREE,
    TWO,
    ZERO,
    At,
    Problem,
    Sets,
    Trail,
)

_MOST_MET = np.uint64(1 << 24)
"""Entries that an analysis may look at, in reasons that are items with very many options: 0.1 s."""


class Scratch(NamedTuple):
    """What an analysis writes on.

    seen: uint8[n_options], all 0 between two analyses.
    stamp: uint64[n_levels], when a level was last met.
    learned: uint32[n_options + 1], the options of the clause, which then become its literals.
    marked: uint32[n_options + 1], the options that are seen.
    found: uint32[n_options + 1], the options of a reason.
    stack: uint32[n_options + 1], the options whose reasons are still to be seen.
    """

    seen: NDArray[np.uint8]
    stamp: NDArray[np.uint64]
    learned: NDArray[np.uint32]
    marked: NDArray[np.uint32]
    found: NDArray[np.uint32]
    stack: NDArray[np.uint32]


class Lesson(NamedTuple):
    """The result of an analysis.

    length: the number of literals of the clause, the one of the current level first, one of the next highest level
        second; 0 if there is no clause, because the conflict does not concern the current level or the analysis takes
        too long.
    level: the level of the second literal; without a clause, 0 if the conflict follows from the problem alone.
    lbd: the number of different levels.
    is_deep: whether a learned clause was used.
    """

    length: np.uint64
    level: np.uint64
    lbd: np.uint64
    is_deep: bool


@inlined
def analyse(
    problem: Problem,
    sets: Sets,
    trail: Trail,
    clauses: Clauses,
    scores: Scores,
    scratch: Scratch,
    at: At,
    conflict: np.uint64,
) -> Lesson:
    """Learn the clause of a conflict and shorten it; where that takes too long, learn nothing, or leave it long."""
    learned, seen, marked, found = scratch.learned, scratch.seen, scratch.marked, scratch.found
    # The clause is built from `seen`, the options whose values together lead to the conflict: learned[1:n_learned] are
    # those of lower levels, n_open are those of this level that stand before `place` on the trail, to be replaced by
    # their reasons. marked[:n_marked] are all that ever were seen. At first the conflict itself is the reason.
    current = at.level
    place, side, why = at.n_set, at.side, conflict
    option = np.uint64(len(seen))  # none
    n_open, n_learned, n_marked = np.uint64(0), np.uint64(1), np.uint64(0)
    is_deep, is_over = False, False
    last_met = at.n_met + _MOST_MET
    # What is seen, without what was replaced, implies the conflict: that stays so from one turn to the next.
    while True:
        if at.n_met >= last_met:
            is_over = True
            break
        # Two options that are both in and exclude each other are a conflict without an option of its own.
        n_found = np.uint64(0)
        if option == np.uint64(len(seen)) and why & THREE == OPTION:
            found[0], found[1] = why >> TWO, side
            n_found = np.uint64(2)
        else:
            n_found = antecedents(problem, sets, trail, clauses, at, found, option, place, side, why)
        # Items of conflicts count for the choice of the next item; clauses that are used survive the next reduction.
        if why & THREE == ITEM:
            bump_item(scores, why >> TWO)
        elif why & THREE == CLAUSE:
            clauses.arena[(why >> TWO) + USED] = ONE
            is_deep = True
        # What follows from the problem alone (level 0) needs no mention. An option that was seen is there already.
        for k in range(n_found):
            one = found[k]
            if seen[one] or trail.level[one] == ZERO:
                continue
            seen[one] = 1
            marked[n_marked] = one
            n_marked += ONE
            bump(scores, at, one)
            if trail.level[one] == current:
                n_open += ONE
            else:
                learned[n_learned] = one
                n_learned += ONE
        # Only in the first turn: nothing of the current level leads to the conflict, which was there before it.
        if n_open == ZERO:
            break
        # Reasons stand before what follows from them, so the last one seen of this level is no reason of another that
        # is open: replaced now, it does not come again.
        place -= ONE
        while not seen[trail.option[place]] or trail.level[trail.option[place]] != current:
            place -= ONE
        option = np.uint64(trail.option[place])
        n_open -= ONE
        # The last one open: every way to the conflict goes through it (the first unique implication point). So the
        # clause says that this option must have its other value if all else is as it was seen.
        if n_open == ZERO:
            break
        # An item is a reason by those of its options that have the other value.
        why, side = np.uint64(trail.reason[option]), np.uint64(trail.value[option] ^ OUT)
    # Without a clause there may still be something to say: no literal at all means that the problem alone has a
    # conflict.
    is_current = option < np.uint64(len(seen)) and not is_over
    level, lbd = np.uint64(0), np.uint64(0)
    if is_current:
        learned[0] = option
        n_learned, n_marked = minimise(problem, sets, trail, clauses, scratch, at, last_met, n_learned, n_marked)
        level, lbd = sort_out(trail, scratch, at, n_learned)
    # What `minimise` saw is marked, too.
    for k in range(n_marked):
        seen[marked[k]] = 0
    if not is_current:
        n_learned, level = np.uint64(0), np.uint64(1) if is_over else n_learned - ONE
    return Lesson(n_learned, level, lbd, is_deep)


@inlined
def antecedents(
    problem: Problem,
    sets: Sets,
    trail: Trail,
    clauses: Clauses,
    at: At,
    found: NDArray[np.uint32],
    option: np.uint64,
    place: np.uint64,
    side: np.uint64,
    why: np.uint64,
) -> np.uint64:
    """Write the options whose values are the reason of an option; return how many they are.

    side: the value that options of the item have, if the reason is an item; only those before `place` count.
    """
    n = np.uint64(0)
    what = why >> TWO
    if why & THREE == OPTION:
        found[n] = what
        n += ONE
    elif why & THREE == CLAUSE:
        begin = what + HEADER
        for k in range(begin, begin + clauses.arena[what]):
            one = clauses.arena[k] >> ONE
            if one != option:
                found[n] = culprit(trail, one)
                n += ONE
    elif why == bound_of(problem):
        n = payers(problem, sets, trail, found, option)
        at.n_met += n
        for k in range(n):
            found[k] = culprit(trail, np.uint64(found[k]))
    else:
        at.n_met += problem.begin[what + ONE] - problem.begin[what]
        for k in range(problem.begin[what], problem.begin[what + ONE]):
            one = np.uint64(problem.owner[sets.entry[k]])
            if trail.value[one] == side and trail.place[one] < place:
                found[n] = culprit(trail, one)
                n += ONE
    return n


@inlined
def culprit(trail: Trail, option: np.uint64) -> np.uint64:
    """The option that excludes this one, if it is out for that reason alone; else the option itself."""
    why = np.uint64(trail.reason[option])
    return why >> TWO if why & THREE == OPTION and trail.value[option] == OUT else np.uint64(option)


@inlined
def minimise(
    problem: Problem,
    sets: Sets,
    trail: Trail,
    clauses: Clauses,
    scratch: Scratch,
    at: At,
    last_met: np.uint64,
    n_learned: np.uint64,
    n_marked: np.uint64,
) -> tuple[np.uint64, np.uint64]:
    """Drop each option whose value follows from other options of the clause (Sörensson and Biere, SAT 2009).

    Once at.n_met is `last_met`, no more options are dropped.

    Returns how many options the clause has, and how many are marked.
    """
    learned, seen, marked, found, stack = scratch.learned, scratch.seen, scratch.marked, scratch.found, scratch.stack
    # The levels of the clause. What follows on any other level hangs on a decision there, as a rule, and so does not
    # follow from the clause: the walk does not go into it.
    at.stamp += ONE
    for k in range(np.uint64(1), n_learned):
        scratch.stamp[trail.level[learned[k]]] = at.stamp
    # The first literal is the one that is asserted, and stays.
    n_kept = np.uint64(1)
    for k in range(np.uint64(1), n_learned):
        option = np.uint64(learned[k])
        # Walk back through the reasons, with a stack: the option follows if each way ends in an option that was seen,
        # or at level 0. One without a reason is a decision, which does not follow from anything.
        n_before, n_stacked = n_marked, np.uint64(0)
        follows = trail.reason[option] != NOTHING
        stack[0] = option
        if follows:
            n_stacked = np.uint64(1)
        while n_stacked > ZERO:
            if at.n_met >= last_met:
                follows = False
                break
            n_stacked -= ONE
            one = np.uint64(stack[n_stacked])
            side, place = np.uint64(trail.value[one] ^ OUT), np.uint64(trail.place[one])
            why = np.uint64(trail.reason[one])
            n = antecedents(problem, sets, trail, clauses, at, found, one, place, side, why)
            for j in range(n):
                other = found[j]
                # Seen: in the clause, or known to follow from it. An option that was dropped is seen, too: reasons
                # stand before what follows from them, so no two options can be dropped for the sake of each other.
                if seen[other] or trail.level[other] == ZERO:
                    continue
                if trail.reason[other] == NOTHING or scratch.stamp[trail.level[other]] != at.stamp:
                    follows = False
                    n_stacked = np.uint64(0)
                    break
                # Assumed to follow, which is true if this walk ends well.
                seen[other] = 1
                marked[n_marked], stack[n_stacked] = other, other
                n_marked += ONE
                n_stacked += ONE
        # Else nothing of the walk is known, and all that it marked is unmarked; the option stays in the clause.
        if not follows:
            while n_marked > n_before:
                n_marked -= ONE
                seen[marked[n_marked]] = 0
            learned[n_kept] = option
            n_kept += ONE
    return n_kept, n_marked


@inlined
def sort_out(trail: Trail, scratch: Scratch, at: At, n_learned: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Turn options into literals, one of the next highest level second; return this level and the LBD."""
    learned = scratch.learned
    at.stamp += ONE
    level, lbd = np.uint64(0), np.uint64(1)
    for k in range(np.uint64(1), n_learned):
        own = np.uint64(trail.level[learned[k]])
        if scratch.stamp[own] != at.stamp:
            scratch.stamp[own] = at.stamp
            lbd += ONE
        if own > level:
            level = own
            learned[1], learned[k] = learned[k], learned[1]
    for k in range(n_learned):
        learned[k] = (learned[k] << ONE | trail.value[learned[k]]) ^ ONE
    return level, lbd
