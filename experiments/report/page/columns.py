"""Packs records for the page by columns: a campaign of 20,000 rows as JSON objects would be mostly their keys."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

_DIGITS = 6  # more than any clock has


def packed(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the records as columns, which `records` in page/scripts/data.js reads.

    A column is `{"all": value}` if all records have the same value, `{"of": values, "at": indices}` if few of its
    values differ, and otherwise `{"each": values}`. Floats are rounded to six digits.

    records: they have the same keys.
    """
    names = list(records[0]) if records else []
    return {"n": len(records), "columns": {name: _column([record[name] for record in records]) for name in names}}


def _column(values: Sequence[Any]) -> dict[str, Any]:
    values = [_shortened(value) if isinstance(value, float) else value for value in values]
    types = set(map(type, values))
    if list in types or {bool, int} <= types:  # true and 1 would be one key
        return {"each": values}
    number = {value: k for k, value in enumerate(dict.fromkeys(values))}
    if len(number) == 1:
        return {"all": values[0]}
    if 2 * len(number) > len(values):
        return {"each": values}
    return {"of": list(number), "at": [number[value] for value in values]}


def _shortened(value: float) -> float | None:
    """The value as short JSON."""
    if not math.isfinite(value):
        return None
    rounded = float(f"{value:.{_DIGITS}g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 2**53 else rounded
