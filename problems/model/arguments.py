"""Checks of arguments: each function returns a valid value, or raises an error that names the argument.

arrays.py has the checks that need NumPy: a command that only lists names should not load it.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf
from numbers import Real
from operator import index
from typing import Any, TypeVar

INT32_MAX, INT64_MAX = (1 << 31) - 1, (1 << 63) - 1

MOST_ITEMS = 1 << 22
"""The most items of a problem; without this limit a number in a file could ask for any amount of memory."""

T = TypeVar("T")

_MOST_OF_A_LIMIT = 1e12  # systems wait no longer
_LONGEST = 100
"""Characters of a name that is compared; the time is quadratic in them."""


class InvalidProblem(ValueError):
    """The input is not a well-formed problem; the message is one line that says what is wrong and where."""


@contextmanager
def named_by(where: str) -> Iterator[None]:
    """Let the messages of InvalidProblem within the block begin with a place, such as the name of a file."""
    try:
        yield
    except InvalidProblem as error:
        raise InvalidProblem(f"{where}: {error}") from None


class Refused(ValueError):
    """Arguments that do not go together.

    It is made with a sentence about flags of the command line. Its text names them as Python and plans do.
    """

    def __str__(self) -> str:
        return re.sub(r"--([a-z][a-z-]*)", lambda flag: flag[1].replace("-", "_"), str(self.args[0]))


def whole_number(name: str, value: Any, least: int, most: int = INT64_MAX) -> int:
    """Return the value as an int; raises InvalidProblem unless it is a whole number from least to most, not a bool."""
    try:
        number = index(value)
    except TypeError:
        number = least - 1  # refused below
    is_bool = type(value).__name__ in ("bool", "bool_")  # NumPy's, too
    if is_bool or not least <= number <= most:
        raise InvalidProblem(f"{name} must be a whole number from {least} to {most}, not {shown(value)}")
    return number


def positive(argument: str, amount: Any, unit: str) -> float | None:
    """Check a limit on time or memory; raises ValueError unless it is None or a positive number up to 10^12."""
    if amount is None:
        return None
    is_number = isinstance(amount, Real) and not isinstance(amount, bool)
    if not is_number or not 0 < amount <= _MOST_OF_A_LIMIT:
        most = f"a positive number of {unit} up to {_MOST_OF_A_LIMIT:g}"
        raise ValueError(f"{argument} must be {most} or None, not {shown(amount)}")
    return float(amount)


def bound(argument: str, amount: Any, unit: str) -> float:
    """Check a limit on time or memory as `positive` does, and return infinity for None."""
    return positive(argument, amount, unit) or inf


def whole_or_none(name: str, value: Any, least: int, most: int = INT64_MAX) -> int | None:
    """Return None for None, and the result of `whole_number` for other values."""
    return None if value is None else whole_number(name, value, least, most)


def in_order(names: Iterable[Any]) -> Iterable[Any]:
    """Return names as they are, but a set sorted by text, so that the numbering does not depend on the hash seed."""
    return sorted(names, key=repr) if isinstance(names, set | frozenset) else names


def instance_of(name: str, value: Any, kind: type[T]) -> T:
    """Return the value; raises TypeError unless it is an instance of this type."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be of type {kind.__name__}, not {shown(value)}")
    return value


def shown(value: Any) -> str:
    """Return a value as text for an error message: the value if it is short, else its type."""
    if hasattr(value, "dtype"):
        import numpy as np  # late: the command line does without

        if isinstance(value, np.ndarray):
            return f"an array of {value.dtype} of shape {value.shape}"
        if isinstance(value, np.generic):
            value = value.item()
    if isinstance(value, bool | float | str | bytes | None) and len(repr(value)) <= 40:
        return repr(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "a number of more than 18 digits"
    return f"a value of type {type(value).__name__}"


def close(name: str, known: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """Return at most three known names that are close to a name, the closest first; case does not matter.

    cutoff: from 0 to 1; the larger, the closer.
    """
    from difflib import get_close_matches  # late: only a refusal needs it

    by_lower: dict[str, list[str]] = {}
    for one in known:
        by_lower.setdefault(one.lower(), []).append(one)
    matches = get_close_matches(name[:_LONGEST].lower(), by_lower, n=3, cutoff=cutoff)
    return [one for match in matches for one in by_lower[match]][:3]


def choices(name: object, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: `did you mean A, B?`, or `there are A, B, C` if none is close.

    known: the known names, in the order of the message; there may be none.
    """
    known = list(known)
    matches = close(name, known) if isinstance(name, str) else []
    if matches:
        return f"did you mean {', '.join(matches)}?"
    return f"there are {', '.join(known)}" if known else "there are none"
