"""Counts as text, as in problems/model/digits.py; short ones need no heavy import."""

from __future__ import annotations

SHORT = 4000


def decimal(number: int) -> str:
    """The digits of a number that is not negative."""
    if number.bit_length() <= 3 * SHORT:
        return str(number)
    from danceoff.problems.model import digits

    return digits.decimal(number)


def whole(text: str) -> int:
    """The number that a text of digits is; raises ValueError for any other text, and for too long a one."""
    if len(text) <= SHORT:
        return int(text)
    from danceoff.problems.model import digits

    return digits.whole(text)
