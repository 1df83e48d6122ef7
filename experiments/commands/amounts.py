"""Numbers on the command line."""

from __future__ import annotations

import argparse
import math


def positive_int(text: str) -> int:
    """A whole number above 0."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return number


def cores(text: str) -> tuple[int, ...]:
    """Numbers of cores, with commas between them."""
    numbers = text.split(",")
    if not all(number.isdecimal() for number in numbers):
        raise argparse.ArgumentTypeError(f"{text!r} is not the numbers of cores, as in 0,1")
    return tuple(map(int, numbers))


def positive(text: str) -> float:
    """A number above 0, and below infinity."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number
