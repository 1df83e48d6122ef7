"""Counts the small components of a problem at once, before any of them is made a problem of its own."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base.turns import LARGE
from danceoff.solvers.engines.counter.kernel_small import NODES, PARTS, READ, UNKNOWN, count_small

_MOST_OPTIONS = 1 << 10
_BUDGET, _MOST = 1 << 18, 1 << 22  # words to read: 0.5 ms for a component, 8 ms for all
_AN_ENTRY, _A_NODE, _A_WORD = 20.0, 60.0, 2.0
"""Work, for `Search.work`: of an entry of the problem, of a node, and of a word read."""


class Small(NamedTuple):
    """What was counted at once.

    covers: the product of the numbers of covers of the components that were counted.
    n_parts, n_nodes: the number of these components, and the nodes of all searches.
    work: as `Search.work`.
    label: int32[n_items], the least item of each item's component; None if no component was looked at.
    left: bool[n_items], True at the least item of each component that was not counted; None if `label` is None.
    """

    covers: int = 1
    n_parts: int = 0
    n_nodes: int = 0
    work: float = 0.0
    label: IntArray | None = None
    left: NDArray[np.bool_] | None = None


def counted(problem: ExactCover) -> Small:
    """Count the components with few options and few covers; none if the problem has multiplicities or colours."""
    if problem.has_multiplicities or problem.has_colours or len(problem.item) > LARGE:
        return Small()
    covers, label, at = count_small(
        problem.start, problem.item, problem.n_items, problem.n_primary, _MOST_OPTIONS, _BUDGET, _MOST
    )
    product = 1
    for one in covers[(covers != 1) & (covers != UNKNOWN)].tolist():
        product *= one
    n_parts, n_nodes, n_read = int(at[PARTS]), int(at[NODES]), float(at[READ])
    work = len(problem.item) * _AN_ENTRY + n_nodes * _A_NODE + n_read * _A_WORD
    return Small(product, n_parts, n_nodes, work, label, covers == UNKNOWN)
