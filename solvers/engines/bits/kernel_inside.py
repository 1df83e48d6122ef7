"""Sub-problems of at most 64 options and 64 items, at the bottom of the search, in single words.

With multiplicities, an option that was tried is hidden from its later siblings, so that no set of options comes twice.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_state import Levels, Tables
from danceoff.solvers.engines.bits.kernel_words import extracted, popcount, trailing_zeros
from danceoff.solvers.engines.compiled import inlined, part

ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, WORD = (np.uint64(k) for k in (0, 1, 2, 3, 4, 5, 6, 7, 64))
SLACK = np.uint64(8)  # arrays that `copy` reads or writes are that much longer
NONE = ~ZERO


class At(Protocol):
    """Where a walk stands: an `np.record` of numbers, uint64 each."""

    depth: Any
    is_new: Any
    is_over: Any
    nodes: Any
    found: Any  # covers
    end: Any  # of the covers in the block
    n_words: Any  # words of live options that are not 0


class Inside(NamedTuple):
    """A packed sub-problem and where its walk stands; bit j of a word is its option j, or its item j.

    column: uint64[64], the options of an item.
    conflict: uint64[64], the options that an option excludes, or 0 until they are found.
    items: uint64[64], the primary items of an option.
    option: int32[64], the number of an option in the problem.
    live, left, untried: uint64[65], by depth: live options, open items, options of the branching item not yet tried.
    n_path: uint64[65], by depth: the number of options taken so far.
    path: int32[64 + SLACK], the options taken.
    at: one record, `At`.
    number: uint64[n_primary], the number here of an open item of the problem; NONE if it has no option.
    word: uint64[64], which words of the problem's live options are not 0.
    mask: uint64[64], the values of these words.
    """

    column: NDArray[np.uint64]
    conflict: NDArray[np.uint64]
    items: NDArray[np.uint64]
    option: NDArray[np.int32]
    live: NDArray[np.uint64]
    left: NDArray[np.uint64]
    untried: NDArray[np.uint64]
    n_path: NDArray[np.uint64]
    path: NDArray[np.int32]
    at: NDArray[np.void]
    number: NDArray[np.uint64]
    word: NDArray[np.uint64]
    mask: NDArray[np.uint64]


class Limits(NamedTuple):
    """The multiple items of a packed sub-problem, without those whose bounds no choice of options can break.

    column: uint64[n_multiple], the options of an item.
    least, most: uint64[n_multiple], how often the sub-problem is to cover an item.
    taken: uint64[65], by depth: the options taken. Its bits in an item's column say how often the item is covered.
    n: uint64[1], the number of these items.
    """

    column: NDArray[np.uint64]
    least: NDArray[np.uint64]
    most: NDArray[np.uint64]
    taken: NDArray[np.uint64]
    n: NDArray[np.uint64]


@part
def pack(inside: Inside, tables: Tables, levels: Levels, level: np.uint64) -> None:
    """Pack the sub-problem of a level and set its walk to the root; an open item may have no live option.

    Which options an option excludes is found when it is taken, since the walk of a small sub-problem takes few options.
    If walks have been long so far, it is found here for every option, which takes 0.83 of the time on Langford pairs.
    """
    option, items, column, number = inside.option, inside.items, inside.column, inside.number
    n_options, n_items, n_words = ZERO, ZERO, ZERO
    # As many columns as there are open items, all empty. Items get their numbers only when an option has them: columns
    # without a number stay empty, and stand for the open items without options. So `walk` sees that these are dead.
    for w in range(np.uint64(levels.left.shape[1])):
        bits = levels.left[level, w]
        while bits != ZERO:
            number[(np.uint64(w) << SIX) + trailing_zeros(bits)] = NONE
            column[n_items] = ZERO
            bits &= bits - ONE
            n_items += ONE
    # `left` has a bit for each open item, numbered or not. Without open items the caller sets it: the shift is by 64.
    inside.left[ZERO] = NONE >> (WORD - n_items)
    # Bit j is the live option number j in the order of the problem, and so in that of `conflict`.
    n_items = ZERO
    for w in range(np.uint64(levels.live.shape[1])):
        bits = levels.live[level, w]
        # `excluded` needs the words of live options that are not 0, to pull the bits of a row of `conflict` together.
        if bits != ZERO:
            inside.word[n_words], inside.mask[n_words] = np.uint64(w), bits
            n_words += ONE
        while bits != ZERO:
            chosen = (np.uint64(w) << SIX) + trailing_zeros(bits)
            bits &= bits - ONE
            its = ZERO
            # Only primary items that are open: an option with a covered one would not be live.
            for x in range(np.uint64(tables.items.shape[1])):
                covered = tables.items[chosen, x]
                while covered != ZERO:
                    item = (np.uint64(x) << SIX) + trailing_zeros(covered)
                    covered &= covered - ONE
                    if number[item] == NONE:
                        number[item] = n_items
                        n_items += ONE
                    column[number[item]] |= ONE << n_options
                    its |= ONE << number[item]
            option[n_options] = np.int32(chosen)
            items[n_options] = its
            # 0 stands for a row that is not found yet: no row is 0, since every option excludes itself.
            inside.conflict[n_options] = ZERO
            n_options += ONE
    inside.live[ZERO] = NONE >> (WORD - n_options)
    inside.n_path[ZERO] = ZERO
    inside.at[ZERO].n_words = n_words
    if inside.at[ZERO].nodes > WORD * levels.at[ZERO].n_packed:  # each option is likely to be taken
        for j in range(n_options):
            excluded(inside, tables.conflict, np.uint64(j))
    at = inside.at[ZERO]
    at.depth, at.is_new, at.is_over, at.found = ZERO, ONE, ZERO, ZERO


@inlined
def excluded(inside: Inside, conflict: NDArray[np.uint64], j: np.uint64) -> np.uint64:
    """The options that option j excludes, itself included; the first call finds and stores them."""
    if inside.conflict[j] == ZERO:
        row, bits, n = np.uint64(inside.option[j]), ZERO, ZERO
        for k in range(inside.at[ZERO].n_words):
            mask = inside.mask[k]
            bits |= extracted(conflict[row, inside.word[k]], mask) << n
            n += popcount(mask)
        inside.conflict[j] = bits
    return np.uint64(inside.conflict[j])


@part
def walk(
    inside: Inside,
    conflict: NDArray[np.uint64],
    limits: Limits | None,
    budget: np.uint64,
    listing: bool,
    block: NDArray[np.int32],
) -> None:
    """Walk on for about `budget` nodes, or until `block` is full; at.found counts the covers of the sub-problem.

    conflict: uint64[n_options, W], the options that each option of the problem excludes.
    limits: None if no item is multiple.
    listing: whether covers are written to block[END:], each as its length and its options.
    """
    column, items, option, path = inside.column, inside.items, inside.option, inside.path
    at, n_nodes, n_found, end = inside.at[ZERO], ZERO, inside.at[ZERO].found, inside.at[ZERO].end
    depth, is_new = at.depth, at.is_new
    live, left, n_path, taken = inside.live[depth], inside.left[depth], inside.n_path[depth], ZERO
    if limits is not None:
        taken = limits.taken[depth]
    room = np.uint64(len(block)) - np.uint64(len(path)) - ONE
    # The node at hand is in variables; row d of the levels above, for d < depth, is a node with options not yet tried,
    # or whose last one is being tried. Going back restores words and nothing else.
    while True:
        # A new node: take what is forced, look at it anew, and so on, until it is dead, a cover, or must branch.
        while is_new:
            needed, slack = ZERO, NONE
            # Options of full items go first. `slack` is the number of options that the tightest item can do without:
            # there are slack + 1 ways to branch on this item. NONE: no item needs more options.
            if limits is not None:
                live, needed, slack, is_dead = narrow(limits, live, taken)
                if is_dead:
                    break
            single, untried = ZERO, ZERO
            # All items that are covered once are done. If the multiple items are covered often enough, this is a cover,
            # and each further option makes another cover. If not, an option of the tightest item must come next.
            if left == ZERO:
                if slack == NONE:
                    n_found += ONE
                    if listing:
                        end = write(block, end, path, n_path)
                if limits is not None:
                    untried = live if slack == NONE else needed & live
            else:
                # An open item in none of the live options makes the node dead, one in a single option forces it.
                # Counting up to four, for all items at once, nearly always finds the item with the fewest options.
                one, two, three, four = coverage(items, column, live, left)
                if left & ~one != ZERO:
                    break
                single = left & ~two
                if single == ZERO:
                    untried = live & column[branching(inside, live, left, two & ~three, three & ~four)]
                    # An item that is covered once has as many ways as options; a tighter item with multiplicities has
                    # fewer.
                    if limits is not None and slack < popcount(untried) - ONE:
                        untried = needed & live
            # Keep the node only if there is something to try: the first option is taken below, like each later one.
            if single == ZERO:
                if untried != ZERO:
                    inside.live[depth], inside.left[depth], inside.n_path[depth] = live, left, n_path
                    inside.untried[depth] = untried
                    if limits is not None:
                        limits.taken[depth] = taken
                    depth += ONE
                break
            # Take all that is forced. An option may exclude the only option of another item: `options` is then 0, dead.
            # Or it covers several of these items, and `single` loses all. Multiple items too full are seen by `narrow`.
            while single != ZERO:
                options = live & column[trailing_zeros(single)]
                if options == ZERO:
                    break
                chosen = trailing_zeros(options)
                live &= ~excluded(inside, conflict, chosen)
                left &= ~items[chosen]
                taken |= ONE << chosen
                single &= left
                path[n_path] = option[chosen]
                n_path += ONE
                n_nodes += ONE
            # Left the loop before its end: the node is dead.
            if single != ZERO:
                break
        # Go back to the deepest node with an option to try. A call ends only here, before this option is taken: all
        # that the next call needs is in the levels.
        is_new = ZERO
        while depth > ZERO and inside.untried[depth - ONE] == ZERO:
            depth -= ONE
        if depth == ZERO or n_nodes >= budget or end > room:
            break
        # Try the next option of the node above, which stays as it is for the ones that follow.
        above = depth - ONE
        chosen = trailing_zeros(inside.untried[above])
        inside.untried[above] &= inside.untried[above] - ONE
        live = inside.live[above] & ~excluded(inside, conflict, chosen)
        left = inside.left[above] & ~items[chosen]
        # Later siblings must not take this option: otherwise the set of both options would come twice.
        if limits is not None:
            inside.live[above] &= ~(ONE << chosen)
            taken = limits.taken[above] | ONE << chosen
        n_path = inside.n_path[above]
        path[n_path] = option[chosen]
        n_path += ONE
        n_nodes += ONE
        is_new = ONE
    at.depth, at.is_new, at.is_over, at.found, at.end = depth, is_new, np.uint64(depth == ZERO), n_found, end
    at.nodes += n_nodes


@inlined
def coverage(
    items: NDArray[np.uint64], column: NDArray[np.uint64], live: np.uint64, left: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The open items that at least one live option covers, at least two, at least three, and at least four."""
    one, two, three, four = ZERO, ZERO, ZERO, ZERO
    if TWO * popcount(left) < popcount(live):  # without TWO, 1.1 of the time on dominoes: the branch is unpredictable
        while left != ZERO:
            item, bit = trailing_zeros(left), left & (ZERO - left)
            left ^= bit
            options = live & column[item]
            one |= bit if options != ZERO else ZERO
            options &= options - ONE
            two |= bit if options != ZERO else ZERO
            options &= options - ONE
            three |= bit if options != ZERO else ZERO
            options &= options - ONE
            four |= bit if options != ZERO else ZERO
        return one, two, three, four
    while live != ZERO:
        covered = items[trailing_zeros(live)]
        live &= live - ONE
        four |= three & covered
        three |= two & covered
        two |= one & covered
        one |= covered
    return one, two, three, four


