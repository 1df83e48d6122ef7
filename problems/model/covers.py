"""Covers, the answers to a problem, in batches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from danceoff.problems.model import arguments, arrays
from danceoff.problems.model.arguments import INT32_MAX, InvalidProblem
from danceoff.problems.model.arrays import BoolArray, IntArray

Cover: TypeAlias = tuple[int, ...]
"""One answer: option numbers, ascending."""


@dataclass(frozen=True, eq=False)
class Covers:
    """A batch of covers in compressed rows: cover k is `option[start[k]:start[k + 1]]`, in any order.

    start: int32[n_covers + 1].
    option: int32[start[-1]].

    Raises InvalidProblem for other arrays. `check` says whether the rows are covers of a problem.
    """

    start: IntArray
    option: IntArray

    def __post_init__(self) -> None:
        start = arrays.whole_numbers("start", self.start)
        option = arrays.whole_numbers("option", self.option)
        if len(start) == 0 or start[0] != 0 or start[-1] != len(option) or (start[1:] < start[:-1]).any():
            raise InvalidProblem("start must lead from 0 to the length of option, ascending")
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "option", option)

    @classmethod
    def of(cls, covers: Iterable[Collection[int]]) -> Covers:
        """Pack an iterable of covers; raises InvalidProblem unless they are rows of option numbers."""
        try:
            rows = list(covers)
            sizes, options = [len(row) for row in rows], [option for row in rows for option in row]
        except TypeError:
            raise InvalidProblem(f"covers must be rows of option numbers, not {arguments.shown(covers)}") from None
        return cls(offsets(sizes), arrays.whole_numbers("covers", options))

    def __repr__(self) -> str:
        return f"<Covers: {len(self)} covers>"

    def __len__(self) -> int:
        return len(self.start) - 1

    def __iter__(self) -> Iterator[Cover]:
        size = int(self.start[1]) if len(self) else 0
        if size and (np.diff(self.start) == size).all():  # sorted together in a third of the time
            yield from map(tuple, np.sort(self.option.reshape(-1, size)).tolist())
            return
        option, start = self.option.tolist(), self.start.tolist()
        for begin, end in pairwise(start):
            yield tuple(sorted(option[begin:end]))

    def parts(self, n: int) -> Iterator[Covers]:
        """Yield the covers, in order, at most `n` at a time."""
        for first in range(0, len(self), n):
            start = self.start[first : first + n + 1]
            yield Covers(start - start[0], self.option[start[0] : start[-1]])

    def select(self, mask: BoolArray) -> Covers:
        """Return the covers k with mask[k].

        mask: bool[n_covers]. Raises InvalidProblem for anything else.
        """
        mask = arrays.mask("mask", mask, len(self))
        size = np.diff(self.start)
        return Covers(offsets(size[mask]), self.option[np.repeat(mask, size)])


def offsets(sizes: Any) -> IntArray:
    """Return the starts of rows with these sizes, int32[n + 1]; raises InvalidProblem if int32 cannot hold them."""
    total = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=total[1:])
    if total[-1] > INT32_MAX:
        raise InvalidProblem(f"{total[-1]} entries are more than 32-bit numbers can count")
    return total.astype(np.int32)
