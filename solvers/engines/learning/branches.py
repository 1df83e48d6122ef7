"""Branches, moved from one search to another.

A branch is the decisions that lead to it, the last one flipped. The search that gives it away marks this level as
flipped, so it never goes there itself. The search that takes it opens all its levels as flipped ones, so it never
leaves the branch. Both keep what they learned: it follows from the problem alone.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.learning.kernel_state import (
    IS_MOVED,
    IS_REFUTED,
    LEVEL,
    N_GIVEN,
    RUNNING,
    STATUS,
    Trail,
)

Branch: TypeAlias = tuple[int, ...]
"""Literals: 2 * option if it is in, 2 * option + 1 if it is out."""


def split_off(trail: Trail, at: NDArray[np.uint64]) -> Branch | None:
    """Give up the other side of the first decision that is not flipped, and return it; None if there is none."""
    n_levels = int(at[LEVEL])
    is_open = trail.flipped[1 : n_levels + 1] < np.arange(1, n_levels + 1)
    if not is_open.any():
        return None
    level = 1 + int(is_open.argmax())
    flipped = trail.flipped[level : n_levels + 1]
    flipped[:] = np.maximum(flipped, level)
    *path, last = trail.decision[1 : level + 1].tolist()
    return (*path, last ^ 1)


def begin_at(trail: Trail, at: NDArray[np.uint64], branch: Branch) -> None:
    """Start at this branch; the search must be over."""
    trail.decision[1 : len(branch) + 1] = branch
    at[N_GIVEN] = len(branch)
    at[IS_MOVED] = at[IS_REFUTED] = 1  # refuted, so that nothing more is told of the branch that was left
    at[STATUS] = RUNNING
