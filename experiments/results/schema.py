"""Checks whether a JSON object is a row: its columns, their types and their forms, from the annotations of `Row`.

Rows may come from anywhere. After this check, numbers can be added and squared, texts have no control characters, and
identifiers have the form of their annotation, so they can be part of a path.
"""

import re
import reprlib
import types
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from danceoff.problems.model.printable import printable

_LARGEST_INT = 2**63 - 1
_LARGEST_FLOAT = 1e100
_LONGEST_TEXT = 100_000
_LONGEST_SHOWN = 80


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


def checked(values: Any, row: type, exact: Container[str]) -> dict[str, Any]:
    """Return the columns of a row from a JSON object; all texts are printable. Raises NotARow.

    values: the object.
    row: the dataclass whose annotations describe the columns.
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


def checked_column(row: type, name: str, values: Iterable[Any], exact: Container[str]) -> list[Any]:
    """Return values of a column as `checked` does. Raises NotARow."""
    return [_value(name, value, _readers(row)[name], name in exact) for value in values]


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
    """The columns without a default."""
    return [column.name for column in fields(row) if column.default is MISSING and column.default_factory is MISSING]


@cache
def _readers(row: type) -> Mapping[str, Read]:
    hints = get_type_hints(row, include_extras=True)
    return {name: _reader(hint.__origin__, *hint.__metadata__[1:]) for name, hint in hints.items()}


def _reader(hint: Any, *forms: Pattern | OneOf | Signed) -> Read:
    """Return the conversion to a type."""
    inner = get_args(hint)
    if get_origin(hint) is Annotated:
        return _reader(inner[0], *inner[1:])
    if get_origin(hint) in (Union, types.UnionType):
        read = _reader(inner[0], *forms)
        return lambda value: None if value is None else read(value)
    if get_origin(hint) is list:
        return _list(_reader(inner[0]))
    if get_origin(hint) is tuple:
        return _tuple([_reader(one) for one in inner])
    if get_origin(hint) is dict:
        return _dict(_reader(inner[1]))
    if hint is str:
        return _text([form for form in forms if not isinstance(form, Signed)])
    if forms and isinstance(forms[0], Signed):
        return _signed(forms[0])
    return {int: _int, float: _float, bool: _bool}[hint]


def _list(read: Read) -> Read:
    def of_list(values: Any) -> list[Any]:
        if not isinstance(values, list):
            raise NotARow("a list")
        return [read(value) for value in values]

    return of_list


def _tuple(readers: list[Read]) -> Read:
    def of_tuple(values: Any) -> tuple[Any, ...]:
        if not isinstance(values, list) or len(values) != len(readers):
            raise NotARow(f"a list of {len(readers)}")
        return tuple([read(value) for read, value in zip(readers, values, strict=True)])

    return of_tuple


def _dict(read: Read) -> Read:
    def of_dict(values: Any) -> dict[str, Any]:
        if not isinstance(values, dict):
            raise NotARow("a JSON object")
        return {printable(name): read(value) for name, value in values.items()}

    return of_dict


def _text(forms: Iterable[Pattern | OneOf]) -> Read:
    def of_text(value: Any) -> str:
        if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
            raise NotARow(f"a text of at most {_LONGEST_TEXT} characters")
        text = printable(value)
        for form in forms:
            if not form.fits(text):
                raise NotARow(form.meaning)
        return text

    return of_text


def _int(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise NotARow("a whole number from 0 on")
    return value


def _signed(form: Signed) -> Read:
    def of_signed(value: Any) -> int:
        if type(value) is not int or abs(value) > _LARGEST_INT or value in form.but:
            raise NotARow("a whole number of 64 bits" + "".join(f" but {value}" for value in form.but))
        return value

    return of_signed


def _float(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= _LARGEST_FLOAT:  # false for NaN, too
        raise NotARow(f"a number from 0 to {_LARGEST_FLOAT:g}")
    return float(value)


def _bool(value: Any) -> bool:
    if type(value) is not bool:
        raise NotARow("true or false")
    return value
