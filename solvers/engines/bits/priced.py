"""Covers within a bound on the cost, and the cheapest covers, on bitsets of the options that such covers may have."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import Improvement, Search, without
from danceoff.solvers.engines.bits.walkers import Walker, walker_of
from danceoff.solvers.engines.prices import cheapest_by_room, net


class WithinRoom(Search):
    """The search for covers within the problem's bound on the cost, or for the cheapest covers.

    When fewer than half of the options are still affordable, the search begins anew with narrower bitsets.
    """

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._blocked = blocked
        self._net = net(problem)
        self._n_nodes = 0
        self._worked = 0.0
        self._walker = self._narrowed(self._net.room(problem.max_cost))

    def _narrowed(self, room: int) -> Walker:
        self._net = self._net.affordable(room)
        return walker_of(self._net.problem, frozenset(), self._net.cost)

    def _batches(self) -> Generator[Covers]:
        self._walker.give_room(self._net.room(self._net.original.max_cost))
        return self._walker.batches(lambda batch: without(self._net.within_bound(batch), self._blocked))

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        return cheapest_by_room(self._net, self._walk, limit, self._blocked, lambda: self.cutoff)

    def _walk(self, start: IntArray, option: IntArray, room: int) -> int | None:
        if 2 * self._net.n_affordable(room) < len(self._net.cost):
            self._n_nodes += self._walker.stats()["nodes"]
            self._worked += self._walker.work()
            self._walker = self._narrowed(room)
        self._walker.give_room(room)
        return None if self._walker.is_over else self._walker.walk(start, option)

    def stats(self) -> Mapping[str, int]:
        """Return the effort, including walks before the search began anew."""
        effort = self._walker.stats()
        return {**effort, "nodes": effort["nodes"] + self._n_nodes}

    def work(self) -> float:
        """Return the work, including walks before the search began anew."""
        return self._worked + self._walker.work()

    def done(self) -> float:
        """Return the share of the tree of the present walk that is done."""
        return self._walker.done()
