"""Counting by search with a memo: the fewest-options rule, unit propagation, and no sub-problem counted twice.

A sub-problem is named by the items that are left, without the secondary items that no live option needs. Its name
decides which options are live, and tells a dead sub-problem from a good one with the same live options. Keys are
compared whole. Items here are places (rewriting/colours.py): with colours, an option takes other places than it needs.
When the table may not grow any more, new entries replace old ones: that costs time, never the answer.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_words import popcount, trailing_zeros
from danceoff.solvers.engines.compiled import CHECKED, inlined, kernel, lean, part

DONE, PAUSED, FULL, WIDE, LONG = range(5)
LEVEL, IS_NEW, NODES, HITS, STORED, LOOKS = range(6)
MADE, EDGES, LISTED, OPEN, OPEN_LISTED = range(5)
_PROBES = 4
_WORDS = 1 << 26
"""Words of bitsets read in a call at most, about: 30 ms."""

_ZERO, _ONE, _32, _63, _64 = (np.uint64(k) for k in (0, 1, 32, 63, 64))
_MIX = np.uint64(0x9E3779B97F4A7C15)

Words: TypeAlias = NDArray[np.uint64]


class Bits(NamedTuple):
    """The problem as bitsets: of options, in n_words words, and of items, in n_item_words words.

    needing: uint64[n_items, n_words], the options that need an item.
    clash: uint64[n_options, n_words], the options that need an item that an option takes, itself included.
    taken: uint64[n_options, n_item_words], the items that an option takes.
    primary: uint64[n_item_words], the primary items.
    """

    needing: Words
    clash: Words
    taken: Words
    primary: Words


class Stack(NamedTuple):
    """Where the search stands; each array but `value` and `at` has a row per level.

    live: uint64[n_levels, n_words], the live options.
    left: uint64[n_levels, n_item_words], the items left.
    rest: uint64[n_levels, n_words], the options of the chosen item that are not tried yet.
    key: uint64[n_levels, n_item_words], the name of the sub-problem.
    sum: uint64[n_levels, n_limbs], the covers so far.
    value: uint64[n_limbs], the value of the level that was finished last.
    at: int64[6], indexed by LEVEL, IS_NEW and the constants beside them; LOOKS are items and words read.
    """

    live: Words
    left: Words
    rest: Words
    key: Words
    sum: Words
    value: Words
    at: NDArray[np.int64]


class Record(NamedTuple):
    """All sub-problems that have a cover, numbered as they are counted, and their edges; number 0 has no item left.

    start: int64[n_made + 1], the first edge of each sub-problem.
    target: int32[n_edges], the sub-problem to which an edge leads.
    offset, option: int64[n_edges + 1] and int32; edge k takes the options option[offset[k]:offset[k + 1]].
    open_first: int64[n_levels], the first open edge of each level; open edges are those of levels not counted yet.
    open_target, open_offset, open_option: the same as target, offset and option for the open edges.
    path: int32[n_levels], the options taken so far.
    path_end: int64[n_levels], how many options of the path lead to each level.
    at: int64[5], indexed by MADE, EDGES, LISTED, OPEN, OPEN_LISTED: numbers of sub-problems, of edges and their
        options, and of open edges and their options.
    """

    start: NDArray[np.int64]
    target: NDArray[np.int32]
    offset: NDArray[np.int64]
    option: NDArray[np.int32]
    open_first: NDArray[np.int64]
    open_target: NDArray[np.int32]
    open_offset: NDArray[np.int64]
    open_option: NDArray[np.int32]
    path: NDArray[np.int32]
    path_end: NDArray[np.int64]
    at: NDArray[np.int64]


@lean
def unite(
    clash: Words, needing: Words, option: NDArray[np.int64], item: NDArray[np.int32], first: int, last: int
) -> None:
    """Let option[k] clash with the options that need item[k], for k from `first` to `last` - 1."""
    for k in range(first, last):
        for w in range(clash.shape[1]):
            clash[option[k], w] |= needing[item[k], w]


@part
def is_empty(table: Words, row: np.uint64, n_item_words: np.uint64) -> bool:
    """Whether a row of the table is free: its key is then 0, and no key in use is 0, since a primary item is left."""
    seen = _ZERO
    for v in range(np.uint64(n_item_words)):
        seen |= table[row, v]
    return bool(seen == _ZERO)


@part
def find(table: Words, key: Words) -> tuple[np.bool_, np.uint64]:
    """Whether the table has the key, and the row where it stands or may be written."""
    n_rows = np.uint64(len(table))
    h = _ZERO
    for w in range(len(key)):
        h = (h ^ key[np.uint64(w)]) * _MIX
        h ^= h >> _32
    home = (h * _MIX >> _32) & (n_rows - _ONE)
    for probe in range(_PROBES):
        row = (home + np.uint64(probe)) & (n_rows - _ONE)
        is_same = np.bool_(True)
        for w in range(np.uint64(len(key))):
            is_same &= table[row, w] == key[w]
        if is_same or is_empty(table, row, np.uint64(len(key))):
            return is_same, row
    return np.bool_(False), home


@part
def fewest(bits: Bits, live: Words, left: Words, at: NDArray[np.int64]) -> tuple[np.uint64, np.int64]:
    """The primary item left with the fewest live options, and their number; -1 where no primary item is left."""
    n_words = np.uint64(len(live))
    best, least, n_looks = _ZERO, np.int64(-1), np.int64(0)
    for v in range(len(left)):
        items = left[np.uint64(v)] & bits.primary[np.uint64(v)]
        while items:
            i = np.uint64(v) * _64 + trailing_zeros(items)
            items &= items - _ONE
            size = np.int64(0)
            for w in range(n_words):
                size += np.int64(popcount(bits.needing[i, w] & live[w]))
                n_looks += 1
                if least >= 0 and size >= least:
                    break
            n_looks += 1
            if least < 0 or size < least:
                best, least = i, size
                if size <= 1:
                    at[LOOKS] += n_looks
                    return best, least
    at[LOOKS] += n_looks
    return best, least


@part
def take(bits: Bits, option: np.uint64, live: Words, left: Words) -> None:
    """Remove from `live` and `left` what a chosen option takes."""
    for w in range(np.uint64(len(live))):
        live[w] &= ~bits.clash[option, w]
    for w in range(np.uint64(len(left))):
        left[w] &= ~bits.taken[option, w]


@part
def name(bits: Bits, live: Words, left: Words, key: Words) -> None:
    """Write the key of a sub-problem."""
    for v in range(np.uint64(len(left))):
        key[v] = left[v]
        items = left[v] & ~bits.primary[v]
        while items:
            bit = items & (~items + _ONE)
            i = v * _64 + trailing_zeros(items)
            items ^= bit
            seen = _ZERO
            for w in range(np.uint64(len(live))):
                seen |= bits.needing[i, w] & live[w]
            if not seen:
                key[v] ^= bit


@part
def check(bits: Bits, live: Words, left: Words) -> None:
    """Assert, in the checked build, that the live options are those for which all items that they need are left."""
    for option in range(np.uint64(len(bits.clash))):
        w = option >> np.uint64(6)
        misses = _ZERO
        for i in range(np.uint64(len(bits.needing))):
            misses |= bits.needing[i, w] & ~(_ZERO - (left[i >> np.uint64(6)] >> (i & _63) & _ONE))
        assert live[w] >> (option & _63) & _ONE != misses >> (option & _63) & _ONE


@lean
def count(bits: Bits, stack: Stack, record: Record | None, table: Words, most_stored: int, budget: int) -> int:
    """Go on for at most `budget` nodes; return DONE, or why it stopped.

    PAUSED: the budget is spent, or `_WORDS`.
    FULL: the table holds most_stored keys and may grow.
    LONG: the record must grow.
    WIDE: counts must be given more limbs before the next call.

    record: None to count. With a record, the value of a sub-problem is its number there plus one, or 0 if it has no
        cover.

    Numba compiles the kernel once for a record and once for None.
    """
    at = stack.at
    level, is_new, n_nodes = at[LEVEL], at[IS_NEW] != 0, at[NODES]
    last_node = n_nodes + budget
    last_look = at[LOOKS] + _WORDS
    status = DONE
    # Between two steps, a new level has only its live options and its items. Any other level has in `sum` the values of
    # the options that are no longer in `rest`; on levels above this one, the option at hand is not in `sum` yet. So the
    # walk may end here, and go on in the next call.
    while level >= 0:
        d = np.uint64(level)
        if n_nodes >= last_node or at[LOOKS] >= last_look:
            status = PAUSED
            break
        if record is not None and is_long(record):
            status = LONG
            break
        is_known: np.bool_ = np.bool_(False)
        # Only a new level is looked up; one to which the walk came back was not in the table when it was entered.
        if is_new:
            n_nodes += 1
            is_known = enter(bits, stack, record, table, d)
        if not is_known:
            # An untried option is left: its value comes first, and `sum` waits.
            if advance(bits, stack, record, d):
                level += 1
                is_new = True
                continue
            # Every option is tried, so `sum` is the value. The next call comes here again, when the table has grown:
            # `rest` is empty, and the level no longer new.
            if at[STORED] >= most_stored:
                is_new = False
                status = FULL
                break
            remember(stack, record, table, d)
        # The walk leaves the level, whose value is in `value`: the level above adds it to its sum. For the root, it is
        # the answer.
        level -= 1
        is_new = False
        if level >= 0:
            if record is not None:
                open_edge(record, np.uint64(level), stack.value[0])
            # The value is added before the call ends. The next call goes on with the next option, and needs wider sums.
            elif add(stack, np.uint64(level)):
                status = WIDE
                break
    at[LEVEL], at[IS_NEW], at[NODES] = level, np.int64(is_new), n_nodes
    return status


@inlined
def enter(bits: Bits, stack: Stack, record: Record | None, table: Words, d: np.uint64) -> np.bool_:
    """Take the forced options of a new level; return whether its value is known then, else make its options ready."""
    live, left, rest = stack.live, stack.left, stack.rest
    n_words, n_item_words = np.uint64(live.shape[1]), np.uint64(left.shape[1])
    if CHECKED:
        check(bits, live[d], left[d])
    # An item with one option is no branching. Its option is taken on this level: no level and no key for what lies
    # between, and sub-problems that become the same by it are one.
    item, size = fewest(bits, live[d], left[d], stack.at)
    while size == 1:
        for w in range(n_words):
            forced = bits.needing[item, w] & live[d, w]
            if forced:
                option = w * _64 + trailing_zeros(forced)
                take(bits, option, live[d], left[d])
                if record is not None:
                    record.path[record.path_end[d]] = option
                    record.path_end[d] += 1
                break
        item, size = fewest(bits, live[d], left[d], stack.at)
    # An item without options: no cover, so the value is 0. No item left (size -1): one cover, the empty one. A record
    # needs the same values, since its sub-problem 0, of value 1, has no item left.
    if size <= 0:
        stack.value[:] = _ZERO
        stack.value[0] = np.uint64(size < 0)
        return np.bool_(True)
    # The key is made only now, since it names what is left after the forced options. `remember` uses the key again, but
    # not the row: the levels below write into the table, too.
    name(bits, live[d], left[d], stack.key[d])
    is_known, row = find(table, stack.key[d])
    if is_known:
        stack.at[HITS] += 1
        for w in range(np.uint64(len(stack.value))):
            stack.value[w] = table[row, n_item_words + w]
        return is_known
    # Not known. Each cover has exactly one of the live options of the chosen item: their values add up to the value.
    for w in range(n_words):
        rest[d, w] = bits.needing[item, w] & live[d, w]
    stack.sum[d, :] = _ZERO
    if record is not None:
        record.open_first[d] = record.at[OPEN]
    return is_known


@inlined
def advance(bits: Bits, stack: Stack, record: Record | None, d: np.uint64) -> bool:
    """Take the next untried option of a level: fill in the level below, if there is one."""
    live, left, rest = stack.live, stack.left, stack.rest
    n_words = np.uint64(live.shape[1])
    w = _ZERO
    while w < n_words and not rest[d, w]:
        w += _ONE
    if w == n_words:
        return False
    if CHECKED:
        assert rest[d, w] & ~live[d, w] == _ZERO
    option = w * _64 + trailing_zeros(rest[d, w])
    rest[d, w] &= rest[d, w] - _ONE
    for v in range(n_words):
        live[d + _ONE, v] = live[d, v]
    for v in range(np.uint64(left.shape[1])):
        left[d + _ONE, v] = left[d, v]
    take(bits, option, live[d + _ONE], left[d + _ONE])
    if record is not None:
        record.path[record.path_end[d]] = option
        record.path_end[d + _ONE] = record.path_end[d] + 1
    return True


@inlined
def remember(stack: Stack, record: Record | None, table: Words, d: np.uint64) -> None:
    """Finish a level: set its value, its sum or with a record a number there, and write the value into the table."""
    n_item_words = np.uint64(stack.key.shape[1])
    _, row = find(table, stack.key[d])
    stack.at[STORED] += int(is_empty(table, row, n_item_words))
    for v in range(n_item_words):
        table[row, v] = stack.key[d, v]
    if CHECKED:
        assert not is_empty(table, row, n_item_words)
        assert stack.at[STORED] <= len(table)
    if record is not None:
        stack.sum[d, 0] = number_of(record, d)
    for v in range(np.uint64(len(stack.value))):
        stack.value[v] = stack.sum[d, v]
        table[row, n_item_words + v] = stack.value[v]


@inlined
def add(stack: Stack, d: np.uint64) -> bool:
    """Add the value of the level below to the sum of a level; return whether the sum is wide now."""
    n_limbs = np.uint64(len(stack.value))
    carry = _ZERO
    for v in range(n_limbs):
        x = stack.sum[d, v] + carry
        carry = np.uint64(x < carry)
        x += stack.value[v]
        carry += np.uint64(x < stack.value[v])
        stack.sum[d, v] = x
    if CHECKED:
        assert carry == _ZERO
    return bool(stack.sum[d, n_limbs - _ONE] >> _32 != _ZERO)


@inlined
def is_long(record: Record) -> bool:
    """Whether the record may have no room for one more edge, or for the open edges to be listed."""
    at, n_levels = record.at, len(record.path)
    return bool(
        at[MADE] + 2 >= len(record.start)
        or at[OPEN] + 1 >= len(record.open_target)
        or at[OPEN_LISTED] + n_levels >= len(record.open_option)
        or at[EDGES] + at[OPEN] + 1 >= len(record.target)
        or at[LISTED] + at[OPEN_LISTED] + n_levels >= len(record.option)
    )


@inlined
def open_edge(record: Record, d: np.uint64, value: np.uint64) -> None:
    """Open the edge from level d to the level below it, unless the level below has no cover."""
    if value == _ZERO:
        return
    n = record.at[OPEN_LISTED]
    for k in range(record.path_end[d], record.path_end[d + _ONE]):
        record.open_option[n] = record.path[k]
        n += 1
    record.open_target[record.at[OPEN]] = value - _ONE
    record.at[OPEN] += 1
    record.at[OPEN_LISTED] = record.open_offset[record.at[OPEN]] = n


@inlined
def number_of(record: Record, d: np.uint64) -> np.uint64:
    """List the open edges of level d; return the number of its sub-problem plus one, or 0 if there is no edge."""
    at, first = record.at, record.open_first[d]
    if first == at[OPEN]:
        return _ZERO
    for e in range(first, at[OPEN]):
        for k in range(record.open_offset[e], record.open_offset[e + 1]):
            record.option[at[LISTED]] = record.open_option[k]
            at[LISTED] += 1
        record.target[at[EDGES]] = record.open_target[e]
        at[EDGES] += 1
        record.offset[at[EDGES]] = at[LISTED]
    at[OPEN], at[OPEN_LISTED] = first, record.open_offset[first]
    at[MADE] += 1
    record.start[at[MADE]] = at[EDGES]
    return np.uint64(at[MADE])


@kernel
def move(old: Words, new: Words, n_item_words: int) -> int:
    """Copy a table into a larger one or one with wider counts; return how many keys found room."""
    n_moved = 0
    key = np.empty(n_item_words, np.uint64)
    for row in range(np.uint64(len(old))):
        seen = _ZERO
        for v in range(np.uint64(n_item_words)):
            key[v] = old[row, v]
            seen |= key[v]
        if seen:
            _, place = find(new, key)
            n_moved += int(is_empty(new, place, np.uint64(n_item_words)))
            for v in range(np.uint64(old.shape[1])):
                new[place, v] = old[row, v]
    return n_moved
