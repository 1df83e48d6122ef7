"""For backends that come upon covers one at a time: write one generator, have the whole interface of a search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import TypeAlias

from problems import Covers
from solvers.base import Search, filled

TICK = 4096
"""Nodes of a search in Python between two signs of life: some milliseconds."""

_LARGEST_BATCH = 4096

Steps: TypeAlias = Generator[Sequence[int] | None, None, None]


class OneByOne(Search):
    """A search whose author writes only `steps`."""

    @abstractmethod
    def steps(self) -> Steps:
        """Each cover once, and None every so often on the way, as a sign of life."""

    def batches(self) -> Iterator[Covers]:
        """The covers of `steps`, in batches."""
        return filled(self.pieces())

    def pieces(self) -> Generator[Covers]:
        """Batches of 1, 2, 4, ... covers; a sign of life hands over what is there, so that no cover waits long."""
        batch: list[Sequence[int]] = []
        size = 1
        with closing(self.steps()) as steps:
            for cover in steps:
                if cover is not None:
                    batch.append(cover)
                if cover is None or len(batch) == size:
                    size = min(2 * size, _LARGEST_BATCH) if batch else size
                    yield Covers.of(batch)
                    batch = []
        if batch:
            yield Covers.of(batch)

    def tallies(self) -> Iterator[int]:
        """1 for a cover, 0 for a sign of life."""
        with closing(self.steps()) as steps:
            for cover in steps:
                yield int(cover is not None)
