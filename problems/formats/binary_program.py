"""Binary programs, and the exact cover problems among them: what the readers of MPS and LP have in common.

A column is an option and a row is an item. The coefficients of a row must be equal, and it is divided by them. Then a
row that equals 1 is a primary item, one of at most 1 a secondary item, and one of lo to hi a primary item of that
multiplicity; where hi is missing it is the number of columns. The objective is the cost. A binary column in no row is
an option, too, with an item of its own that need not be covered.

Two rows of the same columns, one with only an upper and one with only a lower bound, are one item. A secondary item
becomes a primary one of multiplicity 0 to 1 where a column would have no primary item.
"""

from __future__ import annotations

import re
import warnings
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import ceil, floor
from typing import TypeAlias

import numpy as np

from danceoff.problems.model.arguments import INT32_MAX
from danceoff.problems.model.arrays import BoolArray, IntArray
from danceoff.problems.model.costs import scaled
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.covers import offsets

Number: TypeAlias = int | Fraction

_NUMBER = re.compile(r"[+-]?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})(?:[eEdD][+-]?\d{1,2})?", re.ASCII)
_INFINITE = 10**20
"""A least of at most -10^20 is none, and a most of at least 10^20, for every program that reads these formats."""


@dataclass
class Row:
    """A row of a program: least <= sum of coefficient * column <= most, where None is no bound."""

    name: str
    least: Number | None = None
    most: Number | None = None
    columns: array[int] = field(default_factory=lambda: array("i"))
    coefficients: list[Number] = field(default_factory=list)


@dataclass
class Column:
    """A variable with its bounds and its coefficient in the objective; None is no bound."""

    name: str
    is_integer: bool = False
    least: Number | None = 0
    most: Number | None = None
    cost: Number = 0


@dataclass
class Item:
    """A row divided by its coefficient: all coefficients are 1, and the bounds are whole numbers."""

    name: str
    least: int | None
    most: int | None
    columns: array[int]


def number(word: str, where: str) -> Number:
    """Return the number that a word writes, exactly; raises InvalidProblem for other words."""
    if (exact := _exact(word)) is None:
        raise InvalidProblem(f"{where}: {word!r} is not a number")
    return exact


@lru_cache(1 << 12)  # most coefficients of a program are the same few words
def _exact(word: str) -> Number | None:
    if not _NUMBER.fullmatch(word):
        return None
    exact = Fraction(word.lower().replace("d", "e"))
    return exact if exact.denominator > 1 else exact.numerator


def bound(word: str, where: str) -> Number:
    """Return the number that a word writes; a number of 10^20 or more is infinite, as is one of -10^20 or less."""
    if word.lower().lstrip("+-") in ("inf", "infinity"):
        return -_INFINITE if word.startswith("-") else _INFINITE
    return number(word, where)


def exact_cover(file: str, rows: Iterable[Row], columns: Sequence[Column], is_maximised: bool) -> ExactCover:
    """Return the problem whose covers are the solutions of a binary program.

    Raises InvalidProblem, which names the row or column, for a program that is no exact cover problem.
    """
    bounded = (row for row in rows if _bounds(row) != (None, None))
    items = _joined(file, (_item(file, row, columns) for row in bounded))
    exclusive = {k for item in items if item.most == 1 for k in item.columns}
    in_rows = {k for item in items for k in item.columns}
    for k in sorted(in_rows):
        _refuse_unless_binary(file, columns[k], k in exclusive)
    idle = _idle(file, [k for k in range(len(columns)) if k not in in_rows], columns)
    items += [Item(columns[k].name, 0, 1, array("i", [k])) for k in idle]
    row = np.repeat(np.arange(len(items), dtype=np.int32), [len(item.columns) for item in items])
    option = np.array(array("i", chain.from_iterable(item.columns for item in items)), np.int32)
    is_kept = np.bincount(option, minlength=len(columns)) > 0
    is_primary = _primary(items, row, option, len(columns))
    order = np.argsort(~is_primary, kind="stable")
    number_of = np.argsort(order)[row]
    sorted_items = [items[k] for k in order.tolist()]
    kept = [columns[k] for k in np.flatnonzero(is_kept).tolist()]
    try:
        cost, scale = scaled([column.cost for column in kept])
        problem = ExactCover(
            offsets(np.bincount(option, minlength=len(columns))[is_kept]),
            number_of[np.lexsort((number_of, option))].astype(np.int32),
            len(items),
            int(is_primary.sum()),
            tuple(item.name for item in sorted_items),
            tuple(column.name for column in kept),
            least=np.array([item.least or 0 for item in sorted_items], np.int64),
            most=np.array([_most(item) for item in sorted_items], np.int64),
            cost=cost,
            cost_scale=scale,
        )
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}: {error}") from None
    return problem.maximised() if is_maximised else problem


