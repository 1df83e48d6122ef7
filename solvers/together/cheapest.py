"""The cheapest covers, by several backends in turns, most of them on the few options that a cheap cover may have.

Item prices rule out most options: those that no cover below some ceiling can have. The other options are reduced and
given to a backend; if it finds no cover below the ceiling, the next round has twice as many options. On air03 of the
OR-Library the fourth round has 989 of 10,757 options, 394 after reductions, and proves the optimum. Where the diagram
of all covers is narrow, as on boards, the counter is faster than any bound, and takes turns with the rounds.

Engines are imported inside functions: a small problem ends before any is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import replace
from itertools import chain, count
from typing import TypeAlias

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.costs import MOST
from danceoff.solvers.base import Cheapest, Feature, Improvement, UnsupportedProblem, cheapest_of, settled
from danceoff.solvers.rewriting.colours import in_places
from danceoff.solvers.rewriting.multiplicities import anchored, without_multiple
from danceoff.solvers.table import BACKENDS, load, missing

_BEGINS, _TREE, _LEARNS = "algorithm-x", "bits", "learn"
_RELAXING = ("cpsat", "algorithm-x")
"""The second is for when the first is not installed. On what is left of air03, HiGHS takes as long as CP-SAT."""
_FIRST_ROUND = 2  # options for each item
_WHOLE = 3
"""A round with more than this part of all options, a third, has all: on quilts of order 12, whose bound is weak, rounds
with half the options took more time than the last one."""
_NARROW = 30.0  # binary logarithm of a bound on the states of the frontier; boards of 12x12 have 17 to 20
_MOST_ITEMS = 1 << 11  # an item order for more of them takes more than some milliseconds

Steps: TypeAlias = Generator[Improvement]
Turns: TypeAlias = Sequence[tuple[str, int]]


class CheapestInTurns:
    """One search for the `limit` cheapest covers of a problem with costs.

    begin_steps: steps of Algorithm X before anything is loaded; it looks at every cover.
    loading: makes the block in which kernels are loaded; None: they are.
    choice: which backend ended the search, and on how many options.
    n_rounds: the rounds that were begun.
    """

    def __init__(
        self,
        problem: ExactCover,
        blocked: frozenset[Cover],
        limit: int,
        begin_steps: int = 0,
        loading: Callable[[], AbstractContextManager[None]] | None = None,
    ) -> None:
        self._begin_steps, self._loading = begin_steps, loading
        self.choice = ""
        self.n_rounds = 0
        whole = np.arange(problem.n_options, dtype=np.int32)
        self._problem = replace(problem, origin=whole, taken=whole[:0])
        self._blocked, self._limit = blocked, limit
        self._best = Cheapest(limit)
        self._first_round = 1 + _FIRST_ROUND * problem.n_primary

    def steps(self) -> Steps:
        """Yield covers, each once, and bounds."""
        given = set(self._blocked)
        with closing(self._in_turns()) as steps:
            for cover, bound in steps:
                if cover is not None and cover not in given:
                    given.add(cover)
                    is_better = self._best.offer(int(self._problem.cost_of(Covers.of([cover]))[0]), cover)
                    yield Improvement(cover if is_better else None, bound)
                else:
                    yield Improvement(bound=bound)

    def _in_turns(self) -> Steps:
        """Yield what the searches find, one after the other: covers that may come again, and bounds."""
        if self._begin_steps:
            all_covers = _improvements(_BEGINS, self._problem, self._blocked, self._limit)
            begins = _InTurns({_BEGINS: all_covers}, [(_BEGINS, self._begin_steps)], [])
            yield from begins.steps()
            if begins.winner:
                self.choice = f"chose {_BEGINS}: it looked at all covers"
                return
        if self._loading:
            with self._loading():
                warm_up(self._problem)
        runners = {"rounds": self._rounds()}
        if _is_narrow(self._problem):
            n_wanted = self._limit + len(self._blocked)
            runners["counter"] = _improvements("counter", self._problem, frozenset(), n_wanted)
        n_first = 3 if self._is_whole(self._first_round) else 16  # one for the prices, and one for the tree's
        turns = _InTurns(runners, [("rounds", n_first)], [("counter", 2), ("rounds", 4)])
        yield from turns.steps()
        if turns.winner == "counter":
            self.choice = "chose counter: the diagram of all covers is narrow"

    def _rounds(self) -> Steps:
        from danceoff.solvers.engines.prices import item_prices

        prices = item_prices(self._problem)
        yield Improvement(bound=prices.bound)
        ascending = np.sort(prices.reduced)
        n_options = self._first_round
        while True:
            most = self._most()
            is_last = self._is_whole(n_options)
            ceiling = MOST if is_last else prices.cost(int(ascending[n_options]))
            if not is_last and self._is_whole(int(np.count_nonzero(prices.within(ceiling)))):
                is_last, ceiling = True, MOST
            if most is not None:
                ceiling = min(ceiling, most)
            is_left = prices.within(ceiling)
            part = self._problem.without(np.flatnonzero(~is_left).astype(np.int32))
            yield from self._round(replace(part, max_cost=most), ceiling)
            most = self._most()
            if is_last or (most is not None and most <= ceiling):
                return
            yield Improvement(bound=ceiling + 1)
            n_options *= 2

    def _is_whole(self, n_options: int) -> bool:
        return n_options * _WHOLE >= self._problem.n_options

    def _most(self) -> int | None:
        """Return the most that another cover may cost and still be one of the cheapest; None for any cost."""
        known = [] if self._problem.max_cost is None else [self._problem.max_cost]
        if self._best.cutoff is not None:
            known.append(max(self._best.cutoff - 1, -MOST))
        return min(known, default=None)

    def _round(self, part: ExactCover, ceiling: int) -> Steps:
        """Search a part for its cheapest covers; every cover that is not in the part costs more than `ceiling`."""
        from danceoff.solvers.engines.reductions import reduced

        self.n_rounds += 1
        number = {option: k for k, option in enumerate(part.origin.tolist())}
        blocked = frozenset(tuple(number[o] for o in cover) for cover in self._blocked if number.keys() >= set(cover))
        smaller = reduced(part, self._limit + len(blocked))
        rest = smaller.problem
        blocked = smaller.lower(blocked)
        relaxing = _first_able(rest, _RELAXING)
        names = [name for name in (_TREE, _LEARNS, relaxing) if name]
        runners = {name: _improvements(name, rest, blocked, self._limit) for name in names}
        turns = _InTurns(runners, [(_TREE, 2)], [(_LEARNS, 8), (_TREE, 8), (relaxing, 2)])
        with closing(turns.steps()) as steps:
            for cover, bound in steps:
                lifted = None if cover is None else tuple(part.origin[list(smaller.lift(cover))].tolist())
                yield Improvement(lifted, None if bound is None else min(bound + smaller.cost, ceiling + 1))
        n_left, n_all = rest.n_options, self._problem.n_options
        which = f"the last of {self.n_rounds} rounds" if self.n_rounds > 1 else "the only round"
        self.choice = f"chose {turns.winner}: {which} had {n_left} of {n_all} options"


def warm_up(problem: ExactCover) -> None:
    """Load all kernels and libraries that a search for the cheapest covers of this problem may need."""
    from danceoff.solvers.engines.prices import item_prices
    from danceoff.solvers.engines.reductions import reduced

    load("counter").warm_up(problem, listing=False)
    for name in filter(None, (_TREE, _LEARNS, _first_able(problem, _RELAXING))):
        load(name).warm_up(problem, listing=True)
    tiny = ExactCover.from_options(["a", "b", "b"], "ab", cost=[1, 2, 3])
    item_prices(reduced(tiny, 1).problem)
    item_prices(tiny)


class _InTurns:
    """Several searches for the same covers, which take turns; each turn has twice as many steps as the one before.

    Steps that find a cover do not count: there are few, and they come fast. Other steps take 5 to 20 ms, those of
    CP-SAT 100.

    winner: the search that ended first.
    """

    def __init__(self, runners: Mapping[str, Steps], first: Turns, then: Turns) -> None:
        self.winner = ""
        self._runners = dict(runners)
        self._turns = chain(first, ((name, n << k) for k in (count() if then else ()) for name, n in then))

    def steps(self) -> Steps:
        """Yield what the searches yield, until one of them ends.

        A search that refuses the problem or runs out of memory is dropped; if it was the last one, its error is raised.
        """
        with ExitStack() as stack:
            for runner in self._runners.values():
                stack.enter_context(closing(runner))
            for name, n_steps in self._turns:
                n_left = n_steps if name in self._runners else 0
                while n_left:
                    try:
                        step = next(self._runners[name], None)
                    except (MemoryError, UnsupportedProblem):
                        del self._runners[name]
                        if not self._runners:
                            raise
                        break
                    if step is None:
                        self.winner = name
                        return
                    n_left -= step.cover is None
                    yield step


def _improvements(name: str, problem: ExactCover, blocked: frozenset[Cover], limit: int) -> Steps:
    if problem.n_options == 0 and problem.max_cost is not None and problem.max_cost < 0:
        return
    if known := settled(problem, blocked):
        yield from cheapest_of(problem, known.covers(), limit)
        return
    with load(name).prepare(problem, blocked) as search:
        yield from search.cheapest(limit)


def _first_able(problem: ExactCover, names: Sequence[str]) -> str:
    """Return the first of these backends that is installed and finds the cheapest covers of the problem, or ""."""
    solvers = ((name, load(name)) for name in names if name in BACKENDS and not missing(name))
    return next((name for name, solver in solvers if Feature.BEST in solver.features and not solver.lacks(problem)), "")


def _is_narrow(problem: ExactCover) -> bool:
    """Return whether the frontier method is likely to finish soon, if items are covered once or few times."""
    from danceoff.solvers.engines.counter.item_order import best_item_order

    rest = anchored(problem)
    if rest.n_options > problem.n_options or problem.n_items > _MOST_ITEMS or problem.n_primary == 0:
        return False
    return best_item_order(in_places(without_multiple(rest)), ahead=False).size() <= _NARROW
