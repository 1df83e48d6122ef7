"""What a search has found so far, and how long it took."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from danceoff.asking.clock import Clock
from danceoff.asking.curves import Curve
from danceoff.problems import Fingerprint

if TYPE_CHECKING:
    from danceoff.asking.checkpoint import PartTotals


@dataclass
class Totals:
    """Running totals of a walk.

    clock: the clock of the search.
    prepare_s: the time on the clock when the walk began, seconds.
    before: wall and CPU seconds of the search in earlier runs.
    first_s: seconds of search until the first cover; None while there is none.
    covers: number of covers found.
    orbits: number of orbits found; None if orbits are not counted.
    checked: number of covers checked.
    fingerprint: of the covers listed; None if none are listed.
    points: covers found over time.
    """

    clock: Clock = field(default_factory=Clock)
    prepare_s: float = 0.0
    before: tuple[float, float] = (0.0, 0.0)
    first_s: float | None = None
    covers: int = 0
    orbits: int | None = None
    checked: int = 0
    fingerprint: Fingerprint | None = None
    points: Curve = field(default_factory=Curve)

    @property
    def search_s(self) -> float:
        """Seconds of search so far, including earlier runs."""
        return self.before[0] + self.clock.wall_s - self.prepare_s

    def add(self, n_covers: int) -> None:
        """Add covers found just now."""
        if n_covers:
            self.add_at(self.search_s, n_covers)

    def add_at(self, search_s: float, n_covers: int) -> None:
        """Add covers found at a time, in seconds of search."""
        if self.first_s is None:
            self.first_s = search_s
        self.covers += n_covers
        self.points.add(search_s, self.covers)

    def begin_with(self, parts: Collection[PartTotals], listing: bool) -> None:
        """Add the results of earlier runs.

        parts: the results.
        listing: whether their covers were listed, and so checked.
        """
        for part in parts:
            self.covers += part.covers
        self.before = max((part.elapsed_s for part in parts), default=0.0), sum(part.cpu_s for part in parts)
        if listing:
            self.checked = self.covers
            self.fingerprint = sum((part.fingerprint for part in parts), Fingerprint())
        if self.covers:
            self.points.add(self.search_s, self.covers)
