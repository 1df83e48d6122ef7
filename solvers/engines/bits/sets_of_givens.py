"""Answers for many sets of givens of one problem, with the same bitsets for all."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from danceoff.problems import Covers, ExactCover
from danceoff.solvers.base import Answers
from danceoff.solvers.engines.bits import tables as made
from danceoff.solvers.engines.bits.kernel_each import Nodes, search_each
from danceoff.solvers.engines.bits.kernel_state import Tables

_LARGEST_CHUNK = 4096  # sets of givens answered together
_NUMBERS = 1 << 22  # option numbers in the answers of a chunk, unless one cover is longer
_BUDGET = 1 << 16  # nodes in a call: about 50 ms


def answers(problem: ExactCover, givens: Covers, limit: int) -> Iterator[Answers]:
    """Yield the answers in the order of the givens, in batches, about every 50 ms; an empty batch is a heartbeat.

    limit: the number of covers up to which each set is counted.
    """
    tables = made.tables(problem)
    nodes = _nodes(tables)
    whole = made.ones(problem.n_options, nodes.live.shape[1]), made.ones(problem.n_primary, nodes.left.shape[1])
    chunk = max(1, min(_LARGEST_CHUNK, _NUMBERS // (problem.n_primary + 1)))
    for begin in range(0, len(givens), chunk):
        row = givens.start[begin : begin + chunk + 1]
        given = row - row[0], givens.option[row[0] : row[-1]]
        n_covers, start = np.zeros(len(row) - 1, np.int64), np.zeros(len(row), np.int32)
        option = np.empty(len(given[1]) + len(n_covers) * (problem.n_primary + 1), np.int32)
        first, is_begun = 0, 0
        while first < len(n_covers):
            at = np.uint64(first), np.uint64(is_begun), np.int64(limit)
            end = int(search_each(tables, nodes, np.uint64(_BUDGET), *at, *whole, *given, n_covers, start, option))
            first_of = Covers(start[first : end + 1] - start[first], option[start[first] : start[end]])
            yield Answers(n_covers[first:end], first_of)
            first, is_begun = end, 1


def _nodes(tables: Tables) -> Nodes:
    """Return empty rows; each option that a search takes covers an item, so that a path has no more rows than items."""
    (n_primary, n_words), (n_options, n_item_words) = tables.column.shape, tables.items.shape
    n_levels = n_primary + 2
    return Nodes(
        live=np.zeros((n_levels, n_words), np.uint64),
        left=np.zeros((n_levels, n_item_words), np.uint64),
        branch=np.zeros(n_levels, np.uint64),
        word=np.zeros(n_levels, np.uint64),
        untried=np.zeros(n_levels, np.uint64),
        n_path=np.zeros(n_levels, np.uint64),
        path=np.zeros(n_options + n_primary + 1, np.int32),
        covered=np.zeros((4, n_item_words), np.uint64),
        weight=np.zeros(n_primary, np.uint64),
        at=np.zeros(2, np.uint64),
    )
