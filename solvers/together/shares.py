"""Which of several searches for one answer continues: the favourite, while each other one has its share of the work.

Which search ends first is unknown. So the others are allowed work in proportion to the work of the favourite, little at
first and more later: a problem that takes long is one for which the choice of the favourite may be wrong.
Work is counted (`Search.work`), not timed, so that the same problem is always searched in the same way.

Where a search knows how much of its tree is done, and so its end is in sight, it continues alone: the work at which it
will end is estimated from its work and from what is done, and must not be more than twice what all have done so far. If
it has not ended there, the others make up for it before anyone continues alone again. So no wrong estimate costs more
than a factor of two. results/notes/auto.md says what follows for the worst case.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

_LOOK = 1.1  # factor of all work between two looks for an end in sight
_LEAST_SEEN = 0.01  # the least share that is done from which an end is estimated
_SLACK = 5e7  # work that a search may have had beyond what it is allowed: a step or two


class Runner(Protocol):
    """A search that takes turns.

    a_step: about how much work a step is.
    """

    a_step: float

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""

    def done(self) -> float:
        """Return the share of its tree that is done, as `Search.done`."""


class Rule(NamedTuple):
    """How much work the other searches may do together, as a function of the work of the favourite.

    alone: the work that the favourite does before any other begins.
    first: the work that the others may do for each unit that the favourite does after that.
    later: the same, once the favourite has done more than `long`.
    long: the work of the favourite from which on `later` holds.
    """

    alone: float
    first: float
    later: float
    long: float

    def allowed(self, work: float) -> float:
        """Return how much work the others may have done together.

        work: the work that the favourite has done.
        """
        return self.first * max(work - self.alone, 0.0) + (self.later - self.first) * max(work - self.long, 0.0)


One = TypeVar("One", bound=Runner)


class Shares:
    """Chooses, before each step, the search that continues."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._present: Runner | None = None
        self._turn_ends = self._look = 0.0

    def next(self, favourite: One, others: Sequence[One]) -> One:
        """Return the search that continues.

        others: all other searches that have neither ended nor failed.
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
