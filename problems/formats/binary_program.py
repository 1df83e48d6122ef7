"""Binary programs, and the exact cover problems among them: what the readers of MPS and OPB have in common.

A column is an option and a row is an item. The coefficients of a row must be equal, and the row is divided by them. A
row `= 1` is then a primary item, a row `<= 1` a secondary item, and a row from lo to hi a primary item of that
multiplicity; hi may be missing. The objective is the cost. A column in no row is an option, too, with an item of its
own that need not be covered.

Two rows in succession over the same columns, one bounded below and one above, are one item.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, inf
from operator import attrgetter
from typing import TypeAlias

import numpy as np

from danceoff.problems.model.arguments import named_by
from danceoff.problems.model.arrays import IntArray
from danceoff.problems.model.costs import scaled
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.edges import OPEN

Number: TypeAlias = int | Fraction
Ends: TypeAlias = tuple[Number | float, Number | float]
"""The least and the most that a sum may be; infinite without a bound."""

_NONE = np.zeros(0, np.int32)

_NUMBER = re.compile(r"[-+]?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})(?:[eE][-+]?\d{1,2})?", re.ASCII)


def number(word: str, where: object) -> Number:
    """Return the number that a word writes, exactly; raises InvalidProblem for other words."""
    if (exact := _exact(word)) is None:
        raise InvalidProblem(f"{where}: {word!r} is not a number")
    return exact


@lru_cache(1 << 12)  # most coefficients of a program are the same few words
def _exact(word: str) -> Number | None:
    if not _NUMBER.fullmatch(word):
        return None
    exact = Fraction(word)
    return exact if exact.denominator > 1 else exact.numerator


def ends_of(relation: str, side: Number) -> Ends:
    """Return the least and the greatest value of a sum that has the relation <=, >= or = to a number."""
    return -inf if relation == "<=" else side, inf if relation == ">=" else side


@dataclass(frozen=True)
class Item:
    """A row of a program, divided by its coefficient: least <= the sum of its columns <= most.

    least, most: -1 and OPEN without a bound.
    """

    name: str
    columns: IntArray
    least: int
    most: int

    @property
    def is_secondary(self) -> bool:
        """Whether the row is only bounded by 1 from above."""
        return (self.least, self.most) == (-1, 1)

    def joined(self, other: Item) -> Item | None:
        """Return one item for both rows if one has only a lower and the other only an upper bound; otherwise None."""
        has = {(self.least >= 0, self.most < OPEN), (other.least >= 0, other.most < OPEN)}
        if has != {(True, False), (False, True)} or not np.array_equal(self.columns, other.columns):
            return None
        return replace(self, least=max(self.least, other.least), most=min(self.most, other.most))


@dataclass
class Program:
    """A program over columns that are 0 or 1.

    file: begins messages.
    number: the number of each column, by its name.
    cost: the coefficients of columns in the objective, where they are not 0.
    constant: the constant term of the objective.
    binary: the columns that take only the values 0 and 1.
    items: the rows.
    note: the end of a message about wrong coefficients.
    """

    file: str
    number: dict[str, int] = field(default_factory=dict)
    cost: dict[int, Number] = field(default_factory=dict)
    constant: Number = 0
    is_maximised: bool = False
    binary: set[int] = field(default_factory=set)
    items: list[Item] = field(default_factory=list)
    note: str = ""

    def wrong(self, text: str, place: int, says: str) -> InvalidProblem:
        """Return the error for a wrong word, which says what should stand in its place."""
        line, (word, *_) = text.count("\n", 0, place) + 1, text[place:].split()
        return InvalidProblem(f"{self.file}:{line}: {word!r} where {says} is expected")

    def column(self, name: str) -> int:
        """Return the number of a column; a name that is new gets the next number."""
        return self.number.setdefault(name, len(self.number))

    def price(self, columns: Sequence[int], times: Sequence[Number]) -> None:
        """Add to the coefficients of columns in the objective."""
        for column, one in zip(columns, times, strict=True):
            self.cost[column] = self.cost.get(column, 0) + one

    def row(self, name: str, columns: Sequence[int], times: Sequence[Number], ends: Ends) -> None:
        """Add a row; raises InvalidProblem unless all coefficients are equal.

        times: the coefficient of each column.
        """
        if 0 in times:
            columns = [k for k, one in zip(columns, times, strict=True) if one]
            times = [one for one in times if one]
        first = times[0] if times else 1
        if times.count(first) < len(times):
            other = next(k for k, one in enumerate(times) if one != first)
            names = [*self.number]
            terms = f"{first} times {names[columns[0]]!r} and {times[other]} times {names[columns[other]]!r}"
            raise InvalidProblem(
                f"{self.file}: row {name!r} adds {terms}{self.note}; an item counts each of its options once"
            )
        # Division by a negative coefficient exchanges the ends.
        least, most = (end / Fraction(first) for end in ends[:: 1 if first > 0 else -1])
        item = Item(name, np.asarray(columns, np.int32), ceil(min(max(least, -1), OPEN)), floor(min(most, OPEN)))
        if both := self.items and self.items[-1].joined(item):
            self.items[-1] = both
        elif (item.least, item.most) != (-1, OPEN):  # a row without bounds constrains nothing, and is no item
            self.items.append(item)

    def bound(self, where: object, name: str, ends: Ends) -> None:
        """Bound a column; raises InvalidProblem for finite bounds that leave room beyond 0 and 1."""
        least, most = ends
        if -inf < least < 0 or 1 < most < inf:
            raise InvalidProblem(f"{where}: a column that may leave 0 and 1, and an option is chosen or not")
        if least > 0 or most < 1:
            self.row(name, [self.number[name]], [1], (max(least, 0), most))

    def exact_cover(self) -> ExactCover:
        """Return the problem whose covers are the solutions; raises InvalidProblem for a column that is not binary."""
        names, n = [*self.number], len(self.number)
        if other := [name for name, k in self.number.items() if k not in self.binary]:
            raise InvalidProblem(f"{self.file}: column {other[0]!r} is not binary, and an option is chosen or not")
        in_rows = np.bincount(np.concatenate([_NONE, *(item.columns for item in self.items)]), minlength=n)
        idle = np.flatnonzero(in_rows == 0).tolist()
        say_idle(self.file, [names[k] for k in idle])
        items = [*self.items, *(Item(names[k], np.array([k], np.int32), 0, 1) for k in idle)]
        items.sort(key=attrgetter("is_secondary"))
        option = np.concatenate([_NONE, *(item.columns for item in items)])
        row = np.repeat(np.arange(len(items), dtype=np.int32), [len(item.columns) for item in items])
        with named_by(self.file):
            (*cost, constant), scale = scaled([*(self.cost.get(k, 0) for k in range(n)), self.constant])
            problem = ExactCover.stated(
                f"{self.file}: ",
                start=offsets(np.bincount(option, minlength=n)),
                item=row[np.argsort(option, kind="stable")],
                n_items=len(items),
                n_primary=len(items) - sum(item.is_secondary for item in items),
                item_names=tuple(item.name for item in items),
                option_names=tuple(names),
                least=np.array([item.least for item in items], np.int64).clip(0),
                most=np.array([item.most for item in items], np.int64),
                cost=np.array(cost, np.int64),
                cost_scale=scale,
                constant=int(constant),
            )
        return problem.maximised() if self.is_maximised else problem


def say_idle(file: str, names: Sequence[str]) -> None:
    """Warn of columns in no row, which a solution may choose or not."""
    if names:
        more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
        warnings.warn(
            f"{file}: column {names[0]!r}{more} in no row: each solution comes with and without", stacklevel=5
        )
