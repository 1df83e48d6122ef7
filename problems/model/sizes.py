"""Sizes of problems: reads the size in a name, bounds the size of a problem, and builds options of equal size."""

import re
from collections.abc import Callable

import numpy as np

from danceoff.problems.model.cover import ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.naming import Names

LARGEST_PROBLEM = 1 << 24
"""The most entries (items summed over the options) of a problem that is built; more could take all memory."""

LARGEST_NAMED = 1 << 21
"""The most entries of a problem that a family states by names, which take many times the memory of numbers."""


def refuse_beyond_limit(n_entries: int, what: str, limit: int = LARGEST_PROBLEM) -> None:
    """Raise InvalidProblem if a problem has too many entries to be built.

    n_entries: a bound on the entries of the problem.
    what: the name of the problem in the message.
    limit: the most entries allowed.
    """
    if n_entries > limit:
        raise InvalidProblem(f"{what} is too large: up to {n_entries} entries, and the limit is {limit}")


def equal_options(
    items: IntArray,
    n_items: int,
    item_name: Callable[[int], str],
    option_name: Callable[[int], str],
    n_primary: int | None = None,
) -> ExactCover:
    """Build the problem whose option k covers items[k].

    items: int32[n_options, n_each], rows ascending.
    item_name, option_name: return the name of a number.
    n_primary: the number of primary items, which come first; all items by default.
    """
    n_options, n_each = items.shape
    start = np.arange(0, n_options * n_each + 1, n_each, dtype=np.int32)
    names = Names(n_items, item_name), Names(n_options, option_name)
    return ExactCover(start, items.ravel(), n_items, n_items if n_primary is None else n_primary, *names)


def joined(numbers: IntArray, k: int) -> str:
    """Return the numbers of row k as a name: `0-3-5`."""
    return "-".join(map(str, numbers[k].tolist()))


def parsed(pattern: str, size: str, form: str) -> re.Match[str]:
    """Return the match of a regular expression with all of a size; raises InvalidProblem, with `form`, for no match."""
    if match := re.fullmatch(pattern, size, re.ASCII):
        return match
    raise InvalidProblem(f"{size!r} is not of the form {form}")


def whole_number(size: str, form: str) -> int:
    """Return the number, at least 1, that a size states; raises InvalidProblem, with `form`, for anything else."""
    return whole_numbers(size, form, 1)[0]


def whole_numbers(size: str, form: str, n: int) -> list[int]:
    """Return the n numbers, at least 1, that a size joins by `-`; raises InvalidProblem, with `form`, otherwise."""
    return [int(part) for part in parsed("-".join([r"([1-9]\d{0,8})"] * n), size, form).groups()]
