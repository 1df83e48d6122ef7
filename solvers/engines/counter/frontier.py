"""The frontier method: calls the kernel of kernel_frontier.py repeatedly, and gives it more rows or wider counts."""

from __future__ import annotations

from collections.abc import Generator, Mapping

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base.turns import LARGE, in_pieces
from danceoff.solvers.engines.counter.item_order import ItemOrder, ordering, ordering_work
from danceoff.solvers.engines.counter.kernel_frontier import (
    DONE,
    EDGES,
    FULL,
    LISTED,
    LONG,
    LOOKS,
    NONE,
    STATES,
    STEP,
    STEP_BITS,
    TESTS,
    WIDE,
    Pool,
    Record,
    rehash,
    walk,
)
from danceoff.solvers.engines.counter.longer_arrays import lengthened
from danceoff.solvers.engines.counter.steps import steps_of
from danceoff.solvers.rewriting.colours import in_places
from danceoff.solvers.rewriting.multiplicities import anchored, without_multiple

MOST_STEPS = 1 << STEP_BITS
_FIRST_CAPACITY = 1 << 10
_MOVED = 1 << 22  # words of states that are moved in a call: 30 ms
_NEAR = 1 << 24  # bytes of states that the processor's caches hold
_A_LOOK, _A_STATE, _A_WORD, _A_FAR_STATE = 1.1, 62.0, 6.5, 1300.0
"""Work, for `Search.work`: of a word read, of a state, of a word of its key, and what a state outside the caches adds.
Fitted to 24 problems; nine tenths took 0.6 to 2.4 ns per unit."""
_RECORDED = 4  # times the work of a walk without a record
_STATES = 0.7
"""The binary logarithm of the number of states, per item in the frontier. With a bound by the options of earlier steps,
`done` was worse: it was 0.002 after 0.9 of the work for Latin squares of order 6."""
_FAR = 8  # a test outside the caches counts as this many: 135 ns on Langford pairs 15, 9 ns inside on pentominoes 3x30


