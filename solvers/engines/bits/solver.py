"""The bitset engine as a backend.

Dancing links, prices and sets of givens are imported where they are used: few searches need them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Answers, Feature, Improvement, Search, Solver, warm_up_best
from danceoff.solvers.engines.bits import multiplicity, tables
from danceoff.solvers.engines.bits.walkers import Walker, walker_of

if TYPE_CHECKING:
    from danceoff.solvers.engines.bits.priced import WithinRoom
    from danceoff.solvers.engines.dancing_links import DancingLinks

_LARGEST_TABLES = 1 << 26  # bytes: about 20,000 options


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
        return _Search(walker_of(problem, blocked), within)

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
    """The search of a walker; for the cheapest covers it gives way to another one, which looks at costs."""

    def __init__(self, walker: Walker, for_best: Callable[[], WithinRoom]) -> None:
        self._at_work: Walker | WithinRoom = walker
        self._walker = walker
        self._for_best = for_best

    def stats(self) -> Mapping[str, int]:
        return self._at_work.stats()

    def work(self) -> float:
        return self._at_work.work()

    def done(self) -> float:
        return self._at_work.done()

    def _batches(self) -> Generator[Covers]:
        return self._walker.batches()

    def _increments(self) -> Generator[int]:
        return self._walker.increments()

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        best = self._at_work = self._for_best()
        with closing(best.cheapest(limit)) as steps:
            for step in steps:
                yield step
                best.cutoff = self.cutoff
