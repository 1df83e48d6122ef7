"""For backends that find one cover at a time: one generator makes a whole search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import TypeAlias

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base.cheapest import Improvement
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
        yield from in_batches(self._steps())

    def _increments(self) -> Generator[int]:
        """Yield 1 for a cover, 0 for a heartbeat."""
        with closing(self._steps()) as steps:
            for cover in steps:
                yield int(cover is not None)


def in_batches(steps: Steps) -> Generator[Covers]:
    """Yield covers in batches of 1, 2, 4, ...; a heartbeat ends the batch, so that no cover waits long."""
    batch: list[Sequence[int]] = []
    size = 1
    with closing(steps):
        for cover in steps:
            if cover is not None:
                batch.append(cover)
            if cover is None or len(batch) == size:
                size = min(2 * size, _LARGEST_BATCH) if batch else size
                yield Covers.of(batch)
                batch = []
    if batch:
        yield Covers.of(batch)


class Settled(OneByOne):
    """A search that is known beforehand to have no cover, or just one."""

    def __init__(self, covers: Sequence[Cover]) -> None:
        self._covers = covers

    def _steps(self) -> Steps:
        yield from self._covers

    def _cheapest(self, limit: int) -> Generator[Improvement]:  # noqa: ARG002 - there is at most one cover
        yield from map(Improvement, self._covers)


def settled(problem: ExactCover, blocked: frozenset[Cover]) -> Settled | None:
    """Return a Settled search if the problem has no options, or an item with too few of them; otherwise None."""
    if np.any(np.bincount(problem.item, minlength=problem.n_items) < problem.least):
        return Settled([])
    if problem.n_options == 0:
        return Settled([] if () in blocked else [()])
    return None
