"""For backends that find covers one at a time: write one generator, have the whole interface of a search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import TypeAlias

from danceoff.problems import Covers
from danceoff.solvers.base import Search

TICK = 4096
"""Nodes of a search in Python between two heartbeats: some milliseconds."""

_LARGEST_BATCH = 4096

Steps: TypeAlias = Generator[Sequence[int] | None, None, None]


class OneByOne(Search):
    """A search whose author writes only `_steps`."""

    @abstractmethod
    def _steps(self) -> Steps:
        """Each cover once, and None every so often in between, as a heartbeat."""

    def _batches(self) -> Generator[Covers]:
        """Batches of 1, 2, 4, ... covers; a heartbeat hands over what is there, so that no cover waits long."""
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
        """1 for a cover, 0 for a heartbeat."""
        with closing(self._steps()) as steps:
            for cover in steps:
                yield int(cover is not None)
