"""Detects whether a list contains a cover twice, however far apart the two are."""

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]

TWICE = "a cover came twice"
"""The fault of a solver that gives a cover twice, in words."""
MOST = 1 << 22
"""The most covers that are compared with each other, 16 bytes each."""
_FEW = 1 << 10


class Repeats:
    """Remembers covers by 128-bit keys; a key is two integers of 64 bits, its lanes.

    left_out: why later covers are not compared, in one clause; empty if all are compared.
    """

    def __init__(self) -> None:
        self.left_out = ""
        self._lanes: Keys = np.empty((2, MOST), np.uint64)  # the system allocates its pages on first use
        self._n = 0
        self._n_compared = 0
        self._found = False

    def add(self, lanes: Keys) -> bool:
        """Remember these covers; return whether a cover is known to have come twice.

        All covers are compared whenever the list has grown by a constant factor, and in `found`.

        lanes: uint64[2, n], the keys of the covers.
        """
        if self.left_out:
            return self._found
        part = lanes[:, : self._lanes.shape[1] - self._n]
        self._lanes[:, self._n : self._n + part.shape[1]] = part
        self._n += part.shape[1]
        if part.shape[1] < lanes.shape[1]:
            self.left_out = f"only the first {self._n} covers were compared with each other"
        if self.left_out or self._n > max(_FEW, 2 * self._n_compared):
            self.found()
        return self._found

    def found(self) -> bool:
        """Compare all covers; return whether one came twice."""
        held = self._lanes[:, : self._n]
        first = np.sort(held[0])
        if (first[1:] == first[:-1]).any():
            keys = held[:, np.lexsort(held)]
            self._found |= bool((keys[:, 1:] == keys[:, :-1]).all(axis=0).any())
        self._n_compared = self._n
        return self._found
