"""Exact numbers as text: fractions, and whole numbers of any size, while Python converts at most 4,300 digits.

Imports nothing heavy, because the command line reads them.
"""

import math
import re
from decimal import Decimal
from fractions import Fraction

MOST_DIGITS = 1_000_000
"""Longer texts are refused, since reading them would take seconds."""
_AT_ONCE = 4000
_AMOUNT = re.compile(r"[+-]?\d+(\.\d+|/0*[1-9]\d*)?", re.ASCII)
_LONGEST_AMOUNT = 60
_LONG = 10**30


def decimal(number: int) -> str:
    """Return the decimal digits of a number that is not negative."""
    if number.bit_length() <= 3 * _AT_ONCE:
        return str(number)
    n_low = number.bit_length() * 3 // 20  # about half of its digits
    high, low = divmod(number, 10**n_low)
    return decimal(high) + decimal(low).zfill(n_low)


def text_of(name: object) -> str:
    """Return the text of a name, also of a whole number with more digits than Python converts."""
    if type(name) is int:
        return decimal(name) if name >= 0 else f"-{decimal(-name)}"
    return str(name)


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


def exact(text: str) -> Fraction:
    """Return the number that a text of digits writes as a whole number, a decimal or a fraction.

    Raises ValueError for any other text.
    """
    if len(text) > _LONGEST_AMOUNT or not _AMOUNT.fullmatch(text):
        raise ValueError(f"{text[:_LONGEST_AMOUNT]!r} is not a number such as 12, -0.5 or 25/2")
    return Fraction(text if "/" in text else Decimal(text))  # twice as fast as from the text


def written(amount: int | Fraction) -> str:
    """Return an amount as text that `exact` reads: as a decimal if that is exact, otherwise as a fraction."""
    rest, places = amount.denominator, 0
    for prime in (2, 5):  # a decimal is exact if the denominator has no other prime factor
        n_times = 0
        while rest % prime == 0:
            rest //= prime
            n_times += 1
        places = max(places, n_times)
    if rest > 1 or places == 0:
        return str(amount)
    digits = str(abs(amount.numerator) * 10**places // amount.denominator).zfill(places + 1)
    sign = "-" if amount < 0 else ""
    text = f"{sign}{digits[:-places]}.{digits[-places:]}"
    return text if len(text) <= _LONGEST_AMOUNT else str(amount)


def short(n_covers: int) -> str:
    """Return a number of covers, short enough for a line."""
    return f"{n_covers:,}" if n_covers < _LONG else f"about 10^{math.log10(n_covers):.0f}"


def gap_of(cost: int | Fraction | None, bound: int | Fraction | None) -> float | None:
    """Return the relative gap between a cost and a bound in the units of the model: their distance / max(1, abs(cost)).

    None if either is unknown.
    """
    if cost is None or bound is None:
        return None
    return float(abs(Fraction(cost - bound)) / max(Fraction(1), abs(Fraction(cost))))


def percent(gap: float) -> str:
    """Return a gap in percent."""
    return f"{100 * gap:.3g} %"
