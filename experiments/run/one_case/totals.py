"""Running totals of a search: what it has found so far and at what cost. The worker sends them regularly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from time import monotonic, perf_counter

from danceoff.experiments.run.one_case.checkpoint import PartTotals
from danceoff.experiments.run.one_case.clock import Clock
from danceoff.experiments.run.one_case.messages import Columns, Send
from danceoff.problems import Fingerprint

_SEND_EVERY_S = 0.02
_GATHER_S = 0.001
_STATS_EVERY_S = 0.25
_LEAST_SHARE = 50  # a search may take long to say what it counted: of 50 s at most one goes there
_MOST_POINTS = 40
_MOST_DRAWN = 10**300  # close to the largest float


class Curve:
    """Covers found over time: the first point, the last, and between them a few dozen, evenly on a logarithmic scale.

    A point is kept when time or covers have grown by a constant factor since the last one that was kept. The factor is
    squared when there are too many points, so the length of the search need not be known. Points are compared as
    integers, because covers may exceed the largest float.
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
        """Return the points kept and the last one: [[seconds, covers], ...], ascending."""
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
    """What a search has found so far; sent to the parent regularly, since the search may be killed at any time.

    send: sends an answer to the parent.
    clock: the clock of the case.
    prepare_s: the time on the clock when the search began.
    before: wall and CPU seconds of the search in earlier runs.
    covers, orbits, checked, fingerprint: columns of the row, see `results.record.Row`.
    points: covers found over time.
    sent_covers, sent_at: covers and time when the columns were last sent.
    stats: returns the counters of the search.
    stats_due: when they are to be sent next; 0 until the first heartbeat.
    """

    send: Send
    clock: Clock
    prepare_s: float = 0.0
    before: tuple[float, float] = (0.0, 0.0)
    covers: int = 0
    orbits: int | None = None
    checked: int = 0
    fingerprint: Fingerprint | None = None
    points: Curve = field(default_factory=Curve)
    sent_covers: int = 0
    sent_at: float = 0.0
    stats: Callable[[], dict[str, int]] = dict
    stats_due: float = 0.0

    def add(self, n_covers: int) -> None:
        """Add covers, and send the columns if covers have doubled or some time has passed."""
        if n_covers and not self.covers:
            self.send(first_s=self.search_s)
        self.covers += n_covers
        if n_covers:
            self.points.add(self.search_s, self.covers)
        if self.covers >= max(1, 2 * self.sent_covers) or perf_counter() - self.sent_at > _SEND_EVERY_S:
            self.sent_covers, self.sent_at = self.covers, perf_counter()
            self.send(**self.columns())
        self.beat()

    def count(self, increments: Iterator[int], limit: int | None = None) -> bool:
        """Add up all increments, under the clock; returns whether the limit ended the count.

        A backend may count covers one by one, in less than 1 us each, so an increment must cost next to nothing. It is
        sent up to 1 ms later than it came, if another one follows.
        """
        first_s = first_at = latest_at = due = 0.0
        is_first = is_sent = True

        def send() -> None:
            nonlocal due, is_first, is_sent
            if not is_sent:
                if is_first:
                    self.send(first_s=first_s)
                    is_first = False
                self.points.add(first_s + latest_at - first_at, self.covers)  # the clock has not stopped in between
            self.add(0)
            due, is_sent = monotonic() + _GATHER_S, True

        try:
            for n_covers in self.clock.throughout(increments):
                now = monotonic()
                if n_covers:
                    if not self.covers:
                        first_s, first_at, due = self.search_s, now, now + _GATHER_S
                    self.covers += n_covers
                    latest_at, is_sent = now, False
                    if limit and self.covers >= limit:
                        return True
                if now >= due:
                    send()
        finally:
            send()
        return False

    def beat(self) -> None:
        """Send the counters of the search if some time has passed: a row that is stopped keeps the last ones."""
        now = perf_counter()
        if self.stats_due and now >= self.stats_due:
            self.send(stats=self.stats())
            now += _LEAST_SHARE * (perf_counter() - now)
            self.stats_due = 0.0
        self.stats_due = self.stats_due or now + _STATS_EVERY_S

    def begin_with(self, parts: Collection[PartTotals], listing: bool) -> None:
        """Add the results of earlier runs; listing: whether their covers were listed, and so checked."""
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
        """Seconds of search so far, including earlier runs."""
        return self.before[0] + self.clock.wall_s - self.prepare_s

    def columns(self) -> Columns:
        """Return the columns of the row that are known by now."""
        return {
            "covers": self.covers,
            "orbits": self.orbits,
            "checked": self.checked,
            "fingerprint": str(self.fingerprint or ""),
            "points": self.points.sampled(),
            "search_s": self.search_s,
            "cpu_s": self.before[1] + self.clock.cpu_s,
            "waited_s": self.clock.waited_s,
        }
