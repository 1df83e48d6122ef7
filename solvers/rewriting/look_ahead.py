"""One step of look-ahead: an option that leaves some item without enough options is in no cover, and goes.

An option that goes may leave other items with too few, so this is repeated. Where an item has too few options left,
there is no cover: a ring of six hexagons around a hole may lie in hundreds of places, and each leaves its hole empty. A
search by the fewest options sees that only when it comes to the ring.

The reductions of `engines/reductions` do the same, as far as they get in a few milliseconds. Here all items are looked
at: that is fast, since only few options share items with enough options of another item to exclude nearly all of those.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.colours import has_colour
from danceoff.problems.model.covers import offsets

Ints = NDArray[np.int64]

_MOST_ENTRIES = 1 << 21
_SAMPLE = 64
"""Options of an item that are looked at first: hardly an option excludes all of them."""
_MOST_READ = 1 << 29
"""Entries, or bytes of bits: some 4 s."""


class Stuck(NamedTuple):
    """An item without enough options.

    item: the item.
    leaves: the items that its options leave without enough options, each once, ascending.
    n_left: how many of its options are left.
    n_gone: how many options that do not cover the item went before.
    """

    item: int
    leaves: tuple[int, ...]
    n_left: int
    n_gone: int


def stuck_item(problem: ExactCover) -> Generator[None, None, Stuck | None]:
    """Return an item that shows that there is no cover; None if none is found, which says nothing about covers."""
    return (yield from _LookAhead(problem).stuck()) if 0 < len(problem.item) <= _MOST_ENTRIES else None


class _LookAhead:
    """The options that are left: those that leave no item, `leaves[option] < 0`, without enough options."""

    def __init__(self, problem: ExactCover) -> None:
        self._item, self._least, n_items = problem.item, problem.least, problem.n_items
        self._start, self._size = problem.start.astype(np.int64), np.diff(problem.start).astype(np.int64)
        self._option = np.repeat(np.arange(problem.n_options), self._size)[np.argsort(problem.item, kind="stable")]
        self._degree = np.bincount(problem.item, minlength=n_items)
        self._begin = offsets(self._degree).astype(np.int64)
        # Two options of such an item exclude each other. Options of coloured items may, which is not looked at.
        self._is_single = (problem.most == 1) & ~has_colour(problem)
        self._n_near = np.add.reduceat(np.where(self._is_single, self._degree, 0)[problem.item], self._start[:-1])
        self._is_of = np.zeros(problem.n_options, np.bool_)
        self._n_read = 0
        self.leaves = np.full(problem.n_options, -1, np.int64)

    def stuck(self) -> Generator[None, None, Stuck | None]:
        """Look ahead at all items, and again at those that lost options, until an item is stuck or none is left."""
        widest_first = np.argsort(
            -self._degree, kind="stable"
        )  # so that the first items that are stuck are narrow ones
        waits = self._least > 0
        while waits.any():
            for item in widest_first[waits[widest_first]].tolist():
                if len(short := np.flatnonzero(self._degree < self._least)):
                    return self._stuck(int(short[0]))
                if self._n_read > _MOST_READ:
                    return None
                yield
                waits[item] = False
                gone = self._excluding(item)
                self.leaves[gone] = item
                lost = np.bincount(self._item[self._entries(gone)[0]], minlength=len(waits))
                self._degree -= lost
                waits |= (lost > 0) & (self._least > 0)
        return None

    def _stuck(self, item: int) -> Stuck:
        own = self.leaves[self._of(item)]
        n_gone = int(np.count_nonzero(self.leaves >= 0) - np.count_nonzero(own >= 0))
        return Stuck(item, tuple(np.unique(own[own >= 0]).tolist()), int(self._degree[item]), n_gone)

    def _of(self, item: int) -> Ints:
        return self._option[self._begin[item] : self._begin[item + 1]]

    def _excluding(self, item: int) -> Ints:
        """Return the options that exclude so many options of the item that too few are left."""
        least, options = int(self._least[item]), self._of(item)
        options = options[self.leaves[options] < 0]
        options = options[np.argsort(self._n_near[options], kind="stable")]
        # An option that is looked for excludes at least one of any `least` options of the item.
        found: Ints = np.unique(np.concatenate([self._near(option) for option in options[:least].tolist()]))
        self._is_of[:] = False
        self._is_of[options] = True
        found = found[(self.leaves[found] < 0) & ~(self._is_of[found] & self._is_single[item])]
        for some in (options[:: -(-len(options) // _SAMPLE)], options):
            if len(found):
                n_left = len(some) - self._n_excluded(found, some)
                found = found[n_left < least - self._is_of[found]]
        return found

    def _near(self, option: int) -> Ints:
        """Return the options that share an item of the right kind with an option."""
        items = self._item[self._start[option] : self._start[option + 1]]
        self._n_read += int(self._n_near[option])
        near: Ints = np.concatenate([self._option[:0], *map(self._of, items[self._is_single[items]].tolist())])
        return near

    def _n_excluded(self, found: Ints, options: Ints) -> Ints:
        """Return how many of these options of one item each option excludes, itself too if it is one of them."""
        entries, _ = self._entries(options)
        items, row = np.unique(self._item[entries], return_inverse=True)
        holds = np.zeros((len(items) + 1, len(options)), np.bool_)  # the last row is for all other items
        holds[row, np.repeat(np.arange(len(options)), self._size[options])] = True
        holds[:-1][~self._is_single[items]] = False
        row_of = np.full(len(self._degree), len(items))
        row_of[items] = np.arange(len(items))
        entries, begin = self._entries(found)
        bits = np.packbits(holds, axis=1)[row_of[self._item[entries]]]
        self._n_read += bits.size
        excluded: Ints = np.bitwise_count(np.bitwise_or.reduceat(bits, begin)).sum(axis=1, dtype=np.int64)
        return excluded

    def _entries(self, options: Ints) -> tuple[Ints, Ints]:
        """Return the places of all entries of these options, and where those of each option begin."""
        size = self._size[options]
        begin = np.cumsum(size) - size
        self._n_read += (total := int(size.sum()))
        return np.repeat(self._start[options] - begin, size) + np.arange(total), begin
