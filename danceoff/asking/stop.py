"""When a search for the cheapest covers may end before the proof. Imports nothing heavy: an `Ask` holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from danceoff.problems.model.digits import gap_of, percent

_MOST = 1 << 63


@dataclass(frozen=True)
class Stop:
    """What is good enough.

    gap: the relative gap at which to end; None for any.
    target: the cost at which to end, in the units of people; None for any.
    taken: what the options given cost, which counts in both, in the units of the problem that is searched.
    """

    gap: float | None
    target: Fraction | None
    taken: int = 0

    @classmethod
    def of(cls, options: Mapping[str, Any], taken: int) -> Stop | None:
        """Return what the options of a question say, their amounts being fractions; None for the proof alone."""
        gap, target = options.get("gap"), options.get("target")
        return None if gap is target is None else cls(None if gap is None else float(min(gap, _MOST)), target, taken)

    def reached(self, cost: int, bound: int | None, scale: int) -> str:
        """Return what a cover of this cost reaches, in words, if no cover costs less than the bound; empty if nothing.

        bound: None if nothing is proven.
        scale: the `cost_scale` of the problem.
        """
        if self.target is not None and cost + self.taken <= self.target * scale:
            return "the target is reached"
        gap = None if bound is None else gap_of(cost + self.taken, bound + self.taken)
        if self.gap is not None and gap is not None and gap <= self.gap:
            return f"the gap is at most {percent(self.gap)}"
        return ""