class Frontier:
    """Counts the covers of a problem that has a primary item, by the frontier method.

    memory_mb: a bound on the tables; while a table grows, its old and its new memory both count.
    ahead: as for `best_item_order`. The order is made by the first calls of `run`.
    capacity: the rows of the first table.
    records: whether to record all states and the edges between them, instead of counting.

    Raises MemoryError from `run` if it needs more memory than `memory_mb`.
    """

    name = "frontier"

    def __init__(
        self,
        problem: ExactCover,
        memory_mb: float,
        ahead: bool = True,
        capacity: int = _FIRST_CAPACITY,
        records: bool = False,
    ) -> None:
        self._memory_mb = memory_mb
        self.spent = self._n_states = 0
        self._worked = 0.0
        self._before = np.zeros(1)
        self._record: Record | None = None
        self._pool: Pool
        self._to_do = self._begin(problem, ahead, capacity, records)

    def _begin(self, problem: ExactCover, ahead: bool, capacity: int, records: bool) -> Generator[None]:
        """Make the order, the steps and the first state; yields between two calls of a kernel."""
        n_options = problem.n_options
        problem = anchored(problem)
        places = in_places(without_multiple(problem))
        plain = places.problem
        self._refuse_beyond_limit(plain.n_items**2 / 8)
        if plain.n_primary >= MOST_STEPS:
            raise MemoryError(f"the frontier method takes up to {MOST_STEPS - 1} primary items, not {plain.n_primary}")
        if len(plain.item) > LARGE:
            yield
        order = yield from ordering(places, ahead)
        self._worked += ordering_work(places, order, ahead)
        self._steps, self._fields = steps_of(problem, places, order)
        if len(plain.item) > LARGE:
            yield
        if records:
            name = order.by_step.astype(np.int32)
            name[name >= n_options] = -1  # what `anchored` added
            self._record = self._first_record(name)
        self._pool = self._empty_pool(capacity, n_limbs=1)
        self._pool.row[0] = 0
        if self._fields:
            self._pool.row[0, 1 : 1 + self._n_words] = self._fields.first
        self._pool.row[0, [0, -1]] = NONE, 0 if records else 1
        self._pool.queue[0] = 0
        self._pool.at[:] = 0, 1, NONE, 1, 0, 0, 0
        rehash(self._pool, np.uint64(self._n_words))
        self._before = _share_before(order)  # last: from here on `done` looks at the table

    def run(self, budget: int) -> bool:
        """Continue for about `budget` tests of an option; return whether the walk is complete.

        Adds the number of tests to `spent`; a test counts `_FAR` times if the states do not fit into the processor's
        caches. The first calls only make the item order if that takes long, and later ones only move a large table.
        """
        for _ in self._to_do:
            return False
        n_looks = int(self._pool.at[LOOKS])
        before, far = int(self._pool.at[TESTS]), _FAR if self._pool.row.nbytes > _NEAR else 1  # inside the caches: 1
        status = walk(self._steps, self._fields, self._record, self._pool, budget // far + 1)
        n_states = int(self._pool.at[STATES]) - self._n_states
        self._n_states += n_states
        a_state = _A_STATE + _A_WORD * self._n_words + (_A_FAR_STATE if far > 1 else 0.0)
        walked = (int(self._pool.at[LOOKS]) - n_looks) * _A_LOOK + n_states * a_state
        self._worked += walked * (_RECORDED if self._record else 1)
        self.spent += (int(self._pool.at[TESTS]) - before) * far
        if status in (FULL, WIDE):
            self._to_do = self._grow(*((2, 1) if status == FULL else (1, 2)))
            next(self._to_do, None)
        elif status == LONG:
            self._lengthen()
        return bool(status == DONE)

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""
        return self._worked

    def done(self) -> float:
        """Return an estimate of the share of the states that are taken, from the items in the frontier at each step."""
        return float(self._before[int(self._pool.at[STEP])]) if len(self._before) > 1 else 0.0

    def effort(self) -> Mapping[str, int]:
        """Return the counters so far."""
        return {"states": self._n_states}

    @property
    def count(self) -> int:
        """The number of covers, once `run` has returned True."""
        last = self._pool.queue[-1]
        limbs = [] if last == NONE else self._pool.row[last, 1 + self._n_words :].tolist()
        return sum(limb << (64 * k) for k, limb in enumerate(limbs))

    def recorded(self) -> Record:
        """Return the record without spare room, once `run` has returned True; `records` must have been set."""
        assert self._record is not None
        n_states, n_edges, n_listed = self._used(self._record)
        state, start, target, offset, option, name, at = self._record
        start[n_states] = n_edges
        edges = target[:n_edges], offset[: n_edges + 1], option[:n_listed]
        return Record(state[:n_states], start[: n_states + 1], *edges, name, at)

    @property
    def _n_words(self) -> int:
        return int(self._steps.keep.shape[1])

    @property
    def _nbytes(self) -> int:
        return sum(array.nbytes for array in (self._pool.row, self._pool.head, *(self._record or ())))

    def _empty_pool(self, capacity: int, n_limbs: int) -> Pool:
        n_steps = len(self._steps.keep)
        row = np.empty((capacity, 1 + self._n_words + n_limbs), np.uint64)
        head = np.empty(1 << (capacity - 1).bit_length(), np.uint32)
        return Pool(row, head, np.full(n_steps + 1, NONE, np.uint32), np.zeros(7, np.uint64))

    def _grow(self, more_rows: int, more_limbs: int) -> Generator[None]:
        """Move the states into a larger table; yields between two pieces of a large one, and before it is hashed."""
        old = self._pool
        capacity, width = old.row.shape
        n_limbs = width - 1 - self._n_words
        new_bytes = 8 * more_rows * capacity * (width + (more_limbs - 1) * n_limbs) + 4 * more_rows * len(old.head)
        self._refuse_beyond_limit(self._nbytes + new_bytes)
        new = self._empty_pool(more_rows * capacity, more_limbs * n_limbs)

        def move(first: int, end: int) -> None:
            new.row[first:end, :width] = old.row[first:end]
            new.row[first:end, width:] = 0

        n_at_once = 1 + _MOVED // width
        yield from in_pieces(capacity, n_at_once, move)
        if capacity > n_at_once:
            yield
        self._pool = new._replace(queue=old.queue, at=old.at)
        rehash(self._pool, np.uint64(self._n_words))

    def _first_record(self, name: IntArray) -> Record:
        n_each = np.diff(self._steps.start.astype(np.int64))
        n_states = _FIRST_CAPACITY
        n_edges = 2 * int(n_each.max()) + _FIRST_CAPACITY
        n_listed = 2 * int((n_each * np.arange(len(n_each), 0, -1)).max()) + _FIRST_CAPACITY
        self._refuse_beyond_limit(12.0 * (n_states + n_edges) + 4.0 * n_listed)
        state, target = np.empty(n_states, np.uint32), np.empty(n_edges, np.uint32)
        start, offset = np.zeros(n_states, np.int64), np.zeros(n_edges, np.uint64)
        at = np.array([1, 0, 0], np.uint64)
        return Record(state, start, target, offset, np.empty(n_listed, np.int32), name, at)

    def _used(self, record: Record) -> tuple[int, int, int]:
        return int(self._pool.at[STATES]), int(record.at[EDGES]), int(record.at[LISTED])

    def _lengthen(self) -> None:
        assert self._record is not None
        n_states, n_edges, n_listed = self._used(self._record)
        used = {"state": n_states, "start": n_states, "target": n_edges, "offset": n_edges, "option": n_listed}
        self._refuse_beyond_limit(self._nbytes + 2 * sum(array.nbytes for array in self._record))
        self._record = lengthened(self._record, used)

    def _refuse_beyond_limit(self, n_bytes: float) -> None:
        if n_bytes > self._memory_mb * 1e6:
            raise MemoryError(
                f"the frontier method needs {n_bytes / 1e6:.0f} MB, and memory_mb allows {self._memory_mb:g}; raise it"
            )


def _share_before(order: ItemOrder) -> NDArray[np.float64]:
    """Return which share of all states comes before each step, float64[n_steps + 1]."""
    frontier = order.frontier()
    share = np.exp2(_STATES * (frontier - frontier.max()))
    return np.concatenate([[0.0], np.cumsum(share) / share.sum()])
