"""What the bitset search works on: the problem in words, the levels of the walk, and the memo."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_words import popcount
from danceoff.solvers.engines.compiled import lean

ZERO, ONE, THREE, SIX, SEVEN, WORD = (np.uint64(k) for k in (0, 1, 3, 6, 7, 64))
NONE = ~ZERO
LOW, HIGH = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
MIXER = np.uint64(0x9E3779B97F4A7C15)
COVERED = np.uint8(128)

LEVEL, PHASE, NODES, N_PACKED, N_LOOKED, N_HITS, BLOCK, END, TAIL, SLOT, LANE, TOLD, ASKED = (
    np.uint64(k) for k in range(13)
)
NODES_A_PACK, WORDS_A_ROW = np.uint64(0), np.uint64(1)
NEW, NEXT, WALK, EMIT, OVER = (np.uint64(k) for k in range(5))
LOOKS_A_HIT = np.uint64(16)
TRIALS = np.uint64(2048)
PROBES = np.uint64(8)
WORDS_A_COUNT = np.uint64(8)


class Tables(NamedTuple):
    """The problem in words: W hold a bit an option, V a byte a primary item, X a bit a primary item.

    conflict: uint64[n_options, W], the options that an option excludes, itself among them: they share an item on which
    they do not agree.
    column: uint64[n_primary, W], the options of an item. row: uint64[n_options, V], bytes that are 1 for the items of
    an option. items: uint64[n_options, X], the same as bits. n_primary: uint32[n_options], how many these are.
    costs: uint64[2], the nodes that a sub-problem must have to be worth packing, and the words that are counted in the
    time of adding up a word of `row`.
    """

    conflict: NDArray[np.uint64]
    column: NDArray[np.uint64]
    row: NDArray[np.uint64]
    items: NDArray[np.uint64]
    n_primary: NDArray[np.uint32]
    costs: NDArray[np.uint64]


class Levels(NamedTuple):
    """Where the search stands. Levels count from 1; a level is never changed by those below, so undoing is going back.

    live: uint64[n_levels, W], live options. left: uint64[n_levels, X], open items. n_live, n_left: how many these are.
    size: uint64[n_levels, V], a byte an item: its live options, or at least 128 once it is covered; lane, the same as
    bytes. has_sizes: uint8[n_levels], whether that is so: all are small enough, and counted or kept.
    branch, word, untried, n_untried: uint64[n_levels], the branching item, and which of its options are not yet tried:
    those in `untried` of this word, and all of the words after it; n_untried is how many they are, or NONE if they are
    not counted. path: int32[n_levels], the option chosen.
    witness: uint64[n_options], the item that an option left without options the last time, or NONE.
    listed: uint64[n_options], total: uint64[V], scratch. at: uint64[13], see the constants above.
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
    at: NDArray[np.uint64]


class Memo(NamedTuple):
    """Sub-problems that were walked whole, in an open hash table, and their covers.

    A sub-problem is named by its live options and its number of open items, compared whole: the options alone do not
    tell a dead sub-problem, where some item has none, from a live one. more: uint64[M], what else tells the one at hand
    from others where items are multiple. key: uint64[n_slots, W + M]. n_left: uint64[n_slots], 0 in an empty slot.
    n_found: uint64[n_slots], its covers; they are block[first:end], each as its length and its options. The first half
    of `block` is for what is stored, the rest for the sub-problem at hand.
    """

    key: NDArray[np.uint64]
    more: NDArray[np.uint64]
    n_left: NDArray[np.uint64]
    n_found: NDArray[np.uint64]
    first: NDArray[np.uint64]
    end: NDArray[np.uint64]
    block: NDArray[np.int32]


@lean
def check(tables: Tables, levels: Levels, level: np.uint64) -> None:
    """Assert, in the checked build, that the counts and sizes of a level are those of its bits."""
    assert level < levels.live.shape[0]
    n_live, n_left = ZERO, ZERO
    for w in range(np.uint64(levels.live.shape[1])):
        n_live += popcount(levels.live[level, w])
    for w in range(np.uint64(levels.left.shape[1])):
        n_left += popcount(levels.left[level, w])
    assert levels.n_left[level] == n_left
    assert levels.n_live[level] == n_live or levels.n_live[level] == NONE  # kernel_each.py does not count them
    if levels.has_sizes[level]:
        for item in range(np.uint64(len(tables.column))):
            size = ZERO
            for w in range(np.uint64(levels.live.shape[1])):
                size += popcount(levels.live[level, w] & tables.column[item, w])
            is_open = (levels.left[level, item >> SIX] >> (item & (WORD - ONE))) & ONE == ONE
            assert levels.lane[level, item] == size if is_open else levels.lane[level, item] >= COVERED