def _item(file: str, row: Row, columns: Sequence[Column]) -> Item:
    """Return the row divided by its coefficient, its bounds rounded to the whole numbers between them."""
    where = f"{file}: row {row.name!r}"
    if unequal := next((k for k, times in enumerate(row.coefficients) if times != row.coefficients[0]), 0):
        terms = [f"{row.coefficients[k]} times {columns[row.columns[k]].name!r}" for k in (0, unequal)]
        raise InvalidProblem(f"{where} adds {terms[0]} and {terms[1]}; coefficients of an item must be equal")
    times = Fraction(row.coefficients[0]) if row.coefficients else Fraction(1)
    least, most = _bounds(row) if times > 0 else _bounds(row)[::-1]
    low = None if least is None else max(0, ceil(least / times))
    high = None if most is None else min(INT32_MAX, floor(most / times))
    if high is not None and high < 1:
        raise InvalidProblem(f"{where} excludes all of its columns; leave them out, and the row")
    if low is not None and low > INT32_MAX:
        raise InvalidProblem(f"{where} asks for {least} of its {len(row.columns)} columns")
    return Item(row.name, low, high, row.columns)


def _joined(file: str, items: Iterable[Item]) -> list[Item]:
    """Return the items. Of two with the same columns, one bounded above and one below, the first gets both bounds."""
    found: list[Item] = []
    halves: dict[tuple[bytes, bool], Item] = {}
    for item in items:
        if item.least is None or item.most is None:
            columns, has_least = item.columns.tobytes(), item.least is not None
            other = halves.pop((columns, not has_least), None)
            if other is None:
                halves[columns, has_least] = item
            else:
                other.least, other.most = (item.least, other.most) if has_least else (other.least, item.most)
                continue
        found.append(item)
    for item in found:
        if item.least is not None and item.most is not None and item.least > item.most:
            least, most = item.least, item.most
            raise InvalidProblem(f"{file}: row {item.name!r} asks for at least {least} and at most {most}")
    return found


def _primary(items: Sequence[Item], row: IntArray, option: IntArray, n_columns: int) -> BoolArray:
    """Return which items are primary: all but `at most 1`, unless a column would lack a primary item."""
    is_primary = np.array([item.least is not None or item.most != 1 for item in items], bool)
    has_primary = np.zeros(n_columns, bool)
    has_primary[option[is_primary[row]]] = True
    for k in range(len(items)):
        columns = np.array(items[k].columns, np.int32)
        if not has_primary[columns].all():
            is_primary[k] = True
            has_primary[columns] = True
    return is_primary


def _most(item: Item) -> int:
    return max(len(item.columns), item.least or 0, 1) if item.most is None else item.most


def _idle(file: str, idle: Sequence[int], columns: Sequence[Column]) -> list[int]:
    """Return the columns in no row that are options; the others are left out, as 0, for they cost nothing.

    Both are warned of. Raises InvalidProblem for a column that costs something and is not binary, or cannot be 0.
    """
    bounds = {k: _bounds(columns[k]) for k in idle}
    kept = [k for k in idle if columns[k].is_integer and bounds[k] == (0, 1)]
    left = sorted({*idle} - {*kept})
    for k in left:
        least, most = bounds[k]
        can_be_0 = (least or 0) <= 0 <= (most or 0)
        is_0 = least == most == 0
        if not can_be_0 or (columns[k].cost != 0 and not is_0):
            raise InvalidProblem(f"{_between(file, columns[k])}, and a column in no row is left out, as 0")
    warn_of_idle(file, [columns[k].name for k in kept])
    if left:
        names = _shortened([columns[k].name for k in left])
        warnings.warn(f"{file}: column {names} left out: it is in no row, and costs nothing", stacklevel=4)
    return kept


def warn_of_idle(file: str, names: Sequence[str]) -> None:
    """Warn of columns in no row, which a solution may have or not."""
    if names:
        warnings.warn(
            f"{file}: column {_shortened(names)} in no row: each solution comes with and without", stacklevel=5
        )


def _shortened(names: Sequence[str]) -> str:
    return f"{names[0]!r}" + (f" (and {len(names) - 1} more)" if len(names) > 1 else "")


def _refuse_unless_binary(file: str, column: Column, is_exclusive: bool) -> None:
    """Raise InvalidProblem unless the column takes only the values 0 and 1.

    is_exclusive: whether some row lets the column be at most 1.
    """
    if not column.is_integer:
        raise InvalidProblem(f"{file}: column {column.name!r} is not integer, and an option is chosen or not")
    least, most = _bounds(column)
    if least != 0 or (most != 1 and not (is_exclusive and (most is None or most > 1))):
        raise InvalidProblem(f"{_between(file, column)}, and an option between 0 and 1")


def _bounds(one: Row | Column) -> tuple[Number | None, Number | None]:
    """Return the bounds; of an integer column the least and the greatest whole number between them."""
    least = None if one.least is None or one.least <= -_INFINITE else one.least
    most = None if one.most is None or one.most >= _INFINITE else one.most
    if isinstance(one, Column) and one.is_integer:
        return None if least is None else ceil(least), None if most is None else floor(most)
    return least, most


def _between(file: str, column: Column) -> str:
    least, most = _bounds(replace(column, is_integer=False))
    shown = "-infinity" if least is None else least, "infinity" if most is None else most
    return f"{file}: column {column.name!r} lies between {shown[0]} and {shown[1]}"
