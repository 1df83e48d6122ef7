"""The log of a search: every clause that it learns, with what the clause follows from. It is a proof.

A step is a clause and its hints. Assume that the clause is false: then the hints, in their order, give options their
values until one of them is contradicted (LRAT; Cruz-Filipe et al., CADE 2017). The trail has this order. So the log is
written by going back along it, from the conflict to the literals of the clause, with the reason of each option that is
needed.

Flipped decisions are not learned from, but a proof that a list of covers is complete needs them. When a decision is
flipped, everything beneath it is exhausted: no assignment with these decisions is left, but for the covers that are
listed. That is a clause of the decisions, too, and in the log it is the reason of the flipped decision. At the end no
decision is left, and the clause is empty.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import inlined
from danceoff.solvers.engines.learning.kernel_analyse import Scratch
from danceoff.solvers.engines.learning.kernel_clauses import HEADER, USED, Clauses
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
    Unsigned,
)

STEPS, LITERALS, HINTS, BUFFERED, UNITS, NEEDED, NESTS = range(7)
N_COUNTS = 7

_MARKED, _ASSUMED = np.uint8(1), np.uint8(2)


class Log(NamedTuple):
    """Steps that nobody has read yet; arrays of length 0 if no log is kept.

    literal: uint32[...], the literals of the clauses.
    hint: uint64[...], the hints of each clause, last first. The two lowest bits say what a hint is: OPTION, two options
        that exclude each other, as `a * n_options + b`; ITEM; CLAUSE, the number of an earlier step, from 1; NOTHING,
        the number of a cover.
    end: uint32[...], where the literals and the hints of each step end.
    exhausted: uint32[n_levels], the step that is the reason of a flipped decision.
    unit: uint32[n_options], the step that gives an option its value for good, or 0.
    counts: uint64[N_COUNTS]. STEPS: steps so far. LITERALS, HINTS, BUFFERED: literals, hints and steps in the arrays.
        UNITS: options at the beginning of the trail that have their `unit`. NEEDED: options that are marked. NESTS:
        whether covers may nest.
    """

    literal: NDArray[np.uint32]
    hint: NDArray[np.uint64]
    end: NDArray[np.uint32]
    exhausted: NDArray[np.uint32]
    unit: NDArray[np.uint32]
    counts: NDArray[np.uint64]


class Evidence(NamedTuple):
    """What a step is written from, the search at a conflict, and where it is written to.

    seen: uint8[n_options], which options are marked; all 0 between two steps.
    """

    problem: Problem
    sets: Sets
    trail: Trail
    clauses: Clauses
    at: At
    seen: NDArray[np.uint8]
    log: Log


@inlined
def has_log_room(log: Log, n_options: int) -> bool:
    """Whether two steps fit: that of a unit, and then that of a clause."""
    count = log.counts
    needed = np.uint64(2 * n_options + 10)
    return bool(
        count[LITERALS] + needed <= np.uint64(len(log.literal))
        and count[HINTS] + needed <= np.uint64(len(log.hint))
        and (count[BUFFERED] + TWO) << ONE <= np.uint64(len(log.end))
    )


@inlined
def log_conflict(
    problem: Problem,
    sets: Sets,
    trail: Trail,
    clauses: Clauses,
    log: Log,
    scratch: Scratch,
    at: At,
    conflict: np.uint64,
    clause: np.uint64,
    n_learned: np.uint64,
    to: np.uint64,
) -> None:
    """Write the step of the learned clause or, if nothing was learned, of the level that is flipped next.

    conflict: the reason of the conflict; 0 if a value contradicts another, or at a cover.
    clause: the place of the learned clause in the arena; 0 if there is none, or if it has one literal.
    n_learned: the number of its literals, or 0.
    to: the level that is flipped if nothing was learned.
    """
    learned = scratch.learned
    evidence = Evidence(problem, sets, trail, clauses, at, scratch.seen, log)
    # Units first: an option of level 0 is then one hint, and not all its reasons again.
    log_units(evidence)
    # The clause is assumed to be false, so its literals need no reasons; the walk stops at them.
    for k in range(n_learned):
        add_literal(log, learned[k])
        mark(evidence, learned[k] >> ONE, _ASSUMED)
    log_cause(evidence, conflict)
    log_reasons(evidence, np.uint64(at.n_set))
    number = end_step(log)
    # Where the number of the step is kept: beside the clause, with the option, or with the level.
    if clause != ZERO:
        clauses.arena[clause + USED] |= np.uint32(number << ONE)
    elif n_learned > ZERO:
        log.unit[learned[0] >> ONE] = number
    else:
        log.exhausted[to] = number


@inlined
def log_cause(evidence: Evidence, conflict: np.uint64) -> None:
    """Write what is contradicted, and mark the options that contradict it."""
    trail, log, seen, at = evidence.trail, evidence.log, evidence.seen, evidence.at
    option, why = np.uint64(len(seen)), conflict
    # Two options exclude each other: the hint names both.
    if conflict & THREE == OPTION:
        option = np.uint64(at.side)
    elif conflict == ZERO and at.is_refuted != ZERO:
        option, why = np.uint64(at.refuted >> ONE), np.uint64(at.refuter)
    if option < np.uint64(len(seen)):
        mark(evidence, option, _MARKED)
    if why != ZERO:
        log_hint(evidence, option, why, at.side, np.uint64(at.n_set))
    elif at.is_refuted == ZERO:
        # A cover. It is the hint that rules out its own options; where covers may nest, nothing may be added to it,
        # either, so that every option has to be accounted for.
        add_hint(log, np.uint64((at.covers - ONE) << TWO))
        for k in range(at.n_chosen):
            mark(evidence, np.uint64(trail.chosen[k]), _MARKED)
        if log.counts[NESTS] != ZERO:
            for k in range(len(seen)):
                mark(evidence, np.uint64(k), _MARKED)
    elif at.refuted == trail.decision[at.level] and trail.flipped[at.level] == at.level:
        # The flipped decision itself is false already: the branch behind it is empty, and so was the branch before it.
        log_flipped(evidence, np.uint64(at.level))
    else:
        add_hint(log, np.uint64(log.unit[option]) << TWO | CLAUSE)


@inlined
def log_reasons(evidence: Evidence, place: np.uint64) -> None:
    """Write the reasons of all options before `place` that are needed; decisions become literals of the clause."""
    trail, log, seen = evidence.trail, evidence.log, evidence.seen
    # Backwards along the trail: reasons stand before what follows from them, so every needed option is met after the
    # last step that needs it.
    while log.counts[NEEDED] > ZERO:
        place -= ONE
        option = np.uint64(trail.option[place])
        how = seen[option]
        if how == ZERO:
            continue
        seen[option] = ZERO
        log.counts[NEEDED] -= ONE
        # Marked as a literal of the clause; it is false by assumption.
        if how == _ASSUMED:
            continue
        why, level = np.uint64(trail.reason[option]), np.uint64(trail.level[option])
        if level == ZERO and log.unit[option] != ZERO:
            add_hint(log, np.uint64(log.unit[option]) << TWO | CLAUSE)
        elif why != NOTHING:
            side = np.uint64(trail.value[option] ^ OUT)
            log_hint(evidence, option, why, side, place)
        elif trail.flipped[level] == level:
            # A flipped decision has no reason in the search. In the proof it has one: the other side is exhausted.
            log_flipped(evidence, level)
        else:
            add_literal(log, (option << ONE | trail.value[option]) ^ ONE)


@inlined
def log_flipped(evidence: Evidence, level: np.uint64) -> None:
    """Write the reason of a flipped decision: all decisions beneath it, or some of them."""
    trail, log = evidence.trail, evidence.log
    add_hint(log, np.uint64(log.exhausted[level]) << TWO | CLAUSE)
    # The step of the exhausted side has at most these decisions; the walk drops those that it does not need.
    for below in range(np.uint64(1), level):
        if trail.flipped[below] != below:
            mark(evidence, np.uint64(trail.decision[below] >> ONE), _MARKED)


@inlined
def log_hint(evidence: Evidence, option: np.uint64, why: np.uint64, side: Unsigned, place: np.uint64) -> None:
    """Write a reason, and mark the other options that it needs.

    side, place: as for `antecedents`.
    """
    problem, sets, trail, clauses, _, seen, log = evidence
    what = why >> TWO
    if why & THREE == OPTION:
        mark(evidence, what, _MARKED)
        add_hint(log, np.uint64(what * np.uint64(len(seen)) + option) << TWO | OPTION)
    elif why & THREE == ITEM:
        for k in range(problem.begin[what], problem.begin[what + ONE]):
            one = np.uint64(problem.owner[sets.entry[k]])
            if trail.value[one] == side and trail.place[one] < place:
                mark(evidence, one, _MARKED)
        add_hint(log, why)
    else:
        begin = what + HEADER
        for k in range(begin, begin + clauses.arena[what]):
            one = np.uint64(clauses.arena[k] >> ONE)
            if one != option:
                mark(evidence, one, _MARKED)
        add_hint(log, np.uint64(clauses.arena[what + USED] >> ONE) << TWO | CLAUSE)


@inlined
def log_units(evidence: Evidence) -> None:
    """Give options that have their value for good a step of their own, as long as there is room."""
    trail, log, seen, at = evidence.trail, evidence.log, evidence.seen, evidence.at
    # Level 0 is the beginning of the trail. What `fix` set elsewhere waits until it stands there.
    end = np.uint64(at.n_set if at.level == ZERO else trail.start[1])
    while log.counts[UNITS] < end and has_log_room(log, len(seen)):
        option = np.uint64(trail.option[log.counts[UNITS]])
        if log.unit[option] == ZERO:
            add_literal(log, option << ONE | trail.value[option])
            mark(evidence, option, _MARKED)
            log_reasons(evidence, np.uint64(log.counts[UNITS] + ONE))
            log.unit[option] = end_step(log)
        log.counts[UNITS] += ONE


@inlined
def mark(evidence: Evidence, option: Unsigned, how: np.uint8) -> None:
    """Mark an option as needed, unless it is marked or the clause is assumed to be false for it."""
    if evidence.seen[option] == ZERO:
        evidence.seen[option] = how
        evidence.log.counts[NEEDED] += ONE


@inlined
def add_literal(log: Log, literal: Unsigned) -> None:
    """Write a literal of the clause."""
    log.literal[log.counts[LITERALS]] = literal
    log.counts[LITERALS] += ONE


@inlined
def add_hint(log: Log, hint: np.uint64) -> None:
    """Write a hint."""
    log.hint[log.counts[HINTS]] = hint
    log.counts[HINTS] += ONE


@inlined
def end_step(log: Log) -> np.uint64:
    """End a step; return its number."""
    count = log.counts
    at = count[BUFFERED] << ONE
    log.end[at], log.end[at + ONE] = count[LITERALS], count[HINTS]
    count[BUFFERED] += ONE
    count[STEPS] += ONE
    return np.uint64(count[STEPS])
