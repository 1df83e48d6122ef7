"""The bitset engine as a backend: which form a problem takes, and the search in each form.

A deep search spends its time far below the root, where few options are left, but wide bitsets cost the same there as at
the root. So the form `mixed` searches the top of the tree with dancing links, which need little memory, and builds
small bitsets for each problem that is left below. Speed in the first second, relative to dancing links alone:

Dancing links, prices and sets of givens are imported where they are used: few searches need them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Answers, Feature, Improvement, Search, Solver, warm_up_best, without
from danceoff.solvers.engines.bits import multiplicity, tables
from danceoff.solvers.engines.bits.walkers import BUDGET, FIRST_BUDGET, Walker, walker_of
from danceoff.solvers.rewriting.split import options_in_a_cover

if TYPE_CHECKING:
    from danceoff.solvers.engines.bits.priced import WithinRoom

_LARGEST_TABLES = 1 << 26  # bytes: about 20,000 options
_LARGEST_DEEP_TABLES = 1 << 20  # bytes, for a deep tree
_DEEP, _SHALLOW = 24, 4  # options in a cover
_A_SMALL, _AN_ENTRY = 3e5, 1.0  # work: making a small problem and its bitsets; an entry at a node of the top
_SCANNED = 1 << 24  # items read in one call of the dancing links


@dataclass(frozen=True)
class Bits(Solver):
    """Depth-first search with sets of options as bitsets; sub-problems that fit into single words go into a memo.

    form: how sizes, the numbers of live options of items, are found, and which part of the tree is searched with
        bitsets. A problem with multiplicities cannot be mixed: it takes `links` instead.
    """

    form: str = "auto"

    name = "bits"
    features = frozenset(Feature)
    choices: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "form": {
            "auto": "keys, mixed or links, by the size of the tables and the depth of the tree",
            "keys": "sizes are kept as packed bytes, once they fit, and if updating them is less work than counting",
            "popcount": "sizes are counted at every node",
            "mixed": "dancing links at the top of the tree, and bitsets for each problem left below",
            "links": "dancing links for the whole problem",
        }
    }

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Choose the form and build the bitsets."""
        form = self._form_for(problem)
        if form == "mixed" and problem.max_cost is not None:
            form = "links"
        if form == "links":
            links = _dancing_links(problem, blocked)
            links.choice = "dancing links for the whole problem"
            return links
        if form == "mixed":
            return _MixedSearch(problem, blocked)
        within = partial(_within_room, problem, blocked, form)
        if problem.max_cost is not None:
            return within()
        return _Search(walker_of(problem, blocked, form), within)

    def answer(self, problem: ExactCover, givens: Covers, limit: int) -> Iterator[Answers]:
        """Answer all sets of givens with the same bitsets."""
        form = self._form_for(problem)
        if form in ("mixed", "links") or problem.has_multiplicities or problem.max_cost is not None:
            return super().answer(problem, givens, limit)
        from danceoff.solvers.engines.bits.sets_of_givens import answers

        return answers(problem, givens, limit)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up each form that may be chosen for the problem or, with givens, for a smaller one."""
        for form in self.forms(problem):
            in_form = replace(self, form=form)
            super(Bits, in_form).warm_up(problem, listing)
            warm_up_best(in_form, problem)

    def forms(self, problem: ExactCover) -> list[str]:
        """Return the forms that may be chosen for the problem or, with givens, for a smaller one."""
        if self.form != "auto":
            return [self.form]
        n_bytes = _size(problem)
        return ["keys", *["mixed"] * (n_bytes > _LARGEST_DEEP_TABLES), *["links"] * (n_bytes > _LARGEST_TABLES)]

    def _form_for(self, problem: ExactCover) -> str:
        form = self.form
        if form == "auto":
            depth = options_in_a_cover(problem)
            is_deep = not problem.has_multiplicities and depth > _DEEP
            largest = _LARGEST_DEEP_TABLES if is_deep else _LARGEST_TABLES
            form = "keys" if _size(problem) <= largest else "mixed" if depth > _SHALLOW else "links"
        return "links" if form == "mixed" and problem.has_multiplicities else form


def _size(problem: ExactCover) -> int:
    """Return the bytes that the tables and levels of a problem take."""
    n_levels = multiplicity.n_levels(problem) if problem.has_multiplicities else problem.n_primary
    return tables.size(problem, n_levels)


def _dancing_links(problem: ExactCover, blocked: frozenset[Cover]) -> Search:
    from danceoff.solvers.engines.dancing_links import DancingLinks

    return DancingLinks().build(problem, blocked)


def _within_room(problem: ExactCover, blocked: frozenset[Cover], form: str) -> WithinRoom:
    from danceoff.solvers.engines.bits.priced import WithinRoom

    return WithinRoom(problem, blocked, form)


class _Search(Search):
    """The search of a walker; for the cheapest covers it gives way to another one, which looks at costs."""

    def __init__(self, walker: Walker, for_best: Callable[[], WithinRoom]) -> None:
        self._at_work: Walker | WithinRoom = walker
        self._walker = walker
        self._for_best = for_best

    def stats(self) -> Mapping[str, int]:
        return self._at_work.stats()

    def work(self) -> float:
        return self._at_work.work()

    def done(self) -> float:
        return self._at_work.done()

    def _batches(self) -> Generator[Covers]:
        return self._walker.batches()

    def _increments(self) -> Generator[int]:
        return self._walker.increments()

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        best = self._at_work = self._for_best()
        with closing(best.cheapest(limit)) as steps:
            for step in steps:
                yield step
                best.cutoff = self.cutoff


class _Small(NamedTuple):
    """A small problem at a node of the tree, and its search."""

    problem: ExactCover
    search: Search


class _MixedSearch(Search):
    """Searches the top of the tree with dancing links, and each small problem below with bitsets."""

    choice = "dancing links for the top of the tree, bitsets for small problems below"

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        from danceoff.solvers.engines.bits.top_of_tree import TreeTop

        nothing = np.zeros(0, np.int32)
        self._problem = problem
        self._top = TreeTop(replace(problem, origin=nothing, taken=nothing))
        self._blocked = blocked
        self._budget = min(FIRST_BUDGET, _SCANNED // (problem.n_primary + 1) + 1)
        self._effort = Counter(nodes=0, packed=0, recalled=0, small=0)
        self._search: Search | None = None
        self._worked = 0.0

    def _batches(self) -> Generator[Covers]:
        reported = FIRST_BUDGET - BUDGET
        for small in self._small():
            if small is None:
                yield Covers.of([])
                continue
            for found in small.search.batches(heartbeats=True):
                batch = without(small.problem.lift(found), self._blocked)
                n_nodes = self.stats()["nodes"]
                if len(batch) or n_nodes >= reported + BUDGET:  # heartbeats no more often than in `keys`
                    reported = n_nodes
                    yield batch

    def _increments(self) -> Generator[int]:
        if self._blocked:
            yield from super()._increments()
            return
        for small in self._small():
            yield from small.search.increments() if small else (0,)

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        return _dancing_links(self._problem, self._blocked).cheapest(limit)

    def stats(self) -> Mapping[str, int]:
        present = self._search.stats() if self._search else {}
        counts = {name: n + present.get(name, 0) for name, n in self._effort.items()}
        return {**counts, "nodes": counts["nodes"] + self._top.n_nodes, "form_mixed": 1}

    def work(self) -> float:
        """Return the work of dancing links at the top and of the bitsets below."""
        present = self._search.work() if self._search else 0.0
        below = self._effort["small"] * _A_SMALL + self._worked + present
        return below + self._top.n_nodes * _AN_ENTRY * len(self._problem.item)

    def _small(self) -> Iterator[_Small | None]:
        """Yield the small problems one by one, and None from time to time as a heartbeat.

        The caller searches each problem to its end before it asks for the next.
        """
        while not self._top.is_over:
            small = self._top.below(self._budget)
            if small is None:
                yield None
                continue
            search = self._search = Bits("keys").build(small, frozenset())
            yield _Small(small, search)
            effort = search.stats()
            self._top.walked(effort["nodes"])
            self._worked += search.work()
            self._effort.update({name: effort[name] for name in ("nodes", "packed", "recalled")}, small=1)
            self._search = None
