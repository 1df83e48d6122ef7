"""Counting without listing: a layered dynamic programme over a static item order (the frontier method).

A state is the step, which is the first primary item not yet covered, and the items of the frontier that are covered
already. Partial covers that lead to the same state are counted as one. The states of a step are taken one by one, and
each tries the options whose first item is the step's own. States are hashed and compared by their whole keys. The idea
is that of transfer matrices, and of Knuth's Simpath (TAOCP 4A, 7.1.4).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import CHECKED, inlined, kernel, lean, part

DONE, PAUSED, FULL, WIDE, LONG = range(5)
STEP, TOP, FREE, LIVE, STATES, TESTS, LOOKS = range(7)
MADE, EDGES, LISTED = range(3)

STEP_BITS = 16

NONE = np.uint64(0xFFFFFFFF)
_ZERO, _ONE, _32, _63, _64 = (np.uint64(k) for k in (0, 1, 32, 63, 64))
NO_SLOT = np.uint64(1 << 63)
_STEP_SHIFT = np.uint64(64 - STEP_BITS)
_STEP_MASK = np.uint64((1 << (64 - STEP_BITS)) - 1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_LOOKS = np.uint64(1 << 25)
"""Words read in a call, about: 20 to 50 ms."""
_LOOKS_AHEAD = np.uint64(1 << 22)
"""Words read for one state while single children are followed: beyond this number the child is stored."""


Words: TypeAlias = NDArray[np.uint64]


class Steps(NamedTuple):
    """What each step of the order does; keys have n_words words, slot s is bit s % 64 of word s // 64.

    slot: uint64[n_steps + 1], the slot of a step's own item, or NO_SLOT if no earlier step can cover it.
    keep: uint64[n_steps, n_words], the slots that later steps still need.
    start: uint64[n_steps + 1], the options of step s are start[s]..start[s + 1] - 1.
    mask: uint64[n_options, n_words], the slots that must be free for an option.
    take: uint64[n_options, n_words], the slots that an option fills.
    """

    slot: Words
    keep: Words
    start: Words
    mask: Words
    take: Words


class Fields(NamedTuple):
    """How items that are covered lo to hi times are counted: each in a field of the key.

    The first value of a field is chosen so that its bit `full` is set at hi; that bit is in the masks of the item's
    options. Before the slots of a step go, the key plus `due` must have the bits `spare`: a field that goes has its
    spare bit from lo on.

    first: uint64[n_words], the key at the beginning.
    add: uint64[n_options, n_words], what an option adds to a key: one to each of its fields.
    due, spare: uint64[n_steps, n_words], see above.
    """

    first: Words
    add: Words
    due: Words
    spare: Words


class Pool(NamedTuple):
    """The live states.

    row: uint64[capacity, 1 + n_words + n_limbs], a state: the links of `linked`; the key, with the step in its top
        bits; the count, lowest limb first.
    head: uint32[2**k], the first row of each chain of the hash table.
    queue: uint32[n_steps + 1], the first row of each step.
    at: uint64[7], indexed by STEP, TOP and the constants beside them; LOOKS are words read.
    """

    row: Words
    head: NDArray[np.uint32]
    queue: NDArray[np.uint32]
    at: Words


class Record(NamedTuple):
    """All states and the edges between them; states are numbered from 0 on, as they are made.

    state: uint32[n], the numbers of the states in the order in which they are taken.
    start: int64[n + 1], the first edge of each entry of `state`.
    target: uint32[n_edges], the state to which an edge leads.
    offset, option: uint64[n_edges + 1] and int32; edge k takes the options option[offset[k]:offset[k + 1]].
    name: int32[n_options], the number by which an option is listed in `option`, or -1 if it is not listed.
    at: uint64[3], indexed by MADE, EDGES and LISTED: how many states were made, edges and options listed.
    """

    state: NDArray[np.uint32]
    start: NDArray[np.int64]
    target: NDArray[np.uint32]
    offset: Words
    option: NDArray[np.int32]
    name: NDArray[np.int32]
    at: Words


@part
def log2(size: int) -> np.uint64:
    """The binary logarithm of a power of two."""
    log = _ZERO
    while size > 1:
        size >>= 1
        log += _ONE
    return log


@part
def place(key: Words, n_words: np.uint64, shift: np.uint64) -> np.uint64:
    """The index of a key's chain in a hash table of 2**(64 - shift) chains."""
    h = _ZERO
    for w in range(n_words):
        h = (h ^ key[np.uint64(w)]) * _MIX
        h ^= h >> _32
    h *= _MIX
    return h >> shift


@inlined
def next_of_hash(links: np.uint64) -> np.uint64:
    """The next row of the same hash, from the first word of a row, or NONE."""
    return links >> _32


@inlined
def next_of_step(links: np.uint64) -> np.uint64:
    """The next row of the same step, from the first word of a row, or NONE."""
    return links & NONE


@inlined
def linked(of_hash: np.uint64, of_step: np.uint64) -> np.uint64:
    """The first word of a row, from its next row of the same hash and its next row of the same step."""
    return of_hash << _32 | of_step


