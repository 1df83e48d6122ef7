"""The rows of a table in an Excel file, or in a frame of pandas."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.rows import Rows, named, places

if TYPE_CHECKING:
    import pandas as pd


def of_excel(file: str, needed: Sequence[Hashable], others: Sequence[Hashable] = ()) -> Rows:
    """Return the rows of the first sheet of an Excel file, as texts that a CSV file would have; a day is an ISO date.

    A warning names other sheets. Arguments and errors are those of `of_csv`.
    """
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
    return named(file, enumerate(rows, 1), needed, others, "row 1 of the first sheet names the columns")


def of_frame(frame: pd.DataFrame, needed: Sequence[Hashable], others: Sequence[Hashable] = ()) -> Rows:
    """Return the rows of a frame, whose cells keep their values; arguments and errors are those of `of_csv`."""
    place = places("the table: ", list(frame.columns), needed, others, "")
    if not len(frame):
        raise InvalidProblem("the table has no rows")
    return Rows("", frame.index.tolist(), {name: _cells(frame.iloc[:, k]) for name, k in place.items()})


def _cells(column: pd.Series[Any]) -> list[Any]:
    """Return the cells of a column of a frame; raises InvalidProblem for a cell that is neither a name nor a number."""
    known = zip(column.astype(object), column.isna(), strict=True)
    cells = ["" if is_missing else cell.strip() if isinstance(cell, str) else cell for cell, is_missing in known]
    try:
        frozenset(cells)
    except TypeError as error:
        raise InvalidProblem(f"the table: column {column.name!r} has a cell of a wrong kind: {error}") from None
    return cells


def _text(cell: object) -> str:
    """Return a cell of Excel as the text that a CSV file would have."""
    return "" if cell is None else str(cell).strip().removesuffix(" 00:00:00")
