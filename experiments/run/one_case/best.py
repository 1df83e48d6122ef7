"""The walk for the cheapest covers: checks each cover and bound, and sends every improvement, as a limit may come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import index

from danceoff import solvers
from danceoff.experiments.run.one_case.messages import Answer, Columns
from danceoff.experiments.run.one_case.totals import Totals
from danceoff.problems import Cover, Covers, ExactCover, Fingerprint, check
from danceoff.problems.analysis.repeats import TWICE
from danceoff.problems.model.costs import MOST
from danceoff.problems.model.digits import written
from danceoff.problems.model.naming import no_cover
from danceoff.solvers.base import Cheapest, Improvement

_MOST_POINTS = 40
_LEAST_S = 1e-6
_GROWTH = 1.1


class Descent:
    """Cost and bound over time: the first point, the last, and between them a few dozen on a logarithmic scale of time.

    A point is kept when the time has grown by a constant factor since the last one that was kept. The factor is squared
    when there are too many points, so the length of the search need not be known.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[float, int | None, int | None]] = []
        self._last: tuple[float, int | None, int | None] | None = None
        self._factor = _GROWTH

    def add(self, seconds: float, cost: int | None, bound: int | None) -> None:
        """Add a point, if it differs from the last one in cost or bound; seconds never decrease."""
        if self._last and self._last[1:] == (cost, bound):
            return
        self._last = max(round(seconds, 6), _LEAST_S), cost, bound
        if not self._kept or self._last[0] > self._factor * self._kept[-1][0]:
            self._kept.append(self._last)
        while len(self._kept) >= _MOST_POINTS:
            self._factor **= 2
            thinned = self._kept[:1]
            for point in self._kept[1:]:
                if point[0] > self._factor * thinned[-1][0]:
                    thinned.append(point)
            self._kept = thinned

    def sampled(self) -> list[tuple[float, int | None, int | None]]:
        """Return the points kept and the last one: (seconds, cost, bound), ascending in time."""
        return self._kept + ([self._last] if self._last and self._last != self._kept[-1] else [])


def asked_for(limit: int) -> int:
    """Return how many cheapest covers to ask a search for: one more than are wanted, which shows whether some tie."""
    return limit if limit == 1 else limit + 1


class Wrong(Exception):
    """What a search says cannot be true; the message says why."""


@dataclass
class Judge:
    """Holds a search for the cheapest covers to what it says.

    limit: how many of the cheapest covers are wanted.
    original: returns covers in the numbering of the search as covers of the problem.
    kept: the cheapest covers so far; one more than wanted if there are several, to know whether some tie.
    bound: proven by the search: covers that are still to come cost at least this much.
    """

    problem: ExactCover
    limit: int
    original: Callable[[Covers], Covers] = field(default=lambda covers: covers)
    kept: Cheapest = field(init=False)
    bound: int | None = None
    _seen: set[Cover] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.kept = Cheapest(asked_for(self.limit))

    def take(self, step: Improvement) -> tuple[int, Cover] | None:
        """Take a step of the search; return its cover, with options ascending, and cost if it is one of the cheapest.

        Raises Wrong for a cover that is none, comes twice, or costs less than a bound that came before.
        """
        cover = None if step.cover is None else self._checked(step.cover)
        if step.bound is not None:
            bound = max(-MOST, min(index(step.bound), MOST))  # rows have 64 bits
            self.bound = bound if self.bound is None else max(self.bound, bound)
        return cover

    def _checked(self, given: Cover) -> tuple[int, Cover] | None:
        """Check a cover and add up its cost, by code that no solver uses."""
        one = self.original(Covers.of([given]))
        (cover,) = one
        if not check(self.problem, one)[0]:
            raise Wrong(no_cover(self.problem.option_names, cover))
        if cover in self._seen:
            raise Wrong(TWICE)
        self._seen.add(cover)
        cost = sum(int(self.problem.cost[option]) for option in cover) if self.problem.has_costs else 0
        if not self.kept.offer(cost, cover):
            return None
        if self.bound is not None and cost < self.bound:
            raise Wrong(f"a cover of cost {self.shown(cost)} came after the bound {self.shown(self.bound)}")
        return cost, cover

    @property
    def cost(self) -> int | None:
        """The cost of the cheapest cover so far."""
        return self.kept.kept[0][0] if self.kept.kept else None

    @property
    def least(self) -> int | None:
        """What no cover costs less than, as far as it is proven."""
        if self.bound is None or self.cost is None:
            return self.bound
        return min(self.bound, self.cost)

    def ended(self) -> tuple[int, bool, str]:
        """Return what a proof that there is nothing cheaper means.

        That is how many of the covers are to be reported, whether no others could have been, and a remark on ties.
        """
        n_reported, is_determined, remark = self._reported([cost for cost, _, _ in self.kept.kept])
        no_costs = "" if self.problem.has_costs else "the problem has no costs"
        return n_reported, is_determined, "; ".join(filter(None, (remark, no_costs)))

    def _reported(self, costs: list[int]) -> tuple[int, bool, str]:
        if len(costs) < self.kept.limit:
            return len(costs), True, "" if self.limit == 1 else "there are no more"
        if self.limit == 1:
            return 1, False, ""
        if costs[-1] > costs[-2]:
            return self.limit, True, ""
        if n_cheaper := costs.index(costs[-1]):
            return n_cheaper, True, f"those of cost {self.shown(costs[-1])} are left out: there are too many"
        return self.limit, False, "at least one more costs the same"

    def shown(self, cost: int) -> str:
        """Return a cost as people write it."""
        return written(self.problem.shown_cost(cost))


def walk_best(judge: Judge, search: solvers.Search, totals: Totals) -> Columns:
    """Walk a search for the cheapest covers; returns the columns of the row that the totals do not have."""
    problem, descent = judge.problem, Descent()
    try:
        for step in totals.clock.timing(search.cheapest(judge.kept.limit)):
            before = judge.cost, judge.least
            totals.checked += step.cover is not None
            found = judge.take(step)
            if found:
                cost, cover = found
                totals.send(cheaper=(cost, next(iter(problem.lift(Covers.of([cover]))))))
            if found or (judge.cost, judge.least) != before:
                _send(judge, descent, totals)
            totals.beat()
    except Wrong as wrong:
        return {"status": "wrong", "detail": str(wrong), "cost": None, "bound": None}
    n_reported, is_determined, remark = judge.ended()
    judge.bound = judge.cost
    _send(judge, descent, totals)
    totals.covers = n_reported
    if is_determined:
        reported = Covers.of([cover for _, _, cover in judge.kept.kept[:n_reported]])
        totals.fingerprint = Fingerprint.of(problem.lift(reported))
    return {"status": "complete", "detail": "; ".join(filter(None, (search.choice, remark)))}


def _send(judge: Judge, descent: Descent, totals: Totals) -> None:
    """Send what is known by now."""
    if judge.kept.kept and not totals.covers:
        totals.send(first_s=totals.search_s)
    totals.covers = min(len(judge.kept.kept), judge.limit)
    descent.add(totals.search_s, judge.cost, judge.least)
    costs: Answer = {"cost": judge.cost, "bound": judge.least, "cost_points": descent.sampled()}
    columns: Answer = {**totals.columns(), **costs}
    totals.send(**columns)
