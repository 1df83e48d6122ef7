"""Search with a memo: calls the kernel of kernel_memo.py repeatedly, and gives it a larger table or wider counts."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.solvers.base.turns import in_pieces
from danceoff.solvers.engines.counter.kernel_memo import (
    DONE,
    EDGES,
    FULL,
    HITS,
    LEVEL,
    LISTED,
    LONG,
    LOOKS,
    MADE,
    NODES,
    STORED,
    WIDE,
    Bits,
    Record,
    Stack,
    count,
    move,
    unite,
)
from danceoff.solvers.engines.counter.longer_arrays import lengthened
from danceoff.solvers.rewriting.colours import Places, in_places

_FIRST_ROWS = 1 << 12
_FIRST_EDGES = 1 << 10
_UNITED = 1 << 25  # words of bitsets written in a call of a kernel: 20 ms
_MOVED = 1 << 18  # rows of a table that are moved in a call: 50 ms
_A_LOOK, _A_NODE, _A_WORD = 1.25, 80.0, 3.7
"""Work, for `Search.work`: of an item or a word read, of a node, and of a word of its options. Fitted to 17 problems;
nine tenths took 0.6 to 2.2 ns per unit."""
_LEAST_SHARE = 1e-6  # of the tree: `done` looks at no smaller part
_FULL = 0.6  # share of the rows in use beyond which the table grows


class Memo:
    """Counts the covers of a problem by search with a memo.

    memory_mb: a bound on the table and the bitsets of the problem; while the table grows, its old and its new memory
        both count. A table that may not grow any more replaces its entries.
    n_rows: the rows of the first table.
    records: whether to record all sub-problems that have a cover, instead of counting; the table then gets half of the
        memory.

    Raises MemoryError if the problem itself, or the record, needs more memory than `memory_mb`.
    """

    name = "memo"

    def __init__(self, problem: ExactCover, memory_mb: float, n_rows: int = _FIRST_ROWS, records: bool = False) -> None:
        places = in_places(problem)
        problem = places.problem
        n_words = (problem.n_options + 63) // 64
        needed = 8 * n_words * (problem.n_items + problem.n_options + 2 * problem.n_primary) + n_rows * 64
        self._memory_mb = memory_mb
        self._refuse_beyond_limit(needed)
        self._room = memory_mb * 1e6 - needed
        self._record: Record | None = None
        if records:
            self._room /= 2
            self._record = _first_record(problem.n_primary + 2)
        self._bits = bitsets(places)
        self._to_do = unite_clashes(places, self._bits)
        self._united = len(problem.item) * n_words * _A_WORD
        self._stack = _first(problem, self._bits)
        self._table = np.zeros((n_rows, self._n_item_words + 1), np.uint64)
        self._most_stored = int(_FULL * n_rows)

    def run(self, budget: int) -> bool:
        """Continue for at most `budget` nodes; return whether the count is complete.

        The first calls only make the bitsets, where that takes long, and later ones only move a large table.
        """
        for _ in self._to_do:
            return False
        status = count(self._bits, self._stack, self._record, self._table, self._most_stored, budget)
        if status in (FULL, WIDE):
            self._to_do = self._grow() if status == FULL else self._widen()
            next(self._to_do, None)
        elif status == LONG:
            self._lengthen()
        return bool(status == DONE)

    @property
    def spent(self) -> int:
        """The nodes visited so far."""
        return int(self._stack.at[NODES])

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""
        at, n_words = self._stack.at, self._bits.needing.shape[1]
        return float(self._united + float(at[LOOKS]) * _A_LOOK + self.spent * (_A_NODE + n_words * _A_WORD))

    def done(self) -> float:
        """Return the share of the tree that is done if all branches of a node are of equal size."""
        bits, stack = self._bits, self._stack
        share, done = 1.0, 0.0
        for level in range(int(stack.at[LEVEL])):
            items = _members(stack.left[level] & bits.primary)
            n_each = np.bitwise_count(bits.needing[items] & stack.live[level]).sum(axis=1)
            if not len(n_each) or not n_each.all():
                break  # another thread asks while the kernel changes this level
            share /= int(n_each.min())
            done += share * (int(n_each.min()) - 1 - int(np.bitwise_count(stack.rest[level]).sum()))
            if share < _LEAST_SHARE:
                break
        return 1.0 if stack.at[LEVEL] < 0 else min(max(float(done), 0.0), 1.0)

    def effort(self) -> Mapping[str, int]:
        """Return the nodes visited so far, and how many of them were found in the table."""
        return {"memo_nodes": self.spent, "memo_hits": int(self._stack.at[HITS])}

    @property
    def count(self) -> int:
        """The number of covers, once `run` has returned True."""
        return sum(limb << (64 * k) for k, limb in enumerate(self._stack.value.tolist()))

    def recorded(self) -> Record:
        """Return the record, once `run` has returned True; `records` must have been set.

        The last of its sub-problems is the problem itself. If the problem has forced options, one edge takes them.
        """
        record = self._record
        assert record is not None
        at = record.at
        forced = record.path[: record.path_end[0]]
        if len(forced) and self._stack.value[0]:
            record.option[at[LISTED] : at[LISTED] + len(forced)] = forced
            record.target[at[EDGES]] = int(self._stack.value[0]) - 1
            at[[MADE, EDGES, LISTED]] += 1, 1, len(forced)
            record.offset[at[EDGES]], record.start[at[MADE]] = at[LISTED], at[EDGES]
        n_made, n_edges, n_listed = at[[MADE, EDGES, LISTED]].tolist()
        return record._replace(
            start=record.start[: n_made + 1],
            target=record.target[:n_edges],
            offset=record.offset[: n_edges + 1],
            option=record.option[:n_listed],
        )

    def _lengthen(self) -> None:
        assert self._record is not None
        n_made, n_edges, n_listed, n_open, n_open_listed = self._record.at.tolist()
        used = dict.fromkeys(("target", "offset"), n_edges + n_open) | {"option": n_listed + n_open_listed}
        used |= dict.fromkeys(("open_target", "open_offset"), n_open) | {"open_option": n_open_listed, "start": n_made}
        self._refuse_beyond_limit(self._table.nbytes + 3 * sum(array.nbytes for array in self._record))
        self._record = lengthened(self._record, used)

    def _refuse_beyond_limit(self, n_bytes: float) -> None:
        if n_bytes > self._memory_mb * 1e6:
            raise MemoryError(
                f"the memo needs {n_bytes / 1e6:.0f} MB, and memory_mb allows {self._memory_mb:g}; raise it"
            )

    @property
    def _n_item_words(self) -> int:
        return len(self._bits.primary)

    def _grow(self) -> Generator[None]:
        if 3 * self._table.nbytes > self._room:
            self._most_stored = np.iinfo(np.int64).max  # from here on new entries replace old ones
            return
        yield from self._move(np.zeros((2 * len(self._table), self._table.shape[1]), np.uint64))
        self._most_stored = int(_FULL * len(self._table))

    def _widen(self) -> Generator[None]:
        n_limbs = len(self._stack.value)
        self._stack = self._stack._replace(sum=_wider(self._stack.sum), value=_wider(self._stack.value))
        n_rows = len(self._table)
        while n_rows > 1 and self._table.nbytes + 8 * n_rows * (self._n_item_words + 2 * n_limbs) > self._room:
            n_rows //= 2
        yield from self._move(np.zeros((n_rows, self._n_item_words + 2 * n_limbs), np.uint64))

    def _move(self, table: NDArray[np.uint64]) -> Generator[None]:
        old, self._stack.at[STORED] = self._table, 0

        def move_some(first: int, end: int) -> None:
            self._stack.at[STORED] += move(old[first:end], table, self._n_item_words)

        yield from in_pieces(len(old), _MOVED, move_some)
        self._table = table


def bitsets(places: Places) -> Bits:
    """Return a problem by places as bitsets; `unite_clashes` then finds the clashes."""
    problem, needs, takes = places
    option = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    needing = _bitset(problem.n_items, problem.n_options, problem.item[needs], option[needs])
    taken = _bitset(problem.n_options, problem.n_items, option[takes], problem.item[takes])
    clash = np.zeros((problem.n_options, needing.shape[1]), np.uint64)
    every_primary = np.arange(problem.n_primary)
    primary = _bitset(1, problem.n_items, np.zeros_like(every_primary), every_primary)[0]
    return Bits(needing, clash, taken, primary)


def unite_clashes(places: Places, bits: Bits) -> Generator[None]:
    """Find which options clash; yields between two calls of a kernel."""
    problem, _, takes = places
    option = np.repeat(np.arange(problem.n_options), np.diff(problem.start))[takes]
    item = problem.item[takes]
    n_at_once = 1 + _UNITED // (1 + bits.clash.shape[1])
    yield from in_pieces(len(item), n_at_once, partial(unite, bits.clash, bits.needing, option, item))


def _first(problem: ExactCover, bits: Bits) -> Stack:
    n_levels, n_words, n_item_words = problem.n_primary + 2, bits.needing.shape[1], len(bits.primary)
    live = np.zeros((n_levels, n_words), np.uint64)
    left = np.zeros((n_levels, n_item_words), np.uint64)
    live[0] = _bitset(1, problem.n_options, np.zeros(problem.n_options, int), np.arange(problem.n_options))[0]
    left[0] = _bitset(1, problem.n_items, np.zeros(problem.n_items, int), np.arange(problem.n_items))[0]
    sums = np.zeros((n_levels, 1), np.uint64)
    return Stack(live, left, live.copy(), left.copy(), sums, np.zeros(1, np.uint64), np.array([0, 1, 0, 0, 0, 0]))


def _first_record(n_levels: int) -> Record:
    n = 2 * n_levels + _FIRST_EDGES
    start, offset, open_offset = np.zeros((3, n), np.int64)
    target, option, open_target, open_option = np.empty((4, n), np.int32)
    first, path_end = np.zeros((2, n_levels), np.int64)
    path, at = np.zeros(n_levels, np.int32), np.array([1, 0, 0, 0, 0])
    return Record(start, target, offset, option, first, open_target, open_offset, open_option, path, path_end, at)


def _bitset(n_rows: int, n_bits: int, row: NDArray[np.integer], bit: NDArray[np.integer]) -> NDArray[np.uint64]:
    bits = np.zeros((n_rows, (n_bits + 63) // 64), np.uint64)
    np.bitwise_or.at(bits, (row, bit >> 6), np.uint64(1) << (bit & 63).astype(np.uint64))
    return bits


def _members(bits: NDArray[np.uint64]) -> NDArray[np.intp]:
    return np.flatnonzero(np.unpackbits(bits.view(np.uint8), bitorder="little"))


def _wider(counts: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return np.concatenate([counts, np.zeros_like(counts)], axis=-1)
