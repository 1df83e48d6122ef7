"""Counts as text, as in problems/model/digits.py; short counts need no heavy import."""

from __future__ import annotations

import math

SHORT = 4000
_LONG = 10**30


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


def short(n_covers: int) -> str:
    """Return a number of covers, short enough for a line."""
    return f"{n_covers:,}" if n_covers < _LONG else f"about 10^{math.log10(n_covers):.0f}"