@inlined
def narrow(limits: Limits, live: np.uint64, taken: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64, bool]:
    """Drop the options of full multiple items, and find the tightest item and dead ones.

    Returns the live options that stay, the options of the tightest item, its slack, and whether an item is dead. The
    slack is the number of options that the item can do without; NONE if no item needs more options.
    """
    needed, slack = ZERO, NONE
    for k in range(limits.n[ZERO]):
        n_taken = popcount(taken & limits.column[k])
        if n_taken >= limits.most[k]:
            if n_taken > limits.most[k]:
                return live, needed, slack, True
            live &= ~limits.column[k]
        elif n_taken < limits.least[k]:
            options = live & limits.column[k]
            n_options = n_taken + popcount(options)
            if n_options < limits.least[k]:
                return live, needed, slack, True
            if n_options - limits.least[k] < slack:
                needed, slack = options, n_options - limits.least[k]
    return live, needed, slack, False


@inlined
def write(block: NDArray[np.int32], end: np.uint64, path: NDArray[np.int32], n_path: np.uint64) -> np.uint64:
    """Write a cover to block[end:], its length first; return the new end."""
    block[end] = np.int32(n_path)
    copy(block, end + ONE, path, ZERO, n_path)
    return end + ONE + n_path


@inlined
def branching(inside: Inside, live: np.uint64, left: np.uint64, twos: np.uint64, threes: np.uint64) -> np.uint64:
    """The first open item with the fewest options; `twos` and `threes` are the items with exactly two and three."""
    if twos != ZERO:
        return trailing_zeros(twos)
    if threes != ZERO:
        return trailing_zeros(threes)
    best, fewest = ZERO, WORD + ONE
    while left != ZERO:
        item = trailing_zeros(left)
        left &= left - ONE
        n_options = popcount(inside.column[item] & live)
        if n_options < fewest:
            best, fewest = item, n_options
    return best


@inlined
def copy(to: NDArray[np.int32], at: np.uint64, of: NDArray[np.int32], first: np.uint64, n: np.uint64) -> None:
    """Copy n numbers in groups of eight, so up to seven too many; 2.4 times as fast as a loop."""
    k = ZERO
    while k < n:
        a, b, c, d = (of[first + k + ZERO], of[first + k + ONE], of[first + k + TWO], of[first + k + THREE])
        e, f, g, h = (of[first + k + FOUR], of[first + k + FIVE], of[first + k + SIX], of[first + k + SEVEN])
        to[at + k + ZERO], to[at + k + ONE], to[at + k + TWO], to[at + k + THREE] = a, b, c, d
        to[at + k + FOUR], to[at + k + FIVE], to[at + k + SIX], to[at + k + SEVEN] = e, f, g, h
        k += SLACK
