"""Depth-first search in a fixed item order, without looking ahead: the program that most people write first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import ClassVar

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import OPTIMISING, TICK, Feature, OneByOne, Solver, Steps


class Backtracking(Solver):
    """Cover the first uncovered item with each option that fits, and go on from there.

    Items with a multiplicity come after all others; then options that still fit are taken in ascending order.
    """

    name: ClassVar[str] = "backtracking"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> BacktrackingSearch:
        """Sort the options by their first item."""
        return BacktrackingSearch(problem, blocked)


class BacktrackingSearch(OneByOne):
    """The tree of partial covers.

    A set of items is an integer with a bit for each item without a multiplicity: first the exact items, which must be
    covered exactly once, then the secondary ones, with a further bit for each of their colours. An option excludes the
    items that it covers without a colour, and every other use of an item to which it gives a colour. An option fits if
    nothing that it excludes is covered.
    """

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.blocked = blocked
        self.nodes = 0
        self.least: list[int] = problem.least.tolist()
        self.most: list[int] = problem.most.tolist()
        self.times = [0] * problem.n_items
        self.counted: list[int] = np.flatnonzero(problem.has_multiplicity).tolist()
        bit = {item: 1 << k for k, item in enumerate(np.flatnonzero(~problem.has_multiplicity).tolist())}
        self.n_exact = problem.n_primary - len(self.counted)
        bit_of, all_bits_of = _bits_by_colour(problem, bit)
        self.items: list[int] = []
        self.excluded: list[int] = []
        self.counted_of: list[list[int]] = []
        # options_from[i] has the options whose first exact item is i: only they fit where all below i are covered.
        self.options_from: list[list[int]] = [[] for _ in range(self.n_exact)]
        self.free: list[int] = []  # the options without an exact item
        for option in range(problem.n_options):
            entries = problem.entries_of(option)
            self.items.append(sum(bit_of.get(entry, 0) for entry in entries))
            agreed = sum(bit_of[entry] for entry in entries if entry[1])
            self.excluded.append(sum(all_bits_of.get(item, 0) for item, _ in entries) & ~agreed)
            self.counted_of.append([item for item, _ in entries if item not in bit])
            first = _lowest(self.items[-1])
            alike = self.options_from[first] if 0 <= first < self.n_exact else self.free
            alike.append(option)
        self.next_free = {option: k for k, option in enumerate(self.free, 1)}  # where in `free` the next option is

    def _steps(self) -> Steps:
        """Yield each cover once, and None as a heartbeat. The stack is a list, so only memory bounds the depth."""
        chosen: list[int] = []
        stack: list[tuple[int, Iterator[int]]] = []
        covered = 0
        while True:
            self.nodes += 1
            item = _lowest(~covered)
            if item < self.n_exact:
                stack.append((covered, iter(self.options_from[item])))
            else:
                begin = self.next_free.get(chosen[-1], 0) if chosen else 0
                stack.append((covered, islice(self.free, begin, None)))
            if item >= self.n_exact and self._is_cover():
                cover = tuple(sorted(chosen))
                yield None if cover in self.blocked else cover
            elif self.nodes % TICK == 0:
                yield None
            while (option := self._next_fitting(*stack[-1])) is None:
                stack.pop()
                if not stack:
                    return
                self._count(chosen.pop(), -1)
            chosen.append(option)
            self._count(option, 1)
            covered = stack[-1][0] | self.items[option]

    def stats(self) -> Mapping[str, int]:
        """Return the number of partial covers visited, covers included."""
        return {"nodes": self.nodes}

    def _next_fitting(self, covered: int, untried: Iterator[int]) -> int | None:
        return next((k for k in untried if not covered & self.excluded[k] and self._has_room(k)), None)

    def _has_room(self, option: int) -> bool:
        return all(self.times[item] < self.most[item] for item in self.counted_of[option])

    def _count(self, option: int, change: int) -> None:
        for item in self.counted_of[option]:
            self.times[item] += change

    def _is_cover(self) -> bool:
        """Return whether the items with a multiplicity are covered often enough."""
        return all(self.times[item] >= self.least[item] for item in self.counted)


def _bits_by_colour(problem: ExactCover, bit: dict[int, int]) -> tuple[dict[tuple[int, int], int], dict[int, int]]:
    """Return the bit of each pair (item, colour), colour 0 being none, and all bits of each item."""
    bit_of = {(item, 0): one for item, one in bit.items()}
    all_bits_of = dict(bit)
    for option in range(problem.n_options):
        for item, colour in problem.entries_of(option):
            if (item, colour) not in bit_of and item in bit:
                bit_of[item, colour] = 1 << len(bit_of)
                all_bits_of[item] |= bit_of[item, colour]
    return bit_of, all_bits_of


def _lowest(items: int) -> int:
    """Return the lowest bit that is set, or -1."""
    return (items & -items).bit_length() - 1
