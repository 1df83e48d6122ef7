"""Problems with multiplicities in the form that the methods of the counter take."""

from __future__ import annotations

import numpy as np

from danceoff.problems import ExactCover


def settled(problem: ExactCover) -> ExactCover:
    """A problem with as many covers, every option of which covers an item that is covered just once.

    Its items: those that are covered once, those that are counted, and those that are covered at most once, which are
    secondary. An item that may be left uncovered, or covered by all its options, is left out. An option that covers no
    item just once gets one of its own, which a further option covers alone: it is taken, or it is left.
    """
    if not problem.has_multiplicities:
        return problem
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    if (problem.least > n_each).any():
        return ExactCover(np.zeros(1, np.int32), np.zeros(0, np.int32), 1, 1)
    is_once, is_optional = ((problem.least == least) & (problem.most == 1) for least in (1, 0))
    is_counted = ~is_once & ~is_optional & ((problem.least > 0) | (problem.most < n_each))
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    free = np.setdiff1d(np.arange(problem.n_options), owner[is_once[problem.item]])

    once, counted, optional = (np.flatnonzero(which) for which in (is_once, is_counted, is_optional))
    own = len(once) + np.arange(len(free))
    number = np.full(problem.n_items, -1)
    number[once] = np.arange(len(once))
    number[counted] = len(once) + len(own) + np.arange(len(counted))
    number[optional] = len(once) + len(own) + len(counted) + np.arange(len(optional))
    is_kept = number[problem.item] >= 0
    owner = np.concatenate([owner[is_kept], free, problem.n_options + np.arange(len(free))])
    item = np.concatenate([number[problem.item[is_kept]], own, own])
    row = np.lexsort((item, owner))
    n_primary = len(once) + len(own) + len(counted)
    n_items = n_primary + len(optional)
    least, most = (np.arange(n_items) < n_primary).astype(np.int32), np.ones(n_items, np.int32)
    least[number[counted]] = problem.least[counted]
    most[number[counted]] = np.minimum(problem.most, n_each)[counted]
    start = np.searchsorted(owner[row], np.arange(problem.n_options + len(free) + 1)).astype(np.int32)
    return ExactCover(start, item[row], n_items, n_primary, least=least, most=most)


def uncounted(problem: ExactCover) -> ExactCover:
    """The problem without the items that are counted."""
    if not problem.has_multiplicities:
        return problem
    is_kept = ~problem.has_multiplicity
    number, entries = np.cumsum(is_kept, dtype=np.int32) - np.int32(1), is_kept[problem.item]
    start = np.concatenate([[0], np.cumsum(entries)])[problem.start]
    n_primary = int(np.count_nonzero(is_kept[: problem.n_primary]))
    return ExactCover(start, number[problem.item[entries]], int(np.count_nonzero(is_kept)), n_primary)
