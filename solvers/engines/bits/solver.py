"""The bitset engine as a backend: which form a problem takes, and the search in each form.

A deep search spends its time far below the root, where few options are left, but wide bitsets cost the same there as at
the root. So the form `mixed` searches the top of the tree with dancing links, which need little memory, and builds
small bitsets for each problem that is left below. Speed in the first second, relative to dancing links alone:

                                        keys   mixed
    covers   any tetrominoes on 28x28   1.6    20
             sudokus of 25x25           0.5    3.4
             8-ominoes                  4.7    4.9     `keys` has tables of 520 MB
    nodes    queens 75                  0.66   1.5
             queens 100                 0.64   2.1
             queens 150                 0.59   2.7
             trominoes on 40x40         0.17   1.45    a subtree took dancing links 23 times as long

A shallow tree gains less, since it has few nodes below the top: 25 and 11 on 7-ominoes, 3.6 and 0.62 on partition/14.
`auto` therefore uses one table for a shallow tree unless that table is too large. If it is, and a cover has only a few
options (partition/15, where `mixed` has 0.65), dancing links take the whole problem.

Speed of `mixed` relative to `keys` on smaller deep problems: tetrominoes on 12x12 2.1, trominoes on 20x20 2.3, queens
50 1.2, sudokus of 16x16 4.6. It was never below 0.97 on a problem with more than 24 options in a cover and more than
1 MB of tables, but 0.72 on one-sided pentominoes on 9x10, which have 18.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import Answers, Feature, Improvement, Search, Solver, tiny_like, without
from danceoff.solvers.engines.bits import multiplicity, tables
from danceoff.solvers.engines.bits.above import Above
from danceoff.solvers.engines.bits.branches import Branches, begin, split_off
from danceoff.solvers.engines.bits.each import answers
from danceoff.solvers.engines.bits.kernel import search
from danceoff.solvers.engines.bits.kernel_inside import SLACK, Inside
from danceoff.solvers.engines.bits.kernel_state import (
    ASKED,
    N_HITS,
    N_PACKED,
    NODES,
    NONE,
    OVER,
    PHASE,
    SLOT,
    Levels,
    Memo,
    Tables,
)
from danceoff.solvers.engines.bits.priced import WithinRoom
from danceoff.solvers.engines.bits.sharing import SharedSearch, Sharing
from danceoff.solvers.engines.compiled import straight
from danceoff.solvers.engines.dancing_links import DancingLinks
from danceoff.solvers.engines.threads import InThreads
from danceoff.solvers.rewriting.split import options_in_a_cover

_BUFFER = 1 << 17  # option numbers in the largest batch, unless one cover is longer
_LARGEST_BATCH = 1 << 14
_FIRST_BUDGET = 1 << 12  # tree nodes in the first calls, which use a small memo: most problems end there
_BUDGET = 1 << 17  # tree nodes in a call: about 50 ms
_SMALL_MEMO = (1 << 6, 1 << 12)  # sub-problems; option numbers of their covers
_MEMO = (1 << 15, 1 << 23)
_LARGEST_TABLES = 1 << 26  # bytes: about 20,000 options
_LARGEST_DEEP_TABLES = 1 << 20  # bytes, for a deep tree
_DEEP, _SHALLOW = 24, 4  # options in a cover
_SCANNED = 1 << 24  # items read in one call of the dancing links
_State: TypeAlias = tuple[Tables, Levels, Inside, Memo]


@dataclass(frozen=True)
class Bits(Solver):
    """Depth-first search with sets of options as bitsets; sub-problems that fit into single words go into a memo.

    The size of an item is the number of its options that are left.

    form: how sizes are found, and which part of the tree is searched with bitsets.
        `keys` keeps the sizes as packed bytes, once they fit, and if updating them is less work than counting.
        `popcount` counts the sizes at every node.
        `mixed` searches the top of the tree with dancing links, and each problem left below with bitsets.
        `links` uses dancing links for the whole problem.
        `auto` chooses `keys`, `mixed` or `links` by the size of the tables and the depth of the tree.
        A problem with multiplicities cannot be mixed: it takes `links` instead.
    threads: the number of threads. With more than one, covers come in no fixed order. `mixed` and `links` use one.
    """

    form: str = "auto"
    threads: int = 1

    name = "bits"
    features = frozenset(Feature)
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"form": ("auto", "keys", "popcount", "mixed", "links")}

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.threads < 1:
            raise ValueError(f"solver bits: threads must be 1 or more, not {self.threads}")

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Choose the form and build the bitsets."""
        form = self._form_for(problem)
        if form == "mixed" and problem.max_cost is not None:
            form = "links"
        if form == "links":
            links = DancingLinks().build(problem, blocked)
            links.choice = "dancing links for the whole problem"
            return links
        if form == "mixed":
            return _MixedSearch(problem, blocked)
        within = partial(WithinRoom, problem, blocked, partial(_priced_walker, form=form))
        if problem.max_cost is not None:
            return within()
        walkers = _walkers(problem, blocked, form, self.threads)
        if self.threads == 1:
            return _Search(walkers[0], within)
        sharing = Sharing()
        return _SharedSearches([SharedSearch(walker, sharing) for walker in walkers], within)

    def answer(self, problem: ExactCover, givens: Covers, limit: int) -> Iterator[Answers]:
        """Answer all sets of givens with the same bitsets."""
        form = self._form_for(problem)
        if form in ("mixed", "links") or problem.has_multiplicities or problem.max_cost is not None:
            return super().answer(problem, givens, limit)
        return answers(problem, givens, limit, largest_lane(form))

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up each form that may be chosen for the problem or, with givens, for a smaller one."""
        forms = [self.form]
        if self.form == "auto":
            forms = ["keys"]
            n_bytes = _size(problem)
            forms += ["mixed"] * (n_bytes > _LARGEST_DEEP_TABLES) + ["links"] * (n_bytes > _LARGEST_TABLES)
        for form in forms:
            super(Bits, replace(self, form=form)).warm_up(problem, listing)
            if problem.has_costs or problem.max_cost is not None:
                for tiny in tiny_like(problem):
                    for _ in replace(self, form=form).prepare(tiny).cheapest():
                        pass

    def _form_for(self, problem: ExactCover) -> str:
        form = self.form
        if form == "auto":
            depth = options_in_a_cover(problem)
            is_deep = not problem.has_multiplicities and depth > _DEEP
            largest = _LARGEST_DEEP_TABLES if is_deep else _LARGEST_TABLES
            form = "keys" if _size(problem) <= largest else "mixed" if depth > _SHALLOW else "links"
        return "links" if form == "mixed" and problem.has_multiplicities else form


def _size(problem: ExactCover) -> int:
    """Return the bytes of the tables and levels of a problem."""
    n_levels = multiplicity.n_levels(problem) if problem.has_multiplicities else problem.n_primary
    return tables.size(problem, n_levels)


_kernel = straight(search)


def largest_lane(form: str) -> int:
    """Return the largest size that a form keeps in a byte; 0 if it keeps none."""
    return 127 if form == "keys" else 0


class _Walker:
    """Searches the whole problem, or branches that another walker gives away; the memo stays valid between them."""

    def __init__(
        self,
        shared: Tables,
        blocked: frozenset[Cover],
        form: str,
        net_cost: NDArray[np.int64] | None = None,
        n_levels: int = 0,
        n_more: int = 0,
    ) -> None:
        self._tables = shared
        self._blocked = blocked
        self._form = form
        self._levels = tables.levels(self._tables, largest_lane(form), n_levels)
        self._inside = tables.inside(shared)
        self._memo = tables.memo(self._tables.column.shape[1], *_SMALL_MEMO, n_more)
        self.costs = None if net_cost is None else tables.costs(self._levels, net_cost)
        self._has_grown = False
        self.is_hurried = False

    def batches(self, keep: Callable[[Covers], Covers] | None = None) -> Generator[Covers]:
        """Yield what `keep` keeps of the covers of the branches at hand, one batch at each pause, which may be empty.

        The default leaves out the covers that are blocked.
        """
        longest = len(self._levels.path) + int(SLACK)
        size = 1
        while not self.is_over:
            start = np.zeros(size + 1, np.int32)
            option = np.empty(max(longest, min(size * longest, _BUFFER)), np.int32)
            n_covers = self.walk(start, option)
            start = start[: n_covers + 1]
            found = Covers(start, option[: start[-1]])
            batch = keep(found) if keep else without(found, self._blocked)
            size = min(2 * size, _LARGEST_BATCH) if len(batch) else size
            yield batch

    def increments(self) -> Generator[int]:
        """Yield the numbers of covers instead; if covers are blocked, all must be listed to leave those out."""
        if self._blocked:
            for batch in self.batches():
                yield len(batch)
            return
        nowhere = np.zeros(0, np.int32)
        while not self.is_over:
            yield self.walk(nowhere, nowhere)

    def give_room(self, room: int) -> None:
        """Set the most that a cover may spend on net costs."""
        if self.costs is not None:
            self.costs.room[0] = room

    def stats(self) -> Mapping[str, int]:
        """Return the nodes, the sub-problems packed into single words, and how many of these the memo had."""
        at = self._levels.at
        counts = {"nodes": int(at[NODES]), "packed": int(at[N_PACKED]), "recalled": int(at[N_HITS])}
        return {**counts, f"form_{self._form}": 1}

    def begin(self) -> None:
        """Start at the root of the problem."""
        tables.begin(self._tables, self._levels)

    @property
    def is_over(self) -> bool:
        """Whether no branch is left."""
        return bool(self._levels.at[PHASE] == OVER)

    def ask(self) -> None:
        """Make the kernel pause soon; any thread may call it."""
        self._levels.at[ASKED] = 1

    def split_off(self) -> Branches | None:
        """Give up some untried branches and return them; None if there are none."""
        return split_off(self._tables, self._levels, self._further(), self._columns())

    def begin_at(self, branches: Branches) -> None:
        """Start at these branches; there must be no others left."""
        begin(self._levels, self._further(), branches)

    def _columns(self) -> NDArray[np.uint64]:
        """Return the options of each item that may be branched on, as bitsets."""
        return self._tables.column

    def _further(self) -> tuple[NDArray[np.uint64], ...]:
        """Return further arrays with one row per level, beside those in `Levels`."""
        return ()

    def walk(self, start: IntArray, option: IntArray) -> int:
        """Walk on until the buffers are full or the budget is spent; return the number of covers."""
        if not self._has_grown and self._levels.at[NODES] >= _FIRST_BUDGET:
            self._grow()
        budget = _BUDGET if self._has_grown and not self.is_hurried else _FIRST_BUDGET
        state = self._tables, self._levels, self._inside, self._memo
        return self._search(state, np.uint64(budget), start, option)

    def _search(self, state: _State, budget: np.uint64, start: IntArray, option: IntArray) -> int:
        if self.costs is None:
            return int(_kernel(*state, None, None, None, budget, start, option))
        return int(search(*state, None, None, self.costs, budget, start, option))

    def _grow(self) -> None:
        """Replace the small memo by a large one; the small one's entries are dropped."""
        block = self._memo.block
        self._memo = tables.memo(self._tables.column.shape[1], *_MEMO, len(self._memo.more))
        self._memo.block[: len(block)] = block
        self._levels.at[SLOT] = NONE
        self._has_grown = True


