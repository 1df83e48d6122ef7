"""For backends that find one cover at a time: one generator makes a whole search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import TypeAlias

from danceoff.problems import Covers
from danceoff.solvers.base.search import Search

TICK = 4096
"""Nodes that a search in Python visits between two heartbeats, in a few milliseconds."""

_LARGEST_BATCH = 4096

Steps: TypeAlias = Generator[Sequence[int] | None, None, None]


class OneByOne(Search):
    """A search whose author writes only `_steps`."""

    @abstractmethod
    def _steps(self) -> Steps:
        """Yield each cover once, and None from time to time as a heartbeat."""

    def _batches(self) -> Generator[Covers]:
        """Yield batches of 1, 2, 4, ... covers; a heartbeat ends the batch, so that no cover waits long."""
        batch: list[Sequence[int]] = []
        size = 1
        with closing(self._steps()) as steps:
            for cover in steps:
                if cover is not None:
                    batch.append(cover)
                if cover is None or len(batch) == size:
                    size = min(2 * size, _LARGEST_BATCH) if batch else size
                    yield Covers.of(batch)
                    batch = []
        if batch:
            yield Covers.of(batch)

    def _increments(self) -> Generator[int]:
        """Yield 1 for a cover, 0 for a heartbeat."""
        with closing(self._steps()) as steps:
            for cover in steps:
                yield int(cover is not None)
