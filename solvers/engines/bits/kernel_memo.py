"""The memo of packed sub-problems: read before a sub-problem is packed, written when its walk is over."""

from __future__ import annotations

import numpy as np

from danceoff.solvers.engines.bits.kernel_state import LOOKS_A_HIT, MIXER, NONE, ONE, PROBES, TRIALS, ZERO, Levels, Memo
from danceoff.solvers.engines.compiled import inlined


@inlined
def recall(levels: Levels, memo: Memo, level: np.uint64) -> bool:
    """Whether the memo has the sub-problem; at.slot is its slot, a free slot for it, or NONE."""
    at = levels.at[ZERO]
    at.slot = NONE
    # Where sub-problems hardly ever come again, looking costs more than it saves: after 2,048 looks with fewer than one
    # hit in 16 the memo is left alone.
    if levels.n_left[level] == ZERO or (at.n_looked > TRIALS and at.n_hits * LOOKS_A_HIT < at.n_looked):
        return False
    at.n_looked += ONE
    n_words, n_more = np.uint64(levels.live.shape[1]), np.uint64(len(memo.more))
    hash_ = levels.n_left[level]
    for w in range(n_words):
        hash_ = (hash_ ^ levels.live[level, w]) * MIXER
        hash_ ^= hash_ >> np.uint64(29)
    for w in range(n_more):
        hash_ = (hash_ ^ memo.more[w]) * MIXER
        hash_ ^= hash_ >> np.uint64(29)
    # The hash only says where to look. A sub-problem is found by its whole key: a memo that trusts a hash gives wrong
    # counts.
    slot = hash_ & np.uint64(len(memo.n_left) - 1)
    for _ in range(PROBES):
        if memo.n_left[slot] == ZERO:
            at.slot = slot
            return False
        if memo.n_left[slot] == levels.n_left[level]:
            # No early end: that allows vector code, and the keys are nearly always equal.
            differing = ZERO
            for w in range(n_words):
                differing |= memo.key[slot, w] ^ levels.live[level, w]
            for w in range(n_more):
                differing |= memo.key[slot, n_words + w] ^ memo.more[w]
            if differing == ZERO:
                at.slot, at.block, at.end = slot, memo.first[slot], memo.end[slot]
                at.n_hits += ONE
                return True
        slot = (slot + ONE) & np.uint64(len(memo.n_left) - 1)
    return False


@inlined
def remember(levels: Levels, memo: Memo, n_found: np.uint64, listing: bool, level: np.uint64) -> None:
    """Store a sub-problem whose walk is over, if there is room."""
    at = levels.at[ZERO]
    slot = at.slot
    # The second half of the block is scratch for covers at hand.
    if slot == NONE or (listing and at.end > np.uint64(len(memo.block) // 2)):
        return
    n_words = np.uint64(levels.live.shape[1])
    for w in range(n_words):
        memo.key[slot, w] = levels.live[level, w]
    for w in range(np.uint64(len(memo.more))):
        memo.key[slot, n_words + w] = memo.more[w]
    memo.n_left[slot], memo.n_found[slot] = levels.n_left[level], n_found
    memo.first[slot], memo.end[slot] = at.block, at.end
    at.tail = at.end
