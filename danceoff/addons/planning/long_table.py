"""A long table states a problem: each row says that an option covers an item, and names both in its columns.

The table is a frame of pandas, a CSV file, or the first sheet of an Excel file.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from danceoff.addons.planning.chart import board as board
from danceoff.problems.formats.lines import text_of
from danceoff.problems.model.arguments import InvalidProblem, shown
from danceoff.problems.model.costs import amount, scaled
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.digits import exact, written
from danceoff.problems.model.digits import text_of as text_of_name
from danceoff.problems.model.lookup import listed, short
from danceoff.problems.model.naming import called
from danceoff.problems.rows import Rows, of_csv, places
from danceoff.problems.rows import named as of_cells
from danceoff.problems.stated import refuse_unheld

if TYPE_CHECKING:
    import pandas as pd

_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")  # characters without a width
_LIST = re.compile(r"\s*[,;]\s*")
_WHOLE = re.compile(r"^\+?(-?)0*(\d+?)(?:[.,]0{0,2})?$")
_TIMES = re.compile(r"(\d{1,9})(?::(\d{1,9}))?", re.ASCII)
_NEED = re.compile(r"(\d{1,9})(?:\.\.(\d{1,9}))?", re.ASCII)  # Excel makes a time of 2:5


class Parts(tuple[Hashable, ...]):
    """A name from several columns; it prints without brackets and quotation marks."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(text_of_name, self))


@dataclass(frozen=True)
class Table:
    """The options, items, costs and colours that a table states.

    options: their names, in the order of their first rows.
    items: their names, in the order in which the options name them; then items that no option has.
    option, item: int64[n_rows], the option and the item of each row, option by option.
    cost: the cost of each option, or None.
    often: the least and the most times that each item is covered; None for an item without a multiplicity.
    colours: their names.
    colour: int64[n_rows], the number of the colour of each row, from 1; 0 for no colour.
    """

    options: list[Hashable]
    items: list[Hashable]
    option: NDArray[np.int64]
    item: NDArray[np.int64]
    cost: list[Fraction] | None
    often: list[tuple[int, int] | None] | None
    colours: Sequence[Hashable]
    colour: NDArray[np.int64]

    @property
    def coloured(self) -> list[Hashable]:
        """The items that a row colours; they are secondary."""
        return [self.items[k] for k in np.unique(self.item[self.colour > 0]).tolist()]

    def problem(self, primary: Sequence[Hashable], secondary: Sequence[Hashable]) -> ExactCover:
        """Return the problem with these items: all items of the table, and maybe others."""
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
            colour=self.colour[order].astype(np.int32),
            colour_names=self.colours,
            cost=cost,
            cost_scale=scale,
        )


def table(source: Any, option: Any, item: Any, cost: Any = None, colour: Any = None, multiplicity: Any = None) -> Table:
    """Read a table.

    source: a frame, or the path of a CSV or Excel file; in a file, all names are texts.
    option, item: the column whose values name the option or the item, or a list of such columns.
    cost, colour, multiplicity: the columns of the costs, colours and multiplicities, or None. The last two may have
        empty cells; a multiplicity is a whole number, or a text such as `2:5`.

    Warns of columns that are not used. Raises InvalidProblem, with the row, for a value that is missing, an item that
    an option has twice, an option with two costs, and an item with two multiplicities; and TypeError if `source` is no
    table.
    """
    by_option, by_item = ([*names] if isinstance(names, list | tuple) else [names] for names in (option, item))
    others = [column for column in (cost, colour, multiplicity) if column is not None]
    found = _rows(source, [*by_option, *by_item, *others])
    options, option_of = _names(found, "option", by_option)
    items, item_of = _names(found, "item", by_item)
    _tell_lists(items)
    first: dict[tuple[int, int], int] = {}
    for k, entry in enumerate(zip(option_of, item_of, strict=True)):
        if first.setdefault(entry, k) < k:
            own_option, own_item = entry
            twice = f"{called(options, own_option)} has item {short(items[own_item])} twice"
            found.refuse(k, f"{twice}; the other one is in {found.place(first[entry])}")
    costs, often = None, None
    if cost is not None:
        costs = _of_each(found, cost, option_of, partial(called, options), cost_of)
    if multiplicity is not None:
        often = _of_each(found, multiplicity, item_of, lambda k: f"item {short(items[k])}", _times)
    colour_number: dict[Hashable, int] = {"": 0}
    colour_of = _numbered(found.column(colour), colour_number)
    order = np.argsort(option_of, kind="stable")
    number = dict[int, int]()  # of the items, in the order in which the options name them
    item_of = _numbered(np.array(item_of)[order].tolist(), number)
    return Table(
        options,
        [items[k] for k in number],
        np.array(option_of)[order],
        np.array(item_of),
        costs,
        often and [often[k] for k in number],
        [*colour_number][1:],
        np.array(colour_of)[order],
    )


