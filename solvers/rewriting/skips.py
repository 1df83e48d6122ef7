"""Secondary items of which a cover leaves out few, as primary items: another option, a skip, leaves one out.

Five words without a common letter cover 25 of 26 letters. Secondary letters say nothing until two words clash; primary
letters say that a rare letter is in one of few words, or is skipped. The other options of a cover determine its skips.
"""

from __future__ import annotations

from math import lcm

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Covers, ExactCover
from danceoff.problems.model.colours import has_colour
from danceoff.problems.model.covers import offsets

_LARGEST = 1 << 20  # a common multiple of the numbers of primary items in options


def with_skips(problem: ExactCover, few: float) -> ExactCover:
    """Return the problem with a skip for each secondary item, after its own options, and an item that counts skips.

    few: a fraction of the secondary items; the problem is returned as it is if a cover may leave out more of them.
    """
    degree = np.bincount(problem.item, minlength=problem.n_items)
    is_secondary = np.arange(problem.n_items) >= problem.n_primary
    is_skipped = is_secondary & (degree > 0) & ~has_colour(problem)
    n, n_options = int(np.count_nonzero(is_skipped)), problem.n_options
    if n == 0:
        return problem
    least, most = _number_of_skips(problem, is_skipped)
    if not least <= most <= n * few:
        return problem
    place = np.argsort(np.append(is_secondary * 2 - is_skipped, 1), kind="stable")
    number = np.argsort(place).astype(np.int32)
    skips = np.column_stack([number[:-1][is_skipped], np.full(n, number[-1])])
    size = np.append(np.diff(problem.start), np.full(n, 2))
    item = np.concatenate([number[problem.item], skips.ravel()])
    in_order = np.lexsort((item, np.repeat(np.arange(n_options + n), size)))
    colour = problem.colour
    if problem.has_colours:
        colour = np.append(colour, np.zeros(2 * n, np.int32))[in_order]
    return ExactCover(
        np.append(0, np.cumsum(size)),
        item[in_order],
        problem.n_items + 1,
        problem.n_primary + n + 1,
        least=np.append(np.where(is_skipped, 1, problem.least), least)[place],
        most=np.append(problem.most, max(most, 1))[place],
        colour=colour,
        cost=np.append(problem.cost, np.zeros(n, np.int64)) if problem.has_costs else problem.cost,
        max_cost=problem.max_cost,
    )


def _number_of_skips(problem: ExactCover, is_skipped: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the least and the greatest number of these items that a cover leaves out; (0, -1) if it is not known.

    An option shares the items that it covers among its primary items, and each of those has a multiplicity.
    """
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    n_covered = np.bincount(owner[is_skipped[problem.item]], minlength=problem.n_options)
    is_primary = problem.item < problem.n_primary
    n_primary = np.bincount(owner[is_primary], minlength=problem.n_options)
    scale = lcm(*np.unique(n_primary).tolist())
    if scale > _LARGEST:
        return 0, -1
    share, item = (n_covered * (scale // n_primary))[owner[is_primary]], problem.item[is_primary]
    smallest, largest = np.full(problem.n_primary, share.max()), np.zeros(problem.n_primary, np.int64)
    np.minimum.at(smallest, item, share)
    np.maximum.at(largest, item, share)
    n = int(np.count_nonzero(is_skipped))
    covered = [
        sum(multiplicity * part for multiplicity, part in zip(bound.tolist(), parts.tolist(), strict=False))
        for bound, parts in ((problem.most, largest), (problem.least, smallest))
    ]
    return max(n - covered[0] // scale, 0), n + -covered[1] // scale


def without_skips(covers: Covers, n_options: int) -> Covers:
    """Return covers without their skips.

    n_options: the number of options of the problem without skips.
    """
    is_own = covers.option < n_options
    return Covers(offsets(is_own)[covers.start], covers.option[is_own])
