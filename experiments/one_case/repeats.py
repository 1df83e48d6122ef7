"""Whether a list of covers gives one of them twice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST = 1 << 20
"""Covers that are remembered, 8 bytes each; of longer lists the fingerprints are compared."""
_FEW = 1 << 10


class Repeats:
    """Remembers the first million covers by their 64-bit keys; two of as many fall together once in 3e7 lists."""

    def __init__(self) -> None:
        self._known = np.zeros(0, np.uint64)
        self._new: list[NDArray[np.uint64]] = []
        self._n_new = 0
        self._found = False

    def add(self, keys: NDArray[np.uint64]) -> bool:
        """Remember these covers, as far as there is room; whether a cover is known to have come twice.

        keys: uint64[n]. It is looked for as often as the list has doubled, and by `found`.
        """
        room = max(0, MOST - len(self._known) - self._n_new)
        if room:
            self._new.append(keys[:room].copy())
            self._n_new += len(self._new[-1])
        return self.found() if self._n_new > max(_FEW, len(self._known)) else self._found

    def found(self) -> bool:
        """Whether a cover came twice."""
        self._known = np.concatenate([self._known, *self._new])
        self._known.sort()
        self._new, self._n_new = [], 0
        self._found = bool((self._known[1:] == self._known[:-1]).any())
        return self._found
