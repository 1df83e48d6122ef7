"""The cheapest covers of a problem, and the proof that they are."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np

from danceoff.door.found import FoundCover, FoundCovers, Numbering, Result, plain
from danceoff.door.inquiry import inquiry
from danceoff.problems import Covers
from danceoff.problems.model.costs import Amount
from danceoff.problems.model.digits import gap_of, written
from danceoff.solvers import Solver


@dataclass(frozen=True)
class Best(Result):
    """The cheapest covers that a search found, cheapest first; true if there is a cover, as for a `Result`.

    status: `complete`: these are proven to be the cheapest; `timeout`, `memory`: there may be cheaper ones; `crashed`,
        `wrong`: the solver is at fault.
    bound: no cover is better than this, as proven; None if nothing is proven.
    count: how many cheapest covers these are; reading it raises an error if they may not be the cheapest.
    """

    bound: int | Fraction | None = None

    @property
    def cover(self) -> FoundCover | None:
        """The cheapest cover found."""
        return self.covers[0] if self.covers else None

    @property
    def costs(self) -> list[int | Fraction]:
        """The cost of each cover."""
        return [cover.cost for cover in self.covers]

    @property
    def cost(self) -> int | Fraction | None:
        """The cost of the cheapest cover found."""
        return None if self.cover is None else self.cover.cost

    @property
    def is_proven(self) -> bool:
        """Whether these are the cheapest covers, or there is none."""
        return self.status == "complete"

    @property
    def gap(self) -> float | None:
        """The relative gap: the distance between cost and bound, divided by the cost; None if either is unknown.

        If the cost is 0, the distance is divided by the least unit of costs.
        """
        scale = self.covers.numbering.instance.problem.cost_scale
        return gap_of(*(None if known is None else scale * known for known in (self.cost, self.bound)))

    def __str__(self) -> str:
        if self.cost is None:
            found = "no cover" if self.is_proven else "no cover found"
        else:
            proof = "optimal" if self.is_proven else "no bound" if self.bound is None else f"bound {_text(self.bound)}"
            found = f"cost {_text(self.cost)} ({proof})"
        return f"{self.status}: {found} in {self.seconds:.3g} s by {self.solver}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_html_(self) -> str:
        """How a notebook shows it: one line, and the cheapest cover."""
        line = f"<p>{escape(str(self))}</p>"
        return line if self.cover is None else line + self.cover.drawn


def best(
    problem: Any,
    solver: str | Solver = "auto",
    limit: int = 1,
    maximise: bool = False,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    isolate: bool = False,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
) -> Best:
    """Return a cheapest cover and the proof that there is none cheaper, or the best cover found within a limit.

    limit: how many of the cheapest covers to return. If the limit would cut off some of several covers of equal cost,
        none of these is returned, and `detail` says so; but if all covers found cost the same, `limit` of them are.
    maximise: whether the most expensive covers are the best ones; default: False.

    The other arguments, and errors, are those of `danceoff.solve`. The costs of options given count.
    """
    limits = limit, time_limit, memory_limit, isolate
    asks = inquiry("best", problem, solver, *limits, given, without, at_most, maximise)
    found, own = asks.outcome(), asks.root.problem
    bound = None
    if found.bound is not None:
        given_cost = int(own.cost[np.isin(own.origin, asks.rest.taken)].sum()) if own.has_costs else 0
        bound = plain(asks.rest.shown_cost(found.bound) + own.shown_cost(given_cost))
    covers = FoundCovers(Numbering(asks.root), [Covers.of(found.cheapest)])
    return Best(found.status, covers, found.seconds, found.stats, str(asks.solver), found.detail, bound)


def _text(amount: int | Fraction) -> str:
    return written(Fraction(amount))
