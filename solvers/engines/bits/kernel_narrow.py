"""The search of narrow problems: the first open item is always next, and a list has the options that fit around it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_state import ONE, ZERO
from danceoff.solvers.engines.bits.kernel_words import trailing_zeros
from danceoff.solvers.engines.compiled import lean

WINDOW = np.uint64(8)
"""The items behind the first open one whose state chooses a list."""
DEPTH, NODES, IS_OVER = (np.uint64(k) for k in range(3))


class Lists(NamedTuple):
    """The options of a problem, filed.

    A state of the search is a word. Its low bits are the items of the order from the first open one on, set once they
    are covered; its high bits are the wide items. The list of an item and a state of the WINDOW items behind it holds
    the options that have this item as their first one and fit into the window.

    word: uint64[n_entries], the items of an option, in the form of a state.
    option: int32[n_entries], the number of the option.
    first: uint64[n_lists + 1], where each list begins; the lists of an item stand together.
    low: the bits of a state that are items of the order.
    needed: the bits of the wide items that a cover must have.
    """

    word: NDArray[np.uint64]
    option: NDArray[np.int32]
    first: NDArray[np.uint64]
    low: np.uint64
    needed: np.uint64


class Path(NamedTuple):
    """The nodes from the root to the present one, a row each.

    state: uint64[n_rows].
    list: uint64[n_rows], the number of the list: the first open item, then the state of the window.
    next, end: uint64[n_rows], the entries of the list that are not tried.
    option: int32[n_rows], the option taken.
    at: uint64[3], the row of the present node, the nodes so far, and 1 once the search is over.
    """

    state: NDArray[np.uint64]
    list: NDArray[np.uint64]
    next: NDArray[np.uint64]
    end: NDArray[np.uint64]
    option: NDArray[np.int32]
    at: NDArray[np.uint64]


@lean
def file_options(
    word: NDArray[np.uint64],
    group: NDArray[np.uint64],
    begin: NDArray[np.uint64],
    low: np.uint64,
    fitting: NDArray[np.uint64],
    n_filed: NDArray[np.uint64],
    filed: NDArray[np.int32],
) -> np.uint64:
    """Write the lists one after the other, and return the number of entries.

    An option that leaves the next open item without options is in no list.

    word: uint64[n_options], by first item.
    group: uint64[n_options], the bit of the first wide item of an option, or another high bit if it has none.
    begin: uint64[n_items + 1], where the options of an item begin.
    low: as in `Lists`.
    fitting: uint64[n_lists], output: the groups of the options that fit.
    n_filed: uint64[n_lists], output: the length of each list.
    filed: int32[n_options * 2**WINDOW], output: the entries, as places in `word`.
    """
    n, window, n_items = ZERO, (ONE << WINDOW) - ONE, np.uint64(len(begin) - 1)
    for number in range(np.uint64(len(fitting))):
        item, state = number >> WINDOW, (number & window) << ONE
        groups = ZERO
        for k in range(begin[item], begin[item + ONE]):
            groups |= group[k] if word[k] & state == ZERO else ZERO
        fitting[number] = groups
    for number in range(np.uint64(len(fitting))):
        item, state, before = number >> WINDOW, (number & window) << ONE, n
        for k in range(begin[item], begin[item + ONE]):
            if word[k] & state != ZERO:
                continue
            covered = (word[k] | state) & low
            n_covered = trailing_zeros(~covered)
            # Nothing is known of an item beyond the window: it may be covered already.
            if n_covered <= WINDOW and item + n_covered < n_items:
                after = (item + n_covered) << WINDOW | (covered >> (n_covered + ONE) & window)
                if fitting[after] & ~word[k] == ZERO:
                    continue
            filed[n] = k
            n += ONE
        n_filed[number] = n - before
    return n


@lean
def search_narrow(
    lists: Lists, path: Path, budget: np.uint64, start: NDArray[np.int32], option: NDArray[np.int32]
) -> np.uint64:
    """Walk on for `budget` nodes, or until the output is full; return the number of covers found.

    start, option: the output; cover k is option[start[k]:start[k + 1]]. A `start` of length 0 asks to count only.
    """
    at, low, n_covers = path.at, lists.low, ZERO
    depth, last_node = at[DEPTH], at[NODES] + budget
    n_rows, n_lists = np.uint64(len(path.option)), np.uint64(len(lists.first) - 1)
    while at[NODES] < last_node:
        state, entry, end = path.state[depth], path.next[depth], path.end[depth]
        while entry < end and lists.word[entry] & state != ZERO:
            entry += ONE
        if entry == end:
            if depth == ZERO:
                at[IS_OVER] = ONE
                break
            depth -= ONE
            continue
        path.next[depth], path.option[depth] = entry + ONE, lists.option[entry]
        at[NODES] += ONE
        state |= lists.word[entry]
        n_covered = trailing_zeros(~state)
        state = (state & ~low) | ((state & low) >> n_covered)
        item = (path.list[depth] >> WINDOW) + n_covered
        number = item << WINDOW | (state >> ONE & ((ONE << WINDOW) - ONE))
        if number < n_lists:
            depth += ONE
            path.state[depth], path.list[depth] = state, number
            path.next[depth], path.end[depth] = lists.first[number], lists.first[number + ONE]
        elif state & lists.needed == lists.needed:
            n_covers += ONE
            if len(start) == 0:
                continue
            end = np.uint64(start[n_covers - ONE])
            for k in range(depth + ONE):
                option[end] = path.option[k]
                end += ONE
            start[n_covers] = end
            # There may be no room for another cover.
            if n_covers + ONE == np.uint64(len(start)) or end + n_rows > np.uint64(len(option)):
                break
    at[DEPTH] = depth
    return n_covers
