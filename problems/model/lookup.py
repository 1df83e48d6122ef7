"""Finds items and options by the names that users give, and proposes names that they probably meant."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import islice
from reprlib import repr as shortened
from typing import TYPE_CHECKING, Any

from danceoff.problems.model.arguments import InvalidProblem, close, in_order, shown, whole_number
from danceoff.problems.model.digits import text_of

if TYPE_CHECKING:
    from danceoff.problems.model.cover import ExactCover

_MOST_NAMED = 4
_MOST_COMPARED = 1000
_MOST_SHOWN = 30


def numbers_of(root: ExactCover, options: Any, argument: str) -> list[int]:
    """Return the numbers of options, each given by its name, or by its number if the problem does not name its options.

    argument: the name of the argument in error messages.

    Raises InvalidProblem if no option, or more than one, has such a name.
    """
    wanted = listed(argument, options, "options")
    if not root.option_names:
        return [whole_number(f"{argument}: an option of no name", k, 0, root.n_options - 1) for k in wanted]
    known: dict[Hashable, list[int]] = {}
    for number, name in enumerate(root.option_names if wanted else ()):
        known.setdefault(name, []).append(number)
    numbers = []
    for option in wanted:
        found = known.get(option, [])
        if not found:
            raise InvalidProblem(f"{argument}: no option is called {short(option)}; {there_are(option, known)}")
        if len(found) > 1:
            several = f"{len(found)} options are called {short(option)}"
            raise InvalidProblem(f"{argument}: {several}; the methods of ExactCover take their numbers")
        numbers += found
    return numbers


def listed(argument: str, values: Any, what: str) -> list[Hashable]:
    """Return names as a list, `in_order`.

    argument: the name of the argument in error messages.
    what: the kind of elements, for error messages.

    Raises InvalidProblem for anything that is no list or set of names.
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InvalidProblem(f"{argument} must be a list of {what}, not {shown(values)}")
    names = list(in_order(values))
    for name in names:
        try:
            hash(name)
        except TypeError:
            raise InvalidProblem(f"{argument}: {short(name)} is no name") from None
    return names


def short(name: object) -> str:
    """Return a name for an error message, on one line and cut where it is long."""
    if type(name) is int:  # Python converts 4,300 digits
        digits = text_of(name)
        return digits if len(digits) <= _MOST_SHOWN else f"{digits[:_MOST_SHOWN]}..."
    return " ".join(shortened(name).split())


def there_are(wanted: object, known: Mapping[Any, object]) -> str:
    """Return the part of an error message that lists known names: the likely ones, or the first few."""
    names = [*map(text_of, islice(known, _MOST_COMPARED))]
    meant = close(text_of(wanted), names) if isinstance(wanted, str | tuple) else []
    if meant:
        return f"did you mean {', '.join(meant)}?"
    more = ["..."] * (len(known) > _MOST_NAMED)
    return f"there are {', '.join([*names[:_MOST_NAMED], *more])}"
