"""Random ways down the tree of Algorithm X, by NumPy: an option is taken from all items at once.

D. E. Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of Computation 29, 1975): if a way that ends
without a cover counts as 0, the expected product of its branchings is the number of covers.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, ExactCover

Ints = NDArray[np.int64]


class Probes:
    """The ways down from the root; item and option are chosen as by `AlgorithmXSearch`."""

    def __init__(self, problem: ExactCover) -> None:
        self._start, self._item = problem.start.astype(np.int64), problem.item.astype(np.int64)
        self._colour = problem.colour if problem.has_colours else np.zeros(len(self._item), np.int32)
        by_item = np.argsort(self._item, kind="stable")
        self._option = np.repeat(np.arange(problem.n_options), np.diff(self._start))[by_item]
        self._colour_of = self._colour[by_item]
        self._size = np.bincount(self._item, minlength=problem.n_items)
        self._first = np.concatenate([[0], np.cumsum(self._size)])
        self._least, self._most = problem.least.astype(np.int64), problem.most.astype(np.int64)
        self._exact = np.flatnonzero(~problem.has_multiplicity[: problem.n_primary])
        self._counted = np.flatnonzero(problem.has_multiplicity)

    def down(self, below: Callable[[int], int]) -> tuple[int, Cover | None]:
        """Go down at random; return the product of the branchings, and the cover that is met or None.

        below: returns a random number from 0 to one less than its argument.
        """
        way = _Way(self._size.copy(), len(self._start) - 1)
        product = 1
        while True:
            branch = self._branch(way)
            if branch is None:
                return product, tuple(sorted(way.taken))
            options, may_leave = branch
            if not len(options):
                return product, None
            n_branches = len(options) * (1 + may_leave)
            product *= n_branches
            which = below(n_branches)
            if which < len(options):
                self._take(way, int(options[which]))
            else:
                self._remove(way, options[which - len(options) :][:1])

    def _branch(self, way: _Way) -> tuple[Ints, bool] | None:
        """Return the options to branch on, and whether each may be left out, too; None if the way is at a cover."""
        counted = slack = self._counted
        if len(counted):
            counted = counted[way.is_open[counted]]
            slack = way.times[counted] + way.size[counted] - self._least[counted]
            if (slack < 0).any():
                return self._option[:0], False
        exact = self._exact[way.is_open[self._exact]]
        if len(exact):
            return self._left(way, int(exact[way.size[exact].argmin()])), False
        has_options = way.size[counted] > 0
        if not has_options.any():
            return None
        return self._left(way, int(counted[has_options][slack[has_options].argmin()]))[:1], True

    def _left(self, way: _Way, item: int) -> Ints:
        options = self._option[self._first[item] : self._first[item + 1]]
        return options[way.is_live[options]]

    def _take(self, way: _Way, option: int) -> None:
        """Take an option, and remove those that it excludes."""
        way.taken.append(option)
        excluded = [np.array([option])]
        entries = slice(self._start[option], self._start[option + 1])
        for item, colour in zip(self._item[entries].tolist(), self._colour[entries].tolist(), strict=True):
            of_item = slice(self._first[item], self._first[item + 1])
            if colour == 0:
                way.times[item] += 1
                if way.times[item] == self._most[item]:
                    way.is_open[item] = False
                    excluded.append(self._option[of_item])
            elif item not in way.coloured:
                way.coloured.add(item)
                excluded.append(self._option[of_item][self._colour_of[of_item] != colour])
        self._remove(way, np.concatenate(excluded))

    def _remove(self, way: _Way, options: Ints) -> None:
        """Remove options, of which some may be named twice or be gone already, and let the sizes know."""
        before = way.is_live.copy()
        way.is_live[options] = False
        gone = np.flatnonzero(before & ~way.is_live)
        n_each = self._start[gone + 1] - self._start[gone]
        shift = self._start[gone] - (np.cumsum(n_each) - n_each)
        entries = np.arange(n_each.sum()) + np.repeat(shift, n_each)
        way.size -= np.bincount(self._item[entries], minlength=len(way.size))


class _Way:
    """A way down.

    size: the options left of each item.
    is_live: which options are left.
    is_open: which items may be covered again.
    times: how often each item is covered.
    coloured: the items whose colour is settled.
    """

    def __init__(self, size: Ints, n_options: int) -> None:
        self.size = size
        self.is_live, self.is_open = np.ones(n_options, bool), np.ones(len(size), bool)
        self.times = np.zeros(len(size), np.int64)
        self.coloured: set[int] = set()
        self.taken: list[int] = []
