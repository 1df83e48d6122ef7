"""How large a problem may be that a family builds."""

from __future__ import annotations

from danceoff.problems.model.cover import InvalidProblem

LARGEST_PROBLEM = 1 << 24
"""The most entries (items summed over the options) of a problem that is built; more could take all memory."""

LARGEST_NAMED = 1 << 21
"""The most entries of a problem that a family states by names, which take many times the memory of numbers."""


def refuse_beyond_limit(n_entries: int, what: str, limit: int = LARGEST_PROBLEM) -> None:
    """Raise InvalidProblem if a problem has too many entries to be built.

    n_entries: a bound on its entries.
    what: its name in the message.
    """
    if n_entries > limit:
        raise InvalidProblem(f"{what} is too large: up to {n_entries} entries, and the limit is {limit}")
