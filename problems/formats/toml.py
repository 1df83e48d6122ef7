"""TOML with bounds on the nesting and on the size of numbers, and checks of the keys in its tables."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from reprlib import repr as shortened
from typing import Any, NamedTuple

from danceoff.problems.model.arguments import InvalidProblem, choices

_LONGEST_KEY = 16
_LARGEST = 2**63 - 1  # TOML requires that 64 bits are accepted
_LONG_KEY = re.compile(
    r"""(?<![\w-])(?:(?:"[^"\n]*+"|'[^'\n]*+'|[\w-]++)[ \t]*+\.[ \t]*+){%d}""" % _LONGEST_KEY  # noqa: UP031
)

_NAMES = {dict: "a table", list: "a list", int: "a whole number", float: "a number", str: "a text"}


@cache
def shipped(name: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the tables of a file of problems/data."""
    return tomllib.loads((files("danceoff.problems") / "data" / name).read_text(encoding="utf-8"))


class Key(NamedTuple):
    """The values that a key of a table takes.

    kinds: the types that its value may have; messages name the last one.
    meaning: what the key means, in one line.
    is_axis: whether a list of such values may stand in the place of one value.
    is_positive: whether numbers must be above 0.
    or_zero: whether numbers may also be 0.
    most: the largest number.
    is_prose: whether a text may have characters that are not printable.
    of: the type of the elements of a list, if it is checked.
    words: the values in words, for messages; by default made of the fields above.
    among: the only texts that it takes; empty for any text.
    """

    kinds: tuple[type, ...]
    meaning: str = ""
    is_axis: bool = False
    is_positive: bool = True
    or_zero: bool = False
    most: float = _LARGEST
    is_prose: bool = False
    of: type | None = None
    words: str = ""
    among: tuple[str, ...] = ()

    @property
    def takes(self) -> str:
        """The values that the key takes, in words."""
        name = "a list of texts" if self.of is str else _NAMES.get(self.kinds[-1], "true or false")
        return self.words or (f"{name} or a list of them" if self.is_axis else name)


DRAWING = Key((str,), is_prose=True, words="a drawing: lines of text")
"""A drawing."""


def check(where: str, table: Mapping[str, Any], keys: Mapping[str, Key]) -> None:
    """Check the keys of a table and the types of their values; raises InvalidProblem, which begins with `where`."""
    for name, value in table.items():
        if name not in keys:
            raise InvalidProblem(f"{where}: unknown key {name!r}; {choices(name, keys)}")
        if keys[name].is_axis and value == []:
            raise InvalidProblem(f"{where}: {name} is an empty list")
        is_axis = keys[name].is_axis and isinstance(value, list)
        for one in value if is_axis else [value]:
            _check_value(f"{where}: {name}", one, keys[name])


def _check_value(where: str, value: Any, key: Key) -> None:
    is_of_kind = isinstance(value, key.kinds) and isinstance(value, bool) == (bool in key.kinds)  # a bool is an int
    if not is_of_kind or (key.of and not all(type(one) is key.of for one in value)):
        raise InvalidProblem(f"{where} must be {key.takes}, not {shortened(value)}")
    if key.among and value not in key.among:
        raise InvalidProblem(f"{where} must be one of {', '.join(key.among)}, not {shortened(value)}")
    if isinstance(value, str) and not key.is_prose and not value.isprintable():
        raise InvalidProblem(f"{where} must be printable, not {shortened(value)}")
    if not isinstance(value, int | float) or bool in key.kinds or not key.is_positive:
        return
    if not (0 < value <= key.most or (key.or_zero and value == 0)):
        least = "from 0 on" if key.or_zero else "above 0"
        raise InvalidProblem(f"{where} must be {least} and at most {key.most:g}, not {shortened(value)}")


def read_toml(text: str, file: str) -> dict[str, Any]:
    """Return the table that a text describes.

    Raises InvalidProblem, with the file and if possible the line, for text that is not TOML, for tables and lists that
    are nested too deeply, and for whole numbers of more than 64 bits.
    """
    too_deep = InvalidProblem(f"{file}: tables and lists are nested too deeply")
    if _LONG_KEY.search(text):  # tomllib needs memory quadratic in the length of a key
        raise too_deep
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error))
        at_line = f":{place[2]}: {place[1]}, at column {place[3]}" if place else f": {error}"
        raise InvalidProblem(f"{file}{at_line}") from None
    except RecursionError:
        raise too_deep from None
    except ValueError:  # Python converts at most 4,300 digits
        raise InvalidProblem(f"{file}: a whole number has more than 64 bits") from None
    inside: list[Any] = [table]
    for value in inside:  # the list grows meanwhile
        if isinstance(value, dict):
            inside += value.values()
        elif isinstance(value, list):
            inside += value
        elif type(value) is int and abs(value) > _LARGEST:
            raise InvalidProblem(f"{file}: a whole number has more than 64 bits")
    return table
