"""Problems whose options all cover the same number of items."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from danceoff.problems.model.cover import ExactCover, IntArray
from danceoff.problems.model.naming import Names


def equal_options(
    items: IntArray,
    n_items: int,
    item_name: Callable[[int], str],
    option_name: Callable[[int], str],
    n_primary: int | None = None,
) -> ExactCover:
    """Build the problem whose option k covers items[k].

    items: int32[n_options, n_each], rows ascending.
    item_name, option_name: return the name of a number.
    n_primary: the number of primary items, which come first; all items by default.
    """
    n_options, n_each = items.shape
    start = np.arange(0, n_options * n_each + 1, n_each, dtype=np.int32)
    names = Names(n_items, item_name), Names(n_options, option_name)
    return ExactCover(start, items.ravel(), n_items, n_items if n_primary is None else n_primary, *names)
