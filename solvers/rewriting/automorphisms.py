"""Orbits of options: two options are in the same orbit if an automorphism of the problem takes one to the other.

An automorphism is a permutation of the items that maps the problem to itself. So each option of an orbit is in the same
number of covers.

The search is by refinement. Its colours are labels of items, and no colours of the problem, which `_without_colours`
makes items. It refines the colours until they are stable (McKay, "Practical graph isomorphism", Congressus Numerantium
30, 1981). Then it gives one item after another a colour of its own until all colours differ. Another choice of items
that leads to the same colours gives a permutation. Every permutation is verified, so equal hashes of different colours
can hide a symmetry but cannot make a count wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.colours import numbered_pairs
from danceoff.problems.model.covers import offsets

Ints = NDArray[np.intp]
Words = NDArray[np.uint64]
_MIX = np.uint64(0x9E3779B97F4A7C15)
MOST_WORK = 1 << 22  # entries of the problem read, plus _EACH_TIME for each refinement: 0.1 s
_EACH_TIME = 2000
_AN_ENTRY = 35.0  # work, as `Search.work`, of an entry read
Charge: TypeAlias = Callable[[float], None]
"""Takes work, as `Search.work`, as it is done."""
_FEW = 8  # so many branches take no longer than branching on the item that the search would choose
LARGEST_COST = 0.6  # estimated time of a split, relative to no split
_LONGEST = 64  # items that are given a colour of their own: if more are needed, too few automorphisms are found in time


def orbits(problem: ExactCover, most_work: float = MOST_WORK, charge: Charge | None = None) -> Ints:
    """Return the least option of each option's orbit, int[n_options].

    most_work: entries of the problem to read; the search reads few more. With too little work, orbits are found in
        pieces.
    charge: called with the work.
    """
    label = np.arange(problem.n_options)
    for _, image in _useful(problem, most_work, charge):
        label = _joined(label, image)
    return label


def generators(problem: ExactCover) -> list[list[int]]:
    """Return automorphisms that give the same orbits, each as a permutation of the pairs of an item and a colour.

    The pairs are those that occur, with colour 0 for none, numbered in ascending order.
    """
    colour = problem.colour if problem.has_colours else np.zeros_like(problem.item)
    pairs = np.unique(np.stack([problem.item, colour]), axis=1)
    item = pairs[0].astype(np.intp)
    if problem.has_colours:  # as _without_colours numbers them
        item += item >= problem.n_primary
        is_coloured = pairs[1] > 0
        item[is_coloured] = problem.n_items + 1 + np.arange(np.count_nonzero(is_coloured))
    number = np.full(2 + problem.n_items + len(item), -1)
    number[item] = np.arange(len(item))
    found: list[list[int]] = [number[permutation[item]].tolist() for permutation, _ in _useful(problem, MOST_WORK)]
    return [each for each in found if -1 not in each]


def _useful(problem: ExactCover, most_work: float, charge: Charge | None = None) -> Iterator[tuple[Ints, Ints]]:
    """Yield automorphisms of `_without_colours` that join orbits, each with the option to which it maps each option."""
    if not problem.n_options:
        return
    plain, label = _without_colours(problem), np.arange(problem.n_options)
    search = _Search(plain, most_work)
    found = search.permutations()
    if charge:
        charge(search.work())
    for permutation in found:
        image = images(plain, permutation)
        if image is not None and not np.array_equal(label, joined := _joined(label, image[: problem.n_options])):
            label = joined
            yield permutation, image[: problem.n_options]


def images(problem: ExactCover, permutation: Ints) -> Ints | None:
    """Return the option to which a permutation of the items maps each option, int[n_options].

    Returns None if the permutation does not map the problem to itself.
    """
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    moved = permutation[problem.item]
    moved = moved[np.lexsort((moved, owner))]
    kind = _kinds(problem)
    if not np.array_equal(kind[permutation], kind):
        return None
    here, there = (_mixed(item.astype(np.uint64) + np.uint64(1)) for item in (problem.item, moved))
    key, moved_key = (np.add.reduceat(lane, problem.start[:-1]) for lane in (here, there))
    order, moved_order = np.argsort(key, kind="stable"), np.argsort(moved_key, kind="stable")
    image = np.empty(problem.n_options, np.intp)
    image[moved_order] = order
    size = np.diff(problem.start)
    if not np.array_equal(size, size[image]):
        return None
    place = np.repeat(problem.start[image] - problem.start[:-1], size) + np.arange(len(moved))
    return image if np.array_equal(problem.item[place], moved) else None


def _without_colours(problem: ExactCover) -> ExactCover:
    """Return a problem without colours that has the same automorphisms; its first options are those of the problem.

    Each pair of an item and a colour becomes an item. A further option covers the pair and the item, so a permutation
    of the pairs follows that of the items. These further options share a primary item whose bounds no other item has.
    """
    if not problem.has_colours:
        return problem
    pairs, tie = numbered_pairs(problem.item, problem.colour), problem.n_primary
    n_pairs, is_coloured = len(pairs.item), pairs.number >= 0
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    further, pair_items = problem.n_options + np.arange(n_pairs), problem.n_items + 1 + np.arange(n_pairs)
    owner = np.concatenate([owner, owner[is_coloured], further, further, further])
    of_options = problem.item + (problem.item >= tie), pair_items[pairs.number[is_coloured]]
    item = np.concatenate([*of_options, np.full(n_pairs, tie), pairs.item + 1, pair_items])
    row = np.lexsort((item, owner))
    other = np.setdiff1d(np.arange(tie + 1), problem.least[:tie])[0]
    least, most = np.insert(problem.least, tie, other), np.insert(problem.most, tie, max(other, 1))
    return ExactCover(
        offsets(np.bincount(owner)),
        item[row].astype(np.int32),
        problem.n_items + 1 + n_pairs,
        tie + 1,
        least=np.append(least, np.zeros(n_pairs, np.int32)),
        most=np.append(most, np.ones(n_pairs, np.int32)),
    )


def _joined(label: Ints, image: Ints) -> Ints:
    """Return the least label of each orbit after the orbits of every element and its image are joined."""
    while True:
        least = np.minimum(label, label[image])
        least[image] = np.minimum(least[image], least)
        np.minimum.at(least, label, least.copy())  # carry a smaller label to the whole orbit
        least = least[least]
        if np.array_equal(least, label):
            return label
        label = least


def orbit_branches(
    problem: ExactCover, most_work: float = MOST_WORK, charge: Charge | None = None
) -> tuple[tuple[int, int], ...]:
    """Return the least option and the size of each orbit among the options of one item that is covered once.

    The item is the one with the fewest orbits relative to its options; the result is empty if no item saves time. An
    item with many orbits is a poor choice, since the search itself would branch on an item with few options.
    """
    label = orbits(problem, most_work, charge)
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    is_once = ((problem.least == 1) & (problem.most == 1))[problem.item]
    pair = np.sort(problem.item[is_once].astype(np.int64) * problem.n_options + label[owner[is_once]])
    item = pair // problem.n_options
    n_options_of = np.bincount(item, minlength=problem.n_primary)
    n_left = np.bincount(item[np.diff(pair, prepend=-1) != 0], minlength=problem.n_primary)
    cost = np.where(n_options_of, relative_time(n_left, n_options_of), np.inf)
    best = np.lexsort((n_options_of, cost))[0]
    if cost[best] > LARGEST_COST:
        return ()
    least, times = np.unique(pair[item == best] % problem.n_options, return_counts=True)
    return tuple(zip(least.tolist(), times.tolist(), strict=True))


def relative_time(n_orbits: Ints, n_options: Ints) -> NDArray[np.float64]:
    """Estimate the time of branching on one option of each orbit of an item, relative to a plain search."""
    share = n_orbits / np.maximum(n_options, 1)
    time: NDArray[np.float64] = share * (1 + np.log2(np.maximum(n_orbits / _FEW, 1)))
    return time


class _Search:
    """Looks for automorphisms of a problem."""

    def __init__(self, problem: ExactCover, most_work: float) -> None:
        self._problem = problem
        by_item = np.argsort(problem.item, kind="stable")
        self._option = np.repeat(np.arange(problem.n_options), np.diff(problem.start))[by_item]
        n_options_of = np.bincount(problem.item, minlength=problem.n_items)
        self._covered = np.flatnonzero(n_options_of)
        self._first = np.cumsum(n_options_of)[self._covered] - n_options_of[self._covered]
        self._most_tried = min(most_work, MOST_WORK) // (len(problem.item) + _EACH_TIME)
        self._tried = 0

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""
        return self._tried * (len(self._problem.item) + _EACH_TIME) * _AN_ENTRY

    def permutations(self) -> list[Ints]:
        """Return permutations that generate the group found, and the stabilisers in it of the first items chosen."""
        path = [self._refined(_kinds(self._problem))]
        chosen: list[int] = []
        while (smallest := _smallest_class(path[-1])) is not None:
            if len(chosen) == _LONGEST or 4 * self._tried >= self._most_tried:  # each permutation takes as much again
                return []
            chosen.append(int(smallest[0]))
            path.append(self._apart(path[-1], chosen[-1], len(chosen)))
        found: list[Ints] = []
        for depth in range(len(chosen) - 1, -1, -1):
            label = np.arange(self._problem.n_items)
            for other in np.flatnonzero(path[depth] == path[depth][chosen[depth]]).tolist():
                if label[other] != label[chosen[depth]] and self._tried < self._most_tried:
                    last = self._matched(path, path[depth], chosen, depth, other)
                    if last is not None:
                        permutation = np.empty(len(label), np.intp)
                        permutation[np.argsort(path[-1])] = np.argsort(last)
                        found.append(permutation)
                        label = _joined(label, permutation)
        return found

    def _matched(self, path: list[Words], colour: Words, chosen: list[int], depth: int, item: int) -> Words | None:
        """Follow a path of colourings with other items; return the colours at its end, or None if there is no match.

        At this depth, `item` gets the colour that an item of the path gets there; at later depths other items are
        tried. The sorted colours must be those of the path at each depth.
        """
        colour = self._apart(colour, item, depth + 1)
        if not np.array_equal(np.sort(colour), np.sort(path[depth + 1])):
            return None
        if depth + 1 == len(chosen):
            return colour
        for other in np.flatnonzero(colour == path[depth + 1][chosen[depth + 1]]).tolist():
            if self._tried >= self._most_tried:
                break
            if (last := self._matched(path, colour, chosen, depth + 1, other)) is not None:
                return last
        return None

    def _apart(self, colour: Words, item: int, mark: int) -> Words:
        """Give an item a colour of its own; return the refined colours."""
        colour = colour.copy()
        colour[[item]] = _mixed(colour[[item]] + np.uint64(mark))
        return self._refined(colour)

    def _refined(self, colour: Words) -> Words:
        """Split each colour by the colours in the options of its items until no colour splits any more."""
        self._tried += 1
        n_colours = 0
        while n_colours < (n_new := len(np.unique(colour))):
            n_colours = n_new
            of_option = _mixed(np.add.reduceat(_mixed(colour)[self._problem.item], self._problem.start[:-1]))
            colour = _mixed(colour)
            colour[self._covered] += np.add.reduceat(of_option[self._option], self._first)
        return colour


def _kinds(problem: ExactCover) -> Words:
    """Return a colour for each item, from whether it is primary and from its bounds."""
    least, most = problem.least.astype(np.uint64), problem.most.astype(np.uint64)
    return _mixed(_mixed(least) + most) + (np.arange(problem.n_items) < problem.n_primary)


def _smallest_class(colour: Words) -> Ints | None:
    """Return the items of the rarest colour that two or more items have; None if all colours differ."""
    order = np.argsort(colour, kind="stable")
    end = [*np.flatnonzero(np.diff(colour[order])).tolist(), len(order) - 1]
    classes = [(b - a, a + 1) for a, b in pairwise([-1, *end]) if b - a > 1]
    if not classes:
        return None
    size, first = min(classes)
    return order[first : first + size]


def _mixed(word: Words) -> Words:
    """Mix the bits of each word; different words stay different."""
    word = (word ^ (word >> np.uint64(31))) * _MIX
    return word ^ (word >> np.uint64(29))
