"""The components of a problem: items that options connect with each other."""

import numpy as np

from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray


def components_of_items(problem: ExactCover, joining: BoolArray | None = None) -> IntArray:
    """Return the least item of each item's component, int32[n_items], by hooking and pointer jumping.

    joining: bool[n_items], the items by which an option connects; default: all.
    """
    item, owner = problem.item, np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    if joining is not None:
        item, owner = item[joining[item]], owner[joining[item]]
    start = np.flatnonzero(np.diff(owner, prepend=-1))  # where each option that connects items begins
    size = np.diff(start, append=len(item))
    least_of = np.arange(problem.n_items, dtype=np.int32)
    while len(item):
        least = np.repeat(np.minimum.reduceat(least_of[item], start), size)  # the least in the option of each entry
        new = least_of.copy()
        np.minimum.at(new, least_of[item], least)  # hooking
        np.minimum.at(new, item, least)
        new = new[new]  # pointer jumping
        if np.array_equal(new, least_of):
            break
        least_of = new
    return least_of
