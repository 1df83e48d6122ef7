"""The next decision: an option of the item with the fewest options, or the option in most of the latest conflicts.

Activities are those of VSIDS (Moskewicz et al., Chaff, 2001) in MiniSat's form: a conflict raises the activities of its
options, more than the last one did. Items have activities, too, which decide between items with as many options, in the
manner of dom/wdeg (Boussemart et al., 2004).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import inlined
from danceoff.solvers.engines.learning.kernel_state import IN, ONE, UNSET, ZERO, At, Problem, Sets, Trail

NO_LITERAL = np.uint64(2**32 - 1)
_LARGEST, _SCALE = 1e100, 1e-100
_FAR = np.uint64(2**40)


class Scores(NamedTuple):
    """Activities.

    option: float64[n_options], of options.
    item: float64[n_items + 1], of items; the last is that of the bound on the cost.
    step: float64[1], what the next conflict adds.
    phase: uint8[n_options], the value that an option had last.
    heap: uint32[n_options], options, the most active first.
    spot: uint32[n_options], where an option is in the heap, plus 1, or 0.
    """

    option: NDArray[np.float64]
    item: NDArray[np.float64]
    step: NDArray[np.float64]
    phase: NDArray[np.uint8]
    heap: NDArray[np.uint32]
    spot: NDArray[np.uint32]


@inlined
def fewest(problem: Problem, sets: Sets, scores: Scores, at: At, is_plain: bool) -> np.uint64:
    """The literal "this option is in" for an option of the item with the fewest ways; NO_LITERAL if no item is open.

    Ties go to the more active item or option, then to the lowest number.

    is_plain: whether to leave activities out.
    """
    is_counting = len(problem.counted) > 0
    best, least, highest = NO_LITERAL, np.uint64(2**62), 0.0
    for k in range(at.n_active):
        item = np.uint64(sets.active[k])
        ways = np.uint64(sets.size[item])
        if is_counting and problem.counted[item]:
            if ways == ZERO:
                continue
            # What is needed is at most what is left; an item that needs nothing more can wait.
            needed = np.uint64(problem.least[item])
            times = np.uint64(sets.times[item])
            ways = ways + _FAR if needed <= times else ways + ONE + times - needed
        if ways < least:
            best, least = item, ways
            highest = scores.item[item]
        elif ways == least:
            # Sparse sets have no order of their own. The lowest number makes the search the same whatever was undone
            # before.
            if is_plain or scores.item[item] == highest:
                best = min(best, item)
            elif scores.item[item] > highest:
                best, highest = item, scores.item[item]
    if best == NO_LITERAL:
        return NO_LITERAL
    at.n_met += at.n_active + sets.size[best]
    option, highest = NO_LITERAL, -1.0
    for k in range(np.uint64(problem.begin[best]), np.uint64(problem.begin[best] + sets.size[best])):
        other = np.uint64(problem.owner[sets.entry[k]])
        if is_plain or scores.option[other] == highest:
            option = min(option, other)
        elif scores.option[other] > highest:
            option, highest = other, scores.option[other]
    return np.uint64(option << ONE | IN)


@inlined
def most_active(trail: Trail, scores: Scores, at: At) -> np.uint64:
    """The literal that gives the most active option without a value its last one; NO_LITERAL if no option is left."""
    heap, spot = scores.heap, scores.spot
    while at.n_heap > ZERO:
        option = np.uint64(heap[0])
        at.n_heap -= ONE
        spot[option] = ZERO
        if at.n_heap > ZERO:
            sift_down(scores, at.n_heap, np.uint64(0), heap[at.n_heap])
        if trail.value[option] == UNSET:
            return np.uint64(option << ONE | scores.phase[option])
    return NO_LITERAL


@inlined
def fill_heap(trail: Trail, scores: Scores, at: At) -> None:
    """Put all options without a value into the heap."""
    n = np.uint64(0)
    for option in range(np.uint64(len(trail.value))):
        scores.spot[option] = ZERO
        if trail.value[option] == UNSET:
            scores.heap[n] = option
            n += ONE
            scores.spot[option] = n
    at.n_heap = n
    at.n_met += np.uint64(len(trail.value))
    # Floyd's construction: from the last parent up, in linear time.
    spot = n >> ONE
    while spot > ZERO:
        spot -= ONE
        sift_down(scores, n, spot, scores.heap[spot])


@inlined
def insert(scores: Scores, at: At, option: np.uint32) -> None:
    """Put an option into the heap, unless it is there."""
    if scores.spot[option] == ZERO:
        at.n_heap += ONE
        sift_up(scores, at.n_heap - ONE, option)


@inlined
def bump(scores: Scores, at: At, option: np.uint32) -> None:
    """Make an option more active."""
    activity = scores.option
    activity[option] += scores.step[0]
    # All scores are relative, so all are scaled down together before one overflows.
    if activity[option] > _LARGEST:
        for k in range(len(activity)):
            activity[k] *= _SCALE
        for k in range(len(scores.item)):
            scores.item[k] *= _SCALE
        scores.step[0] *= _SCALE
    if scores.spot[option] != ZERO and at.n_heap > ZERO:
        sift_up(scores, np.uint64(scores.spot[option] - ONE), option)


@inlined
def bump_item(scores: Scores, item: np.uint64) -> None:
    """Make an item more active, at most as active as an option that was in each conflict."""
    scores.item[item] += scores.step[0]


@inlined
def sift_up(scores: Scores, spot: np.uint64, option: np.uint32) -> None:
    """Put an option into this spot of the heap, or higher."""
    heap, own = scores.heap, scores.option[option]
    while spot > ZERO:
        above = (spot - ONE) >> ONE
        other = heap[above]
        if scores.option[other] > own or (scores.option[other] == own and other < option):
            break
        heap[spot] = other
        scores.spot[other] = spot + ONE
        spot = above
    heap[spot] = option
    scores.spot[option] = spot + ONE


@inlined
def sift_down(scores: Scores, n: np.uint64, spot: np.uint64, option: np.uint32) -> None:
    """Put an option into this spot of a heap of n, or lower."""
    heap, own = scores.heap, scores.option[option]
    below = (spot << ONE) + ONE
    while below < n:
        other = heap[below]
        if below + ONE < n:
            right = heap[below + ONE]
            if scores.option[right] > scores.option[other] or (
                scores.option[right] == scores.option[other] and right < other
            ):
                below += ONE
                other = right
        if own > scores.option[other] or (own == scores.option[other] and option < other):
            break
        heap[spot] = other
        scores.spot[other] = spot + ONE
        spot = below
        below = (spot << ONE) + ONE
    heap[spot] = option
    scores.spot[option] = spot + ONE
