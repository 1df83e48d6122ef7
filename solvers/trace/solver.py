"""The adapter of the walk: a backend that counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from problems import Cover, Covers, ExactCover
from solvers.base import Feature, Search, Solver, UnsupportedProblem
from solvers.trace.walk import Recorded, walk


@dataclass(frozen=True)
class Trace(Solver):
    """Counts level by level, meeting equal sub-problems once; gives up beyond so many nodes or MB of pending nodes."""

    name = "trace"
    features = frozenset({Feature.COUNT, Feature.SECONDARY})

    nodes: int = 20_000_000
    mb: int = 4_000

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> TraceSearch:  # noqa: ARG002 - never any
        """Nothing is built ahead of the walk."""
        return TraceSearch(problem, self)


class TraceSearch(Search):
    """A walk over one problem; `recorded` holds its trace when it has ended."""

    def __init__(self, problem: ExactCover, solver: Trace) -> None:
        self._walk = walk(problem, solver.nodes, solver.mb)
        self.recorded: Recorded | None = None

    def batches(self) -> Iterator[Covers]:
        """Raises UnsupportedProblem."""
        raise UnsupportedProblem("trace counts covers and cannot list them")

    def tallies(self) -> Iterator[int]:
        """0 every so often, and the number of covers at the end; MemoryError where the walk comes to its bounds."""
        try:
            while True:
                next(self._walk)
                yield 0
        except StopIteration as end:
            self.recorded = end.value
        yield self.recorded.count

    def stats(self) -> Mapping[str, int]:
        """The nodes of the trace."""
        return {"nodes": len(self.recorded.steps)} if self.recorded else {}
