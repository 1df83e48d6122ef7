"""The arrays of the bitset engine for a problem with multiplicities."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.engines.bits import tables as made
from danceoff.solvers.engines.bits.kernel_inside import Limits
from danceoff.solvers.engines.bits.kernel_multiplicity import Multiplicities
from danceoff.solvers.engines.bits.kernel_state import Tables
from danceoff.solvers.rewriting.multiplicities import kinds


class Rows(NamedTuple):
    """A problem with multiplicities as the kernel sees it.

    tables: the items that are covered exactly once or at most once.
    multiple: the items with a multiplicity, without the items that constrain nothing.
    n_levels: more than the longest path.
    """

    tables: Tables
    multiple: IntArray
    n_levels: int


def n_levels(problem: ExactCover) -> int:
    """Return a number above the length of any path: 2 more than a bound on the number of options in a cover.

    Every option covers some primary item. An item that is covered exactly once is in one option of a cover, an item
    with a multiplicity in at most `most`; the sum of these numbers is a bound.
    """
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    has_multiplicity = problem.has_multiplicity
    n_of_multiple = int(np.minimum(problem.most, n_each)[has_multiplicity].sum())
    is_once = ~has_multiplicity & (np.arange(problem.n_items) < problem.n_primary)
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    n_without_once = problem.n_options - len(np.unique(owner[is_once[problem.item]]))
    return int(np.count_nonzero(is_once)) + min(n_without_once, n_of_multiple) + 2  # either number is a bound


def rows(problem: ExactCover) -> Rows:
    """Divide the items into the items of the tables and the multiple ones.

    The search must never take an option twice, so each option needs an item in the tables that excludes the option
    itself. An option without one gets such an item of its own.
    """
    once, optional, multiple = kinds(problem)
    number = np.full(problem.n_items, -1, np.int32)
    order = np.concatenate([once, optional])
    number[order] = np.arange(len(order))
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    keep = number[problem.item] >= 0
    colour = problem.colour
    is_plain = keep & (colour == 0) if problem.has_colours else keep
    alone = np.setdiff1d(np.arange(problem.n_options), owner[is_plain])
    if problem.has_colours:
        colour = np.concatenate([colour[keep], np.zeros(len(alone), np.int32)])
    owner = np.concatenate([owner[keep], alone])
    item = np.concatenate([number[problem.item[keep]], len(order) + np.arange(len(alone))])
    row = np.lexsort((item, owner))
    n_items = len(order) + len(alone)
    colour = colour[row] if problem.has_colours else colour
    tables = made.of_rows(_start(owner[row], problem.n_options), item[row], colour, n_items, len(once))
    return Rows(tables, multiple.astype(np.int32), n_levels(problem))


def multiplicities(problem: ExactCover, rows: Rows) -> Multiplicities:
    """Return the arrays of the multiple items, with room for how often each is covered."""
    n_options, n_multiple = problem.n_options, len(rows.multiple)
    number = np.full(problem.n_items, -1)
    number[rows.multiple] = np.arange(n_multiple)
    owner = np.repeat(np.arange(n_options), np.diff(problem.start))
    item = number[problem.item]
    owner, item = owner[item >= 0], item[item >= 0]
    column = made.bitset(
        np.concatenate([item, np.full(n_options, n_multiple)]),
        np.concatenate([owner, np.arange(n_options)]),
        n_multiple + 1,
        n_options,
    )
    holds = column[:n_multiple] != 0
    first = np.argmax(holds, axis=1)
    end = np.where(holds.any(axis=1), column.shape[1] - np.argmax(holds[:, ::-1], axis=1), 0)
    return Multiplicities(
        column=column,
        first=first.astype(np.uint64),
        end=end.astype(np.uint64),
        least=problem.least[rows.multiple].astype(np.uint64),
        most=problem.most[rows.multiple].astype(np.uint64),
        start=_start(owner, n_options).astype(np.uint32),
        item=item.astype(np.uint32),
        times=np.zeros((rows.n_levels, n_multiple), np.uint64),
        spare=np.zeros(rows.n_levels, np.uint64),
    )


def n_key_words(n_multiple: int) -> int:
    """Return how many words of a memo key say how often each multiple item is still to be covered: one for 4 items."""
    return -(-n_multiple // 4)


def limits(n_multiple: int) -> Limits:
    """Return the arrays for the multiple items of a packed sub-problem."""
    column, least, most = (np.zeros(n_multiple, np.uint64) for _ in range(3))
    return Limits(column, least, most, taken=np.zeros(65, np.uint64), n=np.zeros(1, np.uint64))


def _start(owner: NDArray[np.intp], n_options: int) -> IntArray:
    return np.searchsorted(owner, np.arange(n_options + 1)).astype(np.int32)
