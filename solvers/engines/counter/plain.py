"""Plain counting, by the fastest backend that visits every cover."""

from __future__ import annotations

from collections.abc import Mapping

from danceoff.problems import ExactCover
from danceoff.solvers.engines.bits import Bits


class Plain:
    """Counts the covers of a problem by meeting each of them."""

    name = "plain"

    def __init__(self, problem: ExactCover) -> None:
        self.count = 0
        self._search = Bits().prepare(problem)
        self._increments = self._search.increments()

    @property
    def spent(self) -> int:
        """The nodes of the search so far."""
        return self._search.stats()["nodes"]

    def run(self, budget: int) -> bool:  # noqa: ARG002 - the search has turns of its own
        """Go on for a turn; say whether that was all."""
        increment = next(self._increments, None)
        self.count += increment or 0
        return increment is None

    def effort(self) -> Mapping[str, int]:
        """What it did so far."""
        return {"nodes": self.spent}