def needing(rows: Table, needs: Any) -> Table:
    """Return the table with needs; a need for which it has no row becomes an item that no option covers.

    needs: how often to cover items, each a number or a text such as `2..5`: a mapping from their names, or a frame or
        file with columns `item` and `need`; None for no needs.

    Warns of a need for which there is no row. Raises InvalidProblem for an item that the table spells in another way,
    and for one that has another multiplicity in the table.
    """
    if needs is None:
        return rows
    if isinstance(needs, Mapping):
        found = Rows("needs", [*needs], {"item": [*needs], "need": [*needs.values()]})
    else:
        found = _rows(needs, ["item", "need"])
    items, item_of = _names(found, "item", ["item"])
    wanted = _of_each(found, "need", item_of, lambda k: f"item {short(items[k])}", need_of)
    times = dict.fromkeys(rows.items) | dict(zip(rows.items, rows.often or (), strict=False))
    texts = [*map(text_of_name, rows.items)]
    alike, known = dict(zip(map(_plain, texts), texts, strict=True)), dict(zip(texts, rows.items, strict=True))
    for k, item in enumerate(items):
        text, row = text_of_name(item), item_of.index(k)
        name = item if item in times else known.get(text, item)
        if name not in times:
            if other := alike.get(_plain(text)):
                found.refuse(row, f"no option has item {short(item)}; did you mean {other}?")
            warnings.warn(f"{found.place(row)}: no option has item {short(item)}", stacklevel=2)
        elif times[name] not in (None, wanted[k]):
            found.refuse(row, f"item {short(item)} has another multiplicity in the table, {times[name]}")
        times[name] = wanted[k]
    return replace(rows, items=[*times], often=[*times.values()])


def stated(
    source: Any,
    option: Any,
    item: Any,
    cost: Any,
    colour: Any,
    multiplicity: Any,
    primary: Iterable[Hashable] | None,
    secondary: list[Hashable],
    needs: Any,
) -> ExactCover:
    """Read a table, and return its problem; arguments are as for `table`, `tabled` and `needing`."""
    return tabled(needing(table(source, option, item, cost, colour, multiplicity), needs), primary, secondary)


def tabled(rows: Table, primary: Iterable[Hashable] | None, secondary: list[Hashable]) -> ExactCover:
    """Return the problem of a table; its coloured items are secondary, too.

    primary, secondary: as for `danceoff.problem`.
    """
    if primary is None:
        refuse_unheld(secondary, {*rows.items}, dict.fromkeys(rows.items))
    named = [] if primary is None else listed("primary", primary, "items")
    known = {*secondary, *named}
    later = [*secondary, *(one for one in rows.coloured if one not in known)]
    known.update(later)
    rest = [one for one in rows.items if one not in known]
    if primary is not None and rest:
        raise InvalidProblem(f"primary: {short(rest[0])} is an item of the table; name it there, or in secondary")
    return rows.problem(named or rest, later)


def _rows(source: Any, columns: list[Any]) -> Rows:
    if hasattr(source, "iloc") and source.ndim == 2:
        return _of_frame(source, columns)
    if not isinstance(source, str | PathLike):
        raise TypeError(f"a table is a pandas DataFrame or the path of a CSV or Excel file, not {shown(source)}")
    file = str(source)
    if file.lower().endswith((".xlsx", ".xlsm")):
        return _of_excel(file, columns)
    return of_csv(text_of(file), file, columns)


def _of_excel(file: str, needed: Sequence[Hashable]) -> Rows:
    """Return the rows of the first sheet as texts that a CSV file would have, a day as an ISO date; warn of others."""
    try:
        load_workbook = import_module("openpyxl").load_workbook
    except ImportError:
        raise InvalidProblem(f"{file}: Excel files are read by openpyxl: pip install 'danceoff[excel]'") from None
    try:
        sheet, *more = load_workbook(file, data_only=True).worksheets
        rows = [tuple(map(_text, row)) for row in sheet.iter_rows(values_only=True)]
    except Exception as error:  # noqa: BLE001 - what openpyxl raises for a damaged file depends on the damage
        said = getattr(error, "strerror", None) or " ".join(str(error).split())
        raise InvalidProblem(f"{file}: no Excel file that can be read: {said}") from None
    if more:
        names = ", ".join(repr(one.title) for one in more)
        warnings.warn(f"{file}: only the first sheet is used, {sheet.title!r}, and not {names}", stacklevel=2)
    return of_cells(file, enumerate(rows, 1), needed, (), "row 1 of the first sheet names the columns")


def _of_frame(frame: pd.DataFrame, needed: Sequence[Hashable]) -> Rows:
    """Return the rows of a frame, whose cells keep their values."""
    place = places("the table: ", list(frame.columns), needed, (), "")
    if not len(frame):
        raise InvalidProblem("the table has no rows")
    return Rows("", frame.index.tolist(), {name: _cells(frame.iloc[:, k]) for name, k in place.items()})


