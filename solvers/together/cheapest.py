"""The cheapest covers, by several backends in turns, most of them on the few options that a cheap cover may have.

Item prices rule out most options: no cover below some ceiling can have them. The other options are reduced and
given to a backend; if it finds no cover below the ceiling, the next round has twice as many options. On air03 of the
OR-Library the fourth round has 989 of 10,757 options, 394 after reductions, and proves the optimum. Where the diagram
of all covers is narrow, as on boards, the counter is faster than any bound, and takes turns with the rounds.

Engines are imported inside functions: a small problem ends before any is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from multiprocessing.connection import Connection
from time import process_time
from typing import Any, Protocol, TypeAlias

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.costs import MOST
from danceoff.solvers.base import Cheapest, Feature, Improvement, Search, UnsupportedProblem, cheapest_of, settled
from danceoff.solvers.rewriting import congruence, weighting
from danceoff.solvers.rewriting.colours import in_places
from danceoff.solvers.rewriting.multiplicities import anchored, without_multiple
from danceoff.solvers.table import BACKENDS, load, missing
from danceoff.solvers.together.beginning import Beginning, Loading, has_beginning, once
from danceoff.solvers.together.child import ChildDied, Report, notes
from danceoff.solvers.together.shares import Rule, Runner, Shares

_TREE, _LEARNS, _COUNTS = "bits", "learn", "counter"
_SEARCHING = (_TREE, _LEARNS)
_COUNTS_A_LITTLE = f"{_COUNTS}:memory_mb=512"
_CUTS = "highs"
_RELAXING = ("cpsat", "algorithm-x")
"""The second is for when the first is not installed. On what is left of air03, HiGHS takes as long as CP-SAT."""
_FIRST_ROUND = 2  # options for each item
_MOST_AT_ONCE = 1 << 12  # options of a plan: CP-SAT has the whole of it sooner than a part and then the whole
_WHOLE = 3
"""A round with more than this part of all options, a third, has all: on quilts of order 12, whose bound is weak, rounds
with half the options took more time than the last one."""
_NARROW = 30.0  # binary logarithm of a bound on the states of the frontier; boards of 12x12 have 17 to 20
_IN_A_ROUND = Rule(alone=3e7, first=1.5, later=0.75, long=3e8)
_IN_A_PLAN = Rule(alone=5e8, first=0.75, later=0.75, long=5e8)
_IF_NARROW = Rule(alone=3e7, first=0.25, later=0.5, long=1e9)
_IF_WIDE = Rule(alone=3e7, first=0.4, later=0.05, long=2e8)
"""How a round is shared by its backends, the tree search first; and how the rounds and the counter share the work,
where the frontier is narrow, and elsewhere, where the counter ends soon or not at all."""
_A_STEP, _STEPS = 1e7, {_TREE: 2e7, "cpsat": 1.2e7, _CUTS: 2.5e7, _COUNTS: 1.2e7, _COUNTS_A_LITTLE: 1.2e7}
"""The work of a step, as `Search.work`, and the work of a step of backends with longer steps."""
_A_START = 1e8  # of a process, and of a model in it
_A_MESSAGE, _HEARTBEAT = 1e6, Improvement()
"""The work of a step with a cover or a bound, and any other step: a backend of a library makes one each 0.1 s."""
_BEATS_S = {_CUTS: 0.05, "cpsat": 0.025}
"""Seconds of a heartbeat. CP-SAT is charged half: it is twice as likely to be the one that ends."""
_SURE_S = 0.02
_BOUNDING = (_CUTS, _RELAXING[0])
"""These search without a bound on the cost, which HiGHS cannot have, and until their own bound is above it: CP-SAT took
a fourth of the time of the same search with a constraint on the cost, on `services/100x1000-1`."""
_NEAR = 2
"""A search is the favourite if its bound has come from that of the prices to the cheapest cover so far by a half."""
_COUNTED, _SECONDARY = 8, 5  # items of a rota; items for each primary one in a timetable
_SLOWER = 20
"""Steps of the counter after which its steps take three times as long, and so on: its tables outgrow the caches."""
_TO_REFUTE, _A_SECOND = 3e3, 5e8
_AN_ENTRY = 2e3
"""The work of prices, of reductions, and of preparing a search, for each entry of a problem."""
_MOST_ITEMS = 1 << 11  # an item order for more of them takes more than some milliseconds

Steps: TypeAlias = Generator[Improvement]


class _Taking(Runner, Protocol):
    """A search for the cheapest covers that takes turns.

    seconds: of CPU that its steps took in this process.
    """

    name: str
    seconds: float

    def steps(self) -> Steps:
        """Yield covers and bounds."""


class CheapestInTurns:
    """One search for the `limit` cheapest covers of a problem with costs.

    loading: makes the block in which kernels are loaded; None: they are. Where they may not be, all covers among the
        first nodes of Algorithm X come first.
    name, a_step: as one of two that take turns, the rounds and the counter.
    choice: which backend ended the search, and on how many options.
    n_rounds: the rounds that were begun.
    """

    def __init__(
        self,
        problem: ExactCover,
        blocked: frozenset[Cover],
        limit: int,
        loading: Loading | None = None,
    ) -> None:
        self.name, self.a_step, self.seconds = "rounds", _A_STEP, 0.0
        self._loading = loading
        self.choice = ""
        self.n_rounds = 0
        whole = np.arange(problem.n_options, dtype=np.int32)
        self._problem = replace(problem, origin=whole, taken=whole[:0])
        self._blocked, self._limit = blocked, limit
        self._best = Cheapest(limit)
        self._bound = self._floor = -MOST
        self._worked = 0.0
        self._turns: _InTurns | None = None
        self._first_round = 1 + _FIRST_ROUND * problem.n_primary
        if problem.n_options <= _MOST_AT_ONCE and _is_plan(problem):
            self._first_round = problem.n_options

    def found(self) -> Steps:
        """Yield covers, each once, and bounds."""
        given = set(self._blocked)
        with closing(self._in_turns()) as steps:
            for cover, bound in steps:
                is_better = False
                if cover is not None and cover not in given:
                    given.add(cover)
                    is_better = self._best.offer(int(self._problem.cost_of(Covers.of([cover]))[0]), cover)
                self._bound = max(self._bound, -MOST if bound is None else bound)
                yield Improvement(cover if is_better else None, bound)
                if self._best.cutoff is not None and self._best.cutoff <= self._bound:
                    return

    def _in_turns(self) -> Steps:
        """Yield what the searches find, one after the other: covers that may come again, and bounds."""
        if self._loading and has_beginning(self._problem, self._loading):
            with Beginning(self._problem, self._blocked, self._loading) as search:
                yield from cheapest_of(self._problem, _each(search), self._limit)
            if not search.is_cut:
                self.choice = f"chose {search.name}: it looked at all covers"
                return
        if self._loading:
            once("cheapest", self._problem, True, self._loading, lambda: warm_up(self._problem))
        is_narrow = _is_narrow(self._problem)
        n_wanted = self._limit + len(self._blocked)
        counter = _Runner(_COUNTS if is_narrow else _COUNTS_A_LITTLE, self._problem, frozenset(), n_wanted)
        both: list[_Taking] = [self, counter] if self._problem.n_items <= _MOST_ITEMS else [self]
        turns = _InTurns([counter, self], _IF_NARROW) if is_narrow else _InTurns(both, _IF_WIDE)
        try:
            yield from turns.steps()
        finally:
            if turns.present is counter:
                how = "narrow" if is_narrow else "small"
                self.choice = f"chose {_COUNTS}: the diagram of all covers is {how}"

    def work(self) -> float:
        """Return the work of the rounds so far."""
        return self._worked + (self._turns.work() if self._turns else 0.0)

    def done(self) -> float:
        """Return 0: the number of rounds is not known beforehand."""
        return 0.0

    def steps(self) -> Steps:
        """Yield what the rounds find: covers that may come again, and bounds."""
        from danceoff.solvers.engines.prices import item_prices

        self._worked += _AN_ENTRY * len(self._problem.item)
        prices = item_prices(self._problem)
        self._floor = prices.bound
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
        self._worked += _AN_ENTRY * len(part.item)
        smaller = reduced(part, self._limit + len(blocked))
        rest = smaller.problem
        blocked = smaller.lower(blocked)
        relaxing = _first_able(rest, _RELAXING)
        searching, bounding = _SEARCHING, (relaxing, _CUTS)
        if 2 * np.count_nonzero(rest.has_multiplicity) > rest.n_primary:  # a covering: clause learning is the favourite
            searching = searching[::-1]
        is_plan = _is_plan(rest)
        in_order = (*bounding, *searching) if is_plan else (*searching, *bounding)

        def cutoff() -> int | None:
            return None if self._best.cutoff is None else self._best.cutoff - smaller.cost

        refutations: list[tuple[str, Callable[[], Any]]] = [
            ("linear congruences", lambda: congruence.refuting_weights(rest)),
            ("weights of the items", lambda: weighting.refuting_weights(rest, turns.work() / _A_SECOND)),
        ]
        refuting = ""

        def rate() -> float:
            counted = [one for one in runners if one.name not in _BOUNDING]
            seconds = sum(one.seconds for one in counted)
            return sum(one.work() for one in counted) / seconds if seconds > _SURE_S else _A_SECOND

        runners = [_Runner(name, rest, blocked, self._limit, cutoff, rate) for name in in_order if name]
        floor = self._floor - smaller.cost

        def favourite(left: Sequence[_Runner]) -> _Runner:
            nearest, most = max(left, key=lambda one: one.bound), cutoff()
            is_near = most is not None and (nearest.bound - floor) * _NEAR >= most - floor
            return nearest if is_near else left[0]

        turns = self._turns = _InTurns(runners, _IN_A_PLAN if is_plan else _IN_A_ROUND, favourite)
        try:
            with closing(turns.steps()) as steps:
                for cover, bound in steps:
                    if refutations and turns.work() >= _TO_REFUTE * len(rest.item):
                        show, weights = refutations.pop(0)
                        if self._best.cutoff is None and weights() is not None:
                            refuting = show
                            return
                    lifted = None if cover is None else tuple(part.origin[list(smaller.lift(cover))].tolist())
                    yield Improvement(lifted, None if bound is None else min(bound + smaller.cost, ceiling + 1))
                    is_beyond = bound is not None and bound + smaller.cost > ceiling and self._best.cutoff is not None
                    if is_beyond and turns.work() > _IN_A_ROUND.long:
                        return
        finally:
            self._worked, self._turns = self.work(), None
            n_left, n_all = rest.n_options, self._problem.n_options
            which = f"the last of {self.n_rounds} rounds" if self.n_rounds > 1 else "the only round"
            self.choice = f"chose {turns.present.name}: {which} had {n_left} of {n_all} options"
            if refuting:
                self.choice = f"no search: {refuting} show that there is no cover among {n_left} of {n_all} options"


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


def _each(search: Search) -> Generator[Cover | None]:
    """Yield each cover of a search, and None as a heartbeat."""
    with closing(search.batches(heartbeats=True)) as batches:
        for batch in batches:
            yield from batch
            yield None


class _Runner:
    """One backend that looks for the cheapest covers of a problem.

    a_step: the work of a step, about; also of a heartbeat of a backend that does not count its work.
    cutoff: asked after each step, as `Search.cutoff`.
    """

    def __init__(
        self,
        name: str,
        problem: ExactCover,
        blocked: frozenset[Cover],
        limit: int,
        cutoff: Callable[[], int | None] = lambda: None,
        rate: Callable[[], float] = lambda: _A_SECOND,
    ) -> None:
        self.name, self.a_step = name, _STEPS.get(name, _A_STEP)
        self.seconds = 0.0
        self._rate = rate
        self._problem, self._blocked, self._limit = problem, blocked, limit
        self._cutoff = cutoff
        self.bound = -MOST
        self._search: Search | None = None
        self._n_steps = 0
        self._waited = _A_START if name in _BOUNDING else 0.0

    def steps(self) -> Steps:
        """Yield what the backend finds."""
        problem = self._problem
        if problem.n_options == 0 and problem.max_cost is not None and problem.max_cost < 0:
            return
        if known := settled(problem, self._blocked):
            yield from cheapest_of(problem, known.covers(), self._limit)
            return
        most = problem.max_cost
        if self.name in _BOUNDING:
            problem = replace(problem, max_cost=None)
        with ExitStack() as stack:
            if self.name == _RELAXING[0]:
                found = stack.enter_context(closing(notes(_send, self.name, problem, self._blocked, self._limit)))
            else:
                self._search = stack.enter_context(load(self.name).prepare(problem, self._blocked))
                found = self._search.cheapest(self._limit)
            for step in found:
                cover, bound = step or _HEARTBEAT
                self.bound = max(self.bound, -MOST if bound is None else bound)
                if most is not None:
                    if self.bound > most:
                        return
                    if cover is not None and problem.cost_of(Covers.of([cover]))[0] > most:
                        cover = None
                self._n_steps += 1
                self._waited += self._a_beat() if step in (None, _HEARTBEAT) else _A_MESSAGE
                yield Improvement(cover, bound)
                if self._search is not None:
                    self._search.cutoff = self._cutoff()

    def _a_beat(self) -> float:
        """Return the work of a heartbeat of a search that does not count it."""
        return self._rate() * _BEATS_S[self.name] if self.name in _BEATS_S else self.a_step

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""
        counted = (self._search.work() if self._search else 0.0) or self._waited
        if self.name.startswith(_COUNTS):
            counted *= 1 + self._n_steps / _SLOWER
        return counted + _AN_ENTRY * len(self._problem.item)

    def done(self) -> float:
        """Return the share of the tree that is done, as `Search.done`."""
        return self._search.done() if self._search else 0.0


def _send(pipe: Connection, name: str, *arguments: Any) -> None:
    problem, blocked, limit = arguments
    with load(name).prepare(problem, blocked) as search:
        for step in search.cheapest(limit):
            if step != _HEARTBEAT:
                pipe.send(Report(note=step))
    pipe.send(Report(is_done=True))


class _InTurns:
    """Several searches for the same covers, which share the work: the first one is the favourite.

    present: the search that was continued last; once all have ended, the one that ended them.
    """

    def __init__(
        self, runners: Sequence[_Taking], rule: Rule, favourite: Callable[[Sequence[Any]], Any] = lambda left: left[0]
    ) -> None:
        self.present: _Taking = runners[0]
        self._runners, self._rule, self._favourite = list(runners), rule, favourite

    def steps(self) -> Steps:
        """Yield what the searches yield, until one of them ends.

        A search that refuses the problem or runs out of memory is dropped; if it was the last one, its error is raised.
        """
        shares = Shares(self._rule)
        with ExitStack() as stack:
            steps = {id(one): stack.enter_context(closing(one.steps())) for one in self._runners}
            left = list(self._runners)
            while True:
                first = self._favourite(left)
                self.present = one = shares.next(first, [other for other in left if other is not first])
                begun = process_time()
                try:
                    step = next(steps[id(one)], None)
                except (MemoryError, UnsupportedProblem, ChildDied):
                    left.remove(one)
                    if not left:
                        raise
                    continue
                one.seconds += process_time() - begun
                if step is None:
                    return
                yield step

    def work(self) -> float:
        """Return the work of all searches so far."""
        return sum(one.work() for one in self._runners)


def _first_able(problem: ExactCover, names: Sequence[str]) -> str:
    """Return the first of these backends that is installed and finds the cheapest covers of the problem, or ""."""
    solvers = ((name, load(name)) for name in names if name in BACKENDS and not missing(name))
    return next((name for name, solver in solvers if Feature.BEST in solver.features and not solver.lacks(problem)), "")


def _is_plan(problem: ExactCover) -> bool:
    """Return whether most primary items may be covered several times, but not by all their options, or few are primary.

    Shifts and days of work are such items; in timetables there are many secondary ones. Coverings of boards have none;
    packings have few, the numbers of copies.
    """
    degree = np.bincount(problem.item, minlength=problem.n_items)
    n_counted = int(np.count_nonzero(problem.has_multiplicity & (problem.most < degree)))
    most_are_counted = n_counted >= _COUNTED and 2 * n_counted >= problem.n_primary
    return most_are_counted or _COUNTED <= problem.n_primary < problem.n_items / _SECONDARY


def _is_narrow(problem: ExactCover) -> bool:
    """Return whether the frontier method is likely to finish soon, if items are covered once or few times."""
    from danceoff.solvers.engines.counter.item_order import best_item_order

    rest = anchored(problem)
    if rest.n_options > problem.n_options or problem.n_items > _MOST_ITEMS or problem.n_primary == 0:
        return False
    return best_item_order(in_places(without_multiple(rest)), ahead=False).size() <= _NARROW
