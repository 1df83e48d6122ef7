"""Counts as text, as in problems/model/digits.py; short ones need no heavy import."""

from __future__ import annotations

SHORT = 4000


def decimal(number: int) -> str:
    """Return the digits of a non-negative number."""
    if number.bit_length() <= 3 * SHORT:
        return str(number)
    from danceoff.problems.model import digits

    return digits.decimal(number)


def whole(text: str) -> int:
    """Return the number of a text of digits; raises ValueError for any other text and for one that is too long."""
    if len(text) <= SHORT:
        return int(text)
    from danceoff.problems.model import digits

    return digits.whole(text)