@kernel
def walk(steps: Steps, fields: Fields | None, record: Record | None, pool: Pool, budget: int) -> int:
    """Take states for about `budget` tests of an option; return DONE, or why it stopped.

    PAUSED: the budget is spent, or `_LOOKS`.
    FULL: the pool must grow.
    LONG: the record must grow.
    WIDE: counts need more limbs before the next state, as the top limb of a count passes 32 bits. All that the state at
        hand has added still fits.

    fields: None if no item is counted.
    record: None to count. With a record, a state has its number in place of its count.

    Numba compiles the kernel once for each combination of None and arrays, and prunes the code that None does not need.
    """
    slot, keep, start, mask, take = steps
    row, head, queue, at = pool
    flat = mask.ravel()
    n_words = np.uint64(keep.shape[1])
    last = np.uint64(len(slot) - 1)
    top_word = n_words - _ONE
    first_limb = n_words + _ONE
    end_limb = np.uint64(row.shape[1])
    capacity = np.uint64(len(row))
    step, top, free, live, n_states = at[0], at[1], at[2], at[3], at[4]
    shift = _64 - log2(len(head))
    key = np.empty(n_words, np.uint64)
    now = np.empty(end_limb, np.uint64)
    status = DONE
    spent = 0
    looked = _ZERO
    is_wide = False
    if record is not None:
        made, n_edges, n_listed = record.at[MADE], record.at[EDGES], record.at[LISTED]
    # Steps before `step` have no states left, and get none: an option of a step leads to later ones. Every live state
    # is in the chain of its step and in that of its hash.
    while step < last:
        e = np.uint64(queue[step])
        if e == NONE:
            step += _ONE
            continue
        # A state is taken only if there is room for all that comes of it: at most one new state, one edge and `last -
        # step` listed options for each of its options. So a call never ends within a state, and the next one finds both
        # chains whole. If the state before made a count wide, counts get more limbs first: one more state may be too
        # much for it.
        if is_wide:
            status = WIDE
            break
        n_options = start[step + _ONE] - start[step]
        if live + n_options > capacity:
            status = FULL
            break
        if record is not None and (
            n_states + _ONE >= len(record.state)
            or n_edges + n_options >= len(record.target)
            or n_listed + n_options * (last - step) >= len(record.option)
        ):
            status = LONG
            break
        if spent >= budget or looked >= _LOOKS:
            status = PAUSED
            break
        # What the caller pays for is tests of options, and 4 for the state; what the call is bounded by is words read.
        spent += int(n_options) + 4
        looked += n_options * end_limb
        last_look = looked + _LOOKS_AHEAD
        # The row is freed first, and the first child may be written into it: so the state is worked on in a copy.
        for w in range(end_limb):
            now[w] = row[e, w]
        # States are listed in the order in which they are taken: those of a step stand together, after all that lead to
        # them.
        if record is not None:
            record.state[n_states] = now[first_limb]
            record.start[n_states] = n_edges
        n_states += _ONE
        if CHECKED:
            assert now[n_words] >> _STEP_SHIFT == step
        # Take the state out of its chains. It is the first of its step, but anywhere in the chain of its hash: `d`
        # becomes the row before it there.
        queue[step] = next_of_step(now[0])
        h = place(now[1:], n_words, shift)
        d = np.uint64(head[h])
        if d == e:
            head[h] = next_of_hash(now[0])
        else:
            while next_of_hash(row[d, 0]) != e:
                d = next_of_hash(row[d, 0])
            row[d, 0] = linked(next_of_hash(now[0]), next_of_step(row[d, 0]))
        # Free rows are chained by their whole first word.
        row[e, 0] = free
        free = e
        live -= _ONE
        # The step was part of the key where states are compared; options know nothing of it, and each child has its
        # own.
        now[n_words] &= _STEP_MASK
        # The item of this step is not covered, and all before it are. So a cover that continues this state has exactly
        # one of these options: none is lost, and none counted twice.
        for o in range(start[step], start[step + _ONE]):
            # A bit of the mask says that an item of the option is covered, or that the field of one is full.
            clash = _ZERO
            for w in range(n_words):
                clash |= now[w + _ONE] & mask[o, w]
            if clash != _ZERO:
                continue
            u = step
            for w in range(n_words):
                # A field cannot run into its neighbour: once its bit `full` is set, the options that add to it clash.
                key[w] = now[w + _ONE] | take[o, w]
                if fields is not None:
                    key[w] += fields.add[o, w]
            # Options are listed behind the last edge; only if this child is kept, `n_listed` moves to their end.
            if record is not None:
                end = n_listed
                if record.name[o] >= 0:
                    record.option[end] = record.name[o]
                    end += _ONE
            # Go on as long as there is one way only: `key` is what is covered when the item of step u is, and no cover
            # that continues it has been given up. At the end n_fit is 0 for a dead end, else `key` is a state of step u
            # to be stored.
            n_fit = 1
            while n_fit == 1:
                # A field that goes with step u must have been added to at least `lo` times; `due` then carries into its
                # spare bit.
                if fields is not None:
                    missing = _ZERO
                    for w in range(n_words):
                        missing |= fields.spare[u, w] & ~(key[w] + fields.due[u, w])
                    if missing != _ZERO:
                        n_fit = 0
                        break
                # No option of a later step has the items whose slots go. Their bits must go, too: else equal states
                # would differ, and the next owner of the slot would count as covered.
                for w in range(n_words):
                    key[w] &= keep[u, w]
                u += _ONE
                s = slot[u]
                # The item of the step is covered already, so there is nothing to choose. Without a slot it never is.
                if s != NO_SLOT and key[s >> np.uint64(6)] >> (s & _63) & _ONE:
                    continue
                # At the last step all items are covered. Beyond `last_look` one state has taken long enough: its child
                # is stored though it may be a dead end, and goes on as a state of its own.
                if u == last or looked >= last_look:
                    break
                # What is left has as many children as options fit, and only 0, 1 and more matter.
                looked += (start[u + _ONE] - start[u]) * n_words
                n_fit = 0
                fit = _ZERO
                # In a single word all options are tested, without a branch and several at a time; a key of more words
                # stops at the second that fits.
                if n_words == _ONE:
                    a = key[0]
                    for q in range(start[u], start[u + _ONE]):
                        n_fit += int((a & flat[q]) == _ZERO)
                    if n_fit == 1:
                        fit = start[u]
                        while a & flat[fit]:
                            fit += _ONE
                else:
                    for q in range(start[u], start[u + _ONE]):
                        clash = _ZERO
                        for w in range(n_words):
                            clash |= key[w] & mask[q, w]
                        if clash == _ZERO:
                            n_fit += 1
                            if n_fit == 2:
                                break
                            fit = np.uint64(q)
                # The only child takes the place of its parent, which is neither stored nor hashed.
                if n_fit == 1:
                    for w in range(n_words):
                        key[w] |= take[fit, w]
                        if fields is not None:
                            key[w] += fields.add[fit, w]
                    if record is not None and record.name[fit] >= 0:
                        record.option[end] = record.name[fit]
                        end += _ONE
            if n_fit == 0:
                continue
            # Slots are shared by items that are not in the frontier together, so states of two steps may have the same
            # slots: the step makes the keys differ.
            key[top_word] |= u << _STEP_SHIFT
            h = place(key, n_words, shift)
            d = np.uint64(head[h])
            # Keys are compared whole: two states with one hash must never be taken for one.
            while d != NONE:
                is_same = True
                for w in range(n_words):
                    is_same &= row[d, w + _ONE] == key[w]
                if is_same:
                    break
                d = next_of_hash(row[d, 0])
            # A new state goes to the front of both chains. There is room for as many as there are options (see FULL),
            # provided that freed rows are used first: `top` counts them, too.
            if d == NONE:
                if free != NONE:
                    d = free
                    free = row[d, 0]
                else:
                    d = top
                    top += _ONE
                live += _ONE
                if CHECKED:
                    assert live <= capacity
                    assert d < top
                row[d, 0] = linked(np.uint64(head[h]), np.uint64(queue[u]))
                for w in range(n_words):
                    row[d, w + _ONE] = key[w]
                if record is None:
                    for w in range(first_limb, end_limb):
                        row[d, w] = now[w]
                else:
                    row[d, first_limb] = made
                    made += _ONE
                head[h] = d
                queue[u] = d
            # The state was met before: the ways to it add up. No top limb overflows: all were below 2**32 when this
            # state was taken, and each of its options adds less than 2**32.
            elif record is None:
                carry = _ZERO
                for w in range(first_limb, end_limb):
                    x = row[d, w] + carry
                    carry = np.uint64(x < carry)
                    x += now[w]
                    carry += np.uint64(x < now[w])
                    row[d, w] = x
                if CHECKED:
                    assert carry == _ZERO
                is_wide |= row[d, end_limb - _ONE] >> _32 != _ZERO
            # An edge for each child, new or met before: two ways to one state are two edges.
            if record is not None:
                record.target[n_edges] = row[d, first_limb]
                n_edges += _ONE
                n_listed = end
                record.offset[n_edges] = end
    if record is not None:
        record.at[MADE], record.at[EDGES], record.at[LISTED] = made, n_edges, n_listed
    at[0], at[1], at[2], at[3], at[4] = step, top, free, live, n_states
    at[TESTS] += np.uint64(spent)
    at[LOOKS] += looked
    return status


@lean
def rehash(pool: Pool, n_words: np.uint64) -> None:
    """Chain all live states anew, after `head` has grown."""
    row, head, queue, _ = pool
    shift = _64 - log2(len(head))
    head[:] = NONE
    # The chains of the steps hold every live state, and stay as they are; only those of the hashes are made anew.
    for step in range(len(queue)):
        e = np.uint64(queue[step])
        while e != NONE:
            h = place(row[e, 1:], n_words, shift)
            following = next_of_step(row[e, 0])
            row[e, 0] = linked(np.uint64(head[h]), following)
            head[h] = e
            e = following
