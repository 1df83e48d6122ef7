"""Numbers of any size as rows of digits in base 2**32, the lowest first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Digits = NDArray[np.uint32]


def number(digits: Digits) -> int:
    """Return the number with these digits, uint32[n_digits]."""
    return int.from_bytes(digits.astype("<u4").tobytes(), "little")


def rows(numbers: Sequence[int], n_digits: int) -> Digits:
    """Return the digits of each number, uint32[len(numbers), n_digits]; raises OverflowError if one has more."""
    text = b"".join(int(one).to_bytes(4 * n_digits, "little") for one in numbers)
    return np.frombuffer(text, "<u4").astype(np.uint32).reshape(len(numbers), n_digits)
