"""Moves of boards, and the permutations of the options that go with them.

A move maps the look of an option on the board to another look: a tile in another place, turned, and in other colours.
Options may look alike, such as steps of a route at different times. They are told apart by the options with which they
share items and colours, then by the options with which these in turn share some, and so on (colour refinement, as in
graph isomorphism: B. Weisfeiler and A. Leman, 1968).
"""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.fingerprint import mixed

MOST_READ = 1 << 25  # entries of the problem, and _EACH_ROUND for each round: some seconds
_EACH_ROUND = 1000

Looks: TypeAlias = NDArray[np.int64]
"""int64[n_options, width]: what each option of the root problem looks like on the board."""


@runtime_checkable
class HasSymmetries(Protocol):
    """A board that finds by itself how its moves permute the options, int32[n_options] each.

    The permutations keep the options taken, but may change the problem; the caller checks that.
    """

    def permutations(self, problem: ExactCover) -> Iterator[IntArray]:
        """Yield the permutations; raises InvalidProblem if there are too many."""

    def rotations(self, problem: ExactCover) -> Iterator[IntArray]:
        """Yield the permutations that rotations of the board make."""


def by_looks(problem: ExactCover, looks: Iterator[Looks]) -> Iterator[IntArray]:
    """Yield permutations of the options, int32[n_options], that keep the look of the options taken.

    looks: the looks of the options as they are, then after each move.
    """
    before = next(looks)
    for after in looks:
        if (image := _permutation(problem, before, after)) is not None:
            yield image


def restricted(permutations: Iterable[IntArray], problem: ExactCover) -> Iterator[IntArray]:
    """Yield the permutations of the root problem's options that keep a sub-problem, restricted to it.

    Raises InvalidProblem if the problem has options that the permutations lack, such as those that soft items add.
    """
    for permutation in permutations:
        if problem.origin.max(initial=-1) >= len(permutation):
            raise InvalidProblem("no symmetries are found of a board that lacks options; ask for all covers")
        if not np.array_equal(np.sort(permutation[problem.taken]), np.sort(problem.taken)):
            continue
        number = np.full(len(permutation), -1, np.int32)
        number[problem.origin] = np.arange(problem.n_options, dtype=np.int32)
        image: IntArray = number[permutation[problem.origin]]
        if image.min(initial=0) >= 0:
            yield image


def _permutation(problem: ExactCover, before: Looks, after: Looks) -> IntArray | None:
    """Return the image of each option: it looks before the move as the option looks after it; None if some has none."""
    if not np.array_equal(in_order(before[problem.taken]), in_order(after[problem.taken])):
        return None
    n_options = problem.n_options
    looks = np.concatenate([before[problem.origin], after[problem.origin]])
    kind: NDArray[np.uint64] = np.unique(looks, axis=0, return_inverse=True)[1].ravel().astype(np.uint64)
    old, new = kind[:n_options], kind[n_options:]
    if len(np.unique(old)) < n_options:
        surroundings = Surroundings(problem)
        old, new = surroundings.refined(old), surroundings.refined(new)
    if not np.array_equal(np.sort(old), np.sort(new)):
        return None
    image = np.empty(n_options, np.int32)
    image[np.argsort(new, kind="stable")] = np.argsort(old, kind="stable")  # equal hashes meet
    return image


def in_order(looks: Looks) -> Looks:
    """Return the looks sorted, so that equal looks are neighbours."""
    return looks[np.lexsort(looks.T)]


class Surroundings:
    """Tells options apart by the options with which they share items and colours, and by the surroundings of these."""

    def __init__(self, problem: ExactCover) -> None:
        colour = problem.colour if problem.has_colours else np.zeros_like(problem.item)
        key = problem.item.astype(np.int64) * (1 + int(colour.max(initial=0))) + colour
        _, first, self._column = np.unique(key, return_index=True, return_inverse=True)
        self._item = problem.item[first]
        self._option = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
        self._n_items = problem.n_items
        of_item = _mixed(_mixed(problem.least.astype(np.uint64)) + problem.most.astype(np.uint64))
        self._of_column = of_item[self._item] + (colour[first] > 0)
        self._n_read = 0

    def refined(self, kind: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return hashes of the options, which differ if the kinds or surroundings of the options differ.

        Raises InvalidProblem if all calls together read too much.
        """
        found, n_before, n_kinds = _mixed(kind), 0, 1
        while n_before < n_kinds:  # each round mixes in the hashes of the options with which an option shares a column
            self._n_read += len(self._option) + _EACH_ROUND
            if self._n_read > MOST_READ:
                raise InvalidProblem(f"the symmetries are not found in {MOST_READ:,} steps; ask for all covers")
            n_before = n_kinds
            in_column = _mixed(self._of_column + _summed(found[self._option], self._column, len(self._item)))
            in_item = _mixed(_summed(in_column, self._item, self._n_items))
            shared = _mixed(in_column + in_item[self._item])[self._column]
            found = _mixed(found + _summed(shared, self._option, len(found)))
            n_kinds = len(np.unique(found))
        return found


def _summed(values: NDArray[np.uint64], place: NDArray[np.integer], n_places: int) -> NDArray[np.uint64]:
    """Return the sums of the values at each place, modulo 2^64."""
    total = np.zeros(n_places, np.uint64)
    np.add.at(total, place, values)
    return total


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a hash of each value."""
    return mixed(values + np.uint64(0x9E3779B97F4A7C15))
