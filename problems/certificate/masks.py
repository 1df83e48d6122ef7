"""A problem as bits: the bits that each option needs, and the bits that it takes; `nodes` explains both."""

from collections.abc import Iterator
from functools import reduce
from itertools import chain, combinations, count, islice
from math import comb
from operator import or_
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.certificate.budget import InvalidCertificate, Meter
from danceoff.problems.model.cover import ExactCover

Words: TypeAlias = NDArray[np.uint64]


class Masks:
    """The bits of a problem as Python integers; `nodes` explains them. All bits of an item are in one word of 64.

    needs, takes, counters: for each option, then for each absence of an option with a bit of its own: the bits that it
        needs, those that it takes, and those of the counters that it lowers.
    wanted: for each item, by the number with which a certificate names it: the bits that must be taken.
    options_of: the options of each item, by the same number.
    allowed: for each item, one bit for each time that it may be covered; 0 if its bits do not limit that.
    most_beyond: for each item that its bits do not limit, a bound on how often it can be covered; 0 for the others.
    lowest, once, unmet: as in `Nodes`.
    free: the bits that are free at first.
    """

    def __init__(self, problem: ExactCover, meter: Meter) -> None:
        self._meter, self.n_bits, self.n_primary = meter, 0, problem.n_primary
        self.lowest = self.once = self.unmet = all_counters = 0
        entries = [problem.entries_of(option) for option in range(problem.n_options)]
        pairs = sorted(set(chain.from_iterable(entries)))
        needs, takes, counters = (dict.fromkeys(pairs, 0) for _ in range(3))
        colours: dict[int, list[int]] = {}
        for item, colour in pairs:
            colours.setdefault(item, []).extend([colour] if colour else [])
        n_each = np.bincount(problem.item, minlength=problem.n_items).tolist()
        self.wanted = [0] * (problem.n_primary + problem.n_options)
        self.allowed = [0] * problem.n_items
        self.most_beyond = [0] * problem.n_items
        self.options_of: list[list[int]] = [[] for _ in self.wanted]
        for item, (least, most) in enumerate(zip(problem.least.tolist(), problem.most.tolist(), strict=True)):
            if item < problem.n_primary and (least, most) == (1, 1):  # a bit, which its option takes
                self.wanted[item] = self.allowed[item] = needs[item, 0] = takes[item, 0] = self._bits(1)
                self.once |= self.wanted[item]
            elif item < problem.n_primary:  # a counter of a bit for each time that it may be covered
                has_most = most < n_each[item]
                counters[item, 0] = bits = self._bits(most if has_most else min(least, n_each[item] + 1), 4)
                all_counters |= bits
                self.lowest |= (lowest := bits & -bits)
                needs[item, 0] = lowest if has_most else 0
                self.allowed[item], self.most_beyond[item] = (bits, 0) if has_most else (0, n_each[item])
                self.wanted[item] = bits & ~((lowest << most - least) - 1) if has_most else bits
                self.unmet |= self.wanted[item] & -self.wanted[item]
            elif not colours.get(item):  # a bit, which may stay free
                self.allowed[item] = needs[item, 0] = takes[item, 0] = self._bits(1)
            else:  # a few bits, the places, of which each colour takes half, its code
                self.most_beyond[item] = problem.n_options
                n_places, codes = _codes(len(colours[item]))
                places = self._bits(n_places, 1 + 2 * len(codes))
                needs[item, 0] = takes[item, 0] = places
                for colour, code in zip(colours[item], codes, strict=True):
                    takes[item, colour] = code * (places & -places)
                    needs[item, colour] = places ^ takes[item, colour]
        own = {  # the own bits of options without an item that is covered exactly once
            option: self._bits(1)
            for option, entry in enumerate(entries)
            if not any(needs[pair] & self.once for pair in entry)
        }
        self.once |= sum(own.values())
        self.n_words = (self.n_bits + 63) // 64
        meter.hold(8 * self.n_words * (6 * len(entries) + 6 * len(own) + len(self.wanted)))
        self.needs, self.takes, self.counters = (
            [sum(bits[pair] for pair in entry) for entry in entries] for bits in (needs, takes, counters)
        )
        for option, entry in enumerate(entries):
            for item, _ in entry:
                if item < problem.n_primary:
                    self.options_of[item].append(option)
        for option, bit in own.items():
            self.options_of[problem.n_primary + option] = [option, len(self.needs)]
            self.wanted[problem.n_primary + option] = bit
            self.needs.append(bit)
            self.takes.append(bit)
            self.counters.append(0)
            self.needs[option] |= bit
            self.takes[option] |= bit
        needed, taken = (reduce(or_, masks, 0) for masks in (self.needs, self.takes))
        self.free = self.once | all_counters | needed & taken
        self.needs = [mask & self.free for mask in self.needs]  # what no option takes is free in every node

    def _bits(self, n: int, n_masks: int = 1) -> int:
        """Return n unused bits, all in one word of 64 bits.

        n_masks: how many masks will hold these bits; the meter counts the memory of as many integers of `n_bits` bits.
        """
        if n > 64:
            raise InvalidCertificate(f"a trace cannot count to more than 64, and an item must be counted to {n}")
        if self.n_bits % 64 + n > 64:
            self.n_bits += 64 - self.n_bits % 64
        self.n_bits += n
        self._meter.hold(n_masks * (self.n_bits // 8))
        return ((1 << n) - 1) << (self.n_bits - n)

    def parts(self) -> list[int]:
        """Return the bits of each part, in the order of their lowest bits."""
        joined: dict[int, int] = {}

        def root(bit: int) -> int:
            while (above := joined.setdefault(bit, bit)) != bit:
                joined[bit], bit = joined[above], above  # the path is halved on the way
            return bit

        for bit in each_bit(self.free):
            root(bit)
        for masks in zip(self.needs, self.takes, self.counters, strict=True):
            first, *others = (root(bit) for bit in each_bit(reduce(or_, masks) & self.free))
            for other in others:
                first, other = sorted((root(first), root(other)))
                joined[other] = first
        parts: dict[int, int] = {}
        for bit in each_bit(self.free):
            parts[root(bit)] = parts.get(root(bit), 0) | bit
        return list(parts.values())

    def columns(self, masks: list[int]) -> Words:
        """Return the masks as columns, uint64[n_words, len(masks)]."""
        packed = b"".join(mask.to_bytes(8 * self.n_words, "little") for mask in masks)
        return np.ascontiguousarray(np.frombuffer(packed, "<u8").reshape(len(masks), self.n_words).T, np.uint64)


def each_bit(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, ascending."""
    while mask:
        yield (lowest := mask & -mask)
        mask ^= lowest


def _codes(n_colours: int) -> tuple[int, list[int]]:
    """Return the least number of places, at least 2, that has codes for n_colours, and the codes."""
    n_places = next(n for n in count(2) if comb(n, n // 2) >= n_colours)
    halves = islice(combinations(range(n_places), n_places // 2), n_colours)
    return n_places, [sum(1 << place for place in half) for half in halves]
