"""Problems with multiplicities, for engines: sorts items by kind, and rewrites problems to have fewer kinds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover


class Kinds(NamedTuple):
    """The items by kind, each int[...] ascending; an item of no kind constrains nothing.

    once: covered exactly once.
    optional: covered at most once.
    multiple: any other item that constrains covers.
    """

    once: NDArray[np.intp]
    optional: NDArray[np.intp]
    multiple: NDArray[np.intp]


def kinds(problem: ExactCover) -> Kinds:
    """Sort the items by kind; an item that any number of its options may cover has no kind."""
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    is_once, is_optional = ((problem.least == least) & (problem.most == 1) for least in (1, 0))
    is_multiple = ~is_once & ~is_optional & ((problem.least > 0) | (problem.most < n_each))
    return Kinds(np.flatnonzero(is_once), np.flatnonzero(is_optional), np.flatnonzero(is_multiple))


def anchored(problem: ExactCover) -> ExactCover:
    """Return a problem with as many covers, in which every option covers an item that is covered exactly once.

    The new problem has the items covered once, the multiple ones, and the optional ones as secondary items. An option
    that covers no item of the first kind gets one of its own, which a new option covers, too: the new option is chosen
    if and only if the old one is not.
    """
    if not problem.has_multiplicities:
        return problem
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    if (problem.least > n_each).any():
        return ExactCover(np.zeros(1, np.int32), np.zeros(0, np.int32), 1, 1)
    once, optional, multiple = kinds(problem)
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    free = np.setdiff1d(np.arange(problem.n_options), owner[np.isin(problem.item, once)])

    own = len(once) + np.arange(len(free))
    number = np.full(problem.n_items, -1)
    number[once] = np.arange(len(once))
    number[multiple] = len(once) + len(own) + np.arange(len(multiple))
    number[optional] = len(once) + len(own) + len(multiple) + np.arange(len(optional))
    is_kept = number[problem.item] >= 0
    colour = problem.colour
    if problem.has_colours:
        colour = np.concatenate([colour[is_kept], np.zeros(2 * len(free), np.int32)])
    owner = np.concatenate([owner[is_kept], free, problem.n_options + np.arange(len(free))])
    item = np.concatenate([number[problem.item[is_kept]], own, own])
    row = np.lexsort((item, owner))
    n_primary = len(once) + len(own) + len(multiple)
    n_items = n_primary + len(optional)
    least, most = (np.arange(n_items) < n_primary).astype(np.int32), np.ones(n_items, np.int32)
    least[number[multiple]] = problem.least[multiple]
    most[number[multiple]] = np.minimum(problem.most, n_each)[multiple]
    start = np.searchsorted(owner[row], np.arange(problem.n_options + len(free) + 1)).astype(np.int32)
    colour = colour[row] if len(colour) else colour
    return ExactCover(start, item[row], n_items, n_primary, least=least, most=most, colour=colour)


def without_multiple(problem: ExactCover) -> ExactCover:
    """Return the problem without its items that have a multiplicity; every option must cover some other item."""
    if not problem.has_multiplicities:
        return problem
    is_kept = ~problem.has_multiplicity
    number, entries = np.cumsum(is_kept, dtype=np.int32) - np.int32(1), is_kept[problem.item]
    start = np.concatenate([[0], np.cumsum(entries)])[problem.start]
    n_primary = int(np.count_nonzero(is_kept[: problem.n_primary]))
    colour = problem.colour[entries] if problem.has_colours else problem.colour
    n_items = int(np.count_nonzero(is_kept))
    return ExactCover(start, number[problem.item[entries]], n_items, n_primary, colour=colour)
