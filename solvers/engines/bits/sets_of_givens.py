"""Answers for many sets of givens of one problem, with the same bitsets for all."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from danceoff.problems import Covers, ExactCover
from danceoff.solvers.base import Answers
from danceoff.solvers.engines.bits import tables as made
from danceoff.solvers.engines.bits.kernel_each import search_each
from danceoff.solvers.engines.bits.kernel_inside import SLACK

_LARGEST_CHUNK = 4096  # sets of givens answered together
_NUMBERS = 1 << 22  # option numbers in the answers of a chunk, unless one cover is longer
_BUDGET = 1 << 17  # tree nodes in a call: about 50 ms
_MEMO = (1 << 12, 1 << 18)  # sub-problems; option numbers of their covers


def answers(problem: ExactCover, givens: Covers, limit: int, largest_lane: int) -> Iterator[Answers]:
    """Yield the answers in the order of the givens, in batches, about every 50 ms; an empty batch is a heartbeat.

    limit: the number of covers up to which each set is counted.
    largest_lane: sizes are kept as bytes while no item has more options than this.
    """
    tables = made.tables(problem)
    levels = made.levels(tables, largest_lane)
    made.begin(tables, levels)
    state = (tables, levels, made.inside(tables), made.memo(tables.column.shape[1], *_MEMO))
    keeps_sizes = np.uint64(np.bincount(problem.item, minlength=1).max(initial=0) <= largest_lane)
    whole = levels.live[1].copy(), levels.left[1].copy()
    cover = np.zeros(2, np.int32), np.empty(problem.n_primary + 1 + int(SLACK), np.int32)
    chunk = max(1, min(_LARGEST_CHUNK, _NUMBERS // (problem.n_primary + 1)))
    for begin in range(0, len(givens), chunk):
        row = givens.start[begin : begin + chunk + 1]
        given = row - row[0], givens.option[row[0] : row[-1]]
        n_covers, start = np.zeros(len(row) - 1, np.int64), np.zeros(len(row), np.int32)
        option = np.empty(len(given[1]) + len(n_covers) * (problem.n_primary + 1), np.int32)
        first, is_begun = 0, 0
        while first < len(n_covers):
            at = np.uint64(first), np.uint64(is_begun), np.int64(limit), keeps_sizes
            budget = np.uint64(_BUDGET)
            end = int(search_each(*state, budget, *at, *whole, *given, n_covers, start, option, *cover))
            first_of = Covers(start[first : end + 1] - start[first], option[start[first] : start[end]])
            yield Answers(n_covers[first:end], first_of)
            first, is_begun = end, 1
