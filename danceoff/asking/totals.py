"""What a search has found so far, how long it took, and whether it has found a cover twice."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.asking.clock import Clock
from danceoff.problems import Fingerprint

Keys = NDArray[np.uint64]

TWICE = "a cover came twice"
"""The fault of a solver that gives a cover twice, in words."""
MOST_COMPARED = 1 << 22
"""The most covers that are compared with each other, 16 bytes each."""
_FEW = 1 << 10
_MOST_POINTS = 40
MOST_DRAWN = 10**300
"""The most covers at a point: close to the largest float."""


class _Sampled:
    """Samples of a curve: its first and last point, and a few dozen between them, evenly on a logarithmic scale.

    A point is kept when it differs from the point kept before by a constant factor. The factor is squared when there
    are too many points, so the length of the search need not be known. Points are compared as integers, because covers
    may exceed the largest float.
    """

    n_compared = 1
    """How many numbers of a point may be far from those of another: the time, and what follows."""

    def __init__(self) -> None:
        self._kept: list[tuple[Any, ...]] = []  # microseconds, and what was known
        self._last: tuple[Any, ...] | None = None
        self._factor = 11, 10

    def sampled(self) -> list[list[Any]]:
        """Return the points kept and the last point, in order of time; a point is its seconds, then its values."""
        end = [self._last] if self._last and self._last != self._kept[-1] else []
        return [[microseconds / 1e6, *known] for microseconds, *known in self._kept + end]

    def _add(self, point: tuple[Any, ...]) -> None:
        self._last = point
        if not self._kept or self._is_far(self._kept[-1], point):
            self._kept.append(point)
        while len(self._kept) >= _MOST_POINTS:
            numerator, denominator = self._factor
            self._factor = numerator**2, denominator**2
            thinned = self._kept[:1]
            for later in self._kept[1:]:
                if self._is_far(thinned[-1], later):
                    thinned.append(later)
            self._kept = thinned

    def _is_far(self, earlier: tuple[Any, ...], later: tuple[Any, ...]) -> bool:
        numerator, denominator = self._factor
        compared = zip(earlier[: self.n_compared], later[: self.n_compared], strict=True)
        return any(new * denominator > old * numerator for old, new in compared)


class Curve(_Sampled):
    """Covers found over time."""

    n_compared = 2

    def add(self, seconds: float, covers: int) -> None:
        """Add a point; seconds and covers never decrease. More than 10^300 covers count as 10^300."""
        self._add((round(seconds * 1e6), min(covers, MOST_DRAWN)))


class Descent(_Sampled):
    """Cost and bound over time."""

    def add(self, seconds: float, cost: int | None, bound: int | None) -> None:
        """Add a point, if it differs from the last one in cost or bound; seconds never decrease."""
        if self._last is None or self._last[1:] != (cost, bound):
            self._add((max(1, round(seconds * 1e6)), cost, bound))


@dataclass
class Totals:
    """Running totals of a walk.

    clock: the clock of the search.
    prepare_s: the time on the clock when the walk began, seconds.
    first_s: seconds of search until the first cover; None while there is none.
    covers: number of covers found.
    orbits: number of orbits found; None if orbits are not counted.
    checked: number of covers checked.
    fingerprint: the fingerprint of the covers listed; None if none are listed.
    points: covers found over time.
    """

    clock: Clock = field(default_factory=Clock)
    prepare_s: float = 0.0
    first_s: float | None = None
    covers: int = 0
    orbits: int | None = None
    checked: int = 0
    fingerprint: Fingerprint | None = None
    points: Curve = field(default_factory=Curve)

    @property
    def search_s(self) -> float:
        """Seconds of search so far."""
        return self.clock.wall_s - self.prepare_s

    @property
    def found_s(self) -> float:
        """Seconds of search at which the latest covers were found, or at which a program printed them."""
        programs = self.clock.programs
        return self.search_s if programs is None or programs.found_s is None else programs.found_s

    def add(self, n_covers: int) -> None:
        """Add covers found just now."""
        if n_covers:
            self.add_at(self.found_s, n_covers)

    def add_at(self, search_s: float, n_covers: int) -> None:
        """Add covers found at a time, in seconds of search."""
        if self.first_s is None:
            self.first_s = search_s
        self.covers += n_covers
        self.points.add(search_s, self.covers)


class Repeats:
    """Remembers covers by 128-bit keys; a key is two integers of 64 bits, its lanes.

    left_out: why later covers are not compared, in one clause; empty if all are compared.
    """

    def __init__(self) -> None:
        self.left_out = ""
        self._lanes: Keys = np.empty((2, MOST_COMPARED), np.uint64)  # the system allocates its pages on first use
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
