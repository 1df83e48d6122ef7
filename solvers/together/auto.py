"""Chooses a backend by the question, and by the first steps of each search.

A tree search lists easy covers fastest, but gets lost if a choice is refuted only many options later; clause learning
does not. No cheap test distinguishes the two kinds of problem. So both search alternately, for longer and longer, until
one of them has found all covers; each leaves out the covers that the other has found. For a count, the counter has most
of the time, but it often has no bound before its end; so the tree search has enough time for a good bound. After the
first round, linear congruences may show that there is no cover.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count, islice
from typing import ClassVar, TypeAlias, cast

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Feature, Improvement, Search, Solver, Steps, cheapest_of, without
from danceoff.solvers.rewriting.congruence import refuting_weights
from danceoff.solvers.rewriting.split import options_in_a_cover
from danceoff.solvers.table import load, missing
from danceoff.solvers.together import cheapest

_TREES = ("bits", "dlx")
_DEEP = 60
"""Options in a cover: with as many or more, clause learning has the longer turns. Half-full sudokus of 25x25 have 300
or more, boards of pentominoes 12 to 80, of which the smaller ones are easy for the tree search."""
_LEARN_STEPS, _DEEP_LEARN_STEPS = 4, 8
"""Steps of clause learning for each step of the tree search. The first take 1 to 12 ms, the second 3 to 16."""
_COUNTER_STEPS = 16
"""Steps of the counter for each step of the tree search, and twice as many at first; one takes about 4 ms."""
_BOUND_STEPS = 8
"""The tree search has so many more steps in the long turns of a count, a third of all time, as long as the counter has
found no more covers: if the count is stopped, its number is a bound."""
_MOST_KEPT = 20_000
"""Covers that are kept for the other search to leave out. A search that has found more continues alone."""


@dataclass(frozen=True)
class Auto(Solver):
    """A tree search, clause learning and, for a count, the counter; `Search.choice` says which answered, and why."""

    name: ClassVar[str] = "auto"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Keep the problem: only the walk says whether covers are listed or counted, so it chooses."""
        return _Search(problem, blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up every backend that it may choose."""
        names = {_first_able(problem, *several): None for several in [("learn",), _TREES, ("counter", *_TREES)]}
        for name in names:
            if not (listing and name == "counter"):
                load(name).warm_up(problem, listing)
        if problem.has_costs:
            cheapest.warm_up(problem)


class _Search(Search):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem, self._blocked = problem, blocked
        self._chosen: _Candidate | None = None
        self._in_rounds: cheapest.CheapestInTurns | None = None

    def _batches(self) -> Generator[Covers]:
        tree, learn = self._candidate(*_TREES), self._candidate("learn")
        n_learn = _DEEP_LEARN_STEPS if options_in_a_cover(self._problem) >= _DEEP else _LEARN_STEPS
        with closing(tree), closing(learn):
            for one, n_steps in self._turns([(tree, 1)], [(learn, n_learn), (tree, 1)]):
                if one is learn and tree.n_covers > learn.n_covers:
                    n_steps //= n_learn  # pentacube/n-5x5x5: 5.4 s instead of 11.9 s, bits alone 4.1 s
                for batch in one.batches(n_steps, are_covers_free=one is tree):
                    if len(batch) and not self._chosen:
                        self._choose(one, "found a cover", (tree, learn))
                    yield batch
                if one.ended:
                    self._choose(one, "finished", (tree, learn))
                    return
                (learn if one is tree else tree).leave_out(one)

    def _increments(self) -> Generator[int]:
        tree, learn = self._candidate(*_TREES), self._candidate("learn")
        counter = self._candidate("counter", *_TREES)
        then = [(learn, _LEARN_STEPS // 2), (tree, 1)]
        if self._blocked or counter.name == tree.name:
            counter = tree
        else:
            then.append((counter, _COUNTER_STEPS))
        n_yielded = 0
        with closing(tree), closing(learn), closing(counter):
            for one, n_steps in self._turns([(counter, 2 * _COUNTER_STEPS)], then):
                if one is tree is not counter and tree.n_covers >= counter.n_covers:
                    n_steps *= min(n_steps, _BOUND_STEPS)
                for n_covers in one.counts(n_steps):
                    yield max(n_covers - n_yielded, 0)
                    n_yielded = max(n_covers, n_yielded)
                if one.ended:
                    self._choose(one, "finished", (counter, learn, tree))
                    return

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

    def _candidate(self, *names: str) -> _Candidate:
        return _Candidate(_first_able(self._problem, *names), self._problem, self._blocked)

    def _turns(self, first: Turns, then: Turns) -> Iterator[tuple[_Candidate, int]]:
        """Yield which search continues, and for how many steps: `first`, then `then` repeatedly, doubling the steps."""
        yield from first
        if refuting_weights(self._problem) is not None:
            self.choice = "no search: linear congruences show that there is no cover"
            return
        yield from ((one, n << k) for k in count() for one, n in then)

    def _choose(self, one: _Candidate, did: str, of: Sequence[_Candidate]) -> None:
        self._chosen = one
        others = {other.name: other.n_steps for other in of if other.n_steps and other.name != one.name}
        had_not = "".join(f", {name} had not after {n}" for name, n in others.items())
        self.choice = f"chose {one.name}: it {did} after {one.n_steps} step{'s' * (one.n_steps != 1)}{had_not}"


class _Candidate:
    """A search that alternates with others; it is prepared when it is first continued.

    n_covers: how many covers it has found.
    n_steps: how many steps it has taken.
    ended: whether it has found all covers.
    """

    def __init__(self, name: str, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.name = name
        self.n_covers = self.n_steps = 0
        self.ended = False
        self.search: Search | None = None
        self._problem, self._blocked = problem, blocked
        self._kept: list[Covers] = []
        self._left_out: set[Cover] = set()
        self._walk: Generator[Covers | int]

    def batches(self, n_steps: int, are_covers_free: bool) -> Iterator[Covers]:
        """Continue the search for `n_steps` steps and yield the covers that are new.

        are_covers_free: whether steps that find covers do not count.
        """
        while not self.ended and (n_steps or self.n_covers > _MOST_KEPT):
            batch = cast("Covers | None", self._next(listing=True))
            if batch is None:
                return
            batch = without(batch, self._left_out)
            self.n_covers += len(batch)
            if self.n_covers > _MOST_KEPT:
                self._kept.clear()
            elif len(batch):
                self._kept.append(batch)
            n_steps -= not (are_covers_free and len(batch))
            yield batch

    def counts(self, n_steps: int) -> Iterator[int]:
        """Continue the search and yield how many covers it has found so far."""
        for _ in range(n_steps):
            increment = cast("int | None", self._next(listing=False))
            if increment is None:
                return
            self.n_covers += increment
            yield self.n_covers

    def leave_out(self, other: _Candidate) -> None:
        """Leave out the covers that the other search has found since the last call."""
        self._left_out.update(chain.from_iterable(other._kept))
        other._kept.clear()

    def close(self) -> None:
        """Release what the search holds."""
        if self.search is not None:
            self.search.close()

    def _next(self, listing: bool) -> Covers | int | None:
        if self.search is None:
            self.search = load(self.name).prepare(self._problem, self._blocked)
            self._walk = self.search.batches(heartbeats=True) if listing else self.search.increments()
        step = next(self._walk, None)
        if step is None:
            self.ended = True
        else:
            self.n_steps += 1
        return step


Turns: TypeAlias = "Sequence[tuple[_Candidate, int]]"


def _first_able(problem: ExactCover, *names: str) -> str:
    """Return the first of these backends that is installed and has the features the problem needs."""
    return next(name for name in names if not missing(name) and not load(name).lacks(problem))
