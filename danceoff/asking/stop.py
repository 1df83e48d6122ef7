"""When a search for the cheapest covers may end before the proof. Imports nothing heavy: an `Ask` holds it."""

from __future__ import annotations

from dataclasses import dataclass

from danceoff.problems.model.digits import gap_of, percent


@dataclass(frozen=True)
class Stop:
    """What is good enough; costs are those of the problem that is searched.

    gap: the relative gap at which to end; None for any.
    target: the cost at which to end; None for any.
    taken: what the options given cost, which counts in the gap.
    """

    gap: float | None
    target: int | None
    taken: int

    def reached(self, cost: int, bound: int | None) -> str:
        """Return what a cover of this cost reaches, in words, if no cover costs less than the bound; empty if nothing.

        bound: None if nothing is proven.
        """
        if self.target is not None and cost <= self.target:
            return "the target is reached"
        gap = None if bound is None else gap_of(cost + self.taken, bound + self.taken)
        if self.gap is not None and gap is not None and gap <= self.gap:
            return f"the gap is at most {percent(self.gap)}"
        return ""
