"""Plain counting: the bitset engine visits every cover."""

from __future__ import annotations

from collections.abc import Mapping

from danceoff.problems import ExactCover
from danceoff.solvers.engines.bits import Bits


class Plain:
    """Counts the covers of a problem one by one."""

    name = "plain"

    def __init__(self, problem: ExactCover) -> None:
        self.count = 0
        self._search = Bits().prepare(problem)
        self._increments = self._search.increments()

    @property
    def spent(self) -> int:
        """The nodes visited so far."""
        return self._search.stats()["nodes"]

    def run(self, budget: int) -> bool:  # noqa: ARG002 - the search decides how long a turn is
        """Continue until the bitset engine pauses; return whether the count is complete."""
        increment = next(self._increments, None)
        self.count += increment or 0
        return increment is None

    def effort(self) -> Mapping[str, int]:
        """Return the counters so far."""
        return {"nodes": self.spent}
