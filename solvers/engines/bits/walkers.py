"""Walks over all covers; the walker: the kernel with the arrays it works on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import without
from danceoff.solvers.engines.bits import multiplicity, tables
from danceoff.solvers.engines.bits.kernel import search
from danceoff.solvers.engines.bits.kernel_inside import SLACK, Inside
from danceoff.solvers.engines.bits.kernel_state import NONE, OVER, WALK, Levels, Memo, Tables
from danceoff.solvers.engines.compiled import straight

FIRST_BUDGET = 1 << 12  # tree nodes in the first calls, which use a small memo: most problems end there
_BUFFER = 1 << 17  # option numbers in the largest batch, unless one cover is longer
_LARGEST_BATCH = 1 << 14
_LEAST_SHARE = 1e-6  # of the tree: what is below is not looked at
LOOK = 1 << 15  # tree nodes before the look whether the problem is narrow: 4 ms
BUDGET = 1 << 17  # tree nodes in a call: about 50 ms
_SMALL_MEMO = (1 << 6, 1 << 12)  # sub-problems; option numbers of their covers
_MEMO = (1 << 15, 1 << 23)
_A_NODE, _A_NODE_INSIDE, _A_PACK, _A_CALL, _MULTIPLE, _PRICED = 30.0, 15.0, 900.0, 4e4, 2.0, 2.0
_A_COUNTED_NODE_INSIDE = 8.0
"""Work, for `Search.work`: of a node, beside a unit for each word of a level; of one in a sub-problem; of packing one;
of a call of the kernel; how much more a node takes with multiplicities, and with costs; and of a node in a sub-problem
with multiplicities, of which few exclude others. Fitted to 35 problems; nine tenths took 0.35 to 3.5 ns a unit."""
_State: TypeAlias = tuple[Tables, Levels, Inside, Memo]

_kernel = straight(search)


class Walk(ABC):
    """A walk that stops when its buffers are full or its budget is spent.

    blocked: covers that it leaves out.
    longest: the options in the longest cover, or more.
    """

    def __init__(self, blocked: frozenset[Cover], longest: int) -> None:
        self.blocked, self.longest = blocked, longest

    def batches(self, keep: Callable[[Covers], Covers] | None = None) -> Generator[Covers]:
        """Yield the covers that `keep` returns, one batch at each pause; a batch may be empty.

        keep: by default leaves out the covers that are blocked.
        """
        size = 1
        while not self.is_over:
            start = np.zeros(size + 1, np.int32)
            option = np.empty(max(self.longest, min(size * self.longest, _BUFFER)), np.int32)
            n_covers = self.walk(start, option)
            start = start[: n_covers + 1]
            found = Covers(start, option[: start[-1]])
            batch = keep(found) if keep else without(found, self.blocked)
            size = min(2 * size, _LARGEST_BATCH) if n_covers else size
            yield batch

    def increments(self) -> Generator[int]:
        """Yield numbers of covers; if covers are blocked, this lists all of them to leave the blocked ones out."""
        if self.blocked:
            for batch in self.batches():
                yield len(batch)
            return
        nowhere = np.zeros(0, np.int32)
        while not self.is_over:
            yield self.walk(nowhere, nowhere)

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether no branch is left."""

    @abstractmethod
    def walk(self, start: IntArray, option: IntArray) -> int:
        """Walk on until the buffers are full or the budget is spent; return the number of covers."""


