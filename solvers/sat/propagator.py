"""Enumeration inside one call of a SAT solver: a propagator that adds the blocking clause of each cover."""

from __future__ import annotations

from pysat.engines import Propagator

PROPAGATING_ENGINE = "cadical195"
"""The engine that we drive through IPASIR-UP."""


class Blocker(Propagator):  # type: ignore[misc]
    """Collects covers as the variables of their options; it accepts the last one that has room, which ends the call.

    room: the number of covers to collect in one call.
    """

    def __init__(self, n_options: int, covers_may_nest: bool) -> None:
        super().__init__()
        self.n_options = n_options
        self.covers_may_nest = covers_may_nest
        self.is_lazy = True  # called for complete assignments only: a call for each literal would take time
        self.room = 0
        self._found: list[list[int]] = []
        self._pending: list[list[int]] = []

    def take(self) -> list[list[int]]:
        """Return the covers found since the last call."""
        found, self._found = self._found, []
        return found

    def check_model(self, model: list[int]) -> bool:
        """Collect the cover; return whether to end the call. If not, the solver asks for the blocking clause."""
        lowest = -self.n_options if self.covers_may_nest else 1
        self._found.append([literal for literal in model if 0 < literal <= self.n_options])
        self._pending.append([-literal for literal in model if lowest <= literal <= self.n_options])
        return len(self._found) >= self.room

    def has_clause(self) -> bool:
        """Return whether a cover is still to be blocked."""
        return bool(self._pending)

    def add_clause(self) -> list[int]:
        """Return the blocking clause of the last cover."""
        return self._pending.pop()
