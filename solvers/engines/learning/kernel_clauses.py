"""Learned clauses: an arena of numbers, and for each literal the clauses that watch it.

A clause in the arena is three numbers and its literals. The numbers are its length, its LBD, and whether it was used
since the last reduction. The first two literals are watched (Moskewicz et al., Chaff, 2001); a clause that gives an
option its value has the literal of this option first. A watch is a pair: the clause, and another of its literals, which
often is true already. The watches of a literal stand together in one pool and move to its end when they outgrow their
room.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import inlined, lean
from danceoff.solvers.engines.learning.kernel_state import CLAUSE, ONE, THREE, TWO, ZERO, At, Trail, put

HEADER = THREE
LBD, USED = ONE, TWO
FALSE = np.uint8(1)
FULL = np.uint64(CLAUSE)
"""Clause number 0 as the reason of a conflict: it means no conflict, but that the pool has no room left."""

_LEAST_ROOM = np.uint32(4)


class Clauses(NamedTuple):
    """The clauses.

    arena: uint32[...], clauses one after the other from place 4 on.
    pool: uint32[...], watches.
    begin, length, room: uint32[2 * n_options], by literal: where its watches begin, how many there are, and how many
        fit.
    """

    arena: NDArray[np.uint32]
    pool: NDArray[np.uint32]
    begin: NDArray[np.uint32]
    length: NDArray[np.uint32]
    room: NDArray[np.uint32]


@inlined
def propagate_clauses(clauses: Clauses, trail: Trail, at: At) -> np.uint64:
    """Propagate the next option on the trail by clauses; return the reason of the conflict, 0, or FULL."""
    arena, pool, value = clauses.arena, clauses.pool, trail.value
    option = trail.option[at.n_told]
    false = (option << ONE | value[option]) ^ ONE
    conflict = np.uint64(0)
    kept = np.uint64(clauses.begin[false])
    end = kept + (clauses.length[false] << ONE)
    # The watches are read at `watch` and those that stay are written back at `kept`, in one pass.
    start, watch = kept, kept
    while watch < end:
        clause, blocker = pool[watch], pool[watch + ONE]
        watch += TWO
        # A true blocker satisfies the clause, which then is not even read. After a conflict the other watches are only
        # moved up.
        if value[blocker >> ONE] != blocker & ONE and conflict == ZERO:
            first = clause + HEADER
            second = first + ONE
            # The false literal goes to the second place, so that the first one is the literal to be asserted.
            if arena[first] == false:
                arena[first], arena[second] = arena[second], false
            blocker = arena[first]
            if value[blocker >> ONE] != blocker & ONE:
                # Look for a literal that is not false, to watch it instead.
                other = first + TWO
                last = first + arena[clause]
                while other < last and value[arena[other] >> ONE] ^ (arena[other] & ONE) == FALSE:
                    other += ONE
                if other < last:
                    if add_watch(clauses, at, arena[other], clause, blocker):
                        arena[second], arena[other] = arena[other], false
                        continue
                    # No room for a watch: leave all as it is. N_TOLD stays, so the whole list is read again after
                    # `tidy`.
                    conflict = FULL
                elif value[blocker >> ONE] ^ (blocker & ONE) == FALSE:
                    # All literals are false, or all but the first.
                    conflict = np.uint64(clause << TWO | CLAUSE)
                else:
                    why = clause << TWO | CLAUSE
                    at.n_set = put(trail, at.n_set, blocker >> ONE, np.uint8(blocker & ONE), at.level, why)
        pool[kept], pool[kept + ONE] = clause, blocker
        kept += TWO
    clauses.length[false] = (kept - start) >> ONE
    if conflict != FULL:
        at.n_told += ONE
    return conflict


@inlined
def add_watch(clauses: Clauses, at: At, literal: np.uint32, clause: np.uint32, blocker: np.uint32) -> bool:
    """Let a literal watch a clause; return whether there was room."""
    pool = clauses.pool
    length, room = clauses.length[literal], clauses.room[literal]
    # The watches move to the end of the pool, into twice the room. What they leave is lost until `tidy`.
    if length == room:
        larger = max(_LEAST_ROOM, room << ONE)
        to = at.pool_end
        if to + (larger << ONE) > np.uint64(len(pool)):
            return False
        begin = np.uint64(clauses.begin[literal])
        for k in range(np.uint64(length << ONE)):
            pool[to + k] = pool[begin + k]
        clauses.begin[literal], clauses.room[literal] = to, larger
        at.pool_end += larger << ONE
        at.longest = max(at.longest, np.uint64(larger))
    where = np.uint64(clauses.begin[literal]) + (np.uint64(length) << ONE)
    pool[where], pool[where + ONE] = clause, blocker
    clauses.length[literal] += ONE
    return True


@inlined
def add_clause(clauses: Clauses, at: At, literal: NDArray[np.uint32], length: np.uint64, lbd: np.uint64) -> np.uint64:
    """Add a clause of at least two literals and watch the first two; return its place in the arena."""
    arena = clauses.arena
    clause = at.arena_end
    arena[clause], arena[clause + LBD], arena[clause + USED] = length, lbd, ZERO
    for k in range(length):
        arena[clause + HEADER + k] = literal[k]
    add_watch(clauses, at, literal[0], np.uint32(clause), literal[1])
    add_watch(clauses, at, literal[1], np.uint32(clause), literal[0])
    at.arena_end += HEADER + length
    at.clauses += ONE
    return np.uint64(clause)


@inlined
def has_room(clauses: Clauses, at: At, n_options: int) -> bool:
    """Whether any clause that may be learned next can be added."""
    # Two lists of watches may have to grow for a clause, each to at most twice the longest one.
    in_arena = at.arena_end + HEADER + np.uint64(n_options) <= np.uint64(len(clauses.arena))
    in_pool = at.pool_end + (at.longest << THREE) + np.uint64(64) <= np.uint64(len(clauses.pool))
    return bool(in_arena and in_pool)


@inlined
def check_watches(clauses: Clauses, at: At) -> None:
    """Assert, in the checked build, that only the first two literals of each clause watch it, and each of them once."""
    n_watches = np.uint64(0)
    for literal in range(np.uint64(len(clauses.length))):
        begin = np.uint64(clauses.begin[literal])
        for k in range(np.uint64(clauses.length[literal])):
            clause = clauses.pool[begin + (k << ONE)] + HEADER
            assert literal in (clauses.arena[clause], clauses.arena[clause + ONE])
            n_watches += ONE
    assert n_watches == at.clauses << ONE


@lean
def tidy(clauses: Clauses, trail: Trail, where: NDArray[np.void], keeps_all: bool) -> None:
    """Reduce the clauses, unless all are kept, close the gaps, and lay out the watches anew.

    Clauses of LBD 2 or less stay, clauses of LBD up to 6 that were used since the last reduction (Audemard and Simon,
    Glucose, 2009), and clauses that gave an option its value. Half of the other clauses go: those of high LBD first,
    and among equal LBD the oldest.

    where: one record, `At`.
    keeps_all: whether to keep all clauses.

    The pool must have room for 4 numbers per literal and 8 per clause.
    """
    at = where[0]
    arena = clauses.arena
    limit, to_drop = np.uint64(0), np.uint64(0)
    if not keeps_all:
        limit, to_drop = threshold(clauses, trail, at)
    # Clauses only move down, so they can be copied in place. No clause is at place 0: as a reason it would mean FULL.
    to, clause, end = np.uint64(4), np.uint64(4), at.arena_end
    n_kept = np.uint64(0)
    while clause < end:
        length = np.uint64(arena[clause])
        is_kept = keeps_all or is_needed(arena, trail, clause)
        if not is_kept:
            lbd = np.uint64(arena[clause + LBD])
            # The arena is in the order of learning: of those at the limit the oldest go.
            if lbd == limit and to_drop > ZERO:
                to_drop -= ONE
            else:
                is_kept = bool(lbd <= limit)
        if is_kept:
            if is_reason(arena, trail, clause):
                # The trail names the clause by its place.
                trail.reason[arena[clause + HEADER] >> ONE] = to << TWO | CLAUSE
            for k in range(HEADER + length):
                arena[to + k] = arena[clause + k]
            if not keeps_all:
                arena[to + USED] = ZERO
            to += HEADER + length
            n_kept += ONE
        clause += HEADER + length
    at.arena_end, at.clauses = to, n_kept
    watch_all(clauses, at)


@inlined
def is_reason(arena: NDArray[np.uint32], trail: Trail, clause: np.uint64) -> bool:
    """Whether an option has its value because of the clause."""
    literal = arena[clause + HEADER]
    is_true = trail.value[literal >> ONE] == literal & ONE
    return bool(is_true and trail.reason[literal >> ONE] == clause << TWO | CLAUSE)


@inlined
def is_needed(arena: NDArray[np.uint32], trail: Trail, clause: np.uint64) -> bool:
    """Whether every reduction keeps the clause."""
    lbd = arena[clause + LBD]
    return bool(lbd <= TWO or (lbd <= np.uint32(6) and arena[clause + USED] != ZERO) or is_reason(arena, trail, clause))


@inlined
def threshold(clauses: Clauses, trail: Trail, at: At) -> tuple[np.uint64, np.uint64]:
    """Return the LBD above which clauses go, and how many of this LBD go, so that half of those not needed stay."""
    arena, count = clauses.arena, clauses.length  # which `watch_all` fills anew
    highest, n = np.uint64(0), np.uint64(0)
    for k in range(len(count)):
        count[k] = ZERO
    clause = np.uint64(4)
    while clause < at.arena_end:
        if not is_needed(arena, trail, clause):
            lbd = np.uint64(arena[clause + LBD])
            count[lbd] += ONE
            highest = max(highest, lbd)
            n += ONE
        clause += HEADER + arena[clause]
    # Count down from the highest LBD until half of the clauses are spent.
    excess = n >> ONE
    while excess > np.uint64(count[highest]):
        excess -= np.uint64(count[highest])
        highest -= ONE
    return highest, excess


@inlined
def watch_all(clauses: Clauses, at: At) -> None:
    """Lay out the watches: twice the room that each literal needs now."""
    arena, length, room = clauses.arena, clauses.length, clauses.room
    for k in range(len(length)):
        length[k], room[k] = ZERO, ZERO
    # First how many watches each literal has, then where they begin, then the watches.
    clause = np.uint64(4)
    while clause < at.arena_end:
        room[arena[clause + HEADER]] += TWO
        room[arena[clause + HEADER + ONE]] += TWO
        clause += HEADER + arena[clause]
    at.pool_end, at.longest = np.uint64(0), np.uint64(0)
    for k in range(len(length)):
        clauses.begin[k] = at.pool_end
        at.pool_end += room[k] << ONE
        at.longest = max(at.longest, np.uint64(room[k]))
    clause = np.uint64(4)
    while clause < at.arena_end:
        first, second = arena[clause + HEADER], arena[clause + HEADER + ONE]
        add_watch(clauses, at, first, np.uint32(clause), second)
        add_watch(clauses, at, second, np.uint32(clause), first)
        clause += HEADER + arena[clause]
