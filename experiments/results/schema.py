"""Checks whether a JSON object is a row: its columns, their types and their forms, from the annotations of `Row`.

Rows may come from anywhere. After this check, numbers can be added and squared, texts have no control characters, and
identifiers have the form of their annotation, so they can be part of a path.
"""

import re
import reprlib
import types
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from danceoff.problems.model.printable import printable

_LARGEST_INT = 2**63 - 1
_LARGEST_FLOAT = 1e100
_LONGEST_TEXT = 100_000
_LONGEST_SHOWN = 80
_UNIONS = (Union, types.UnionType)


@dataclass(frozen=True)
class Signed:
    """The form of a whole number of 64 bits that may be negative; other numbers begin at 0.

    but: values that it never takes.
    """

    but: tuple[int, ...] = ()


Read = Callable[[Any], Any]
"""Converts a JSON value to the value of a column; raises NotARow, naming what the value should be."""


class NotARow(ValueError):
    """A JSON object is not a row; the message names the column and what is wrong with it."""


@dataclass(frozen=True)
class Pattern:
    """The form of a text column: a regular expression, and its meaning in words."""

    pattern: str
    meaning: str

    def fits(self, text: str) -> bool:
        """Return whether the whole text has the form."""
        return re.fullmatch(self.pattern, text) is not None


@dataclass(frozen=True)
class OneOf:
    """The form of a text column that takes one of several values."""

    texts: Iterable[str]

    @property
    def meaning(self) -> str:
        """The values, in words."""
        return f"one of {', '.join(map(repr, self.texts))}"

    def fits(self, text: str) -> bool:
        """Return whether the text is one of the values."""
        return text in self.texts


AMOUNT = Pattern(r"(-?\d{1,60}([./]\d{1,60})?)?", "a number as text")
"""The form of a text column that holds a number as people write it."""


def kinds(row: type) -> dict[str, type]:
    """Return the type of each column: Fraction for amounts in the units of the user, list or dict for nested values."""
    return {name: _kind(hint) for name, hint in get_type_hints(row, include_extras=True).items()}


def _kind(hint: Any, form: object = None) -> type:
    if get_origin(hint) is Annotated:
        return _kind(*get_args(hint))
    if form is AMOUNT:
        return Fraction
    parts = get_args(hint) if get_origin(hint) in _UNIONS else (hint,)  # rows have no unions but with None
    (known,) = (part for part in parts if part is not types.NoneType)
    return get_origin(known) or known  # type: ignore[no-any-return]


def checked(values: Any, row: type, exact: Container[str]) -> dict[str, Any]:
    """Return the columns of a row, a dataclass, from a JSON object; all texts are printable. Raises NotARow.

    exact: columns whose integers may have any size.
    """
    if not isinstance(values, dict):
        raise NotARow("not a JSON object")
    readers = _readers(row)
    for name in values:
        if name not in readers:
            raise NotARow(f"there is no column {_shown(name)}")
    for name in _needed(row):
        if name not in values:
            raise NotARow(f"column {name} is missing")
    return {name: _value(name, value, readers[name], name in exact) for name, value in values.items()}


def _value(name: str, value: Any, read: Read, is_exact: bool) -> Any:
    try:
        if type(value) is int and value > _LARGEST_INT and not is_exact:
            raise NotARow("below 2**63")
        return read(value)
    except NotARow as expected:
        raise NotARow(f"{name} is {_shown(value)}, not {expected}") from None


def _shown(value: Any) -> str:
    return printable(reprlib.repr(value))[:_LONGEST_SHOWN]


@cache
def _needed(row: type) -> list[str]:
    """Return the columns without a default."""
    return [column.name for column in fields(row) if column.default is MISSING and column.default_factory is MISSING]


@cache
def _readers(row: type) -> Mapping[str, Read]:
    return {name: _reader(hint) for name, hint in get_type_hints(row, include_extras=True).items()}


def _read(expected: str, is_right: Callable[[Any], bool], read: Read = lambda value: value) -> Read:
    def of_value(value: Any) -> Any:
        if not is_right(value):
            raise NotARow(expected)
        return read(value)

    return of_value


_OF_TYPE = {
    int: _read("a whole number from 0 on", lambda value: type(value) is int and value >= 0),
    float: _read(
        f"a number from 0 to {_LARGEST_FLOAT:g}",
        lambda value: type(value) in (int, float) and 0 <= value <= _LARGEST_FLOAT,  # false for NaN, too
        float,
    ),
    bool: _read("true or false", lambda value: type(value) is bool),
}


def _reader(hint: Any, form: Pattern | OneOf | Signed | None = None) -> Read:
    """Return the conversion to a type."""
    outer = get_origin(hint)
    if outer is Annotated:
        return _reader(*get_args(hint))
    each = [_reader(one, form) for one in get_args(hint) if one is not types.NoneType]
    # Rows have no unions but with None.
    if outer in _UNIONS:
        return lambda value: None if value is None else each[0](value)
    if outer is list:
        return _read("a list", lambda value: type(value) is list, lambda values: list(map(each[0], values)))
    if outer is tuple:
        return _read(
            f"a list of {len(each)}",
            lambda value: type(value) is list and len(value) == len(each),
            lambda values: tuple(read(value) for read, value in zip(each, values, strict=True)),
        )
    if outer is dict:
        _, read = each
        return _read(
            "a JSON object",
            lambda value: type(value) is dict,
            lambda values: {printable(name): read(value) for name, value in values.items()},
        )
    if isinstance(form, Signed):
        but = form.but
        return _read(
            "a whole number of 64 bits" + "".join(f" but {value}" for value in but),
            lambda value: type(value) is int and abs(value) <= _LARGEST_INT and value not in but,
        )
    return _text(form) if hint is str else _OF_TYPE[hint]


def _text(form: Pattern | OneOf | None) -> Read:
    def of_text(value: Any) -> str:
        if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
            raise NotARow(f"a text of at most {_LONGEST_TEXT} characters")
        text = printable(value)
        if form and not form.fits(text):
            raise NotARow(form.meaning)
        return text

    return of_text
