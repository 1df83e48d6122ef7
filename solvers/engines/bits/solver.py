"""The bitset engine as a backend.

Dancing links, prices and sets of givens are imported where they are used: few searches need them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Answers, Feature, Improvement, Search, Solver, warm_up_best, without
from danceoff.solvers.engines.bits import multiplicity, tables
from danceoff.solvers.engines.bits.walkers import LOOK, Walker, walker_of

if TYPE_CHECKING:
    from danceoff.solvers.engines.bits.narrow import NarrowWalk
    from danceoff.solvers.engines.bits.priced import WithinRoom
    from danceoff.solvers.engines.dancing_links import DancingLinks

_LARGEST_TABLES = 1 << 26  # bytes: about 20,000 options
_MOST_SEEN = 1 << 14  # covers before a look that a walk along lists may find again: they are kept until then
Found = TypeVar("Found")


@dataclass(frozen=True)
class Bits(Solver):
    """Depth-first search with sets of options as bitsets; sub-problems that fit into single words go into a memo.

    Bitsets grow with the square of the number of options. A problem that would need more than 64 MB is left to dancing
    links.
    """

    name = "bits"
    features = frozenset(Feature)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Build the bitsets, or the dancing links of a problem that is too large for them."""
        if _is_too_large(problem):
            links = _dancing_links().build(problem, blocked)
            links.choice = "dancing links, for bitsets would take more than 64 MB"
            return links
        within = partial(_within_room, problem, blocked)
        if problem.max_cost is not None:
            return within()
        return _Search(problem, blocked, walker_of(problem, blocked), within)

    def answer(self, problem: ExactCover, givens: Covers, limit: int) -> Iterator[Answers]:
        """Answer all sets of givens with the same bitsets."""
        if _is_too_large(problem) or problem.has_multiplicities or problem.max_cost is not None:
            return super().answer(problem, givens, limit)
        from danceoff.solvers.engines.bits.sets_of_givens import answers  # late: lists of sudokus

        return answers(problem, givens, limit)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up the bitsets and, for a problem that is too large for them, the links.

        Such a problem needs the bitsets, too: with givens it may be small enough.
        """
        super().warm_up(problem, listing)
        warm_up_best(self, problem)
        if _is_too_large(problem):
            _dancing_links().warm_up(problem, listing)


def _is_too_large(problem: ExactCover) -> bool:
    """Whether the bitsets and levels of a problem would take too much memory."""
    n_levels = multiplicity.n_levels(problem) if problem.has_multiplicities else problem.n_primary
    return tables.size(problem, n_levels) > _LARGEST_TABLES


def _dancing_links() -> DancingLinks:
    from danceoff.solvers.engines.dancing_links import DancingLinks  # late: what bitsets do not suit

    return DancingLinks()


def _within_room(problem: ExactCover, blocked: frozenset[Cover]) -> WithinRoom:
    from danceoff.solvers.engines.bits.priced import WithinRoom  # late: only for costs

    return WithinRoom(problem, blocked)


class _Search(Search):
    """The search of a walker; it gives way to a walk along lists that ends sooner, and for costs to another."""

    def __init__(
        self, problem: ExactCover, blocked: frozenset[Cover], walker: Walker, for_best: Callable[[], WithinRoom]
    ) -> None:
        self._problem, self._blocked, self._walker = problem, blocked, walker
        self._at_work: Walker | NarrowWalk | WithinRoom = walker
        self._for_best = for_best

    def stats(self) -> Mapping[str, int]:
        return self._at_work.stats()

    def work(self) -> float:
        return self._at_work.work()

    def done(self) -> float:
        return self._at_work.done()

    def _batches(self) -> Generator[Covers]:
        batches, seen, n_seen = self._walker.batches(), list[Covers](), 0
        for batch in self._before_a_look(batches):
            n_seen += len(batch)
            if n_seen <= _MOST_SEEN:
                seen.append(batch)
            yield batch
        if n_seen <= _MOST_SEEN and (narrow := self._narrow()):
            batches = narrow.batches()
            again = set[Cover]().union(*seen)
            while again:
                batch = next(batches)
                yield without(batch, again)
                again.difference_update(batch)
        yield from batches

    def _increments(self) -> Generator[int]:
        increments, n_again = self._walker.increments(), 0
        for increment in self._before_a_look(increments):
            n_again += increment
            yield increment
        if narrow := self._narrow():
            increments = narrow.increments()
            while n_again:
                n = next(increments)
                yield max(n - n_again, 0)
                n_again = max(n_again - n, 0)
        yield from increments

    def _before_a_look(self, steps: Generator[Found]) -> Generator[Found]:
        for step in steps:
            yield step
            if self._walker.stats()["nodes"] >= LOOK:
                return

    def _narrow(self) -> NarrowWalk | None:
        """Return a walk along lists, which finds all covers anew, if that is worth it."""
        if self._walker.is_over:
            return None
        from danceoff.solvers.engines.bits.narrow import narrow_walk  # late: few searches are so long

        narrow = narrow_walk(self._problem, self._blocked, self._walker)
        if narrow:
            self._at_work = narrow
            self.choice = "items in a fixed order and lists of options, for the board is narrow"
        return narrow

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        best = self._at_work = self._for_best()
        with closing(best.cheapest(limit)) as steps:
            for step in steps:
                yield step
                best.cutoff = self.cutoff
