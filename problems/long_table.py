"""A long table, which states a problem: a row is an entry, and the rows of an option name it in the same columns.

A frame of any library that lends its columns by one of two protocols, a CSV file, or a sheet of an Excel file.
"""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from fractions import Fraction
from functools import partial
from importlib import import_module
from io import StringIO
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn
from unicodedata import normalize
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.formats.lines import cells_of, from_header, sign_of
from danceoff.problems.model.arguments import INT32_MAX, InvalidProblem, choices, shown, whole_number
from danceoff.problems.model.costs import amount, scaled
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.digits import text_of as text_of_name
from danceoff.problems.model.digits import written
from danceoff.problems.model.naming import called
from danceoff.problems.model.prices import price_reader
from danceoff.problems.model.printable import printable
from danceoff.problems.sources import text_of

if TYPE_CHECKING:
    import pandas as pd

_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")  # characters without a width
_LIST = re.compile(r"\s*[,;]\s*")
_WHOLE = re.compile(r"^\+?(-?)0*(\d+?)(?:[.,]0{0,2})?$")


class Parts(tuple[Hashable, ...]):
    """A name that several columns give, which a person reads without brackets and quotation marks."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(text_of_name, self))

    @classmethod
    def of(cls, names: list[Hashable]) -> list[Hashable]:
        """Return the names, in which tuples are `Parts`."""
        return [cls(name) if isinstance(name, tuple) else name for name in names]


@dataclass(frozen=True)
class Table:
    """What a table states.

    options: their names, in the order of their first rows.
    items: their names, in the order in which the options name them.
    option, item: int64[n_rows], the option and the item of each row, option by option.
    cost: the cost of each option, or None.
    often: the least and the most times that each item is covered, where it is said; or None.
    colours: their names.
    colour: int64[n_rows], the colour of each row, from 1 on, or 0; or None.
    """

    options: list[Hashable]
    items: list[Hashable]
    option: NDArray[np.int64]
    item: NDArray[np.int64]
    cost: list[Fraction] | None
    often: list[tuple[int, int] | None] | None
    colours: Sequence[Hashable]
    colour: NDArray[np.int64] | None

    @property
    def coloured(self) -> list[Hashable]:
        """The items that a row colours, which are secondary."""
        return [] if self.colour is None else [self.items[k] for k in np.unique(self.item[self.colour > 0]).tolist()]

    def problem(self, primary: Sequence[Hashable], secondary: Sequence[Hashable]) -> ExactCover:
        """Return the problem with these items, which are all that the table names, and maybe others."""
        named = ExactCover.from_options([], primary, secondary)  # refuses an item that is declared twice
        number = {name: k for k, name in enumerate(named.item_names)}
        item_of = np.array([number[name] for name in self.items], np.int32)
        item, least, most = item_of[self.item], named.least.copy(), named.most.copy()
        for k, bounds in zip(item_of.tolist(), self.often or (), strict=False):
            least[k], most[k] = bounds or (least[k], most[k])
        order = np.lexsort((item, self.option))
        start = offsets(np.bincount(self.option, minlength=len(self.options)))
        cost, scale = scaled(self.cost or (), self.options)
        return ExactCover.stated(
            start=start,
            item=item[order],
            n_items=named.n_items,
            n_primary=named.n_primary,
            item_names=named.item_names,
            option_names=self.options,
            least=least,
            most=most,
            colour=() if self.colour is None else self.colour[order].astype(np.int32),
            colour_names=self.colours,
            cost=cost,
            cost_scale=scale,
        )


def table(
    source: Any,
    option: Any,
    item: Any,
    cost: str | None,
    colour: str | None = None,
    multiplicity: str | None = None,
    as_text: bool = False,
) -> Table:
    """Read a table.

    source: a frame, or the path of a CSV or Excel file.
    option, item: a column or a list of columns, whose values are the name.
    cost, colour, multiplicity: the columns of the costs, colours and multiplicities, or None. The last two may have
        empty cells; a multiplicity is a whole number, a pair of them, or a text such as `2:5`.
    as_text: whether the names in a CSV file are texts as they stand there; otherwise `7` is a number.

    Raises InvalidProblem, with the row, for a value that is missing, an item that an option has twice, an option with
    two costs, and an item with two multiplicities; and TypeError if `source` is no table.
    """
    columns = option, item, cost, colour, multiplicity
    if not isinstance(source, str | PathLike):
        return _of_frame(_as_pandas(source), *columns)
    text = None if str(source).lower().endswith((".xlsx", ".xlsm")) else text_of(str(source))
    try:
        if text is not None and not text.strip():
            raise InvalidProblem("the file is empty")
        frame, sign = (_of_excel(str(source), *columns), "") if text is None else _of_csv(text, as_text, *columns)
        found = _of_frame(frame, *columns, sign == ";")
        if not found.options:  # a problem without options and items has a cover, which would hide the fault
            raise InvalidProblem("there are no rows below the header")
        return found
    except InvalidProblem as error:
        raise InvalidProblem(f"{source}: {error}") from None


def _as_pandas(source: Any) -> pd.DataFrame:
    """Return a frame as one of pandas; the labels of its rows are their numbers, from 0 on, if it has none."""
    if hasattr(source, "iloc") and source.ndim == 2:
        return source  # type: ignore[no-any-return]
    import pandas as pd

    kind = type(source).__name__
    try:
        if hasattr(source, "__dataframe__"):
            with warnings.catch_warnings(action="ignore"):  # pandas deprecates the protocol
                return pd.api.interchange.from_dataframe(source)
        if hasattr(source, "__arrow_c_stream__"):
            return import_module("pyarrow").table(source).to_pandas()  # type: ignore[no-any-return]
    except ImportError:
        raise InvalidProblem(f"a table of type {kind} is read by pyarrow: pip install pyarrow") from None
    except Exception as error:  # noqa: BLE001 - code of others, which may raise anything
        raise InvalidProblem(f"a table of type {kind} cannot be read: {' '.join(str(error).split())}") from None
    raise TypeError(f"a table is a pandas DataFrame or the path of a CSV file, not {shown(source)}")


def _of_excel(path: str, *columns: Any) -> pd.DataFrame:
    """Return what is below the first row that names all columns, on the one sheet that has such a row.

    The labels are the numbers of the rows.
    """
    import pandas as pd

    try:
        sheets = pd.read_excel(
            path, None, engine="openpyxl", header=None, dtype=object, keep_default_na=False, na_values=[""]
        )
    except ImportError:
        raise InvalidProblem("Excel files are read by openpyxl: pip install 'danceoff[excel]'") from None
    except (ValueError, KeyError, OSError, BadZipFile) as error:
        raise InvalidProblem(getattr(error, "strerror", None) or f"no Excel file that can be read: {error}") from None
    sheets = {name: one.set_axis(range(1, len(one) + 1)).dropna(how="all").map(_cell) for name, one in sheets.items()}
    wanted = _labels(*columns)
    rows = {
        name: [all(label in row for label in wanted) for row in one.itertuples(index=False, name=None)]
        for name, one in sheets.items()
    }
    found = [name for name in rows if True in rows[name]]
    full = found or [name for name in rows if rows[name]] or [*rows][:1]
    if len(full) != 1:
        wrong = "several sheets have the columns" if found else "no sheet has a row with the names of all columns"
        raise InvalidProblem(f"{wrong}: {', '.join(map(repr, full))}; save the sheet that is meant as CSV")
    header, sheet = rows[full[0]].index(True) if found else 0, sheets[full[0]]
    return sheet.iloc[header + 1 :].set_axis([*sheet.iloc[header]] if len(sheet) else [], axis=1)


def _labels(*columns: Any) -> list[Any]:
    """Return the names of columns, one, a list or None each."""
    every = (one for names in columns for one in (names if isinstance(names, list | tuple) else [names]))
    return [one for one in every if one is not None]


def _cell(cell: Any) -> Any:
    """Return a cell, a text without blanks around it, and a day as an ISO date."""
    cell = cell.isoformat(" ").removesuffix(" 00:00:00") if isinstance(cell, datetime) else cell
    return cell.strip() if isinstance(cell, str) else cell


def _of_csv(
    text: str, as_text: bool, option: Any, item: Any, cost: str | None, *others: str | None
) -> tuple[pd.DataFrame, str]:
    """Return a CSV file as a frame whose labels are the numbers of the rows, and its sign; the header is row 1.

    as_text, option, item, cost: as `table` takes them.
    others: the columns of colours and multiplicities, which are texts, whatever `as_text` says.

    Columns that are not named stay as they are.
    """
    import pandas as pd

    n_hidden = bool(sign_of(text)[0])  # spreadsheets show no line `sep=;`
    wanted = _labels(option, item, cost, *others)
    text, sign, n_above = from_header(text, wanted)
    n_above -= n_hidden
    try:
        header = cells_of(text, sign)
        frame = pd.read_csv(
            StringIO(text),
            keep_default_na=False,
            na_values=[""],  # NA and None are names
            skip_blank_lines=False,
            skipinitialspace=True,
            dtype=str,
            sep=sign,
        )
    except (ValueError, csv.Error) as error:
        raise InvalidProblem(_fault(" ".join(str(error).split()), n_above)) from None
    if len(frame.columns) != len(header) or not isinstance(frame.index, pd.RangeIndex):
        raise InvalidProblem(f"row {n_above + 1}, the header, has {len(header)} cells, and the rows below have more")
    frame.index = pd.RangeIndex(n_above + 2, len(frame) + n_above + 2)
    frame = frame.dropna(how="all")
    for name, label in zip(frame.columns, header, strict=True):
        if label not in wanted:
            continue
        number, distinct = pd.factorize(frame[name])
        cells = pd.Series(distinct, dtype=str).str.strip()
        if not as_text and label not in (cost, *others) and (number >= 0).all():
            numbers = pd.to_numeric(cells, errors="coerce")
            if numbers.notna().all() and (numbers.map(str) == cells).all():  # 007 is a name, and so is 7.0
                cells = numbers
        frame[name] = cells.reindex(number).set_axis(frame.index)
    return frame.set_axis(header, axis=1), sign  # pandas renames the second of two equal columns


def _fault(said: str, n_above: int) -> str:
    """Return in our words what pandas says of a CSV file that it cannot read."""
    if long := re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", said):
        return f"row {int(long[2]) + n_above}: {long[3]} cells, and the header has {long[1]}"
    opened = re.search(r"EOF inside string starting at row (\d+)", said)
    return f"row {int(opened[1]) + n_above + 1}: a quotation mark is not closed" if opened else said


def _of_frame(
    frame: pd.DataFrame,
    option: Any,
    item: Any,
    cost: str | None,
    colour: str | None,
    multiplicity: str | None,
    has_comma: bool = False,
) -> Table:
    """Read a frame, as `table` does; has_comma: whether a comma in a cost is decimal."""
    import pandas as pd

    options, option_of = _names(frame, "option", option)
    items, item_of = _names(frame, "item", item)
    alone = {*items}
    lists = (one for one in items if isinstance(one, str) and alone.issuperset(parts := _LIST.split(one)) and parts[1:])
    if several := next(lists, None):
        warnings.warn(f"item: {several!r} is one item, and its parts are items, too: a row has one item", stacklevel=2)
    entry = option_of * len(items) + item_of
    if (first := _first_rows(entry)).size < len(frame):
        again = np.setdiff1d(np.arange(len(frame)), first)[0]
        before = _row(frame, int(np.argmax(entry == entry[again])))
        name, twice = called(options, option_of[again]), _shown(items[item_of[again]])
        raise InvalidProblem(f"{_row(frame, again)}: {name} has item {twice} twice; the other one is in {before}")
    costs, often = None, None
    if cost is not None:
        costs = _of_each(frame, "cost", cost, options, option_of, partial(_cost, has_comma), "costs")
    if multiplicity is not None:
        often = _of_each(frame, "multiplicity", multiplicity, items, item_of, lambda *_: _times, "is covered")
    colours, colour_of = ([], None) if colour is None else _values(frame, "colour", colour, may_miss=True)
    order = np.argsort(option_of, kind="stable")
    item_of, known = pd.factorize(item_of[order])
    return Table(
        options,
        [items[k] for k in known.tolist()],
        option_of[order],
        item_of,
        costs,
        often and [often[k] for k in known.tolist()],
        colours,
        None if colour_of is None else colour_of[order] + 1,
    )


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


def _values(
    frame: pd.DataFrame, argument: str, label: Any, may_miss: bool = False
) -> tuple[list[Any], NDArray[np.int64]]:
    """Return the values of a column, in the order of their first rows, and the number of the value of each row.

    may_miss: whether the cell of a row may be empty; its number is then -1.
    """
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
    if (missing := np.isin(number, blank)).any() and may_miss:
        left = np.setdiff1d(np.arange(len(values)), blank)
        place = np.full(len(values) + 1, -1)
        place[left] = np.arange(len(left))
        values, number = [values[k] for k in left.tolist()], place[number]
    elif missing.any():
        _refuse(frame, int(np.argmax(missing)), label, f"the {argument} is missing")
    names = values if argument in ("option", "item") and any(isinstance(one, str) for one in values) else []
    alike: dict[str, Any] = {}
    if pairs := [(one, other) for one in names if (other := alike.setdefault(_plain(one), one)) is not one]:
        more = f" (and {len(pairs) - 1} more like it)" if len(pairs) > 1 else ""
        differ = (
            f"{pairs[0][1]!r} and {pairs[0][0]!r}{more}, which differ only in case, blanks, hidden characters or zeros"
        )
        warnings.warn(f"{argument}: column {label!r} has {differ}", stacklevel=2)
    return values, number.astype(np.int64)


def _plain(name: Hashable) -> str:
    """Return what a reader sees of a name, in small letters; a whole number as its digits."""
    text = " ".join(_HIDDEN.sub("", normalize("NFKC", text_of_name(name))).casefold().split())
    return _WHOLE.sub(r"\1\2", text)


def _of_each(
    frame: pd.DataFrame,
    argument: str,
    label: str,
    names: list[Hashable],
    owner: NDArray[np.int64],
    reader: Callable[[list[Any], str], Callable[[Any], Any]],
    verb: str,
) -> list[Any]:
    """Return what a column says of each option or of each item, the same in all rows; None where the cells are empty.

    owner: the option, or item, of each row; `names` has their names.
    reader: takes the cells and the name of the column, and returns what reads a cell, and raises ValueError.
    verb: what the option or item does with a value, for messages.
    """
    cells, number = _values(frame, argument, label, may_miss=argument != "cost")
    values, read = list[Any](), reader(cells, label)
    for k, one in enumerate(cells):
        try:
            values.append(read(one))
        except ValueError as error:
            _refuse(frame, int(np.argmax(number == k)), label, str(error))
    values.append(None)  # of -1
    first = _first_rows(owner)
    own = number[first]
    for k in np.flatnonzero(number != own[owner]).tolist():
        if values[number[k]] != values[own[owner[k]]]:  # 2 and 2.0 are equal
            both = [_said(values[one]) for one in (number[k], own[owner[k]])]
            name = called(names, owner[k]) if argument == "cost" else f"item {_shown(names[owner[k]])}"
            _refuse(frame, k, label, f"{name} {verb} {both[0]}, and {both[1]} in {_row(frame, int(first[owner[k]]))}")
    return [values[k] for k in own.tolist()]


def _cost(has_comma: bool, cells: list[Any], label: str) -> Callable[[Any], Fraction]:
    price = price_reader([one.strip() for one in cells if isinstance(one, str)], has_comma, f"cost: column {label!r}")
    return lambda cell: price(cell.strip()) if isinstance(cell, str) else amount("a cost", cell)


def _times(cell: Any) -> tuple[int, int]:
    """Return the least and the most times, from a number, a pair of them, or text: `2:5`.

    Spreadsheets make a time of it, and a CSV file `02:05:00` of that.
    """
    cell = cell.isoformat() if isinstance(cell, time) else cell
    cell = re.sub(r"^(\d+:\d+):00$", r"\1", cell) if isinstance(cell, str) else cell
    pair = cell.split(":") if isinstance(cell, str) else cell if isinstance(cell, tuple) else [cell]
    numbers = [int(text) if (text := str(one).strip().removesuffix(".0")).isdecimal() else one for one in pair]
    if len(numbers) > 2:
        raise InvalidProblem(f"a multiplicity is a number, or the least and the most as 2:5, not {shown(cell)}")
    least, most = (
        whole_number("a multiplicity, such as 2 or 2:5,", one, 0, INT32_MAX) for one in (numbers[0], numbers[-1])
    )
    return least, most


def _said(value: Any) -> str:
    """Return a cost or a multiplicity in words."""
    if value is None:
        return "once"
    return written(value) if isinstance(value, Fraction) else f"{value[0]}:{value[1]} times"


def _first_rows(number: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first row of each number, ascending in the numbers."""
    return np.unique(number, return_index=True)[1].astype(np.int64)


def _row(frame: pd.DataFrame, k: Any) -> str:
    return f"row {_shown(frame.index[k])}"


def _shown(name: Hashable) -> str:
    return printable(text_of_name(name))


def _refuse(frame: pd.DataFrame, k: int, label: Any, wrong: str) -> NoReturn:
    raise InvalidProblem(f"{_row(frame, k)}, column {label!r}: {wrong}")
