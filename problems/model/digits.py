"""Whole numbers of any size as decimal digits; Python itself converts at most 4,300 digits."""

from __future__ import annotations

MOST_DIGITS = 1_000_000
"""Longer texts are refused, since reading them would take seconds."""
_AT_ONCE = 4000


def decimal(number: int) -> str:
    """Return the decimal digits of a number that is not negative."""
    if number.bit_length() <= 3 * _AT_ONCE:
        return str(number)
    n_low = number.bit_length() * 3 // 20  # about half of its digits
    high, low = divmod(number, 10**n_low)
    return decimal(high) + decimal(low).zfill(n_low)


def whole(digits: str) -> int:
    """Return the number with these decimal digits; raises ValueError for any other text, or if it is too long."""
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has {len(digits)} digits, and at most {MOST_DIGITS} are supported")
    if not (digits.isascii() and digits.isdecimal()):
        raise ValueError(f"{digits[:20]!r} is not a whole number")
    if len(digits) <= _AT_ONCE:
        return int(digits)
    n_low: int = len(digits) // 2
    power: int = 10**n_low
    return whole(digits[:-n_low]) * power + whole(digits[-n_low:])
