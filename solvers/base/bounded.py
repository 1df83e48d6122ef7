"""Bounds on items that exceed the number of their options by at most one: `prepare` gives every backend this form."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from danceoff.problems import ExactCover


def bounded(problem: ExactCover) -> ExactCover:
    """Return a problem with the same covers, whose bounds exceed the number of options of an item by at most one.

    Bounds up to 2^31 - 1 are legal, but some libraries add 1 to a bound, or sum bounds in 32 bits. An item that needs
    more options than it has also needs more in the result.
    """
    if not problem.has_multiplicities:
        return problem
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    least = np.minimum(problem.least, n_each + 1).astype(np.int32)
    most = np.minimum(problem.most, np.maximum(n_each, np.maximum(least, 1))).astype(np.int32)
    return replace(problem, least=least, most=most)
