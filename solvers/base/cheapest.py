"""The cheapest covers: what a search for them yields, and how the best so far are kept."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.costs import sum_of


class Improvement(NamedTuple):
    """One step of a search for the cheapest covers; a heartbeat if both are None.

    cover: a cover that was not given before, and may be one of the cheapest.
    bound: a lower bound on the cost of every cheapest cover that was not given yet.
    """

    cover: Cover | None = None
    bound: int | None = None


class Cheapest:
    """The `limit` cheapest covers so far, cheapest first, equal costs in the order in which they came."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.kept: list[tuple[int, int, Cover]] = []
        self._n_offered = 0

    @property
    def cutoff(self) -> int | None:
        """The cost below which a cover is one of the cheapest; None while any cover is."""
        return self.kept[-1][0] if len(self.kept) == self.limit else None

    def offer(self, cost: int, cover: Cover) -> bool:
        """Keep the cover if it is one of the cheapest; return whether it is."""
        if self.cutoff is not None and cost >= self.cutoff:
            return False
        self._n_offered += 1
        insort(self.kept, (cost, self._n_offered, cover))
        del self.kept[self.limit :]
        return True


def cheapest_of(problem: ExactCover, steps: Iterable[Sequence[int] | None], limit: int) -> Generator[Improvement]:
    """Yield the covers in `steps` that are among the `limit` cheapest so far; None is a heartbeat."""
    best = Cheapest(limit)
    for cover in steps:
        if cover is None:
            yield Improvement()
            continue
        numbers = tuple(cover)
        if best.offer(cost_of(problem, numbers), numbers):
            yield Improvement(numbers)


def by_rounds(
    problem: ExactCover, one_round: Callable[[list[Cover]], Generator[Improvement]], limit: int
) -> Generator[Improvement]:
    """Yield the `limit` cheapest covers of a problem by a solver that finds one optimum after the other.

    one_round: takes the covers of the last round, which no later round may yield again, and yields covers and bounds
        until it has found one optimum. The normal end of a round proves that its cheapest cover is the cheapest of all
        that were left or, if the round yielded no cover, that none was left.
    """
    best = Cheapest(limit)
    found: list[Cover] = []
    while True:
        with closing(one_round(found)) as steps:
            found = []
            for cover, bound in steps:
                if cover is not None:
                    found.append(cover)
                    cover = cover if best.offer(cost_of(problem, cover), cover) else None  # too dear: not passed on
                yield Improvement(cover, bound)
                if _is_reached(best, bound):
                    return
        if not found:
            return
        least = min(cost_of(problem, cover) for cover in found)
        yield Improvement(bound=least)
        if _is_reached(best, least):
            return


def in_order(problem: ExactCover, steps: Iterator[Improvement], limit: int) -> Generator[Improvement]:
    """Yield bounds, heartbeats, and the first `limit` covers of `steps`, which come in the order of their costs."""

    def one_round(_: list[Cover]) -> Generator[Improvement]:
        for step in steps:
            yield step
            if step.cover is not None:
                return

    yield from by_rounds(problem, one_round, limit)


def _is_reached(best: Cheapest, bound: int | None) -> bool:
    return bound is not None and best.cutoff is not None and best.cutoff <= bound


def cost_of(problem: ExactCover, cover: Cover) -> int:
    """Return what the options of one cover cost."""
    return int(sum_of(problem, Covers.of([cover]))[0])
