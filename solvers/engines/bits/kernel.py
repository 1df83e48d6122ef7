"""The search of the bitset engine: the phases of a level, and the steps from one to the next.

results/notes/bits.md draws the arrays and the phases.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_costs import Costs, drop_dear, is_affordable, prefer_dear
from danceoff.solvers.engines.bits.kernel_inside import SLACK, Inside, Limits, copy, pack, walk
from danceoff.solvers.engines.bits.kernel_memo import recall, remember
from danceoff.solvers.engines.bits.kernel_multiplicity import (
    Multiplicities,
    bound,
    choose_multiple,
    leave,
    limit,
    narrow_multiple,
)
from danceoff.solvers.engines.bits.kernel_sizes import choose, is_dead, settle
from danceoff.solvers.engines.bits.kernel_state import (
    EMIT,
    NEW,
    NEXT,
    NODES_A_PACK,
    NONE,
    ONE,
    OVER,
    SIX,
    TRIALS,
    WALK,
    WORD,
    ZERO,
    Levels,
    Memo,
    Tables,
    check,
)
from danceoff.solvers.engines.bits.kernel_words import popcount, trailing_zeros
from danceoff.solvers.engines.compiled import CHECKED, inlined, lean


@lean
def search(
    tables: Tables,
    levels: Levels,
    inside: Inside,
    memo: Memo,
    multiplicity: Multiplicities | None,
    limits: Limits | None,
    costs: Costs | None,
    budget: np.uint64,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> np.uint64:
    """Walk on for about `budget` nodes; return the number of covers found.

    Pauses when there is no room for the next cover; with costs also when `start` is full, so that the caller may lower
    `costs.room`.

    multiplicity, limits: None if no item is multiple. Otherwise `tables` has the items that are covered once, and
        branching items with higher numbers are multiple.
    costs: None if costs do not matter.
    start, option: the output; cover k is option[start[k]:start[k + 1]]. A `start` of length 0 asks to count only.

    Numba compiles the kernel once for each combination of None and arrays, and prunes the code that None does not need.
    """
    at, sub = levels.at[ZERO], inside.at[ZERO]
    listing = len(start) > 0
    n_covers, last_node = ZERO, at.nodes + budget
    phase, level = at.phase, at.level
    # A call may end after any step: the phase says where the next one goes on.
    while phase != OVER and at.nodes < last_node:
        # live, left and their numbers are filled in, the branching item is not.
        if phase == NEW:
            if CHECKED:
                check(tables, levels, level)
            at.told = ZERO
            phase = enter(tables, levels, inside, memo, multiplicity, limits, costs, level)
            # Dead. The option that led here is likely to leave the same item without options again: this item becomes
            # its witness. It is only a hint, which `is_dead` tests: so it may be NONE, and a dead first level gives one
            # to option 0, although no option led there.
            if phase == OVER:
                level -= ONE
                levels.witness[np.uint64(levels.path[level])] = levels.branch[level + ONE]
                phase = NEXT if level > ZERO else OVER
        # What is left is packed, and walked in single words. Its nodes count like those of the levels.
        if phase == WALK:
            n_nodes = sub.nodes
            walk(inside, tables.conflict, limits, last_node - at.nodes, listing, memo.block)
            at.nodes += sub.nodes - n_nodes
            phase = walked(levels, inside, memo, listing, level)
        # block[BLOCK:END] has covers that are found and not passed on yet. Covers without room in the output wait for
        # the next call, and no step may write over them until then.
        if phase == EMIT:
            n_covers = told(levels, inside, memo, listing, level, n_covers, start, option)
            if listing and at.block < at.end:
                break
            # A cover that costs less lowers the room for all that follow, so the caller is to see it first.
            if costs is not None and n_covers + ONE == np.uint64(len(start)):
                break
            # The sub-problem was all of this level; but with multiplicities a cover may be followed by larger ones,
            # from options that are still untried here. (If there are none, NEXT goes back at once.)
            if sub.is_over == ONE:
                phase = NEXT
                if multiplicity is None:  # nothing is left to try on this level
                    level -= ONE
                    phase = NEXT if level > ZERO else OVER
            else:
                # All is passed on: the walk goes on into the same room.
                at.block = sub.end = at.tail
                phase = WALK
        # Try options until one leads to a level below. An option of a multiple item is then hidden from its siblings.
        if phase == NEXT:
            is_live = False
            while not is_live and advance(tables, levels, multiplicity, costs, level):
                at.nodes += ONE
                is_live = take(tables, levels, multiplicity, costs, level)
                if multiplicity is not None:
                    leave(tables, levels, multiplicity, level)
            if is_live:
                level += ONE
                phase = NEW
            else:
                level -= ONE
                if level == ZERO:
                    phase = OVER
    at.phase, at.level = phase, level
    return n_covers


@inlined
def enter(
    tables: Tables,
    levels: Levels,
    inside: Inside,
    memo: Memo,
    multiplicity: Multiplicities | None,
    limits: Limits | None,
    costs: Costs | None,
    level: np.uint64,
) -> np.uint64:
    """Choose the branching item of a new level; return the next phase, OVER when an item has too few options."""
    at, sub = levels.at[ZERO], inside.at[ZERO]
    # The room may be less than when the option above was taken. No item is to blame, so the option gets no witness.
    if costs is not None and costs.spent[level] > costs.room[ZERO]:
        levels.branch[level] = NONE
        return OVER
    is_found = levels.n_left[level] == ZERO
    # Without multiplicities a path that covers all items ends here; else the item with the fewest options is branched
    # on, and if it has none, it becomes the witness.
    if multiplicity is None:
        if is_found:
            return found(levels, inside, memo)
        levels.n_untried[level] = choose(tables, levels, level)
        if costs is not None:
            prefer_dear(tables, levels, level, levels.n_untried[level])
        if levels.n_untried[level] == ZERO:
            return OVER
    else:
        levels.n_untried[level] = NONE
        dead, is_found = choose_multiple(tables, levels, multiplicity, level)
        if dead:
            return OVER
        # NEXT comes back to this level once what is found here is passed on: nothing may be left to try from an earlier
        # node.
        end_options(levels, level)
        # A cover to which no option can be added.
        if is_found and levels.n_live[level] == ZERO:
            return found(levels, inside, memo)
    # Walk this level option by option: what is left is too large, or packing does not pay, or costs must be looked at
    # on each level. A cover that may get larger is passed on first, then NEXT tries the larger ones.
    if costs is not None or not is_packable(tables, levels, inside, level):
        levels.word[level] = ZERO
        levels.untried[level] = branching_options(tables, levels, multiplicity, level, ZERO)
        return found(levels, inside, memo) if is_found else NEXT
    # The bounds are part of the key: what is left of them differs between sub-problems with the same live options.
    if multiplicity is not None and limits is not None:
        bound(levels, memo, multiplicity, limits, level)
    # Known: its covers are in block[BLOCK:END] already, and there is nothing to walk.
    if recall(levels, memo, level):
        sub.found, sub.is_over = memo.n_found[at.slot], ONE
        at.nodes += ONE
        return EMIT
    at.n_packed += ONE
    pack(inside, tables, levels, level)
    if multiplicity is not None and limits is not None:
        # Only items with multiplicities are left: `pack` writes at least one open item.
        if levels.n_left[level] == ZERO:
            inside.left[ZERO] = ZERO
        limit(inside, multiplicity, limits)
    # The walk writes behind all that is remembered.
    at.block = sub.end = at.tail
    return WALK


@inlined
def is_packable(tables: Tables, levels: Levels, inside: Inside, level: np.uint64) -> bool:
    """Whether the sub-problem of a level fits single words, and packing has paid so far: enough nodes each."""
    if levels.n_live[level] > WORD or levels.n_left[level] > WORD:
        return False
    n_packed = levels.at[ZERO].n_packed
    return bool(n_packed <= TRIALS or inside.at[ZERO].nodes >= tables.costs[NODES_A_PACK] * n_packed)


@inlined
def end_options(levels: Levels, level: np.uint64) -> None:
    """Leave no option of the branching item to try."""
    levels.word[level], levels.untried[level] = np.uint64(levels.live.shape[1]) - ONE, ZERO


@inlined
def branching_options(
    tables: Tables, levels: Levels, multiplicity: Multiplicities | None, level: np.uint64, word: np.uint64
) -> np.uint64:
    """The live options of the branching item in one word."""
    item, options = levels.branch[level], np.uint64(levels.live[level, word])
    if multiplicity is not None:
        n_once = np.uint64(len(tables.column))
        if item >= n_once:
            return options & np.uint64(multiplicity.column[item - n_once, word])
    return options & np.uint64(tables.column[item, word])


@inlined
def advance(
    tables: Tables, levels: Levels, multiplicity: Multiplicities | None, costs: Costs | None, level: np.uint64
) -> bool:
    """Put the next option of the branching item on the path, if there is one."""
    if levels.n_untried[level] == ZERO:
        return False
    word, untried = levels.word[level], levels.untried[level]
    while untried == ZERO and word + ONE < np.uint64(levels.live.shape[1]):
        word += ONE
        untried = branching_options(tables, levels, multiplicity, level, word)
    if untried == ZERO:
        return False
    if costs is not None and not is_affordable(costs, level, (word << SIX) + trailing_zeros(untried)):
        return False
    levels.n_untried[level] -= ONE
    levels.path[level] = (word << SIX) + trailing_zeros(untried)
    levels.word[level], levels.untried[level] = word, untried & (untried - ONE)
    return True


@inlined
def take(
    tables: Tables, levels: Levels, multiplicity: Multiplicities | None, costs: Costs | None, level: np.uint64
) -> bool:
    """Take the option at the end of the path: fill in the level below, unless its witness has no option there."""
    chosen, below = np.uint64(levels.path[level]), level + ONE
    if is_dead(tables, levels, level, chosen):
        return False
    n_gone = ZERO
    if multiplicity is None:
        for w in range(levels.live.shape[1]):
            word = np.uint64(w)
            stays = levels.live[level, word] & ~tables.conflict[chosen, word]
            levels.live[below, word] = stays
            n_gone += popcount(levels.live[level, word] ^ stays)
    else:
        n_gone = narrow_multiple(tables, levels, multiplicity, level, chosen)
    if costs is not None:
        n_gone += drop_dear(levels, costs, level, chosen)
    settle(tables, levels, level, chosen, n_gone)
    return True


@inlined
def found(levels: Levels, inside: Inside, memo: Memo) -> np.uint64:
    """Say that the path is a cover: leave one empty cover of a sub-problem to be emitted behind it."""
    at, sub = levels.at[ZERO], inside.at[ZERO]
    at.block, at.end = at.tail, at.tail + ONE
    memo.block[at.tail] = 0
    sub.found, sub.is_over = ONE, ONE
    return EMIT


@inlined
def walked(levels: Levels, inside: Inside, memo: Memo, listing: bool, level: np.uint64) -> np.uint64:
    """The phase after a walk in the packed sub-problem: EMIT what was found, or WALK on."""
    at, sub = levels.at[ZERO], inside.at[ZERO]
    at.end = sub.end
    if sub.is_over == ONE:
        remember(levels, memo, sub.found, listing, level)
        return EMIT
    if not listing:
        return EMIT  # a sub-problem may have 2^32 covers: pass on what is counted so far
    if at.end > np.uint64(len(memo.block) - len(inside.path) - 1):
        at.slot = NONE
        return EMIT
    return WALK


@inlined
def told(
    levels: Levels,
    inside: Inside,
    memo: Memo,
    listing: bool,
    level: np.uint64,
    n_covers: np.uint64,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> np.uint64:
    """Pass on the covers that were not passed on yet; return `n_covers`, the covers of this call, with these added.

    listing: whether to write them, as far as there is room; else they are only counted.
    """
    if listing:
        return emit(levels, memo.block, level, n_covers, start, option)
    n_covers += inside.at[ZERO].found - levels.at[ZERO].told
    levels.at[ZERO].told = inside.at[ZERO].found
    return n_covers


@inlined
def emit(
    levels: Levels,
    block: NDArray[np.int32],
    level: np.uint64,
    n_covers: np.uint64,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> np.uint64:
    """Write the path and each cover in block[BLOCK:END], as far as there is room; return how many covers there are."""
    here, last, end = levels.at[ZERO].block, levels.at[ZERO].end, np.uint64(start[n_covers])
    while here < last:
        n_inside = np.uint64(block[here])
        if n_covers + ONE == np.uint64(len(start)) or end + level + n_inside + SLACK > np.uint64(len(option)):
            break
        copy(option, end, levels.path, ONE, level - ONE)
        end += level - ONE
        here += ONE
        copy(option, end, block, here, n_inside)
        end += n_inside
        here += n_inside
        n_covers += ONE
        start[n_covers] = np.int32(end)
    levels.at[ZERO].block = here
    return n_covers
