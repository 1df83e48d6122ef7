"""The steps of a SAT solver, as CaDiCaL reports them: its decisions, their consequences, and how far it jumps back.

K. Fazekas et al., IPASIR-UP: User Propagators for CDCL, SAT 2023. Only true literals are reported, which are the
options taken: a decision that leaves an option out is no step.
"""

from __future__ import annotations

from collections.abc import Iterator

from pysat.engines import Propagator
from pysat.solvers import Cadical195

from danceoff.problems import ExactCover
from danceoff.solvers.base import interrupted_later
from danceoff.solvers.base.events import Back, Event, Found, Take
from danceoff.solvers.sat.clauses.cnf import blocking, encode
from danceoff.solvers.sat.interrupts import interrupts_left_to_python

_CONFLICTS_IN_A_SLICE = 50


def sat_events(problem: ExactCover) -> Iterator[Event]:
    """Yield every step of CaDiCaL 1.9.5 until no cover is left. Each cover is blocked when it is found.

    Colours are encoded without variables of their own, so that every decision is about an option.
    """
    native = Cadical195(bootstrap_with=encode(problem, colours="conflicts"))
    steps = _Steps()
    native.connect_propagator(steps)
    for variable in range(1, problem.n_options + 1):
        native.observe(variable)
    try:
        satisfiable = None
        while satisfiable is not False:
            native.conf_budget(_CONFLICTS_IN_A_SLICE)
            with interrupted_later(), interrupts_left_to_python:
                satisfiable = native.solve_limited()
            yield from steps.taken_out()
            if satisfiable:
                cover = tuple(literal - 1 for literal in native.get_model()[: problem.n_options] if literal > 0)
                yield Found(cover)
                native.add_clause(blocking(problem, cover))
    finally:
        native.delete()


class _Steps(Propagator):  # type: ignore[misc]
    """Records the steps, and takes no part in the search."""

    def __init__(self) -> None:
        self.steps: list[Event] = []
        self.levels: list[list[int]] = [[]]
        self.has_decided = True

    def taken_out(self) -> list[Event]:
        """Return the steps since the last call."""
        steps, self.steps = self.steps, []
        return steps

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        """Record a literal that became true; the first literal of a level is its decision."""
        follows, self.has_decided = self.has_decided, True
        option = lit - 1
        if lit > 0 and not any(option in level for level in self.levels):
            self.levels[0 if fixed else -1].append(option)
            self.steps.append(Take(option, follows))

    def on_new_level(self) -> None:
        """Open a level; its decision comes next."""
        self.levels.append([])
        self.has_decided = False

    def on_backtrack(self, to: int) -> None:
        """Undo all assignments above a level."""
        while len(self.levels) > to + 1:
            self.steps += map(Back, reversed(self.levels.pop()))
        self.has_decided = True

    def check_model(self, model: list[int]) -> bool:  # noqa: ARG002
        """Accept every model."""
        return True

    def decide(self) -> int:
        """Leave decisions to the solver."""
        return 0

    def propagate(self) -> list[int]:
        """Propagate nothing."""
        return []

    def provide_reason(self, lit: int) -> list[int]:  # noqa: ARG002
        """Return no reason; the solver never asks, since nothing is propagated."""
        return []

    def add_clause(self) -> list[int]:
        """Add no clause."""
        return []
