"""The base class of the adapters: `native` builds the peer's own model, apart from the walk through its covers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.cover import BoolArray
from danceoff.solvers.base import OneByOne, Search, Solver, Steps, settled


@dataclass(frozen=True)
class Native:
    """A peer that has read the problem.

    walk: returns the covers, as option numbers in any order.
    count: returns the number of covers without listing them; None if the peer cannot.
    first: returns one cover, or None if there is none; for peers whose walk finds all covers before it gives the first.
    """

    walk: Callable[[], Iterable[Sequence[int]]]
    count: Callable[[], int] | None = None
    first: Callable[[], Sequence[int] | None] | None = None


@dataclass(frozen=True)
class Peer(Solver):
    """A package whose adapter defines only `native`; blocked covers are dropped as they are found."""

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Pass the problem to the peer, unless it needs no search: peers answer such problems differently."""
        return settled(problem, blocked) or _Search(self.native(problem), blocked)

    @abstractmethod
    def native(self, problem: ExactCover) -> Native:
        """Return the problem in the peer's own form.

        Every primary item has an option. Raises UnsupportedProblem if the peer is known to crash or hang on it.
        """


class _Search(OneByOne):
    def __init__(self, native: Native, blocked: frozenset[Cover]) -> None:
        self._native = native
        self._blocked = blocked

    def _steps(self) -> Steps:
        given = set(self._blocked)
        if self._native.first is not None:
            cover = self._native.first()
            if cover is None:
                return
            if tuple(sorted(cover)) not in given:
                yield cover
            given.add(tuple(sorted(cover)))
        for cover in self._native.walk():
            if not given or tuple(sorted(cover)) not in given:
                yield cover

    def _increments(self) -> Generator[int]:
        if self._native.count is None or self._blocked:
            yield from super()._increments()
        else:
            yield self._native.count()


def option_rows(problem: ExactCover) -> list[list[int]]:
    """Return the items of every option."""
    return [problem.items_of(option) for option in range(problem.n_options)]


def coloured_rows(problem: ExactCover) -> list[list[tuple[int, int]]]:
    """Return the items of every option, each with the colour that the option gives it, 0 for none."""
    colour = problem.colour if problem.has_colours else np.zeros_like(problem.item)
    entries = list(zip(problem.item.tolist(), colour.tolist(), strict=True))
    return [entries[begin:end] for begin, end in pairwise(problem.start.tolist())]


def matrix(problem: ExactCover) -> BoolArray:
    """Return which option covers which item: bool[n_options, n_items]."""
    covers = np.zeros((problem.n_options, problem.n_items), bool)
    covers[np.repeat(np.arange(problem.n_options), np.diff(problem.start)), problem.item] = True
    return covers


def largest_cover(problem: ExactCover) -> int:
    """Return a bound on the options in a cover, and so on the depth of a search."""
    return min(problem.n_primary, problem.n_options)
