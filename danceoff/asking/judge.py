"""Checks each cover and each bound that a search for the cheapest covers reports, and keeps the cheapest covers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from operator import index
from typing import Any, Self

from danceoff.asking.totals import TWICE
from danceoff.problems import Cover, Covers, ExactCover, check
from danceoff.problems.model.costs import MOST
from danceoff.problems.model.digits import gap_of, percent, written
from danceoff.problems.model.naming import no_cover
from danceoff.solvers.base import Cheapest, Improvement

_MOST_GAP = 1 << 63


@dataclass(frozen=True)
class Stop:
    """When a search may end before the proof: its best cover is good enough.

    gap: the relative gap at which to end; by default there is none.
    target: the cost at which to end, in the units of the user; by default there is none.
    """

    gap: Fraction | float = -inf
    target: Fraction | float = -inf

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self | None:
        """Return the Stop that the given options of a question state; None if only the proof ends the search."""
        stop = cls(given.get("gap", -inf), given.get("target", -inf))
        return None if stop == cls() else stop


class Wrong(Exception):
    """A search reported something that cannot be true; the message says what."""


@dataclass
class Judge:
    """Checks what a search for the cheapest covers reports, and keeps the cheapest covers.

    limit: how many of the cheapest covers are wanted.
    original: turns covers in the numbering of the search into covers of the problem.
    stop: what is good enough to end before the proof.
    settled: if one cover is wanted, takes the problem and a cover, and returns the cover to keep in its place.
    kept: the cheapest covers so far; if several are wanted, one more, which shows a tie at the limit.
    bound: the proven least cost of covers that are still to come; None if nothing is proven.
    seen: all covers that were reported.
    """

    problem: ExactCover
    limit: int
    original: Callable[[Covers], Covers] = field(default=lambda covers: covers)
    stop: Stop | None = None
    settled: Callable[[ExactCover, Cover], Cover] = field(default=lambda _, cover: cover)
    kept: Cheapest = field(init=False)
    bound: int | None = None
    seen: set[Cover] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.kept = Cheapest(self.limit + (self.limit > 1))

    def take(self, step: Improvement) -> tuple[int, Cover] | None:
        """Take a step of the search; if its cover is one of the cheapest, return its cost and its options, ascending.

        Raises Wrong for a set of options that is no cover, for a cover that comes twice, and for a cover that costs
        less than an earlier bound.
        """
        cover = None if step.cover is None else self._checked(step.cover)
        if step.bound is not None:
            bound = max(-MOST, min(index(step.bound) + self.problem.constant, MOST))  # rows have 64 bits
            self.bound = bound if self.bound is None else max(self.bound, bound)
        return cover

    def _checked(self, given: Cover) -> tuple[int, Cover] | None:
        """Check a cover and add up its cost, by code that no solver uses."""
        covers = self.original(Covers.of([given]))
        (cover,) = covers
        if not check(self.problem, covers).all():
            raise Wrong(no_cover(self.problem.option_names, cover))
        if cover in self.seen:
            raise Wrong(TWICE)
        self.seen.add(cover)
        if self.limit == 1:
            cover = self.settled(self.problem, cover)
        cost = self.problem.constant
        if self.problem.has_costs:
            cost += sum(int(self.problem.cost[option]) for option in cover)
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
        """The proven lower bound on the cost of every cover, also of those already found; None if nothing is proven."""
        if self.bound is None or self.cost is None:
            return self.bound
        return min(self.bound, self.cost)

    @property
    def is_met(self) -> bool:
        """Whether one cover is wanted and the bound already proves that no cover is cheaper."""
        return self.limit == 1 and None not in (self.cost, self.bound) and self.least == self.cost

    @property
    def reached(self) -> str:
        """Why all wanted covers are good enough to end the search, in words; empty if they are not."""
        if self.stop is None or len(self.kept.kept) < self.limit:
            return ""
        cost, _, _ = self.kept.kept[self.limit - 1]
        if cost <= self.stop.target * self.problem.cost_scale:
            return "the target is reached"
        gap = gap_of(cost, self.least)
        if gap is not None and gap <= self.stop.gap:
            return f"the gap is at most {percent(float(min(self.stop.gap, _MOST_GAP)))}"
        return ""

    def ended(self) -> tuple[int, bool, str]:
        """Return how many covers to report, whether these alone are the cheapest, and a remark on equal costs.

        The search has proven that no other cover is cheaper.
        """
        costs = [cost for cost, _, _ in self.kept.kept]
        if len(costs) < self.kept.limit:
            return len(costs), True, "" if self.limit == 1 else "there are no more"
        if self.limit == 1:
            return 1, False, ""
        if costs[-1] > costs[-2]:  # the last cover is not wanted: it shows whether there is a tie
            return self.limit, True, ""
        if n_cheaper := costs.index(costs[-1]):
            return n_cheaper, True, f"those of cost {self.shown(costs[-1])} are left out: there are too many"
        return self.limit, False, "at least one more costs the same"

    def shown(self, cost: int) -> str:
        """Return a cost as text, in the units of the user."""
        return written(self.problem.shown_cost(cost))
