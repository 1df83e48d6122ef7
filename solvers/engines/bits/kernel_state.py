"""What the bitset search works on: the problem in words, the levels of the walk, and the memo."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_words import popcount
from danceoff.solvers.engines.compiled import part

ZERO, ONE, THREE, SIX, SEVEN, WORD = (np.uint64(k) for k in (0, 1, 3, 6, 7, 64))
NONE = ~ZERO
LOW, HIGH = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
MIXER = np.uint64(0x9E3779B97F4A7C15)
LARGEST_SIZE, COVERED = np.uint64(127), np.uint8(128)

NODES_A_PACK, WORDS_A_ROW = np.uint64(0), np.uint64(1)
NEW, NEXT, WALK, EMIT, OVER = (np.uint64(k) for k in range(5))
LOOKS_A_HIT = np.uint64(16)
TRIALS = np.uint64(2048)
PROBES = np.uint64(8)
WORDS_A_COUNT = np.uint64(8)


class At(Protocol):
    """Where the search stands: an `np.record` of numbers, uint64 each."""

    level: Any
    phase: Any
    nodes: Any
    n_packed: Any  # sub-problems
    n_looked: Any  # how often the memo was asked, and
    n_hits: Any  # how often it knew the answer
    block: Any
    end: Any
    tail: Any
    slot: Any
    told: Any  # covers of the sub-problem at hand that the caller has counted


class Tables(NamedTuple):
    """The problem in words: W words have a bit per option, V words a byte and X words a bit per primary item.

    conflict: uint64[n_options, W], the options that an option excludes, itself included: they share an item on which
        they do not agree.
    column: uint64[n_primary, W], the options of an item.
    row: uint64[n_options, V], a byte of 1 for each item of an option.
    items: uint64[n_options, X], a bit for each item of an option.
    n_primary: uint32[n_options], the number of primary items of an option.
    costs: uint64[2]. NODES_A_PACK: the nodes that make a sub-problem worth packing. WORDS_A_ROW: the words that
        popcounts take in the time of one word of `row`.
    """

    conflict: NDArray[np.uint64]
    column: NDArray[np.uint64]
    row: NDArray[np.uint64]
    items: NDArray[np.uint64]
    n_primary: NDArray[np.uint32]
    costs: NDArray[np.uint64]


class Levels(NamedTuple):
    """Where the search stands. Levels count from 1. Deeper levels never change a level, so going back undoes a choice.

    live: uint64[n_levels, W], the live options.
    left: uint64[n_levels, X], the open items.
    n_live, n_left: uint64[n_levels], the numbers of bits in `live` and `left`.
    size: uint64[n_levels, V], a byte per item: the number of its live options, or at least 128 once it is covered.
    lane: uint8[n_levels, 8 * V], the memory of `size` as bytes.
    has_sizes: uint8[n_levels], whether `size` is filled in.
    branch: uint64[n_levels], the branching item.
    word, untried: uint64[n_levels], the options of the branching item that are not tried: the bits of `untried` in this
        word, and all options in later words.
    n_untried: uint64[n_levels], the number of untried options, or NONE if they are not counted.
    path: int32[n_levels], the option taken.
    witness: uint64[n_options], the item that had no option left when this option was last taken, or NONE.
    listed, total: uint64[n_options] and uint64[V], scratch.
    at: one record, `At`.
    """

    live: NDArray[np.uint64]
    left: NDArray[np.uint64]
    size: NDArray[np.uint64]
    lane: NDArray[np.uint8]
    has_sizes: NDArray[np.uint8]
    n_live: NDArray[np.uint64]
    n_left: NDArray[np.uint64]
    branch: NDArray[np.uint64]
    word: NDArray[np.uint64]
    untried: NDArray[np.uint64]
    n_untried: NDArray[np.uint64]
    path: NDArray[np.int32]
    witness: NDArray[np.uint64]
    listed: NDArray[np.uint64]
    total: NDArray[np.uint64]
    at: NDArray[np.void]


class Memo(NamedTuple):
    """Sub-problems whose walk is over and their covers, in an open hash table.

    The key of a sub-problem is its live options, its number of open items, and `more`. The options alone would not tell
    a dead sub-problem, where some item has none, from a live one. Keys are compared whole.

    key: uint64[n_slots, W + M], the live options and `more`.
    more: uint64[M], how often the multiple items of the sub-problem at hand are still to be covered.
    n_left: uint64[n_slots], the number of open items; 0 in an empty slot.
    n_found: uint64[n_slots], the number of covers.
    first, end: uint64[n_slots], the covers are block[first:end].
    block: int32, covers as their length and their options; the first half for stored ones, the rest for those at hand.
    """

    key: NDArray[np.uint64]
    more: NDArray[np.uint64]
    n_left: NDArray[np.uint64]
    n_found: NDArray[np.uint64]
    first: NDArray[np.uint64]
    end: NDArray[np.uint64]
    block: NDArray[np.int32]


@part
def check(tables: Tables, levels: Levels, level: np.uint64) -> None:
    """Assert, in the checked build, that the counts and sizes of a level are those of its bits."""
    assert level < levels.live.shape[0]
    n_live, n_left = ZERO, ZERO
    # Everything is counted anew from the bits, which are the only truth about a level.
    for w in range(np.uint64(levels.live.shape[1])):
        n_live += popcount(levels.live[level, w])
    for w in range(np.uint64(levels.left.shape[1])):
        n_left += popcount(levels.left[level, w])
    assert levels.n_left[level] == n_left
    assert levels.n_live[level] == n_live
    if levels.has_sizes[level]:
        for item in range(np.uint64(len(tables.column))):
            size = ZERO
            for w in range(np.uint64(levels.live.shape[1])):
                size += popcount(levels.live[level, w] & tables.column[item, w])
            is_open = (levels.left[level, item >> SIX] >> (item & (WORD - ONE))) & ONE == ONE
            assert levels.lane[level, item] == size if is_open else levels.lane[level, item] >= COVERED
