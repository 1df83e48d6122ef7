"""Which of several searches for one answer continues: the favourite, while each other one has its share of the work.

Nobody knows which search ends first. So the others are allowed an amount of work that grows with that of the favourite,
slowly at first and faster later: a problem that takes long is one for which the choice of the favourite may be wrong.
Work is counted (`Search.work`), not timed, so that the same problem is always searched in the same way.

Where a search knows how much of its tree is done, and so its end is in sight, it continues alone: the work at which it
will end is estimated from its work and from what is done, and must not be more than twice what all have done so far. If
it has not ended there, the others make up for it before anyone continues alone again. So no wrong estimate costs more
than a factor of two. docs/engines.md says what follows for the worst case.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

_LOOK = 1.1  # factor of all work between two looks for an end in sight
_LEAST_SEEN = 0.01  # done: of less nothing can be said
_SLACK = 5e7  # work that a search may have had beyond what it is allowed: a step or two


class Runner(Protocol):
    """What is asked of a search.

    a_step: the work of a step, about.
    """

    a_step: float

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""

    def done(self) -> float:
        """Return the share of its tree that is done, as `Search.done`."""


class Rule(NamedTuple):
    """How much work all others together are allowed for that of the favourite.

    alone: the work that the favourite does before any other begins.
    first: for each unit of its work after that.
    later: for each unit of its work beyond `long`.
    long: the work that is long.
    """

    alone: float
    first: float
    later: float
    long: float

    def allowed(self, work: float) -> float:
        """Return what the others are allowed when the favourite has done so much."""
        return self.first * max(work - self.alone, 0.0) + (self.later - self.first) * max(work - self.long, 0.0)


One = TypeVar("One", bound=Runner)


class Shares:
    """Says again and again who continues for a step."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._present: Runner | None = None
        self._turn_ends = self._look = 0.0

    def next(self, favourite: One, others: Sequence[One]) -> One:
        """Return the search that continues.

        others: all but the favourite; those that have ended or failed are not among them.
        """
        for one in (favourite, *others):
            if one is self._present and one.work() < self._turn_ends:
                return one
        one = self._chosen(favourite, others)
        self._present, self._turn_ends = one, max(one.work() + one.a_step, self._turn_ends)
        return one

    def _chosen(self, favourite: One, others: Sequence[One]) -> One:
        work = {id(one): one.work() for one in (favourite, *others)}
        total = sum(work.values())
        self._turn_ends = 0.0
        allowed = self._rule.allowed(work[id(favourite)]) / max(len(others), 1)
        due = [one for one in others if work[id(one)] + one.a_step <= allowed]
        if due:
            return min(due, key=lambda one: work[id(one)])
        if total >= self._look and all(work[id(one)] <= allowed + _SLACK for one in others):
            self._look = _LOOK * total
            end, nearest = min(((_end(one), one) for one in (favourite, *others)), key=lambda pair: pair[0])
            if end - work[id(nearest)] <= total:
                self._turn_ends = work[id(nearest)] + total
                return nearest
        return favourite


def _end(one: Runner) -> float:
    """Return at which work the search is expected to end."""
    done = one.done()
    return one.work() / done if done >= _LEAST_SEEN else float("inf")
