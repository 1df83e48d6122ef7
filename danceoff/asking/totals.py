"""What a search has found so far, and how long it took."""

from dataclasses import dataclass, field
from typing import Any

from danceoff.asking.clock import Clock
from danceoff.problems import Fingerprint

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
