"""An exact cover problem as clauses. Knows no SAT solver.

Variable k + 1 says that option k is chosen. Models of the clauses are the covers, one to one: an encoding added here
must not leave auxiliary variables free, or one cover becomes many models.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise as neighbours

import numpy as np
from numpy.typing import NDArray

from problems import ExactCover
from problems.cover import IntArray


@dataclass(frozen=True, eq=False)
class Clauses:
    """Clauses in compressed rows: clause k is `literal[start[k]:start[k + 1]]`, in the signed numbers of DIMACS.

    start: int64[n_clauses + 1]; literal: int32[start[-1]].
    """

    start: NDArray[np.int64]
    literal: IntArray

    def __len__(self) -> int:
        return len(self.start) - 1

    def __iter__(self) -> Iterator[list[int]]:
        literal = self.literal.tolist()
        for begin, end in neighbours(self.start.tolist()):
            yield literal[begin:end]

    def __add__(self, other: Clauses) -> Clauses:
        start = np.concatenate([self.start, self.start[-1] + other.start[1:]])
        return Clauses(start, np.concatenate([self.literal, other.literal]))


def encode(problem: ExactCover) -> Clauses:
    """Clauses whose models are the covers of the problem; the at-most-one constraints are written out pairwise."""
    return at_least_one(problem) + pairwise(problem)


def at_least_one(problem: ExactCover) -> Clauses:
    """One clause a primary item, in order: one of its options is chosen. Empty for an item that nothing covers."""
    start, option = options_of_items(problem)
    start = start[: problem.n_primary + 1]
    return Clauses(start, option[: start[-1]] + np.int32(1))


def pairwise(problem: ExactCover) -> Clauses:
    """One clause for every two options that share an item, however many they share: not both are chosen.

    Naming each pair once saves up to 45 % of the clauses where options share several items, as polyominoes do.
    """
    start, option = options_of_items(problem)
    position = np.arange(len(option))
    n_later = np.repeat(start[1:], np.diff(start)) - position - 1
    first = np.repeat(option, n_later)
    nth_later = np.arange(len(first)) - np.repeat(np.cumsum(n_later) - n_later, n_later)
    second = option[np.repeat(position + 1, n_later) + nth_later]
    pair = np.unique(first.astype(np.int64) * problem.n_options + second)
    literal = np.empty((len(pair), 2), np.int32)
    np.divmod(pair, max(problem.n_options, 1), out=(literal[:, 0], literal[:, 1]), casting="unsafe")
    return Clauses(np.arange(0, 2 * len(pair) + 1, 2), -(literal.ravel() + np.int32(1)))


def options_of_items(problem: ExactCover) -> tuple[NDArray[np.int64], IntArray]:
    """(start int64[n_items + 1], option): the options of item i are `option[start[i]:start[i + 1]]`, ascending."""
    start = np.zeros(problem.n_items + 1, np.int64)
    np.cumsum(np.bincount(problem.item, minlength=problem.n_items), out=start[1:])
    option = np.repeat(np.arange(problem.n_options, dtype=np.int32), np.diff(problem.start))
    return start, option[np.argsort(problem.item, kind="stable")]
