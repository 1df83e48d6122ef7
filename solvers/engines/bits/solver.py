"""The adapter of the bitset engine.

Deep trees spend their time far below the root, where few options are left, and wide tables cost the same there as at
the root. So the upper tree of a large problem is left to the dancing links, which are small, and what is left below is
searched with tables of its own: the form `mixed`. Speed in the first second relative to the links, of `keys` and of
`mixed`, on a machine with a load of 4. Covers: any tetrominoes on 28x28 1.6 and 20, sudokus of 25x25 0.5 and 3.4,
8-ominoes 4.7 (tables of 520 MB) and 4.9. Nodes: queens 75, 100, 150 0.66, 0.64, 0.59 and 1.5, 2.1, 2.7; trominoes 40x40
0.17 and 1.45, where a node sees more: a subtree of it took the links 23 times as long.

Trees that are not deep gain less, as there are few nodes below: 7-ominoes 25 and 11, partition/14 3.6 and 0.62. They
keep one table for all while it is not too large; where covers have but a few options, as in partition/15 with 0.65, the
links get what is larger. `mixed` against `keys` on smaller deep problems: tetrominoes on 12x12 2.1, trominoes 20x20
2.3, queens 50 1.2, sudokus of 16x16 4.6, none below 0.97 of those that have more than 24 options in a cover and more
than 1 MB of tables; but 0.72 on one-sided pentominoes on 9x10, with 18.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import Answers, Feature, Search, Solver, without
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
from danceoff.solvers.engines.bits.sharing import SharedSearch, Sharing
from danceoff.solvers.engines.compiled import straight
from danceoff.solvers.engines.dancing_links import DancingLinks
from danceoff.solvers.engines.threads import InThreads
from danceoff.solvers.rewriting.split import options_in_a_cover

_BUFFER = 1 << 17  # option numbers in the largest batch, unless one cover is longer
_LARGEST_BATCH = 1 << 14
_FIRST_BUDGET = 1 << 12  # tree nodes in the first call, which has little memory, because most problems are small
_BUDGET = 1 << 17  # tree nodes in a call: some 50 ms
_SMALL_MEMO = (1 << 6, 1 << 12)  # sub-problems; option numbers of their covers
_MEMO = (1 << 15, 1 << 23)
_LARGEST_TABLES = 1 << 26  # bytes: about 20,000 options
_LARGEST_DEEP_TABLES = 1 << 20  # bytes, where trees are deep
_DEEP, _SHALLOW = 24, 4  # options in a cover
_SCANNED = 1 << 24  # items looked at in a call of the links
_State: TypeAlias = tuple[Tables, Levels, Inside, Memo]


@dataclass(frozen=True)
class Bits(Solver):
    """Options as bitsets, sizes as packed bytes, small sub-problems in single words, remembered where that pays.

    form: `keys` keeps sizes as bytes once they fit and where that is less work than counting them anew, `popcount`
    counts them at every node, `mixed` walks the upper
    tree with dancing links and makes tables of what is left below, `links` leaves the problem to the dancing links,
    `auto` takes `keys` unless its tables would be larger than they are worth. Problems with multiplicities are not
    mixed but left to the links.
    threads: how many walk parts of the problem at once; covers then come in no fixed order. `mixed` and `links` use one
    only.
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
        """Choose the form and make the bitsets."""
        form = self._form_for(problem)
        if form == "links":
            links = DancingLinks().build(problem, blocked)
            links.choice = "left to the dancing links"
            return links
        if form == "mixed":
            return _MixedSearch(problem, blocked)
        if problem.has_multiplicities:
            rows = multiplicity.rows(problem)
            walkers: list[_Walker] = [_MultiplicityWalker(problem, rows, blocked, form) for _ in range(self.threads)]
        else:
            shared = tables.tables(problem)
            walkers = [_Walker(shared, problem.n_items, blocked, form) for _ in range(self.threads)]
        walkers[0].begin()
        if self.threads == 1:
            return _Search(walkers[0])
        sharing = Sharing()
        return InThreads([SharedSearch(walker, sharing) for walker in walkers])

    def answer(self, problem: ExactCover, givens: Covers, limit: int) -> Iterator[Answers]:
        """Answer all on one set of bitsets."""
        form = self._form_for(problem)
        if form in ("mixed", "links") or problem.has_multiplicities:
            return super().answer(problem, givens, limit)
        return answers(problem, givens, limit, largest_lane(form))

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """As any backend does, in each form that may be chosen: smaller problems never have larger tables."""
        forms = [self.form]
        if self.form == "auto":
            forms = ["keys"]
            n_bytes = _size(problem)
            forms += ["mixed"] * (n_bytes > _LARGEST_DEEP_TABLES) + ["links"] * (n_bytes > _LARGEST_TABLES)
        for form in forms:
            super(Bits, replace(self, form=form)).warm_up(problem, listing)

    def _form_for(self, problem: ExactCover) -> str:
        form = self.form
        if form == "auto":
            depth = options_in_a_cover(problem)
            is_deep = not problem.has_multiplicities and depth > _DEEP
            largest = _LARGEST_DEEP_TABLES if is_deep else _LARGEST_TABLES
            form = "keys" if _size(problem) <= largest else "mixed" if depth > _SHALLOW else "links"
        return "links" if form == "mixed" and problem.has_multiplicities else form


