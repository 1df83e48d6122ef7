"""Chooses a backend by what is asked, and by the first steps of each search.

A tree search lists easy covers far faster than a SAT solver, and gets lost if a choice is refuted only many options
later; no cheap test tells the two kinds of problem apart. So both search in turns that grow, and the first to find a
cover, or that there is none, goes on alone. A counter finds nothing before its end, so the first to end wins a count.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count
from typing import ClassVar, TypeAlias, cast

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Feature, Search, Solver
from danceoff.solvers.rewriting.split import options_in_a_cover
from danceoff.solvers.table import load, missing

_TREES = ("bits", "dlx")
_DEEP = 40
"""Options in a cover from which on SAT has the longer turns, and below which the tree: half-full sudokus of 25x25 have
300 or more, boards of pentominoes and trominoes 12 to 30."""
_SAT_TICKS = 8  # for each tick of the tree, where covers are long
_TREE_TICKS = 4
"""For each tick of SAT, where covers are short. A tick of SAT takes longer, 20 to 60 ms to the tree's 3 to 40, and with
one for one the tree had a twelfth of the time in which it refutes langford/13; a quarter now."""
_PAIRS_IN_A_TICK = 50_000
"""Pairs of options that exclude each other, each a clause to build: as long as that takes, the tree goes first. An
empty sudoku of 25x25 has 750,000 of them, and the tree needs two ticks; half-full ones have 60,000 at most. With twice
as many a tick, 15x20 cells of Y-pentominoes, which the tree fills in 3 ticks, took ten times as long."""
_COUNTER_TICKS = 8
"""For each tick of SAT, and five times as many before its first; one of the counter takes some 4 ms."""
_PAIRS_IN_A_COUNTER_TICK = 5_000
"""Likewise: pentominoes on 5x12 cells have 1.1 million pairs, and are counted in 77 ticks. After 50 it was for SAT to
build its clauses, and all took 2.0 s, not 0.3."""


@dataclass(frozen=True)
class Auto(Solver):
    """A tree search or a SAT solver, or for counting alone a counter; `Search.choice` says which and why."""

    name: ClassVar[str] = "auto"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Choose nothing yet: only the walk says whether covers are listed or counted."""
        return _Search(problem, blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up every backend that it may choose."""
        for names in (_TREES, ("sat",), ("counter",) * (not listing)):
            if names:
                load(_first_able(problem, *names)).warm_up(problem, listing)


class _Search(Search):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem, self._blocked = problem, blocked
        self._chosen: _Candidate | None = None

    def _batches(self) -> Generator[Covers]:
        tree, sat = _Candidate(self._problem, *_TREES), _Candidate(self._problem, "sat")
        n_sat, n_tree = (_SAT_TICKS, 1) if options_in_a_cover(self._problem) >= _DEEP else (1, _TREE_TICKS)
        n_first = max(1 + _pairs(self._problem) // _PAIRS_IN_A_TICK, n_tree)
        for _ in self._choose([(tree, n_first)], [(sat, n_sat), (tree, n_tree)], listing=True):
            yield Covers.of([])
        if self._chosen:
            with closing(self._chosen):
                yield from self._chosen.batches()

    def _increments(self) -> Generator[int]:
        counter = _Candidate(self._problem, *(() if self._blocked else ("counter",)), *_TREES)
        sat = _Candidate(self._problem, "sat")
        n_first = 5 * _COUNTER_TICKS + _pairs(self._problem) // _PAIRS_IN_A_COUNTER_TICK
        yield from self._choose([(counter, n_first)], [(sat, 1), (counter, _COUNTER_TICKS)], listing=False)

    def stats(self) -> Mapping[str, int]:
        return self._chosen.search.stats() if self._chosen and self._chosen.search else {}

    def _choose(self, first: Turns, then: Turns, listing: bool) -> Iterator[int]:
        """Let candidates search in turns, `first`, then `then` in turns that double; yield 0s and at last a count."""
        taken: dict[str, int] = {}
        candidates = {one.name: one for one, _ in (*first, *then)}
        try:
            for one, n_ticks in chain(first, ((one, n << k) for k in count() for one, n in then)):
                for _ in one.run(n_ticks, self._problem, self._blocked, listing):
                    taken[one.name] = taken.get(one.name, 0) + 1
                    yield 0
                if one.ended or (listing and one.n_covers):
                    self._chosen = one
                    self.choice = _reason(one, taken)
                    yield 0 if listing else one.n_covers
                    return
        finally:
            for one in candidates.values():
                if one is not self._chosen or not listing:
                    one.close()


Turns: TypeAlias = "Sequence[tuple[_Candidate, int]]"


def _reason(winner: _Candidate, ticks: Mapping[str, int]) -> str:
    did = "was through" if winner.ended else "found a cover"
    others = "".join(f", {name} was not after {n}" for name, n in ticks.items() if name != winner.name)
    return f"chose {winner.name}: it {did} after {ticks.get(winner.name, 0)} steps{others}"


class _Candidate:
    """The first of these backends that is installed and able; it prepares at its first tick."""

    def __init__(self, problem: ExactCover, *names: str) -> None:
        self.name = _first_able(problem, *names)
        self.n_covers = 0
        self.ended = False
        self.search: Search | None = None
        self._first: Covers
        self._walk: Generator[Covers | int]

    def run(self, n_ticks: int, problem: ExactCover, blocked: frozenset[Cover], listing: bool) -> Iterator[None]:
        """Search on to the end or, when listing, to a first cover; yield after every tick."""
        if self.search is None:
            self.search = load(self.name).prepare(problem, blocked)
            self._walk = self.search.batches(heartbeats=True) if listing else self.search.increments()
        for _ in range(n_ticks):
            step = next(self._walk, None)
            if step is None:
                self.ended = True
                return
            if isinstance(step, int):
                self.n_covers += step
            else:
                self.n_covers, self._first = len(step), step
            yield
            if listing and self.n_covers:
                return

    def batches(self) -> Iterator[Covers]:
        """Yield all covers: the first, and then the rest of the walk."""
        if self.n_covers:
            yield self._first
            yield from cast("Generator[Covers]", self._walk)

    def close(self) -> None:
        """Release what the search holds."""
        if self.search is not None:
            self.search.close()


def _first_able(problem: ExactCover, *names: str) -> str:
    """Return the first of these backends that is installed and has the features the problem needs."""
    here = (name for name in names if not missing(name))
    return next(n for n in here if not problem.has_multiplicities or Feature.MULTIPLICITY in load(n).features)


def _pairs(problem: ExactCover) -> int:
    """Return the number of pairs of options that share an item, counted once per shared item."""
    degree = np.bincount(problem.item).astype(np.int64)
    return int(np.sum(degree * (degree - 1) // 2))
