"""Chooses a backend by what is asked, and by the first steps of each search.

A tree search lists easy covers far faster than a SAT solver, but gets lost if a choice is refuted only many options
later. No cheap test tells the two kinds of problem apart. So both search in turns that grow, and the first that finds a
cover, or finds that there is none, continues alone. A counter has no result before its end, so a count is won by the
first search that ends.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count, islice
from typing import ClassVar, TypeAlias, cast

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.colours import has_colour
from danceoff.solvers.base import Feature, Improvement, Search, Solver, Steps, cheapest_of
from danceoff.solvers.rewriting.split import options_in_a_cover
from danceoff.solvers.table import load, missing
from danceoff.solvers.together import cheapest

_TREES = ("bits", "dlx")
_DEEP = 40
"""Options in a cover: with as many or more, SAT has the longer turns; with fewer, the tree search has. Half-full
sudokus of 25x25 have 300 or more, boards of pentominoes and trominoes 12 to 30."""
_SAT_TICKS = 8
"""Ticks of SAT for each tick of the tree search, if covers are long."""
_TREE_TICKS = 4
"""Ticks of the tree search for each tick of SAT, if covers are short. A tick of SAT takes 20 to 60 ms, one of the tree
search 3 to 40. With equal ticks, the tree search had a twelfth of the time on langford/13; now it has a quarter."""
_PAIRS_IN_A_TICK = 50_000
"""Pairs of options that exclude each other, for each tick of the tree search before SAT starts: each pair is a clause
that SAT must build. An empty sudoku of 25x25 has 750,000 pairs, and the tree search needs two ticks; half-full ones
have 60,000 at most. With 100,000, Y-pentominoes on 15x20, which the tree search fills in 3 ticks, took ten times as
long."""
_COUNTER_TICKS = 8
"""Ticks of the counter for each tick of SAT, and five times as many before the first; one takes about 4 ms."""
_PAIRS_IN_A_COUNTER_TICK = 5_000
"""Pairs of options for each further tick of the counter before SAT starts. Pentominoes on 5x12 have 1.1 million pairs
and are counted in 77 ticks; when SAT started after 50, its clauses made the count take 2.0 s instead of 0.3."""


@dataclass(frozen=True)
class Auto(Solver):
    """A tree search or a SAT solver or, for a count, the counter; `Search.choice` says which, and why."""

    name: ClassVar[str] = "auto"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Keep the problem: only the walk says whether covers are listed or counted, so it chooses."""
        return _Search(problem, blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up every backend that it may choose."""
        for names in [("sat",), _TREES] if listing else [("sat",), _TREES, ("counter", *_TREES)]:
            load(_first_able(problem, *names)).warm_up(problem, listing)
        if problem.has_costs:
            cheapest.warm_up(problem)


class _Search(Search):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem, self._blocked = problem, blocked
        self._chosen: _Candidate | None = None
        self._in_rounds: cheapest.CheapestInTurns | None = None

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
        if self._in_rounds:
            return {"rounds": self._in_rounds.n_rounds}
        return self._chosen.search.stats() if self._chosen and self._chosen.search else {}

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        if not self._problem.has_costs:
            yield from cheapest_of(self._problem, self._some(limit), limit)
            return
        self._in_rounds = cheapest.CheapestInTurns(self._problem, self._blocked, limit)
        with closing(self._in_rounds.steps()) as steps:
            yield from steps
        self.choice = self._in_rounds.choice

    def _some(self, limit: int) -> Steps:
        n_found = 0
        with closing(self._batches()) as batches:
            for batch in batches:
                yield None
                yield from islice(batch, limit - n_found)
                n_found += len(batch)
                if n_found >= limit:
                    return

    def _choose(self, first: Turns, then: Turns, listing: bool) -> Iterator[int]:
        """Let candidates search in turns: `first`, then `then` again and again, each time for twice as many ticks.

        Yields 0 after each tick. When one has won, sets `_chosen` and yields its count, or 0 when listing.
        """
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
    did = "finished" if winner.ended else "found a cover"
    others = "".join(f", {name} had not after {n}" for name, n in ticks.items() if name != winner.name)
    return f"chose {winner.name}: it {did} after {ticks.get(winner.name, 0)} steps{others}"


class _Candidate:
    """The search of the first of these backends that can answer; it is prepared at its first tick."""

    def __init__(self, problem: ExactCover, *names: str) -> None:
        self.name = _first_able(problem, *names)
        self.n_covers = 0
        self.ended = False
        self.search: Search | None = None
        self._first: Covers
        self._walk: Generator[Covers | int]

    def run(self, n_ticks: int, problem: ExactCover, blocked: frozenset[Cover], listing: bool) -> Iterator[None]:
        """Continue the search to its end or, when listing, to the first cover; yield after every tick."""
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
    return next(name for name in names if not missing(name) and not load(name).lacks(problem))


def _pairs(problem: ExactCover) -> int:
    """Return the number of pairs of options that share an item, counted once per shared item.

    Items with colours do not count: SAT has a variable for each colour, and few clauses.
    """
    degree = np.bincount(problem.item[~has_colour(problem)[problem.item]]).astype(np.int64)
    return int(np.sum(degree * (degree - 1) // 2))
