"""How large a problem of a family may be."""

from __future__ import annotations

from danceoff.problems.model.cover import InvalidProblem

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