class _MultiplicityWalker(_Walker):
    """The walker of a problem with multiplicities."""

    def __init__(
        self,
        problem: ExactCover,
        rows: multiplicity.Rows,
        blocked: frozenset[Cover],
        form: str,
        net_cost: NDArray[np.int64] | None = None,
    ) -> None:
        n_multiple = len(rows.multiple)
        n_more = multiplicity.n_key_words(n_multiple)
        super().__init__(rows.tables, blocked, form, net_cost, rows.n_levels, n_more)
        self._multiplicity = multiplicity.multiplicities(problem, rows)
        self._limits = multiplicity.limits(n_multiple)

    def _columns(self) -> NDArray[np.uint64]:
        return np.concatenate([self._tables.column, self._multiplicity.column])

    def _further(self) -> tuple[NDArray[np.uint64], ...]:
        return self._multiplicity.times, self._multiplicity.spare

    def _search(self, state: _State, budget: np.uint64, start: IntArray, option: IntArray) -> int:
        return int(search(*state, self._multiplicity, self._limits, self.costs, budget, start, option))


def _walkers(
    problem: ExactCover,
    blocked: frozenset[Cover],
    form: str,
    n_walkers: int,
    net_cost: NDArray[np.int64] | None = None,
) -> list[_Walker]:
    """Return walkers of a problem, the first of them at the root."""
    if problem.has_multiplicities:
        rows = multiplicity.rows(problem)
        walkers: list[_Walker] = [_MultiplicityWalker(problem, rows, blocked, form, net_cost) for _ in range(n_walkers)]
    else:
        shared = tables.tables(problem)
        walkers = [_Walker(shared, blocked, form, net_cost) for _ in range(n_walkers)]
    walkers[0].begin()
    return walkers


