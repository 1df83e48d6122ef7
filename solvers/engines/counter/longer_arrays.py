"""Makes the arrays of a recorded walk longer when they are full."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np

Record = TypeVar("Record", bound=Any)


def lengthened(record: Record, used: Mapping[str, int]) -> Record:
    """Return a record, a named tuple of arrays, with twice the length for every array that is at least half full.

    used: how many entries of each array are in use.
    """
    new = {}
    for name, n in used.items():
        old = getattr(record, name)
        if 2 * n + 4 >= len(old):
            new[name] = np.zeros(2 * len(old) + 4, old.dtype)
            new[name][: len(old)] = old
    grown: Record = record._replace(**new)
    return grown
