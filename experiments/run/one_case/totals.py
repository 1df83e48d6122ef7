"""What a search has found so far, and what it cost; the worker sends it to its parent again and again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from time import perf_counter

from danceoff.experiments.run.one_case.checkpoint import PartTotals
from danceoff.experiments.run.one_case.clock import Clock
from danceoff.experiments.run.one_case.messages import Columns, Send
from danceoff.problems import Fingerprint

_SEND_EVERY_S = 0.02
_MOST_POINTS = 40
_MOST_DRAWN = 10**300  # no float is much larger


class Points:
    """Covers found over time: the first point, the last, and between them a few dozen, evenly on a logarithmic scale.

    A point is kept when time or covers have grown by a factor since the last one kept; the factor is squared whenever
    there are too many of them, so that nobody needs to know how long the search will take. Points are compared as
    whole numbers, for covers may be more than a float can hold.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[int, int]] = []  # microseconds and covers
        self._last: tuple[int, int] | None = None
        self._factor = 11, 10

    def add(self, seconds: float, covers: int) -> None:
        """Add a point; neither seconds nor covers ever decrease. Covers beyond 10^300 are drawn as 10^300."""
        self._last = (round(seconds * 1e6), min(covers, _MOST_DRAWN))
        if not self._kept or self._is_far(self._kept[-1], self._last):
            self._kept.append(self._last)
        while len(self._kept) >= _MOST_POINTS:
            self._factor = self._factor[0] ** 2, self._factor[1] ** 2
            self._kept = self._thinned()

    def sampled(self) -> list[list[float]]:
        """[[seconds, covers], ...], ascending."""
        end = [self._last] if self._last and self._last != self._kept[-1] else []
        return [[microseconds / 1e6, covers] for microseconds, covers in self._kept + end]

    def _thinned(self) -> list[tuple[int, int]]:
        thinned = self._kept[:1]
        for point in self._kept[1:]:
            if self._is_far(thinned[-1], point):
                thinned.append(point)
        return thinned

    def _is_far(self, earlier: tuple[int, int], later: tuple[int, int]) -> bool:
        most, least = self._factor
        return any(new * least > old * most for old, new in zip(earlier, later, strict=True))


@dataclass
class Totals:
    """What a search has found so far; sent to the parent every so often, since the search may be killed at any time.

    prepare_s: what the clock showed when the search began. before: wall and CPU seconds of the search in earlier runs.
    """

    send: Send
    clock: Clock
    prepare_s: float = 0.0
    before: tuple[float, float] = (0.0, 0.0)
    covers: int = 0
    orbits: int | None = None
    checked: int = 0
    fingerprint: Fingerprint | None = None
    points: Points = field(default_factory=Points)
    sent_covers: int = 0
    sent_at: float = 0.0

    def add(self, n_covers: int) -> None:
        """Count covers, and send the columns when it is time."""
        if n_covers and not self.covers:
            self.send(first_s=self.search_s)
        self.covers += n_covers
        if n_covers:
            self.points.add(self.search_s, self.covers)
        if self.covers >= max(1, 2 * self.sent_covers) or perf_counter() - self.sent_at > _SEND_EVERY_S:
            self.sent_covers, self.sent_at = self.covers, perf_counter()
            self.send(**self.columns())

    def begin_with(self, parts: Collection[PartTotals], listing: bool) -> None:
        """Add what earlier runs have found and spent."""
        for part in parts:
            self.covers += part.covers
        self.before = max((part.elapsed_s for part in parts), default=0.0), sum(part.cpu_s for part in parts)
        self.send(before=self.before)
        if listing:
            self.checked = self.covers
            self.fingerprint = sum((part.fingerprint for part in parts), Fingerprint())
        if self.covers:
            self.points.add(self.search_s, self.covers)
            self.send(**self.columns())

    @property
    def search_s(self) -> float:
        """Seconds of search until now, earlier runs included."""
        return self.before[0] + self.clock.wall_s - self.prepare_s

    def columns(self) -> Columns:
        """Return the columns of the row that are known."""
        return {
            "covers": self.covers,
            "orbits": self.orbits,
            "checked": self.checked,
            "fingerprint": str(self.fingerprint or ""),
            "points": self.points.sampled(),
            "search_s": self.search_s,
            "cpu_s": self.before[1] + self.clock.cpu_s,
        }