class Walker(Walk):
    """Searches a problem from its root on.

    problem_tables: the bitsets of the problem.
    net_cost: the net cost of each option; None for a search that looks at no costs.
    n_levels, n_more: as for `tables.levels` and `tables.memo`.
    """

    def __init__(
        self,
        problem_tables: Tables,
        blocked: frozenset[Cover],
        net_cost: NDArray[np.int64] | None = None,
        n_levels: int = 0,
        n_more: int = 0,
    ) -> None:
        self._tables = problem_tables
        self._levels = tables.levels(self._tables, n_levels)
        super().__init__(blocked, len(self._levels.path) + int(SLACK))
        self._inside = tables.inside(problem_tables)
        self._memo = tables.memo(self._tables.column.shape[1], *_SMALL_MEMO, n_more)
        self.costs = None if net_cost is None else tables.costs(self._levels, net_cost)
        self._has_grown = False
        self._n_calls = 0
        self._n_branches: dict[int, tuple[bytes, int]] = {}
        tables.begin(self._tables, self._levels)

    def give_room(self, room: int) -> None:
        """Set the most that a cover may spend on net costs."""
        if self.costs is not None:
            self.costs.room[0] = room

    def stats(self) -> Mapping[str, int]:
        """Return the nodes, the sub-problems packed into single words, and how many of these were in the memo."""
        at = self._levels.at
        return {"nodes": int(at["nodes"][0]), "packed": int(at["n_packed"][0]), "recalled": int(at["n_hits"][0])}

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""
        at, n_inside = self._levels.at, float(self._inside.at["nodes"][0])
        n_words = self._levels.live.shape[1] + self._levels.size.shape[1]
        factor, inside = (_MULTIPLE, _A_COUNTED_NODE_INSIDE) if len(self._memo.more) else (1.0, _A_NODE_INSIDE)
        nodes = factor * float(at["nodes"][0] - n_inside) * (_A_NODE + n_words) + n_inside * inside
        priced = 1.0 if self.costs is None else _PRICED
        return float(priced * nodes) + float(at["n_packed"][0]) * _A_PACK + self._n_calls * _A_CALL

    def done(self) -> float:
        """Return the share of the tree that is done if all branches of a node are of equal size.

        A node counts as having the most branches that were seen left since the walk came to it: with multiplicities,
        what was tried is no longer live.
        """
        share, done = 1.0, 0.0
        for depth, (path, n_left, n_branches) in enumerate(self._nodes()):
            before, n_before = self._n_branches.get(depth, (b"", 0))
            n_branches = max(n_branches, n_left + 1, n_before if before == path else 0)
            self._n_branches[depth] = path, n_branches
            share /= n_branches
            done += share * (n_branches - n_left - 1)
            if share < _LEAST_SHARE:
                break
        return 1.0 if self.is_over else done

    def _nodes(self) -> Iterator[tuple[bytes, int, int]]:
        """Yield the path to each node, from the root on, and how many of its branches are left, and are live."""
        levels, inside, column, n_levels = self._levels, self._inside, self._columns(), int(self._levels.at["level"][0])
        for level in range(1, n_levels):
            options = levels.live[level] & column[levels.branch[level]]
            n_left = int(levels.untried[level]).bit_count() + _n_bits(options[int(levels.word[level]) + 1 :])
            yield levels.path[1:level].tobytes(), n_left, _n_bits(options)
        if levels.at["phase"][0] == WALK:
            above = levels.path[1:n_levels].tobytes()
            for depth in range(int(inside.at["depth"][0])):
                path = above + inside.path[: inside.n_path[depth]].tobytes()
                yield path, int(inside.untried[depth]).bit_count(), 1

    @property
    def is_over(self) -> bool:
        """Whether no branch is left."""
        return bool(self._levels.at["phase"][0] == OVER)

    def _columns(self) -> NDArray[np.uint64]:
        """Return the options of each item that may be branched on, as bitsets."""
        return self._tables.column

    def walk(self, start: IntArray, option: IntArray) -> int:
        """Walk on until the buffers are full or the budget is spent; return the number of covers."""
        if not self._has_grown and self._levels.at["nodes"][0] >= FIRST_BUDGET:
            self._grow()
        n_before_look = LOOK - int(self._levels.at["nodes"][0])
        budget = BUDGET if self._has_grown else FIRST_BUDGET
        if n_before_look > 0:
            budget = min(budget, n_before_look)
        state = self._tables, self._levels, self._inside, self._memo
        self._n_calls += 1
        return self._search(state, np.uint64(budget), start, option)

    def _search(self, state: _State, budget: np.uint64, start: IntArray, option: IntArray) -> int:
        if self.costs is None:
            return int(_kernel(*state, None, None, None, budget, start, option))
        return int(search(*state, None, None, self.costs, budget, start, option))

    def _grow(self) -> None:
        """Replace the small memo by a large one, if there is memory; the small one's entries are dropped."""
        self._has_grown = True
        try:
            larger = tables.memo(self._tables.column.shape[1], *_MEMO, len(self._memo.more))
        except MemoryError:
            return
        larger.block[: len(self._memo.block)] = self._memo.block
        self._memo = larger
        self._levels.at["slot"] = NONE


def _n_bits(words: NDArray[np.uint64]) -> int:
    return int.from_bytes(words.tobytes(), "little").bit_count()


class MultiplicityWalker(Walker):
    """The walker of a problem with multiplicities."""

    def __init__(
        self,
        problem: ExactCover,
        rows: multiplicity.Rows,
        blocked: frozenset[Cover],
        net_cost: NDArray[np.int64] | None = None,
    ) -> None:
        n_multiple = len(rows.multiple)
        n_more = multiplicity.n_key_words(n_multiple)
        super().__init__(rows.tables, blocked, net_cost, rows.n_levels, n_more)
        self._multiplicity = multiplicity.multiplicities(problem, rows)
        self._limits = multiplicity.limits(n_multiple)

    def _columns(self) -> NDArray[np.uint64]:
        return np.concatenate([self._tables.column, self._multiplicity.column])

    def _search(self, state: _State, budget: np.uint64, start: IntArray, option: IntArray) -> int:
        return int(search(*state, self._multiplicity, self._limits, self.costs, budget, start, option))


def walker_of(problem: ExactCover, blocked: frozenset[Cover], net_cost: NDArray[np.int64] | None = None) -> Walker:
    """Return the walker of a problem, at its root; with net costs, its options are sorted by these."""
    if problem.has_multiplicities:
        return MultiplicityWalker(problem, multiplicity.rows(problem), blocked, net_cost)
    return Walker(tables.tables(problem), blocked, net_cost)
