"""Problems that need no search, answered here because foreign solvers crash on them, hang or answer wrongly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base.one_by_one import OneByOne, Steps


class Settled(OneByOne):
    """A search that knows its covers."""

    def __init__(self, covers: Sequence[Cover]) -> None:
        self._covers = covers

    def _steps(self) -> Steps:
        """The covers."""
        yield from self._covers


def settled(problem: ExactCover, blocked: frozenset[Cover]) -> Settled | None:
    """The search of a problem without options, or with an item of which there are too few; None for any other one."""
    if np.any(np.bincount(problem.item, minlength=problem.n_items) < problem.least):
        return Settled([])
    if problem.n_options == 0:
        return Settled([] if () in blocked else [()])
    return None