def _priced_walker(problem: ExactCover, net_cost: NDArray[np.int64], form: str) -> _Walker:
    return _walkers(problem, frozenset(), form, 1, net_cost)[0]


class _Search(Search):
    """The search of a single walker."""

    def __init__(self, walker: _Walker, within: Callable[[], WithinRoom]) -> None:
        self._walker = walker
        self._within = within
        self._best: WithinRoom | None = None

    def stats(self) -> Mapping[str, int]:
        return self._best.stats() if self._best else self._walker.stats()

    def _batches(self) -> Generator[Covers]:
        return self._walker.batches()

    def _increments(self) -> Generator[int]:
        return self._walker.increments()

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        self._best = self._within()
        return self._best.cheapest(limit)


class _SharedSearches(InThreads):
    """The searches of several walkers; for the cheapest covers there is only one."""

    def __init__(self, searches: list[Search], within: Callable[[], WithinRoom]) -> None:
        super().__init__(searches)
        self._within = within

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        return self._within().cheapest(limit)


class _Small(NamedTuple):
    """A small problem at a node of the tree, and its search."""

    problem: ExactCover
    search: Search


class _MixedSearch(Search):
    """Searches the top of the tree with dancing links, and each small problem below with bitsets."""

    choice = "dancing links for the top of the tree, bitsets for small problems below"

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        nothing = np.zeros(0, np.int32)
        self._problem = problem
        self._above = Above(replace(problem, origin=nothing, taken=nothing))
        self._blocked = blocked
        self._budget = min(_FIRST_BUDGET, _SCANNED // (problem.n_primary + 1) + 1)
        self._effort = Counter(nodes=0, packed=0, recalled=0, small=0)
        self._search: Search | None = None

    def _batches(self) -> Generator[Covers]:
        reported = _FIRST_BUDGET - _BUDGET
        for small in self._small():
            if small is None:
                yield Covers.of([])
                continue
            for found in small.search.batches(heartbeats=True):
                batch = without(small.problem.lift(found), self._blocked)
                n_nodes = self.stats()["nodes"]
                if len(batch) or n_nodes >= reported + _BUDGET:  # heartbeats no more often than in `keys`
                    reported = n_nodes
                    yield batch

    def _increments(self) -> Generator[int]:
        if self._blocked:
            yield from super()._increments()
            return
        for small in self._small():
            yield from small.search.increments() if small else (0,)

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        return DancingLinks().build(self._problem, self._blocked).cheapest(limit)

    def stats(self) -> Mapping[str, int]:
        present = self._search.stats() if self._search else {}
        counts = {name: n + present.get(name, 0) for name, n in self._effort.items()}
        return {**counts, "nodes": counts["nodes"] + self._above.n_nodes, "form_mixed": 1}

    def _small(self) -> Iterator[_Small | None]:
        """Yield the small problems one by one, and None from time to time as a heartbeat.

        The caller searches each problem to its end before it asks for the next.
        """
        while not self._above.is_over:
            small = self._above.below(self._budget)
            if small is None:
                yield None
                continue
            search = self._search = Bits("keys").build(small, frozenset())
            yield _Small(small, search)
            effort = search.stats()
            self._above.walked(effort["nodes"])
            self._effort.update({name: effort[name] for name in ("nodes", "packed", "recalled")}, small=1)
            self._search = None
