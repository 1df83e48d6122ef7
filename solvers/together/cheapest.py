"""The cheapest covers, by several backends in turns, most of them on the few options that a cheap cover may have.

Item prices rule out most options: no cover below some ceiling can have them. The other options are reduced and
given to a backend; if it finds no cover below the ceiling, the next round has twice as many options. On air03 of the
OR-Library the fourth round has 989 of 10,757 options, 394 after reductions, and proves the optimum. Where the diagram
of all covers is narrow, as on boards, the counter is faster than any bound, and takes turns with the rounds.

Engines are imported inside functions: a small problem ends before any is loaded.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from math import inf

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.costs import MOST
from danceoff.solvers.base import Cheapest, Feature, Improvement, Search, cheapest_of, cost_of
from danceoff.solvers.engines.loading import imported
from danceoff.solvers.rewriting.colours import in_places
from danceoff.solvers.rewriting.multiplicities import anchored, without_multiple
from danceoff.solvers.table import BACKENDS, load, missing
from danceoff.solvers.together.beginning import Beginning, has_beginning
from danceoff.solvers.together.greedy import greedy_cover, is_covering
from danceoff.solvers.together.refutations import Refutations
from danceoff.solvers.together.searches import (
    A_SECOND,
    A_STEP,
    AN_ENTRY,
    BOUNDING,
    COUNTS_A_LITTLE,
    CUTS,
    HEARTBEAT,
    RELAXES,
    InTurns,
    OneBackend,
    Steps,
    Taking,
)
from danceoff.solvers.together.shares import Rule

_TREE, _LEARNS, _COUNTS = "bits", "learn", "counter"
_SEARCHING = (_TREE, _LEARNS)
_RELAXING = (RELAXES, "algorithm-x")
"""The second is for when the first is not installed. On what is left of air03, HiGHS takes as long as CP-SAT."""
_FIRST_ROUND = 2  # options for each item
_LEAST_PART = 64  # the first round has at least a 64th of all options, since each round reads all of them
_MOST_AT_ONCE = 1 << 12  # options of a plan: CP-SAT solves the whole plan sooner than a part and then the whole
_WHOLE = 4
"""A round with more than this part, a fourth, of the options that a cheaper cover may have, has all of them: on quilts
of order 12, whose bound is weak, rounds with half the options took more time than the last one."""
_NARROW = 25.0  # the width: at 22 the counter takes 0.06 to 0.14 s, at 28.6 (priced-tromino/12x12-1) 6.4 s
_IN_A_ROUND = Rule(alone=3e7, first=1.5, later=0.75, long=3e8)
_IN_A_PLAN = Rule(alone=1e9, first=0.4, later=0.4, long=1e9)
_IF_NARROW = Rule(alone=3e7, first=0.25, later=0.5, long=1e9)
_IF_WIDE = Rule(alone=3e7, first=0.4, later=0.05, long=2e8)
_IF_A_PLAN = Rule(alone=5e8, first=0.05, later=0.05, long=5e8)
"""How a round is shared by its backends, the tree search first, and that of a plan, CP-SAT first; and how the rounds
and the counter share the work: where the frontier is narrow, elsewhere, where it ends soon or not at all, and in plans,
where its item order alone takes longer than CP-SAT."""
_AHEAD = 0.95
"""A search leads once its bound leaves less than this part of the gap to the cheapest cover so far that the prices, or
the search that led before, leave. It leads until another one is as far ahead of it, also in later rounds."""
_COUNTED, _SECONDARY = 8, 5  # items of a rota; items for each primary one in a timetable
_SURE_S = 0.02  # CPU seconds after which the work that the counted searches do in a second is known
_MOST_ITEMS = 1 << 11  # an item order for more of them takes more than some milliseconds


class CheapestInTurns:
    """One search for the `limit` cheapest covers of a problem with costs.

    is_cold: as `Search.is_cold`: whether all covers among the first nodes of Algorithm X come first.
    name, a_step: as for a search that takes turns (`Taking`): this one is the rounds, beside the counter.
    choice: which backend ended the search, and on how many options.
    n_rounds: the rounds that were begun.
    """

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover], limit: int, is_cold: bool = False) -> None:
        self.name, self.a_step, self.seconds = "rounds", A_STEP, 0.0
        self._is_cold = is_cold
        self.choice = self._leader = ""
        self.n_rounds = 0
        whole = np.arange(problem.n_options, dtype=np.int32)
        self._problem = replace(problem, origin=whole, taken=whole[:0])
        self._blocked, self._limit = blocked, limit
        self._best = Cheapest(limit)
        self._bound = self._floor = -MOST
        self._worked = 0.0
        self._turns: InTurns | None = None
        self._first_round = 1 + max(_FIRST_ROUND * problem.n_primary, problem.n_options // _LEAST_PART)
        self._is_plan = _is_plan(problem)
        self._is_whole_plan = self._is_plan and problem.n_options <= _MOST_AT_ONCE and not missing(RELAXES)
        if self._is_whole_plan:
            self._first_round = problem.n_options

    def found(self) -> Steps:
        """Yield covers, each once, and bounds."""
        given = set(self._blocked)
        with closing(self._in_turns()) as steps:
            for cover, bound in steps:
                is_better = False
                if cover is not None and cover not in given:
                    given.add(cover)
                    is_better = self._best.offer(cost_of(self._problem, cover), cover)
                self._bound = max(self._bound, -MOST if bound is None else bound)
                yield Improvement(cover if is_better else None, bound)
                if self._best.cutoff is not None and self._best.cutoff <= self._bound:
                    return

    def _in_turns(self) -> Steps:
        """Yield what the searches find, one after the other: covers that may come again, and bounds."""
        if has_beginning(self._problem, self._is_cold):
            with Beginning(self._problem, self._blocked) as search:
                yield from cheapest_of(self._problem, _each(search), self._limit)
            if not search.is_cut:
                self.choice = f"chose {search.name}: it looked at all covers"
                return
        if not self._is_whole_plan:
            yield from self._with_engines()
            return
        relaxing = OneBackend(RELAXES, self._problem, self._blocked, self._limit)
        turns = InTurns([relaxing, _Engines(self)], _IN_A_PLAN)
        yield from turns.steps()
        if turns.present is relaxing:
            self.choice = f"chose {RELAXES}: it had all {self._problem.n_options} options of a plan"

    def _with_engines(self) -> Steps:
        """Yield what the rounds and the counter find: bounds, and covers, which may be repeated."""
        for name in ("prices", "reductions"):
            imported(f"danceoff.solvers.engines.{name}")
        is_narrow = width(self._problem) <= _NARROW
        n_wanted = self._limit + len(self._blocked)
        counter = OneBackend(_COUNTS if is_narrow else COUNTS_A_LITTLE, self._problem, frozenset(), n_wanted)
        both: list[Taking] = [self, counter] if self._problem.n_items <= _MOST_ITEMS else [self]
        if is_narrow:
            turns = InTurns([counter, self], _IF_NARROW)
        else:
            turns = InTurns(both, _IF_A_PLAN if self._is_plan else _IF_WIDE)
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
        """Yield what the rounds find: bounds, and covers, which may be repeated."""
        from danceoff.solvers.engines.prices import item_prices  # late: Numba, 0.2 s

        self._worked += AN_ENTRY * len(self._problem.item)
        prices = item_prices(self._problem)
        self._floor = prices.bound
        cover, most = greedy_cover(self._problem), self._problem.max_cost
        if cover is not None and (most is None or cost_of(self._problem, cover) <= most):
            yield Improvement(cover, prices.bound)
        yield Improvement(bound=prices.bound)
        ascending = np.sort(prices.reduced)
        n_options = self._first_round
        while True:
            most = self._most()
            highest = MOST if most is None else most
            ceiling = prices.cost(int(ascending[n_options])) if n_options < len(ascending) else MOST
            is_last = _WHOLE * np.count_nonzero(prices.within(ceiling)) >= np.count_nonzero(prices.within(highest))
            if is_last:
                ceiling = highest
            is_left = prices.within(ceiling)
            part = self._problem.without(np.flatnonzero(~is_left).astype(np.int32))
            yield from self._round(replace(part, max_cost=most), ceiling)
            most = self._most()
            if is_last or (most is not None and most <= ceiling):
                return
            yield Improvement(bound=ceiling + 1)
            n_options *= 2

    def _most(self) -> int | None:
        """Return the most that another cover may cost and still be one of the cheapest; None for any cost."""
        known = [] if self._problem.max_cost is None else [self._problem.max_cost]
        if self._best.cutoff is not None:
            known.append(max(self._best.cutoff - 1, -MOST))
        return min(known, default=None)

    def _round(self, part: ExactCover, ceiling: int) -> Steps:
        """Search a part for its cheapest covers; every cover that is not in the part costs more than `ceiling`."""
        from danceoff.solvers.engines.reductions import reduced  # late: Numba, 0.2 s

        self.n_rounds += 1
        number = {option: k for k, option in enumerate(part.origin.tolist())}
        blocked = frozenset(tuple(number[o] for o in cover) for cover in self._blocked if number.keys() >= set(cover))
        self._worked += AN_ENTRY * len(part.item)
        smaller = reduced(part, self._limit + len(blocked))
        rest = smaller.problem
        blocked = smaller.lower(blocked)
        relaxing = "" if self._is_whole_plan else _first_able(rest, _RELAXING)  # CP-SAT has a whole plan already
        searching, bounding = _SEARCHING, (relaxing, CUTS)
        if is_covering(rest):  # then clause learning is the favourite
            searching = searching[::-1]
        is_plan = _is_plan(rest)
        in_order = (*bounding, *searching) if is_plan else (*searching, *bounding)

        def cutoff() -> int | None:
            return None if self._best.cutoff is None else self._best.cutoff - smaller.cost

        refutations = Refutations(rest)

        def rate() -> float:
            counted = [one for one in runners if one.name not in BOUNDING]
            seconds = sum(one.seconds for one in counted)
            return sum(one.work() for one in counted) / seconds if seconds > _SURE_S else A_SECOND

        runners = [OneBackend(name, rest, blocked, self._limit, cutoff, rate) for name in in_order if name]
        floor = self._floor - smaller.cost

        def leading(left: Sequence[OneBackend]) -> OneBackend | None:
            return self._leading(left, floor, cutoff())

        turns = self._turns = InTurns(runners, _IN_A_PLAN if is_plan else _IN_A_ROUND, leading)
        try:
            with closing(turns.steps()) as steps:
                for cover, bound in steps:
                    if self._best.cutoff is None:
                        for _ in refutations.after(turns.work):
                            yield HEARTBEAT
                        if refutations.found:
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
            if refutations.found:
                self.choice = f"no search: {refutations.found} that there is no cover among {n_left} of {n_all} options"

    def _leading(self, left: Sequence[OneBackend], floor: int, most: int | None) -> OneBackend | None:
        """Return which search leads, if any.

        floor: the bound of the prices.
        most: the cost of the cheapest cover so far.
        """
        leader = next((one for one in left if one.name == self._leader), None)
        bound = max(leader.bound, floor) if leader else floor
        nearest = max(left, key=lambda one: one.bound)
        if most is not None and most - nearest.bound < _AHEAD * (most - bound):
            self._leader, leader = nearest.name, nearest
        return leader


class _Engines:
    """All searches but CP-SAT; their modules are loaded only after CP-SAT has searched alone for a while."""

    def __init__(self, search: CheapestInTurns) -> None:
        self.name, self.a_step, self.seconds = "engines", A_STEP, 0.0
        self.steps, self.work, self.done = search._with_engines, search.work, search.done


def warm_up(problem: ExactCover) -> None:
    """Load all kernels and libraries that a search for the cheapest covers of this problem may need."""
    from danceoff.solvers.engines.prices import item_prices  # late: Numba, 0.2 s
    from danceoff.solvers.engines.reductions import reduced  # late: Numba, 0.2 s

    for name in filter(None, (_TREE, _LEARNS, _first_able(problem, _RELAXING))):
        load(name).warm_up(problem, listing=True)
    load(_COUNTS).warm_up(problem, listing=False)
    tiny = ExactCover.from_options(["a", "b", "b"], "ab", cost=[1, 2, 3])
    item_prices(reduced(tiny, 1).problem)
    item_prices(tiny)


def _each(search: Search) -> Generator[Cover | None]:
    """Yield each cover of a search, and None as a heartbeat."""
    with closing(search.batches(heartbeats=True)) as batches:
        for batch in batches:
            yield from batch
            yield None


def _first_able(problem: ExactCover, names: Sequence[str]) -> str:
    """Return the first of these backends that is installed and finds the cheapest covers of the problem, or ""."""
    solvers = ((name, load(name)) for name in names if name in BACKENDS and not missing(name))
    return next((name for name, solver in solvers if Feature.BEST in solver.features and not solver.lacks(problem)), "")


def _is_plan(problem: ExactCover) -> bool:
    """Return whether most primary items may be covered several times, but not by all their options, or few are primary.

    Shifts and days of work are such items; in timetables there are many secondary ones. Coverings of boards have none;
    packings have few, the numbers of copies. Coloured items are letters of crosswords, where propagation does all.
    """
    if problem.has_colours:
        return False
    degree = np.bincount(problem.item, minlength=problem.n_items)
    n_counted = int(np.count_nonzero(problem.has_multiplicity & (problem.most < degree)))
    most_are_counted = n_counted >= _COUNTED and 2 * n_counted >= problem.n_primary
    return most_are_counted or _COUNTED <= problem.n_primary < problem.n_items / _SECONDARY


def width(problem: ExactCover) -> float:
    """Return the binary logarithm of a bound on the states of the frontier; infinity where it says little.

    If it is small, and items are covered once or few times, the frontier method is likely to finish soon.
    """
    imported("danceoff.solvers.engines.counter")
    from danceoff.solvers.engines.counter.item_order import best_item_order  # late: Numba, 0.2 s

    rest = anchored(problem)
    if rest.n_options > problem.n_options or problem.n_items > _MOST_ITEMS or problem.n_primary == 0:
        return inf
    return best_item_order(in_places(without_multiple(rest)), ahead=False).size()
