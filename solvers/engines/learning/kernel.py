"""The search: propagate, then decide, learn from a conflict, or write a cover; see docs/internals/learn.md."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import CHECKED, inlined, lean
from danceoff.solvers.engines.learning.kernel_analyse import Scratch, analyse
from danceoff.solvers.engines.learning.kernel_branching import Scores, fewest, fill_heap, insert, most_active
from danceoff.solvers.engines.learning.kernel_clauses import (
    FULL,
    Clauses,
    add_clause,
    check_watches,
    has_room,
    propagate_clauses,
)
from danceoff.solvers.engines.learning.kernel_costs import bound_of, exceeded_on, open_account, propagate_costs, refund
from danceoff.solvers.engines.learning.kernel_propagate import keep, propagate_items, restore, undo
from danceoff.solvers.engines.learning.kernel_state import (
    CLAUSE,
    NOTHING,
    ONE,
    OVER,
    RUNNING,
    TIDY,
    TWO,
    UNSET,
    ZERO,
    At,
    Problem,
    Sets,
    Trail,
    Unsigned,
    put,
)

FLIP, ASSERT, RESTART = (np.uint64(k) for k in range(3))
FIVE = np.uint64(5)
_DECAY = 1 / 0.98
_MOST_MET = np.uint64(1 << 23)
"""Entries and options that a call may look at: 20 to 100 ms."""


class Pace(NamedTuple):
    """How often things happen, uint64 each.

    restart: the unit of restarts: the next one comes after this many conflicts times the next number of Luby's
        sequence.
    window: analyses after which `look` decides whether learning pays; 0 if learning always goes on.
    longest_pause: the most conflicts without learning.
    """

    restart: np.uint64
    window: np.uint64
    longest_pause: np.uint64


@lean
def search(
    problem: Problem,
    sets: Sets,
    trail: Trail,
    clauses: Clauses,
    scores: Scores,
    scratch: Scratch,
    where: NDArray[np.void],
    pace: Pace,
    budget: int,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> int:
    """Go on for at most `budget` decisions and conflicts, or `_MOST_MET` entries; return the number of covers found.

    Pauses when `start` is full or `option` may not hold another cover. at.status is OVER at the end of the search, and
    TIDY if the caller must call `tidy`, and give the arrays more room if need be, before the search can go on.

    where: one record, `At`.
    start, option: the output; cover k is option[start[k]:start[k + 1]]. A `start` of length 0 asks to count only.
    """
    at = where[0]
    n_covers = 0
    n_options = len(trail.value)
    is_listing, room = len(start) > 0, len(option) - n_options
    at.status = RUNNING
    at.n_met = ZERO
    # A turn ends with a decision, or with a step back. Between two turns the trail is whole: all literals on it are
    # true, with their reasons before them, and no branch left behind comes again. So a call may end at the head of a
    # turn.
    for _ in range(budget):
        if at.n_met >= _MOST_MET:
            break
        # A turn adds at most one clause, of at most all options, so that nothing has to be given up halfway for want of
        # room.
        if not has_room(clauses, at, n_options) or at.reduction_left == ZERO:
            at.status = TIDY
            break
        conflict = propagate(problem, sets, trail, clauses, at)
        # No room for a watch: the trail stays as it is, and propagation goes on from there after `tidy`.
        if conflict == FULL:
            at.status = TIDY
            break
        if CHECKED:
            check_watches(clauses, at)
        # What is common to a cover and a conflict without a lesson: flip the deepest decision of this level or below.
        then, to, clause = FLIP, at.level, np.uint64(0)
        if conflict != ZERO or at.is_refuted != ZERO:
            at.conflicts += ONE
            # The bound may be lower than in the call before: then the cover that was told is a conflict now, and needs
            # no flip of its own.
            at.is_told = ZERO
            # A bound that got lower may be exceeded by options of lower levels alone. Then go down to where it is first
            # exceeded, and meet the conflict there: a lesson needs an option of the current level.
            if at.level > ZERO and len(trail.costs.net) > 0 and conflict == bound_of(problem):
                to = max(exceeded_on(problem, sets, trail, scratch.found), np.uint64(trail.flipped[at.level]))
                then = RESTART if to < at.level else FLIP
            if then == RESTART:
                pass
            elif at.is_learning == ZERO:
                pause(at)
            # On a flipped level there is no lesson: no step back beyond it is allowed, and without one the clause would
            # stay false. Flip further, as after a cover, also if the literal that was set last is refuted.
            elif at.is_refuted == ZERO and trail.flipped[at.level] != at.level:
                lesson = analyse(problem, sets, trail, clauses, scores, scratch, at, conflict)
                scores.step[0] *= _DECAY
                look(at, pace, lesson.is_deep)
                # It follows from the problem alone that there is no cover: flip no decision, but end (`to` is 0).
                if lesson.length == ZERO and lesson.level == ZERO:
                    to = np.uint64(0)
                if lesson.length > ZERO:
                    at.learned += ONE
                    # The clause has one literal that is not false once the walk is back on its second highest level, or
                    # on a flipped level above that. A single literal holds for good, and is set by `fix`, also after
                    # each later step back.
                    if lesson.length > ONE:
                        clause = add_clause(clauses, at, scratch.learned, lesson.length, lesson.lbd)
                        at.reduction_left -= ONE
                    else:
                        trail.fixed[at.n_fixed] = scratch.learned[0]
                        at.n_fixed += ONE
                        at.fixed_below = at.n_set + ONE
                    then, to = ASSERT, max(lesson.level, np.uint64(trail.flipped[at.level]))
        else:
            # No conflict and options without a value: decide, or restart. A restart keeps all up to the last flipped
            # level, so what was searched to the end is not searched again.
            if at.n_set < np.uint64(n_options):
                if at.restart_left == ZERO and at.is_learning != ZERO:
                    at.restarts += ONE
                    at.restart_left = pace.restart * luby(at.restarts + ONE)
                    then, to = RESTART, np.uint64(trail.flipped[at.level])
                else:
                    decide(problem, sets, trail, scores, at)
                    continue
            # A cover. If there is no room for another one behind it, the call ends before the flip, and the next one
            # meets the same cover again: IS_TOLD says that it is written.
            elif at.is_told == ZERO:
                n_covers += 1
                at.covers += ONE
                if is_listing:
                    end = start[n_covers - 1]
                    for k in range(at.n_chosen):
                        option[end] = trail.chosen[k]
                        end += 1
                    start[n_covers] = end
                    if n_covers + 1 == len(start) or end > room:
                        at.is_told = ONE
                        break
            at.is_told = ZERO
        # Both values of a flipped decision are done, so go below it. No jump and no restart does that.
        if then == FLIP:
            while to > ZERO and trail.flipped[to] == to:
                to -= ONE
        elif CHECKED:
            assert to >= trail.flipped[at.level]
        # No decision is left to be flipped: all is searched.
        if then == FLIP:
            if to == ZERO:
                at.status = OVER
                break
            to -= ONE
        at.is_refuted = ZERO
        # From here on the levels up to `to` stand, and nothing above them. What holds for good is set on the lowest
        # level that is left; then the decision is flipped, or the clause asserts its first literal. `propagate` goes on
        # from there.
        back(problem, sets, trail, scores, at, to)
        fix(trail, at)
        if then == FLIP:
            open_level(sets, trail, at, np.uint64(trail.decision[to + ONE]) ^ ONE, True)
        if clause != ZERO:
            settle(trail, at, np.uint64(scratch.learned[0]), at.level, clause << TWO | CLAUSE)
    return n_covers


@inlined
def propagate(problem: Problem, sets: Sets, trail: Trail, clauses: Clauses, at: At) -> np.uint64:
    """Propagate each option on the trail, by items and then by clauses; return the reason of a conflict, 0, or FULL."""
    conflict = np.uint64(0)
    # The literal that was set last is false already, and nothing has to be propagated to see it.
    if at.is_refuted != ZERO:
        return conflict
    while conflict == ZERO:
        # Cheapest first: items until nothing more follows, then the bound, and only then a clause; each new option goes
        # to the items first.
        conflict = propagate_items(problem, sets, trail, at)
        if conflict != ZERO:
            break
        if len(trail.costs.net) > 0:
            conflict = propagate_costs(problem, sets, trail, at)
            if conflict != ZERO:
                break
            if at.n_done < at.n_set:
                continue
        # Without learning, clauses are asleep: they are told nothing, and count as told.
        if at.is_learning == ZERO:
            at.n_told = at.n_set
        if at.n_told == at.n_set:
            break
        conflict = propagate_clauses(clauses, trail, at)
    return conflict


@inlined
def decide(problem: Problem, sets: Sets, trail: Trail, scores: Scores, at: At) -> None:
    """Open a level with the next decision."""
    if at.is_rule_old != ZERO:
        at.is_rule_old = ZERO
        at.by_activity = at.is_learning & at.is_activity_next
        at.n_heap = ZERO
        if at.by_activity != ZERO:
            fill_heap(trail, scores, at)
    at.decisions += ONE
    if at.by_activity != ZERO:
        literal = most_active(trail, scores, at)
    else:
        literal = fewest(problem, sets, scores, at, at.is_learning == ZERO)
    open_level(sets, trail, at, literal, False)


@inlined
def open_level(sets: Sets, trail: Trail, at: At, literal: np.uint64, is_flipped: bool) -> None:
    """Open a level; a flipped decision has no reason, so no clause follows from it."""
    below = at.level
    at.level += ONE
    keep(sets, at)
    trail.start[at.level] = at.n_set
    trail.decision[at.level] = literal
    trail.flipped[at.level] = at.level if is_flipped else np.uint64(trail.flipped[below])
    if len(trail.costs.net) > 0:
        open_account(trail.costs, at.level)
    settle(trail, at, literal, at.level, np.uint64(NOTHING))


@inlined
def settle(trail: Trail, at: At, literal: Unsigned, level: Unsigned, why: Unsigned) -> None:
    """Make a literal true, unless it is; if it is false, set IS_REFUTED."""
    option, value = literal >> ONE, literal & ONE
    if trail.value[option] == UNSET:
        at.n_set = put(trail, at.n_set, option, value, level, why)
    elif trail.value[option] != value:
        at.is_refuted = ONE


@inlined
def back(problem: Problem, sets: Sets, trail: Trail, scores: Scores, at: At, to: np.uint64) -> None:
    """Undo all levels above `to`."""
    if at.level == to:
        return
    if len(trail.costs.price) > 0:
        refund(problem, sets, trail, at.level, to)
    until = np.uint64(trail.start[to + ONE])
    is_kept = to + ONE < np.uint64(len(sets.kept))
    n = at.n_set
    while n > until:
        n -= ONE
        option = trail.option[n]
        value = trail.value[option]
        if n < at.n_done and not is_kept:
            undo(problem, sets, trail, at, option)
        trail.value[option] = UNSET
        scores.phase[option] = value
        if at.by_activity != ZERO:
            insert(scores, at, option)
    at.level = to
    at.n_set = n
    at.n_done = min(n, at.n_done)
    at.n_told = min(n, at.n_told)
    if is_kept:
        restore(sets, at, to + ONE)


@inlined
def fix(trail: Trail, at: At) -> None:
    """Set again the literals that follow from the problem alone; once the search is on level 0, they stay."""
    if at.n_fixed == ZERO or at.n_set >= at.fixed_below:
        return
    at.n_met += at.n_fixed
    for k in range(at.n_fixed):
        settle(trail, at, np.uint64(trail.fixed[k]), np.uint64(0), np.uint64(NOTHING))
    at.fixed_below = at.n_set
    if at.level == ZERO:
        at.n_fixed = ZERO


@inlined
def look(at: At, pace: Pace, is_deep: bool) -> None:
    """Count an analysis: for the next restart, the next branching rule, and whether learning pays.

    Learning stops if fewer than two fifths of the analyses meet a learned clause. Before the first cover it always goes
    on: 25x25 sudokus and packings meet learned clauses as rarely as queens do, yet learning finds their covers.
    """
    if at.restart_left > ZERO:
        at.restart_left -= ONE
    at.phase_left -= ONE
    if at.phase_left == ZERO:
        at.phase = np.uint64(float(at.phase) * 1.3) + ONE
        at.phase_left = at.phase
        at.is_activity_next ^= ONE
        at.is_rule_old = ONE
    at.n_analysed += ONE
    if is_deep:
        at.n_deep += ONE
    if at.n_analysed == pace.window:
        if at.covers > ZERO and at.n_deep * FIVE < at.n_analysed << ONE:
            at.is_learning, at.is_rule_old = ZERO, ONE
            at.pause_left = at.pause
            at.pause = min(at.pause << ONE, pace.longest_pause)
        at.n_analysed, at.n_deep = ZERO, ZERO


@inlined
def pause(at: At) -> None:
    """Count a conflict from which nothing is learned."""
    at.pause_left -= ONE
    if at.pause_left == ZERO:
        at.is_learning, at.is_rule_old = ONE, ONE


@inlined
def luby(k: np.uint64) -> np.uint64:
    """Number k of 1 1 2 1 1 2 4 1 1 2 ..., counted from 1 (Luby, Sinclair and Zuckerman, 1993)."""
    power = np.uint64(1)
    while power < k + ONE:
        power = power << ONE
    while power != k + ONE:
        power = power >> ONE
        k -= power - ONE
        power = np.uint64(1)
        while power < k + ONE:
            power = power << ONE
    return power >> ONE
