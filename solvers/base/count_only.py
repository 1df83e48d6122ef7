"""For backends that count covers and cannot list them."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Generator, Iterator
from contextlib import contextmanager

from danceoff.problems import Covers
from danceoff.solvers.base.refusals import UnsupportedProblem
from danceoff.solvers.base.search import Search


class CountOnly(Search):
    """A search whose author writes only `_count`; the count comes in one piece, at the end."""

    @abstractmethod
    def _count(self) -> int:
        """Return the number of covers, exact at any size."""

    def _batches(self) -> Generator[Covers]:
        raise UnsupportedProblem("this solver counts covers and lists none: ask for the count")

    def _increments(self) -> Generator[int]:
        yield self._count()


@contextmanager
def silenced() -> Iterator[None]:
    """Drop what C code prints to standard output in the block; the caller flushes Python's own buffer before."""
    standard_output = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(standard_output, 1)
        os.close(standard_output)
        os.close(nowhere)
