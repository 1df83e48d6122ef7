"""Problems that need no search: foreign solvers crash on them, hang or answer wrongly, so they are answered here."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base.cheapest import Improvement
from danceoff.solvers.base.one_by_one import OneByOne, Steps


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
