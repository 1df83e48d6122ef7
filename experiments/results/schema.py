"""Whether an object of JSON is a row: its columns, their types and their forms, as the annotations of `Row` say.

Rows may come from anywhere. What passes here has numbers that can be added and squared, and texts without control
characters; an identifier has the form that its annotation names, so it can be part of a path.
"""

from __future__ import annotations

import re
import reprlib
import types
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

_LARGEST_INT = 2**63 - 1
_LARGEST_FLOAT = 1e100
_LONGEST_TEXT = 100_000
_LONGEST_SHOWN = 80

Read = Callable[[Any], Any]
"""Makes the value of a column of a value of JSON; raises NotARow with what the value should be."""


class NotARow(ValueError):
    """Says which column is wrong, and how."""


@dataclass(frozen=True)
class Pattern:
    """A form of texts, as the third part of an annotation: a regular expression, and the same in words."""

    pattern: str
    meaning: str

    def fits(self, text: str) -> bool:
        """Whether the whole text has the form."""
        return re.fullmatch(self.pattern, text) is not None


@dataclass(frozen=True)
class OneOf:
    """A text from a set."""

    texts: Iterable[str]

    @property
    def meaning(self) -> str:
        """The set, in words."""
        return f"one of {', '.join(map(repr, self.texts))}"

    def fits(self, text: str) -> bool:
        """Whether the text is in the set."""
        return text in self.texts


def checked(values: Any, row: type, exact: Container[str]) -> dict[str, Any]:
    """The columns of a row, of an object of JSON; texts in them are printable.

    row: the dataclass whose annotations say what a column holds. exact: columns whose whole numbers may have any size.
    Raises NotARow.
    """
    if not isinstance(values, dict):
        raise NotARow("not a JSON object")
    readers = _readers(row)
    for name in values:
        if name not in readers:
            raise NotARow(f"there is no column {_shown(name)}")
    for column in fields(row):
        if column.name not in values and column.default is MISSING and column.default_factory is MISSING:
            raise NotARow(f"column {column.name} is missing")
    return {name: _value(name, value, readers[name], name in exact) for name, value in values.items()}


def _value(name: str, value: Any, read: Read, is_exact: bool) -> Any:
    try:
        if type(value) is int and value > _LARGEST_INT and not is_exact:
            raise NotARow("below 2**63")
        return read(value)
    except NotARow as expected:
        raise NotARow(f"{name} is {_shown(value)}, not {expected}") from None


def _shown(value: Any) -> str:
    return _printable(reprlib.repr(value))[:_LONGEST_SHOWN]


def _printable(text: str) -> str:
    from danceoff.problems.model.printable import printable

    return printable(text)


@cache
def _readers(row: type) -> Mapping[str, Read]:
    hints = get_type_hints(row, include_extras=True)
    return {name: _reader(hint.__origin__, *hint.__metadata__[1:]) for name, hint in hints.items()}


def _reader(hint: Any, *forms: Pattern | OneOf) -> Read:
    """How a value of this type is read."""
    inner = get_args(hint)
    if get_origin(hint) in (Union, types.UnionType):
        return _or_none(_reader(inner[0], *forms))
    if get_origin(hint) is list:
        return _list(_reader(inner[0]))
    if get_origin(hint) is tuple:
        return _tuple([_reader(one) for one in inner])
    if get_origin(hint) is dict:
        return _dict(_reader(inner[1]))
    if hint is str:
        return _text(forms)
    return {int: _int, float: _float, bool: _bool}[hint]


def _or_none(read: Read) -> Read:
    return lambda value: None if value is None else read(value)


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
        return tuple(read(value) for read, value in zip(readers, values, strict=True))

    return of_tuple


def _dict(read: Read) -> Read:
    def of_dict(values: Any) -> dict[str, Any]:
        if not isinstance(values, dict):
            raise NotARow("a JSON object")
        return {_printable(name): read(value) for name, value in values.items()}

    return of_dict


def _text(forms: Iterable[Pattern | OneOf]) -> Read:
    def of_text(value: Any) -> str:
        if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
            raise NotARow(f"a text of at most {_LONGEST_TEXT} characters")
        text = _printable(value)
        for form in forms:
            if not form.fits(text):
                raise NotARow(form.meaning)
        return text

    return of_text


def _int(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise NotARow("a whole number from 0 on")
    return value


def _float(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= _LARGEST_FLOAT:  # which no NaN is
        raise NotARow(f"a number from 0 to {_LARGEST_FLOAT:g}")
    return float(value)


def _bool(value: Any) -> bool:
    if type(value) is not bool:
        raise NotARow("true or false")
    return value
