"""Numbers on the command line: read from arguments, and written with what they count."""

import argparse
import math
import re
from fractions import Fraction
from reprlib import repr as shortened

from danceoff.problems.model.digits import exact, written

LARGEST = 2**63 - 1
"""The largest whole number allowed as an argument."""
_NUMBERS = re.compile(r"(\d{1,4000}):(\d{1,4000})", re.ASCII)
"""Numbers of covers; Python reads 4,300 digits."""
MOST = 1e12
"""The most seconds or MB allowed as an argument; operating systems accept no more."""


def number_of(n: int, noun: str) -> str:
    """Return a number of things in words."""
    return f"{n} {noun}{'s' * (n != 1)}"


def positive_int(text: str, least: int = 1) -> int:
    """Parse a whole number from 1, or another least one, to 2^63 - 1."""
    number = int(text) if text.isdecimal() and len(text) <= len(str(LARGEST)) else -1
    if not least <= number <= LARGEST:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a whole number from {least} to 2^63 - 1")
    return number


def seed(text: str) -> int:
    """Parse a whole number from 0 to 2^63 - 1."""
    return positive_int(text, 0)


def cores(text: str) -> tuple[int, ...]:
    """Parse core numbers separated by commas."""
    return tuple(map(seed, text.split(",")))


def numbers_of_covers(text: str) -> tuple[int, int]:
    """Parse A:B, the numbers from A to B - 1."""
    match = _NUMBERS.fullmatch(text)
    if not match or int(match[1]) >= int(match[2]):
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not A:B, for the covers with the numbers A to B - 1")
    return int(match[1]), int(match[2])


def cost(text: str) -> str:
    """Parse a cost: a whole number, a decimal or a fraction; returns its text."""
    return written(amount(text))


def amount(text: str) -> Fraction:
    """Parse a whole number, a decimal or a fraction."""
    try:
        return exact(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> float:
    """Parse a number above 0 and at most 10^12."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number <= MOST:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a number above 0 and at most {MOST:g}")
    return number