def _size(problem: ExactCover) -> int:
    """The bytes of the tables and levels of a problem."""
    n_levels = multiplicity.n_levels(problem) if problem.has_multiplicities else problem.n_primary
    return tables.size(problem, n_levels)


_kernel = straight(search)


def largest_lane(form: str) -> int:
    """The size up to which a form keeps sizes as bytes."""
    return 127 if form == "keys" else 0


class _Walker:
    """Walks what it has begun and what it takes from others; what it remembers of one branch is true of the next."""

    def __init__(
        self,
        shared: Tables,
        n_items: int,
        blocked: frozenset[Cover],
        form: str,
        n_levels: int = 0,
        n_more: int = 0,
    ) -> None:
        self._tables = shared
        self._blocked = blocked
        self._form = form
        self._levels = tables.levels(self._tables, largest_lane(form), n_levels)
        self._inside = tables.inside(n_items)
        self._memo = tables.memo(self._tables.column.shape[1], *_SMALL_MEMO, n_more)
        self._has_grown = False
        self.is_hurried = False

    def batches(self) -> Generator[Covers]:
        """The covers of what there is to walk; a batch at every pause, if only an empty one."""
        longest = len(self._levels.path) + int(SLACK)
        size = 1
        while not self.is_over:
            start = np.zeros(size + 1, np.int32)
            option = np.empty(max(longest, min(size * longest, _BUFFER)), np.int32)
            n_covers = self._walk(start, option)
            start = start[: n_covers + 1]
            batch = without(Covers(start, option[: start[-1]]), self._blocked)
            size = min(2 * size, _LARGEST_BATCH) if len(batch) else size
            yield batch

    def increments(self) -> Generator[int]:
        """Their numbers, likewise; where covers are blocked they have to be listed."""
        if self._blocked:
            for batch in self.batches():
                yield len(batch)
            return
        nowhere = np.zeros(0, np.int32)
        while not self.is_over:
            yield self._walk(nowhere, nowhere)

    def stats(self) -> Mapping[str, int]:
        """Nodes, sub-problems in single words, and those that were remembered."""
        at = self._levels.at
        counts = {"nodes": int(at[NODES]), "packed": int(at[N_PACKED]), "recalled": int(at[N_HITS])}
        return {**counts, f"form_{self._form}": 1}

    def begin(self) -> None:
        """Have the whole problem to walk."""
        tables.begin(self._tables, self._levels)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to walk."""
        return bool(self._levels.at[PHASE] == OVER)

    def ask(self) -> None:
        """Have the walk pause soon."""
        self._levels.at[ASKED] = 1

    def split_off(self) -> Branches | None:
        """Branches that are not begun, if there are any, and are not walked here then."""
        return split_off(self._tables, self._levels, self._further(), self._columns())

    def begin_at(self, branches: Branches) -> None:
        """Have nothing to walk but these branches."""
        begin(self._levels, self._further(), branches)

    def _columns(self) -> NDArray[np.uint64]:
        """The options of branching items."""
        return self._tables.column

    def _further(self) -> tuple[NDArray[np.uint64], ...]:
        """The arrays that have levels, beside those of the kernel of plain problems."""
        return ()

    def _walk(self, start: IntArray, option: IntArray) -> int:
        if not self._has_grown and self._levels.at[NODES] >= _FIRST_BUDGET:
            self._grow()
        budget = _BUDGET if self._has_grown and not self.is_hurried else _FIRST_BUDGET
        state = self._tables, self._levels, self._inside, self._memo
        return self._search(state, np.uint64(budget), start, option)

    def _search(self, state: _State, budget: np.uint64, start: IntArray, option: IntArray) -> int:
        return int(_kernel(*state, None, None, budget, start, option))

    def _grow(self) -> None:
        """Go on with a memo that is worth its memory; what the small one knows is forgotten."""
        block = self._memo.block
        self._memo = tables.memo(self._tables.column.shape[1], *_MEMO, len(self._memo.more))
        self._memo.block[: len(block)] = block
        self._levels.at[SLOT] = NONE
        self._has_grown = True


class _MultiplicityWalker(_Walker):
    """Of a problem with multiplicities."""

    def __init__(self, problem: ExactCover, rows: multiplicity.Rows, blocked: frozenset[Cover], form: str) -> None:
        n_multiple = len(rows.multiple)
        n_more = multiplicity.n_key_words(n_multiple)
        super().__init__(rows.tables, rows.n_items, blocked, form, rows.n_levels, n_more)
        self._multiplicity = multiplicity.multiplicities(problem, rows)
        self._limits = multiplicity.limits(n_multiple)

    def _columns(self) -> NDArray[np.uint64]:
        return np.concatenate([self._tables.column, self._multiplicity.column])

    def _further(self) -> tuple[NDArray[np.uint64], ...]:
        return self._multiplicity.times, self._multiplicity.spare

    def _search(self, state: _State, budget: np.uint64, start: IntArray, option: IntArray) -> int:
        return int(search(*state, self._multiplicity, self._limits, budget, start, option))


class _Search(Search):
    """What one walker finds."""

    def __init__(self, walker: _Walker) -> None:
        self._walker = walker

    def stats(self) -> Mapping[str, int]:
        return self._walker.stats()

    def _batches(self) -> Generator[Covers]:
        return self._walker.batches()

    def _increments(self) -> Generator[int]:
        return self._walker.increments()


class _Small(NamedTuple):
    """What is left somewhere in the tree, and its search."""

    problem: ExactCover
    search: Search


class _MixedSearch(Search):
    """Walks the upper tree with dancing links, and what is small with bitsets."""

    choice = "dancing links above, bitsets for what is small"

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        nothing = np.zeros(0, np.int32)
        self._above = Above(replace(problem, origin=nothing, taken=nothing))
        self._blocked = blocked
        self._budget = min(_FIRST_BUDGET, _SCANNED // (problem.n_primary + 1) + 1)
        self._effort = Counter(nodes=0, packed=0, recalled=0, small=0)
        self._search: Search | None = None

    def _batches(self) -> Generator[Covers]:
        told = _FIRST_BUDGET - _BUDGET
        for small in self._small():
            if small is None:
                yield Covers.of([])
                continue
            for found in small.search.batches(heartbeats=True):
                batch = without(small.problem.lift(found), self._blocked)
                n_nodes = self.stats()["nodes"]
                if len(batch) or n_nodes >= told + _BUDGET:  # heartbeats as rare as of `keys`
                    told = n_nodes
                    yield batch

    def _increments(self) -> Generator[int]:
        if self._blocked:
            yield from super()._increments()
            return
        for small in self._small():
            yield from small.search.increments() if small else (0,)

    def stats(self) -> Mapping[str, int]:
        present = self._search.stats() if self._search else {}
        counts = {name: n + present.get(name, 0) for name, n in self._effort.items()}
        return {**counts, "nodes": counts["nodes"] + self._above.n_nodes, "form_mixed": 1}

    def _small(self) -> Iterator[_Small | None]:
        """What is left where that is small, to be walked before the next is asked for; None now and then between."""
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
