"""Check whether sets of options are covers: by the definition, in bulk, with no code of a solver."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.arguments import INT32_MAX, instance_of
from danceoff.problems.model.costs import is_within
from danceoff.problems.model.cover import BoolArray, Covers, ExactCover, IntArray

_CELLS = 1 << 17  # (cover, item) pairs checked together: their counters stay in cache, which is twice as fast
_WORDS = 1 << 22  # 32 MB of options as sets of items


def check(problem: ExactCover, covers: Covers) -> BoolArray:
    """Return which of these sets of options are covers, bool[n_covers]; raises TypeError for other types.

    If no item may be covered twice, not even in one colour, the items of the options are united as bit sets, 64 items
    per word. This takes a fifth of the time of counting.
    """
    instance_of("problem", problem, ExactCover)
    instance_of("covers", covers, Covers)
    n_words = problem.n_options * (problem.n_items // 64 + 1)
    is_plain = not (problem.has_multiplicities or problem.has_colours)
    are_covers = _united if is_plain and n_words <= _WORDS else _counted
    good = np.zeros(len(covers), bool)
    step = max(1, _CELLS // max(1, problem.n_items))
    for begin in range(0, len(covers), step):
        start = covers.start[begin : begin + step + 1]
        option = covers.option[start[0] : start[-1]]
        is_known = (option >= 0) & (option < problem.n_options)
        good[begin : begin + step] = are_covers(
            problem, np.where(is_known, option, problem.n_options), start - start[0]
        )
    if problem.max_cost is not None:
        good[good] = is_within(problem, covers.select(good))
    return good


def _united(problem: ExactCover, option: IntArray, start: IntArray) -> BoolArray:
    """Return which rows are covers, by the union of their items: for problems without multiplicities and colours."""
    sets, size = _as_sets(problem)
    good = np.full(len(start) - 1, problem.n_primary == 0)  # right for the empty set of options
    rows = np.flatnonzero(np.diff(start))
    if len(rows):
        n_left = np.add.reduceat(size[option], start[rows])  # the entries of a row, less its different items
        has_all = np.ones(len(rows), bool)
        for k, words in enumerate(sets):
            covered = np.bitwise_or.reduceat(words[option], start[rows])
            primary = np.uint64((1 << min(64, max(0, problem.n_primary - 64 * k))) - 1)  # the primary items of word k
            has_all &= covered & primary == primary
            n_left -= np.bitwise_count(covered)
        good[rows] = has_all & (n_left == 0)  # else some item is covered twice
    return good


@lru_cache(maxsize=1)
def _as_sets(problem: ExactCover) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return item i as bit i % 64 of uint64[i // 64, option], and the number of items of every option.

    A last, additional option stands for all unknown options. Its size is 1 and it has no item, so no cover holds it.
    """
    sets = np.zeros((problem.n_items // 64 + 1, problem.n_options + 1), np.uint64)
    size = np.diff(problem.start)
    place = problem.item >> 6, np.repeat(np.arange(problem.n_options), size)
    np.bitwise_or.at(sets, place, np.uint64(1) << (problem.item & 63).astype(np.uint64))
    return sets, np.append(size, 1).astype(np.int64)


def _counted(problem: ExactCover, option: IntArray, start: IntArray) -> BoolArray:
    """Return which rows are covers, by how often each row covers each item: for multiplicities and colours."""
    row = np.repeat(np.arange(len(start) - 1), np.diff(start))
    # The entries of the problem, item and colour, that the options of all rows have, one row after another.
    size = np.append(np.diff(problem.start), 0)[option]
    n_before = np.cumsum(size) - size
    entry = np.repeat(problem.start[option] - n_before, size) + np.arange(size.sum())
    # A cell is an item in a row, as one number.
    cell = np.repeat(row, size) * problem.n_items + problem.item[entry]
    shape = len(start) - 1, problem.n_items
    times = np.bincount(cell, minlength=shape[0] * shape[1]).reshape(shape)
    is_right = (problem.least <= times) & (times <= problem.most)
    if problem.has_colours:
        # Colours agree where the lowest in a cell is the highest; an item without colours has none above 0.
        lowest, highest = np.full(times.size, INT32_MAX), np.zeros(times.size, np.int32)
        np.minimum.at(lowest, cell, problem.colour[entry])
        np.maximum.at(highest, cell, problem.colour[entry])
        is_right = np.where((highest > 0).reshape(shape), (lowest == highest).reshape(shape), is_right)
    good = np.asarray(np.all(is_right, axis=1), dtype=bool)
    is_unknown = option == problem.n_options
    good[row[is_unknown]] = False
    place = np.sort(row * (problem.n_options + 1) + option)
    twice = place[1:][place[1:] == place[:-1]]
    good[twice // (problem.n_options + 1)] = False
    return good
