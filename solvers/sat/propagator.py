"""Enumeration inside one call of a SAT solver: a propagator that answers every cover with its blocking clause."""

from __future__ import annotations

from pysat.engines import Propagator

PROPAGATING_ENGINE = "cadical195"
"""The one engine that IPASIR-UP is held to here."""


class Blocker(Propagator):  # type: ignore[misc]
    """Collects covers, as their blocking clauses, until there is no room; then it accepts one and the call ends.

    room: how many covers to take before the call is to end.
    """

    def __init__(self, n_options: int, covers_may_nest: bool) -> None:
        super().__init__()
        self.n_options = n_options
        self.covers_may_nest = covers_may_nest
        self.is_lazy = True  # it looks at complete assignments only: called for each assignment it would cost more
        self.room = 0
        self._found: list[list[int]] = []
        self._pending: list[list[int]] = []

    def take(self) -> list[list[int]]:
        """The covers found since the last time."""
        found, self._found = self._found, []
        return found

    def check_model(self, model: list[int]) -> bool:
        """Take the cover; False sends the solver on, to fetch the clause."""
        lowest = -self.n_options if self.covers_may_nest else 1
        block = [-literal for literal in model if lowest <= literal <= self.n_options]
        self._found.append(block)
        self._pending.append(block)
        return len(self._found) >= self.room

    def has_clause(self) -> bool:
        """Whether a cover is yet to be blocked."""
        return bool(self._pending)

    def add_clause(self) -> list[int]:
        """The blocking clause of the last cover."""
        return self._pending.pop()