def _cells(column: pd.Series[Any]) -> list[Any]:
    """Return the cells of a column of a frame; raises InvalidProblem for a cell that is neither a name nor a number."""
    known = zip(column.astype(object), column.isna(), strict=True)
    cells = ["" if is_missing else cell.strip() if isinstance(cell, str) else cell for cell, is_missing in known]
    try:
        frozenset(cells)  # raises TypeError for a list or a dict
    except TypeError as error:
        raise InvalidProblem(f"the table: column {column.name!r} has a cell of a wrong kind: {error}") from None
    return cells


def _text(cell: object) -> str:
    """Return a cell of Excel as the text that a CSV file would have."""
    return "" if cell is None else str(cell).strip().removesuffix(" 00:00:00")


def _names(found: Rows, argument: str, columns: list[Any]) -> tuple[list[Hashable], list[int]]:
    """Return the names that columns give, in the order of their first rows, and the number of the name of each row."""
    if not columns:
        raise InvalidProblem(f"{argument}: no column is named")
    cells = [found.column(column) for column in columns]
    for column, own in zip(columns, cells, strict=True):
        if "" in own:
            found.refuse(own.index(""), f"column {column!r}: the {argument} is missing")
        _tell_alike(argument, column, own)
    number: dict[Hashable, int] = {}
    number_of = _numbered(cells[0] if len(cells) == 1 else [*map(Parts, zip(*cells, strict=True))], number)
    return [*number], number_of


def _numbered(names: Sequence[Any], number: dict[Any, int]) -> list[int]:
    """Return the number of each name, and number new ones in the order in which they come."""
    return [number.setdefault(name, len(number)) for name in names]


def _tell_alike(argument: str, column: Any, names: Sequence[Hashable]) -> None:
    """Warn of names that look alike: usually one of them is a slip, which would make the plan wrong."""
    alike: dict[str, Hashable] = {}
    for name in dict.fromkeys(names):
        other = alike.setdefault(_plain(name), name)
        if other is not name:
            differ = f"{other!r} and {name!r}, which differ only in case, blanks, hidden characters or zeros"
            warnings.warn(f"{argument}: column {column!r} has {differ}", stacklevel=2)
            return


def _tell_lists(items: Sequence[Hashable]) -> None:
    """Warn of an item named `x, y` if x and y are items, too: usually the name should have been two items."""
    known = {*items}
    for item in items:
        parts = _LIST.split(text_of_name(item))
        if len(parts) > 1 and known.issuperset(parts):
            warnings.warn(f"item: {item!r} is one item, and its parts are items: a row has one item", stacklevel=2)
            return


def _plain(name: Hashable) -> str:
    """Return a name in small letters, without differences that a reader does not see; a whole number as its digits."""
    text = " ".join(_HIDDEN.sub("", normalize("NFKC", text_of_name(name))).casefold().split())
    return _WHOLE.sub(r"\1\2", text)


def _of_each(
    found: Rows, column: Any, owner: list[int], called_so: Callable[[int], str], read: Callable[[Any], Any]
) -> list[Any]:
    """Return the value that a column gives each owner, an option or item, as `read` reads it; its rows must agree."""
    cells, values, first = found.column(column), list[Any](), list[int]()
    for k, own in enumerate(owner):
        try:
            if own == len(values):  # the first row of this owner: owners are numbered in the order of the rows
                values.append(read(cells[k]))
                first.append(k)
            elif cells[k] != cells[first[own]] and read(cells[k]) != values[own]:  # 2 and 2.0 are equal
                before = f"{short(cells[first[own]])} in {found.place(first[own])}"
                raise ValueError(f"{called_so(own)} has {short(cells[k])}, and {before}")
        except ValueError as error:
            found.refuse(k, f"column {column!r}: {error}")
    return values


def cost_of(cell: Any) -> Fraction:
    """Return the cost in a cell."""
    return exact(cell) if isinstance(cell, str) else amount("a cost", cell)


def _times(cell: Any) -> tuple[int, int] | None:
    """Return the least and the most times, or None for an empty cell."""
    return None if cell == "" else _bounds(cell, _TIMES, "multiplicity", "2:5")


def need_of(cell: Any) -> tuple[int, int]:
    """Return the least and the most times."""
    return _bounds(cell, _NEED, "need", "2..5")


def _bounds(cell: Any, form: re.Pattern[str], what: str, such_as: str) -> tuple[int, int]:
    text = cell if isinstance(cell, str) else written(amount(f"a {what}", cell))
    found = form.fullmatch(text)
    least, most = map(int, (found[1], found[2] or found[1])) if found else (1, 0)  # refused below
    if least > most:
        raise ValueError(f"{short(text)} is no {what} such as 2 or {such_as}")
    return least, most
