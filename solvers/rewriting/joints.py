"""Joints: the few options and items without which a problem falls apart into two parts of some size.

Each joint has alternatives: an option is chosen or not, and an item is covered by options of one part or of the other.
A branch fixes an alternative of each joint: then the problem is a product of components, and branches add up.

Options and items have places on a line, found by smoothing: each option moves to the mean of its items, and then each
item to the mean of its options. Parts that few options connect stay apart the longest. So the problem is divided at a
place that few pairs of an option and one of its items cross. results/notes/counter.md has figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.cover import BoolArray

_MOST = 4  # joints: each doubles the branches, or trebles them
_LEAST_PART = 1 / 8  # of the options
_ROUNDS = 24
_ROUGH = 0.9  # parts with eigenvalues of smoothing up to here stay small
_AN_ENTRY = 500.0  # work, as `Search.work`, for an entry of the problem

Ints = NDArray[np.intp]


class Branch(NamedTuple):
    """One of several problems whose counts add up to the count of another problem, each with its sign.

    sign: 1; or -1 to subtract covers that other branches count once too often.
    n_branches: a bound on the number of branches.
    """

    problem: ExactCover
    sign: int
    n_branches: int


class _Alternative(NamedTuple):
    sign: int
    chosen: Ints
    forbidden: Ints


def joint_branches(problem: ExactCover) -> Iterator[Branch]:
    """Yield problems that fall apart, whose counts add up to the count of this one; branches of sign -1 come first.

    Yields none if more than a few joints hold the problem together. Each branch has fewer options than the problem, and
    no component of it has more than seven eighths of them.
    """
    if joints := _joints(problem):
        each = sorted(product(*joints), key=_sign)
        for alternatives in each:
            if rest := _with(problem, alternatives):
                yield Branch(rest, _sign(alternatives), len(each))


def _joints(problem: ExactCover) -> list[list[_Alternative]]:
    """Return the alternatives of each joint; none if there are more than `_MOST`."""
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    of_item, of_option = _smooth(problem, owner)
    place = _narrowest(of_item[problem.item], of_option[owner], of_option)
    is_left = of_option <= place
    n_each, n_left = (np.bincount(problem.item[of], minlength=problem.n_items) for of in (slice(None), is_left[owner]))
    is_left_item = (n_left > 0) & ((of_item <= place) | (n_left == n_each))
    crossing = np.flatnonzero(is_left_item[problem.item] != is_left[owner])
    is_free = ~problem.has_multiplicity
    if problem.has_colours:
        is_free[problem.item[problem.colour > 0]] = False
    joints: list[list[_Alternative]] = []
    while len(crossing):
        if len(joints) == _MOST:
            return []
        by_option = np.bincount(owner[crossing], minlength=problem.n_options)
        by_item = np.bincount(problem.item[crossing], minlength=problem.n_items) * is_free
        if by_option.max() >= by_item.max():
            option = int(by_option.argmax())
            alone, none = np.array([option]), np.zeros(0, np.intp)
            joints.append([_Alternative(1, none, alone), _Alternative(1, alone, none)])
            crossing = crossing[owner[crossing] != option]
        else:
            item = int(by_item.argmax())
            joints.append(_from_either_side(owner[problem.item == item], is_left, item < problem.n_primary))
            crossing = crossing[problem.item[crossing] != item]
    return joints


def joints_work(problem: ExactCover) -> float:
    """Return the work of looking for joints, as `Search.work`."""
    return len(problem.item) * _AN_ENTRY


def _smooth(problem: ExactCover, owner: Ints) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the places of the items and of the options on the line, float64[n_items] and float64[n_options]."""
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    used = np.flatnonzero(n_each)
    by_item = owner[np.argsort(problem.item, kind="stable")]
    first = (np.cumsum(n_each) - n_each)[used]
    size, start, weight = np.diff(problem.start), problem.start[:-1], n_each / n_each.sum()
    here = np.modf(np.arange(problem.n_items) * 0.618)[0]  # any numbers that no symmetry of the problem explains
    here, before = here - here @ weight, np.zeros(problem.n_items)
    for _ in range(_ROUNDS):
        of_option = np.add.reduceat(here[problem.item], start) / size
        mean = np.zeros(problem.n_items)
        mean[used] = np.add.reduceat(of_option[by_item], first) / n_each[used]
        # Chebyshev's recurrence: parts with eigenvalues up to _ROUGH stay small, the others grow, the faster the nearer
        # to 1.
        here, before = (4 / _ROUGH) * mean - 2 * here - before, here
        here -= here @ weight  # without the part with eigenvalue 1: all in one place would be the smoothest
        largest = np.abs(here).max() or 1.0
        here, before = here / largest, before / largest
    return here, np.add.reduceat(here[problem.item], start) / size


def _narrowest(of_item: NDArray[np.float64], of_option: NDArray[np.float64], places: NDArray[np.float64]) -> float:
    """Return a place with some options on both sides that the fewest entries, each from item to option, cross."""
    place = np.sort(places)
    n = int(_LEAST_PART * len(place)) + 1
    place = place[n - 1 : len(place) - n] if len(place) >= 2 * n else place[:1]
    least, most = np.sort(np.minimum(of_item, of_option)), np.sort(np.maximum(of_item, of_option))
    n_crossing = np.searchsorted(least, place, "right") - np.searchsorted(most, place, "right")
    return float(place[n_crossing.argmin()])


def _from_either_side(options: Ints, is_left: BoolArray, is_primary: bool) -> list[_Alternative]:
    """Return the alternatives of an item: only the options of one side may cover it.

    Both count the covers that leave the item out, so a third alternative, of sign -1, subtracts these once.
    """
    none, left = np.zeros(0, np.intp), is_left[options]
    either = [_Alternative(1, none, options[side]) for side in (left, ~left)]
    return either if is_primary else [*either, _Alternative(-1, none, options)]


def _sign(alternatives: tuple[_Alternative, ...]) -> int:
    return prod(each.sign for each in alternatives)


def _with(problem: ExactCover, alternatives: tuple[_Alternative, ...]) -> ExactCover | None:
    """Return the problem with these alternatives, or None if an option is chosen and forbidden."""
    chosen, forbidden = (np.concatenate(parts) for parts in list(zip(*alternatives, strict=True))[1:])
    is_kept = np.ones(problem.n_options, np.bool_)
    is_kept[forbidden] = False
    if not is_kept[chosen].all():
        return None
    number = np.cumsum(is_kept) - 1
    rest = problem.without(np.flatnonzero(~is_kept).astype(np.int32))
    return rest.given(number[chosen].astype(np.int32))
