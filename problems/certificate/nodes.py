"""The nodes of a trace, and how branching changes them.

A node is a set of bits that are still free, in words of 64 bits. An option is open in a node if all bits that it needs
are free. The covers of a node are the sets of open options that cover its items as often as the problem wants.

An item that is covered exactly once is one bit, which an option needs and takes; a secondary item without colours is
also such a bit. A secondary item with colours is a few bits, its places, and each colour is a code: half of the places,
another half for each. An option that gives the colour needs the places outside the code and takes the code: of two
options with different colours, each takes a place that the other needs. An item of another multiplicity is a counter,
with as many bits as times that it may be covered; an option needs the lowest bit and takes the highest free one. If
there are too few options to cover the item too often, the counter has as many bits as times that it must be covered,
and no option needs them. An option without an item that is covered exactly once gets a bit of its own. One further
option, its absence, needs and takes this bit as well: so one of the two is chosen. The level of a node is the number of
its free bits of items that are covered once, and of own bits. Every option takes such a bit, so it lowers the level.

A node branches on an item: it has a child for each open option of the item, which takes its bits. Equal nodes become
one node, and the numbers of ways to reach them add up; bits that no open option needs make no difference and are
dropped. Levels are walked from the highest to the lowest, their nodes in the order in which they are first reached. A
node of level 0 whose counters are met is a cover. Children are not in the file but computed here, so that none can be
missing.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.certificate.budget import InvalidCertificate, Meter
from danceoff.problems.certificate.masks import Masks, Words, each_bit
from danceoff.problems.certificate.symmetries import orbits
from danceoff.problems.model.cover import ExactCover

_NODES_AT_ONCE = 1 << 11


class Nodes:
    """The nodes of one problem, and how branching changes them. Bits are columns: uint64[n_words, n].

    needs: the bits that each option needs; absences come last.
    takes: the bits that each option takes.
    counters: the bits of all counters that each option lowers.
    lowest: one column, the lowest bit of each counter.
    once: one column, the bits that the level counts.
    unmet: one column, the bit of each counter that is free until its item is covered often enough.
    wanted: for each item, by the number with which a certificate names it, its bit, or the bits of its counter that
        must be taken.
    parts: the bits of each part.
    label: for each option, int64[n], the first option to which symmetries map it.
    keeps_costs: whether the symmetries have to keep costs.
    """

    def __init__(
        self, problem: ExactCover, symmetries: Iterable[Sequence[int]], meter: Meter, keeps_costs: bool = False
    ) -> None:
        self.meter = meter
        masks = Masks(problem, meter)
        self.needs, self.takes, self.counters = map(masks.columns, (masks.needs, masks.takes, masks.counters))
        self.lowest, self.once, self.unmet = (masks.columns([mask]) for mask in (masks.lowest, masks.once, masks.unmet))
        self.wanted, self.parts = masks.columns(masks.wanted), masks.columns(masks.parts())
        self.n_options_of = np.array([len(options) for options in masks.options_of], np.int64)
        self.first = np.cumsum(self.n_options_of) - self.n_options_of
        self.options_of = np.array([*chain.from_iterable(masks.options_of)], np.int64)
        self._needed, option = members(self.needs)
        self._first_needed = np.flatnonzero(np.diff(option, prepend=-1))
        bit, option = members(self.needs | self.counters)
        self._user = option[np.argsort(bit, kind="stable")]
        self._used, self._first_user = np.unique(np.sort(bit), return_index=True)
        self.is_counted = (self.wanted & self.once == 0).all(axis=0)
        label = orbits(problem, symmetries, keeps_costs)
        self.label = np.append(label, np.arange(problem.n_options, len(masks.needs)))
        self._masks = masks

    def level(self, nodes: Words) -> NDArray[np.int64]:
        """Return the level of each node."""
        return np.asarray(np.bitwise_count(nodes & self.once).sum(axis=0, dtype=np.int64))

    def options_with(self, item: int) -> NDArray[np.int64]:
        """Return the options of an item, given by its number in a certificate."""
        first = self.first[item]
        return np.asarray(self.options_of[first : first + self.n_options_of[item]])

    def n_candidates(self, items: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many options each of these items has."""
        if not ((items >= 0) & (items < len(self.n_options_of))).all():
            raise InvalidCertificate("a node branches on an item that does not exist")
        return np.asarray(self.n_options_of[items])

    def branch(self, nodes: Words, items: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], Words]:
        """Return the parent, the option and the bits of each child, sorted by parent and then by option."""
        wanted = np.bitwise_count(nodes & self.wanted[:, items]).sum(axis=0, dtype=np.int64)
        if not wanted.all():
            item = items[np.argmin(wanted)]
            raise InvalidCertificate(f"a node branches on {item}, which is not one of its primary items")
        n_each = self.n_candidates(items)
        self.meter.step(len(items) + int(n_each.sum()))
        parent = np.repeat(np.arange(len(items)), n_each)
        # Element j of `option` is the next option of its parent's item: `first` undoes the running index j.
        first = self.first[items] - np.cumsum(n_each) + n_each
        option = self.options_of[np.repeat(first, n_each) + np.arange(len(parent))]
        missing = np.zeros(len(parent), np.uint64)
        for need, node in zip(self.needs, nodes, strict=True):
            missing |= need[option] & ~node[parent]
        parent, option = parent[missing == 0], option[missing == 0]
        is_counted = self.is_counted[items]
        if is_counted.any():  # such a node only shows that too few options are open: it has no child
            if (np.bincount(parent, minlength=len(items)) >= wanted)[is_counted].any():
                raise InvalidCertificate(
                    "a node branches on an item that its open options can still cover often enough"
                )
            parent, option = parent[~is_counted[parent]], option[~is_counted[parent]]
        children = nodes[:, parent] & ~self.takes[:, option]
        # A counter is a run of low bits that are free: shifting it right takes the highest of them.
        if self.lowest.any():
            lowered = children & self.counters[:, option]
            children ^= lowered ^ (lowered & ~self.lowest) >> np.uint64(1)
        return parent, option, children

    def without_idle(self, nodes: Words) -> Words:
        """Return the nodes without the bits that no open option needs; bits of items still to be covered stay."""
        if not (nodes & ~(self.once | self.unmet)).any():
            return nodes
        left = nodes & (self.once | self.unmet)
        for begin in range(0, nodes.shape[1], _NODES_AT_ONCE):
            some = slice(begin, min(begin + _NODES_AT_ONCE, nodes.shape[1]))
            is_open = self.open_options(nodes[:, some])
            is_used = np.zeros((64 * len(nodes), is_open.shape[1]), np.uint64)
            is_used[self._used] = np.bitwise_or.reduceat(is_open[self._user], self._first_user, axis=0)
            left[:, some] |= nodes[:, some] & _as_columns(is_used)[:, : some.stop - begin]
        return left

    def open_options(self, nodes: Words) -> Words:
        """Return in which nodes each option is open: uint64[n_options, n], bit k % 64 of column k // 64 for node k."""
        self.meter.step(self.needs.shape[1] * nodes.shape[1])
        return np.bitwise_and.reduceat(_as_rows(nodes)[self._needed], self._first_needed, axis=0)

    def weights(self, price: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Return bits, their weights and a constant; they give a lower bound on the prices that a node must still pay.

        The lower bound is the sum of the weights of the node's free bits, and of the constant. A positive price counts
        as often as the item must be covered, a negative one as often as it may be.
        """
        weights: list[tuple[int, int]] = []
        beyond = 0
        for item, each in enumerate(price):
            wanted = self._masks.wanted[item] if item < self._masks.n_primary else 0
            mask = wanted if each > 0 else self._masks.allowed[item]
            weights += [(bit.bit_length() - 1, each) for bit in each_bit(mask) if each]
            beyond += min(each, 0) * self._masks.most_beyond[item]
        return weights, beyond


def _as_rows(nodes: Words) -> Words:
    """Return the transpose: a row for each bit, with a bit for each node; empty nodes fill up the last word."""
    filled = np.pad(nodes, ((0, 0), (0, -nodes.shape[1] % 64)))
    bits = np.unpackbits(np.ascontiguousarray(filled.T).view(np.uint8), axis=1, bitorder="little")
    return np.packbits(np.ascontiguousarray(bits.T), axis=1, bitorder="little").view(np.uint64)


def _as_columns(rows: Words) -> Words:
    """Return the transpose of `_as_rows`: a column for each node."""
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
    return np.packbits(np.ascontiguousarray(bits.T), axis=1, bitorder="little").view(np.uint64).T


def members(columns: Words) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the numbers of the bits set in all columns, column by column, and the column of each bit."""
    bits = np.unpackbits(np.ascontiguousarray(columns.T).view(np.uint8), axis=1, bitorder="little")
    column, bit = np.nonzero(bits)
    return bit, column
