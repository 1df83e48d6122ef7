"""The cheapest covers, as a task; `danceoff.best` is in cheapest.py."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from danceoff.problems.model.digits import gap_of, percent, written
from danceoff.questions.question import Answer, Optimises


class BestQuestion(Optimises):
    """The cheapest covers, and the proof that there are none cheaper."""

    name: ClassVar[str] = "best"
    asks: ClassVar[str] = "the cheapest cover, and the proof"

    def in_words(self, row: Any, answer: Answer) -> str:
        """Return the costs of the cheapest covers."""
        if row.covers == 0:
            return "0 covers"
        ends = " to ".join(dict.fromkeys(row.shown_cost(cost) for cost in (answer.costs[0], answer.costs[-1])))
        if row.limit == 1:
            return f"cost {ends} (proven optimal)"
        covers = "the cheapest cover" if row.covers == 1 else f"the {row.covers} cheapest covers"
        return f"{covers}, cost {ends}, proven"

    def interim(self, seen: Mapping[str, Any]) -> str:
        """Return the cost of the cheapest cover so far, and the bound."""
        cost, bound, scale = seen.get("cost"), seen.get("bound"), seen.get("cost_scale", 1)
        found = "no cover found" if cost is None else f"best found {written(Fraction(cost, scale))}"
        if bound is None:
            return f"{found}, no bound"
        relative = gap_of(cost, bound)
        gap = "" if relative is None else f", gap {percent(relative)}"
        return f"{found}, bound {written(Fraction(bound, scale))}{gap}"
