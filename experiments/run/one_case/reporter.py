"""Sends what a walk has found to the parent of a worker: regularly, since the worker may be killed at any time."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from danceoff.asking.events import Improved
from danceoff.asking.totals import Descent, Totals
from danceoff.experiments.run.one_case.messages import Columns, Send

_SEND_EVERY_S = 0.05
_STATS_EVERY_S = 0.25
_LEAST_SHARE = 50  # a search may take long to say what it counted: of 50 s at most one goes there


class Reporter:
    """Sends the columns of the row that the totals contain.

    stats: returns the counters of the search.
    """

    def __init__(self, send: Send, totals: Totals, stats: Callable[[], dict[str, int]] = dict) -> None:
        self.send, self.totals, self.stats = send, totals, stats
        self._has_sent_first = False
        self._sent_covers, self._sent_at, self._stats_due = 0, 0.0, 0.0
        self._descent: Descent | None = None
        self._best: Improved | None = None

    def columns(self) -> Columns:
        """Return the columns of the row that are known by now."""
        totals = self.totals
        found: Columns = {
            "covers": totals.covers,
            "orbits": totals.orbits,
            "checked": totals.checked,
            "fingerprint": str(totals.fingerprint or ""),
            "points": totals.points.sampled(),
            "search_s": totals.search_s,
            "cpu_s": totals.before[1] + totals.clock.cpu_s,
            "waited_s": totals.clock.waited_s,
        }
        if self._best and self._descent:
            found["cost"], found["bound"] = self._best.cost, self._best.bound
            found["cost_points"] = self._descent.sampled()
        return found

    def found(self) -> None:
        """Send the columns if the covers have doubled or some time has passed since the last sending."""
        self._send_first()
        covers = self.totals.covers
        if covers >= max(1, 2 * self._sent_covers) or perf_counter() - self._sent_at > _SEND_EVERY_S:
            self._sent_covers, self._sent_at = covers, perf_counter()
            self.send(**self.columns())
        self.beat()

    def improved(self, best: Improved) -> None:
        """Send the columns with the cost of the best cover and its bound."""
        self._best, self._descent = best, self._descent or Descent()
        self._descent.add(self.totals.search_s, best.cost, best.bound)
        self._send_first()
        self.send(**self.columns())

    def resumed(self) -> None:
        """Send what earlier runs have found."""
        self.send(before=self.totals.before)
        if self.totals.covers:
            self.send(**self.columns())

    def beat(self) -> None:
        """Send the counters of the search if some time has passed; the row of a stopped search keeps the last ones."""
        now = perf_counter()
        if self._stats_due and now >= self._stats_due:
            self.send(stats=self.stats())
            now += _LEAST_SHARE * (perf_counter() - now)
            self._stats_due = 0.0
        self._stats_due = self._stats_due or now + _STATS_EVERY_S

    def _send_first(self) -> None:
        if self.totals.first_s is not None and not self._has_sent_first:
            self._has_sent_first = True
            self.send(first_s=self.totals.first_s)
