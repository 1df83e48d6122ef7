"""The cheapest covers of a problem, and the proof that they are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from danceoff.problems.model.digits import gap_of, percent, written
from danceoff.questions.answer import Answer
from danceoff.questions.enumerate import Result
from danceoff.questions.question import Optimises

if TYPE_CHECKING:
    from danceoff.asking.found import FoundCover
    from danceoff.problems import Covers


class Best(Result):
    """The cheapest covers that a search found, cheapest first; true if there is a cover, as for a `Result`.

    status: `complete`: these are proven to be the cheapest; `timeout`, `memory`: there may be cheaper ones; `crashed`,
        `wrong`: the solver is at fault.
    count: how many cheapest covers these are; reading it raises an error if they may not be the cheapest.
    """

    @property
    def cover(self) -> FoundCover | None:
        """The cheapest cover found."""
        return self.covers[0] if self.covers else None

    @property
    def costs(self) -> list[int | Fraction]:
        """The cost of each cover."""
        return [self._shown(cost) for cost, _, _ in self.cheapest]

    @property
    def cost(self) -> int | Fraction | None:
        """The cost of the cheapest cover found."""
        return None if (cost := self.known.get("cost")) is None else self._shown(cost)

    @property
    def bound(self) -> int | Fraction | None:
        """No cover is better than this, as proven; None if nothing is proven."""
        return None if (bound := self.known.get("bound")) is None else self._shown(bound)

    @property
    def is_proven(self) -> bool:
        """Whether these are the cheapest covers, or there is none."""
        return self.status == "complete"

    @property
    def gap(self) -> float | None:
        """The relative gap: the distance between cost and bound, divided by the cost; None if either is unknown.

        If the cost is 0, the distance is divided by the least unit of costs.
        """
        scale = self.known.get("cost_scale", 1)
        return gap_of(*(None if amount is None else scale * amount for amount in (self.cost, self.bound)))

    @property
    def decided(self) -> str:
        """The costs of the cheapest covers, in words."""
        if not self.n_covers:
            return ""
        ends = " to ".join(dict.fromkeys(_written(self.costs[place]) for place in (0, -1)))
        if self.ask.limit == 1:
            return f"cost {ends} (proven optimal)"
        covers = "the cheapest cover" if self.n_covers == 1 else f"the {self.n_covers} cheapest covers"
        return f"{covers}, cost {ends}, proven"

    @property
    def so_far(self) -> str:
        """The cost of the cheapest cover so far, and the bound, in words."""
        found = "no cover found" if self.cost is None else f"best found {_written(self.cost)}"
        if self.bound is None:
            return f"{found}, no bound"
        return f"{found}, bound {_written(self.bound)}" + ("" if self.gap is None else f", gap {percent(self.gap)}")

    def drawn(self) -> Iterator[tuple[Covers, str, str]]:
        """Yield the cheapest covers and their costs."""
        from danceoff.problems import Covers

        for cost, (_, _, cover) in zip(self.costs, self.cheapest, strict=True):
            yield Covers.of([cover]), _written(cost), ""

    def _shown(self, amount: int) -> int | Fraction:
        """Return a cost of the problem that was searched, with that of the options given, as people write it."""
        cost = Fraction(amount, self.known.get("cost_scale", 1))
        if self.rest is not None and self.instance.problem.has_costs:
            import numpy as np

            own = self.instance.problem
            cost += own.shown_cost(int(own.cost[np.isin(own.origin, self.rest.taken)].sum()))
        return int(cost) if cost.denominator == 1 else cost


def _written(amount: int | Fraction) -> str:
    return written(Fraction(amount))


class BestQuestion(Optimises):
    """The cheapest covers, and the proof that there are none cheaper."""

    name: ClassVar[str] = "best"
    asks: ClassVar[str] = "the cheapest cover, and the proof"
    answer: ClassVar[type[Answer]] = Best
