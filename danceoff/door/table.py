"""A long table, which states a problem: a row is an entry, and the rows of an option name it in the same columns."""

from __future__ import annotations

import csv
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.arguments import InvalidProblem, choices, shown
from danceoff.problems.model.costs import amount
from danceoff.problems.model.digits import exact, written
from danceoff.problems.model.digits import text_of as text_of_name
from danceoff.problems.model.naming import called
from danceoff.problems.model.printable import printable
from danceoff.problems.sources import text_of

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Table:
    """What a table states.

    options: their names, in the order of their first rows.
    items: their names, in the order in which the options name them.
    option, item: int64[n_rows], the option and the item of each row, option by option.
    cost: the cost of each option, or None.
    """

    options: list[Hashable]
    items: list[Hashable]
    option: NDArray[np.int64]
    item: NDArray[np.int64]
    cost: list[Fraction] | None


def table(source: Any, option: Any, item: Any, cost: str | None) -> Table:
    """Read a table.

    source: a pandas DataFrame, or the path of a CSV file.
    option, item: a column or a list of columns, whose values are the name.
    cost: the column of the costs, or None.

    Raises InvalidProblem, with the row, for a value that is missing, an item that an option has twice, and an option
    with two costs; and TypeError if `source` is no table.
    """
    if hasattr(source, "iloc") and source.ndim == 2:
        return _of_frame(source, option, item, cost)
    if not isinstance(source, str | PathLike):
        raise TypeError(f"a table is a pandas DataFrame or the path of a CSV file, not {shown(source)}")
    text = text_of(str(source))
    try:
        return _of_frame(_of_csv(text, cost), option, item, cost)
    except InvalidProblem as error:
        raise InvalidProblem(f"{source}: {error}") from None


def _of_csv(text: str, cost: str | None) -> pd.DataFrame:
    """Return a CSV file as a frame whose labels are the numbers of the rows; the header is row 1."""
    import pandas as pd

    try:
        header = next(csv.reader(StringIO(text)), [])
        frame = pd.read_csv(
            StringIO(text),
            keep_default_na=False,
            na_values=[""],  # NA and None are names
            skip_blank_lines=False,
            low_memory=False,
            dtype=None if cost is None else {cost: str},  # a float would not be exact
        )
    except (ValueError, csv.Error) as error:
        raise InvalidProblem(" ".join(str(error).split())) from None
    if len(frame.columns) != len(header) or not isinstance(frame.index, pd.RangeIndex):
        raise InvalidProblem("rows have more cells than the header")
    frame.columns = pd.Index(header)  # pandas would rename the second of two equal columns
    frame.index = pd.RangeIndex(2, len(frame) + 2)
    return frame.dropna(how="all")


def _of_frame(frame: pd.DataFrame, option: Any, item: Any, cost: str | None) -> Table:
    import pandas as pd

    options, option_of = _names(frame, "option", option)
    items, item_of = _names(frame, "item", item)
    entry = option_of * len(items) + item_of
    if (first := _first_rows(entry)).size < len(frame):
        again = np.setdiff1d(np.arange(len(frame)), first)[0]
        before = _row(frame, int(np.argmax(entry == entry[again])))
        name, twice = called(options, option_of[again]), _shown(items[item_of[again]])
        raise InvalidProblem(f"{_row(frame, again)}: {name} has item {twice} twice; the other one is in {before}")
    costs = None if cost is None else _costs(frame, cost, options, option_of)
    order = np.argsort(option_of, kind="stable")
    item_of, known = pd.factorize(item_of[order])
    return Table(options, [items[k] for k in known.tolist()], option_of[order], item_of, costs)


def _names(frame: pd.DataFrame, argument: str, wanted: Any) -> tuple[list[Hashable], NDArray[np.int64]]:
    """Return the names that columns give, in the order of their first rows, and the number of the name of each row."""
    import pandas as pd

    known: list[Any] = list(frame.columns)
    several = isinstance(wanted, list | tuple) and wanted not in known
    columns = [_values(frame, argument, label) for label in (wanted if several else [wanted])]
    if not columns:
        raise InvalidProblem(f"{argument}: no column is named")
    values, number = columns[0]
    if len(columns) == 1:
        return values, number
    for more, one in columns[1:]:
        number = pd.factorize(number * len(more) + one)[0]
    first = _first_rows(number)
    parts = ([values[k] for k in one[first].tolist()] for values, one in columns)
    return list(zip(*parts, strict=True)), number


def _values(frame: pd.DataFrame, argument: str, label: Any) -> tuple[list[Any], NDArray[np.int64]]:
    """Return the values of a column, in the order of their first rows, and the number of the value of each row."""
    import pandas as pd

    known = list(frame.columns)
    if (n := known.count(label)) != 1:
        wrong = f"two columns {label!r}" if n else f"no column {label!r}; {choices(label, map(str, known))}"
        raise InvalidProblem(f"{argument}: the table has {wrong}")
    try:
        number, found = pd.factorize(frame[label])
    except TypeError as error:
        raise InvalidProblem(f"{argument}: column {label!r} holds values that are no names: {error}") from None
    values = found.tolist()
    blank = [-1, *(k for k, one in enumerate(values) if isinstance(one, str) and not one.strip())]
    if (missing := np.isin(number, blank)).any():
        _refuse(frame, int(np.argmax(missing)), label, f"the {argument} is missing")
    return values, number.astype(np.int64)


def _costs(frame: pd.DataFrame, label: str, options: list[Hashable], option: NDArray[np.int64]) -> list[Fraction]:
    """Return the cost of each option."""
    values, number = _values(frame, "cost", label)
    for k, one in enumerate(values):
        try:
            values[k] = exact(one) if isinstance(one, str) else amount("a cost", one)
        except ValueError as error:
            _refuse(frame, int(np.argmax(number == k)), label, str(error))
    first = _first_rows(option)
    own = number[first]
    for k in np.flatnonzero(number != own[option]).tolist():
        if values[number[k]] != (other := values[own[option[k]]]):  # 2 and 2.0 are equal
            both = f"{written(values[number[k]])}, and {written(other)} in {_row(frame, int(first[option[k]]))}"
            _refuse(frame, k, label, f"{called(options, option[k])} costs {both}")
    return [values[k] for k in own.tolist()]


def _first_rows(number: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first row of each number, ascending in the numbers."""
    return np.unique(number, return_index=True)[1].astype(np.int64)


def _row(frame: pd.DataFrame, k: Any) -> str:
    return f"row {_shown(frame.index[k])}"


def _shown(name: Hashable) -> str:
    return printable(text_of_name(name))


def _refuse(frame: pd.DataFrame, k: int, label: Any, wrong: str) -> NoReturn:
    raise InvalidProblem(f"{_row(frame, k)}, column {label!r}: {wrong}")
