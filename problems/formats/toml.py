"""TOML with bounds on the nesting and on the size of numbers; what its tables have in common."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, TypeGuard

from danceoff.problems.model.arguments import choices
from danceoff.problems.model.cover import InvalidProblem

_DEEPEST = 16
_LARGEST = 2**63 - 1  # TOML requires that 64 bits are accepted
_LONG_KEY = re.compile(
    r"""(?<![\w-])(?:(?:"[^"\n]*+"|'[^'\n]*+'|[\w-]++)[ \t]*+\.[ \t]*+){%d}""" % _DEEPEST  # noqa: UP031
)


def read_toml(text: str, file: str) -> dict[str, Any]:
    """Return the table that a text describes.

    Raises InvalidProblem, with the file and if possible the line, for text that is not TOML, for tables and lists that
    are nested too deeply, and for whole numbers of more than 64 bits.
    """
    too_deep = InvalidProblem(f"{file}: tables and lists are nested more than {_DEEPEST} deep")
    if _LONG_KEY.search(text):  # tomllib needs memory quadratic in the length of a key
        raise too_deep
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidProblem(f"{file}{_at_line(str(error))}") from None
    except RecursionError:
        raise too_deep from None
    except ValueError:  # Python converts at most 4,300 digits
        raise InvalidProblem(f"{file}: a whole number has more than 64 bits") from None
    level: list[Any] = [table]
    for _ in range(_DEEPEST):
        if any(type(value) is int and abs(value) > _LARGEST for value in level):
            raise InvalidProblem(f"{file}: a whole number has more than 64 bits")
        level = [inner for value in level if isinstance(value, dict | list) for inner in _inner(value)]
    if level:
        raise too_deep
    return table


def _at_line(error: str) -> str:
    place = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", error)
    return f":{place[2]}: {place[1]}, at column {place[3]}" if place else f": {error}"


def _inner(value: dict[str, Any] | list[Any]) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value


def refuse_unknown(table: Mapping[str, Any], known: tuple[str, ...], prefix: str) -> None:
    """Raise InvalidProblem if a table has another key than these; the message begins with `prefix`."""
    for key in table:
        if key not in known:
            raise InvalidProblem(f"{prefix}{key}: unknown key; {choices(key, known)}")


def are_sides(sides: object) -> TypeGuard[list[int]]:
    """Return whether a value is a list of whole numbers above 0."""
    return isinstance(sides, list) and all(type(side) is int and side > 0 for side in sides)
