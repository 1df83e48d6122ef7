"""Multiplicities within what there is: one normal form for all backends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from danceoff.problems import ExactCover


def bounded(problem: ExactCover) -> ExactCover:
    """The same covers, with bounds of an item that do not exceed its options by more than one.

    Bounds of up to 2^31 - 1 are legal, but not where a library adds 1 to one, or weighs them in 32 bits. An item that
    asks for more options than there are still does.
    """
    if not problem.has_multiplicities:
        return problem
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    least = np.minimum(problem.least, n_each + 1).astype(np.int32)
    most = np.minimum(problem.most, np.maximum(n_each, np.maximum(least, 1))).astype(np.int32)
    return replace(problem, least=least, most=most)
