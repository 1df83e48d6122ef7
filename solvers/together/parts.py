"""Any backend on several cores: the problem in disjoint parts, each by a process of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Feature, Search, Solver, without
from danceoff.solvers.table import load
from danceoff.solvers.together.balance import balance
from danceoff.solvers.together.processes import Told, search_parts, warm_up_ours

_N_PARTS = 64  # many more than cores, so that none waits long for the last part, and few to be prepared


@dataclass(frozen=True)
class Parts(Solver):
    """A backend on parts of the problem, `jobs` of them at a time; covers come in no fixed order.

    of: the backend as solvers are written, with `;` between its options. What it refuses is refused when the search is
    walked. Raises ValueError and MissingBackend as `load` does for it.
    """

    name: ClassVar[str] = "parts"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)

    of: str = "dlx"
    jobs: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.jobs < 1:
            raise ValueError(f"solver parts: jobs must be 1 or more, not {self.jobs}")
        if self.of.partition(":")[0] in ("parts", "race"):
            raise ValueError(f"solver parts: {self.of} has processes of its own")
        self.solver()

    def solver(self) -> Solver:
        """The backend that searches the parts."""
        return load(self.of.replace(";", ","))

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> PartsSearch:
        """Split the problem; the parts are prepared where they are searched."""
        return PartsSearch(self.solver(), problem, blocked, self.jobs)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """As the backend does, if it is ours: its parts need no more than the whole."""
        warm_up_ours(self.solver(), problem, listing)
        super().warm_up(problem, listing)


class PartsSearch(Search):
    """The parts, of which `solver` is to search those with the numbers in `left`: at first all."""

    def __init__(self, solver: Solver, problem: ExactCover, blocked: frozenset[Cover], jobs: int) -> None:
        whole = replace(
            problem, item_names=(), option_names=(), origin=np.zeros(0, np.int32), taken=np.zeros(0, np.int32)
        )
        self._problem = problem
        self.parts = balance(whole, _N_PARTS)
        self.left: Iterable[int] = range(len(self.parts))
        self.solver, self._blocked, self._jobs = solver, blocked, jobs
        self._stats: Counter[str] = Counter()

    def walk(self, listing: bool) -> Generator[Told]:
        """All that the processes report: the walk of a reader who wants to know which part a cover is of."""
        return self._guarded(self._begin(self._reports(listing)))

    def stats(self) -> Mapping[str, int]:
        """Its counters, added up over the parts that are through, and how many these are."""
        return dict(self._stats)

    def _reports(self, listing: bool) -> Generator[Told]:
        warm_up_ours(self.solver, self._problem, listing)
        with closing(search_parts(self.solver, self.parts, self.left, self._jobs, listing)) as reports:
            for told in reports:
                if told.stats is not None:
                    self._stats.update({**told.stats, "parts": 1})
                yield told

    def _batches(self) -> Generator[Covers]:
        """Each cover once, for the parts have none in common."""
        with closing(self._reports(listing=True)) as reports:
            for told in reports:
                if told.covers is not None:
                    yield without(told.covers, self._blocked)

    def _increments(self) -> Generator[int]:
        """Those of the backend; blocked covers are known only when they are listed."""
        if self._blocked:
            yield from super()._increments()
            return
        with closing(self._reports(listing=False)) as reports:
            for told in reports:
                yield told.n_covers
