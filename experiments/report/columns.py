"""Columns of tables, with the dtypes that pandas chooses when it reads the table from CSV."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

import pandas as pd

_LARGEST = 2**63 - 1
_WHOLE = re.compile(r"-?\d{1,4000}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,60}(\.\d{1,60})?(e[+-]?\d{1,2})?", re.ASCII)
_TRUTH = {"true": True, "false": False}


def column(values: Iterable[Any], kind: type) -> pd.Series[Any]:
    """Return a column of a kind in `schema.kinds`; values of a nested kind become JSON."""
    return _OF_KIND.get(kind, _as_json)(values)


def _as_json(values: Iterable[Any]) -> pd.Series[Any]:
    return pd.Series(list(map(json.dumps, values)), dtype="string")


def exact(numbers: Iterable[int | None]) -> pd.Series[Any]:
    """Return whole numbers as Int64, or as Python integers if one of them is too large for 64 bits."""
    known = list(numbers)
    is_small = all(number is None or abs(number) <= _LARGEST for number in known)
    return pd.Series(known, dtype="Int64" if is_small else object)


def amounts(texts: Iterable[str | None]) -> pd.Series[Any]:
    """Return texts, or missing values, as whole numbers, Float64 or boolean; as text if they would not stay exact."""
    written = [text or None for text in texts]  # None stays None below
    known = {text for text in written if text}
    if all(map(_WHOLE.fullmatch, known)):
        return exact(text and int(text) for text in written)
    if all(_DECIMAL.fullmatch(text) and Fraction(repr(float(text))) == Fraction(text) for text in known):
        return pd.Series([text and float(text) for text in written], dtype="Float64")
    if known <= _TRUTH.keys():
        return pd.Series([text and _TRUTH[text] for text in written], dtype="boolean")
    return pd.Series(written, dtype="string")


_OF_KIND: dict[type, Callable[[Iterable[Any]], pd.Series[Any]]] = {
    Fraction: amounts,
    int: exact,
    float: partial(pd.Series, dtype="float64"),
    bool: partial(pd.Series, dtype="bool"),
    str: partial(pd.Series, dtype="string"),
}
