"""Any backend on several cores: disjoint parts of the problem, searched by several processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import OPTIMISING, Feature, Search, Solver, without
from danceoff.solvers.table import load
from danceoff.solvers.together.balance import balance
from danceoff.solvers.together.child import Report
from danceoff.solvers.together.processes import search_parts, warm_up_ours

_N_PARTS = 64  # many more than cores, so that no core waits long for the last part, but few to prepare


@dataclass(frozen=True)
class Parts(Solver):
    """A backend on parts of the problem, several at a time; covers come in no fixed order.

    of: the backend, as `load` takes it, but with `;` between its options. The walk raises UnsupportedProblem if this
        backend refuses the problem.
    jobs: the number of processes.

    Raises ValueError and MissingBackend as `load` does for `of`.
    """

    name: ClassVar[str] = "parts"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING
    at_least: ClassVar[Mapping[str, int]] = {"jobs": 1}

    of: str = "dlx"
    jobs: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.of.partition(":")[0] in ("parts", "race"):
            raise ValueError(f"solver parts: {self.of} already uses several processes; name another backend")
        self.solver()

    def solver(self) -> Solver:
        """Return the backend that searches the parts."""
        return load(self.of.replace(";", ","))

    @property
    def at_once(self) -> int:
        """How many threads run at once: the processes, each with the threads of the backend."""
        return self.jobs * self.solver().at_once

    @property
    def counts_by_listing(self) -> bool:
        """Whether the backend lists all covers to count them."""
        return self.solver().counts_by_listing

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> PartsSearch:
        """Split the problem; each process prepares the parts that it searches."""
        return PartsSearch(self.solver(), problem, blocked, self.jobs)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up the backend if it is ours; the parts need no other kernels than the whole problem."""
        warm_up_ours(self.solver(), problem, listing)
        super().warm_up(problem, listing)


class PartsSearch(Search):
    """A search of the parts of a problem."""

    def __init__(self, solver: Solver, problem: ExactCover, blocked: frozenset[Cover], jobs: int) -> None:
        whole = replace(
            problem, item_names=(), option_names=(), origin=np.zeros(0, np.int32), taken=np.zeros(0, np.int32)
        )
        self._problem = problem
        self.parts = balance(whole, _N_PARTS)
        self.solver, self._blocked, self._jobs = solver, blocked, jobs
        self._stats: Counter[str] = Counter()

    def stats(self) -> Mapping[str, int]:
        """Return the counters of the backend, added up over the finished parts, and the number of finished parts."""
        return dict(self._stats)

    def _reports(self, listing: bool) -> Generator[Report]:
        warm_up_ours(self.solver, self._problem, listing)
        with closing(search_parts(self.solver, self.parts, self._jobs, listing)) as reports:
            for report in reports:
                if report.is_done:
                    self._stats.update({**report.stats, "parts": 1})
                yield report

    def _batches(self) -> Generator[Covers]:
        """Yield the batches of the backend; no cover is in two parts."""
        with closing(self._reports(listing=True)) as reports:
            for report in reports:
                if report.covers is not None:
                    yield without(report.covers, self._blocked)

    def _increments(self) -> Generator[int]:
        """Yield the increments of the backend; if covers are blocked, this lists all to leave the blocked ones out."""
        if self._blocked:
            yield from super()._increments()
            return
        with closing(self._reports(listing=False)) as reports:
            for report in reports:
                yield report.n_covers
