"""Learned clauses that pass from one search to another, in the form of the arena, one after the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import inlined, lean
from danceoff.solvers.engines.learning.kernel_clauses import HEADER, LBD, USED
from danceoff.solvers.engines.learning.kernel_state import (
    CLAUSE,
    ONE,
    TWO,
    UNSET,
    ZERO,
    Trail,
    put,
)

_NOT_FALSE = np.uint64(2**32)


@lean
def copy_good(arena: NDArray[np.uint32], clause: int, end: int, most_lbd: int, copies: NDArray[np.uint32]) -> int:
    """Copy the clauses of low LBD between two places of the arena; return the length of the copies."""
    here, to = np.uint64(clause), np.uint64(0)
    while here < np.uint64(end):
        length = np.uint64(HEADER + arena[here])
        if arena[here + LBD] <= np.uint32(most_lbd):
            for k in range(length):
                copies[to + k] = arena[here + k]
            # The other search has not used it, and its log has no step for it.
            copies[to + USED] = ZERO
            to += length
        here += length
    return int(to)


@lean
def add_copies(arena: NDArray[np.uint32], trail: Trail, where: NDArray[np.void], copies: NDArray[np.uint32]) -> None:
    """Add clauses of another search at the end of the arena, which must have room; the caller then calls `tidy`.

    A clause begins with two literals that are not false, or else with those that became false last. If only its first
    literal is not false, that literal is made true.
    """
    at = where[0]
    copy = np.uint64(0)
    while copy < np.uint64(len(copies)):
        clause = at.arena_end
        first = np.uint64(clause + HEADER)
        end = np.uint64(first + copies[copy])
        for k in range(HEADER + copies[copy]):
            arena[clause + k] = copies[copy + k]
        # Watches need two literals that are not false. If there are none, those that became false last are undone
        # first, which is as good: the clause is then noticed when it can propagate again.
        for watched in range(first, first + TWO):
            best = np.uint64(watched)
            for k in range(np.uint64(watched + ONE), end):
                if height(trail, arena[k]) > height(trail, arena[best]):
                    best = np.uint64(k)
            arena[watched], arena[best] = arena[best], arena[watched]
        at.arena_end = end
        at.clauses += ONE
        copy += np.uint64(HEADER + copies[copy])
        literal = arena[first]
        if height(trail, arena[first + ONE]) < _NOT_FALSE:
            option, value = literal >> ONE, literal & ONE
            # The clause has only one literal left: what it implies was not implied here yet.
            if trail.value[option] == UNSET:
                at.n_set = put(trail, at.n_set, option, value, at.level, clause << TWO | CLAUSE)
            elif trail.value[option] != value:
                # All literals are false: the search is at a conflict.
                at.is_refuted = ONE


@inlined
def height(trail: Trail, literal: np.uint32) -> np.uint64:
    """The level on which a literal became false; more than any level if it is not false."""
    option = literal >> ONE
    is_false = trail.value[option] ^ (literal & ONE) == ONE
    return np.uint64(trail.level[option]) if is_false else _NOT_FALSE
