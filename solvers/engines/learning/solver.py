"""The engine as a backend: sets the pace, passes buffers to the kernel, and gives the clauses room."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import OPTIMISING, Feature, Search, Solver, without
from danceoff.solvers.engines.learning.kernel import Pace, search
from danceoff.solvers.engines.learning.kernel_state import (
    BY_ACTIVITY,
    CONFLICTS,
    DECISIONS,
    IS_ACTIVITY_NEXT,
    IS_LEARNING,
    IS_RULE_OLD,
    LEARNED,
    OVER,
    PAUSE,
    PAUSE_LEFT,
    PHASE,
    PHASE_LEFT,
    REDUCTION_LEFT,
    REDUCTIONS,
    RESTART_LEFT,
    RESTARTS,
    STATUS,
    TIDY,
)
from danceoff.solvers.engines.learning.state import State

_BUFFER = 1 << 18  # option numbers in the largest batch, unless one cover is longer
_LARGEST_BATCH = 1 << 14
_LARGEST_BUDGET = 1 << 12  # decisions and conflicts in a call
_SCANNED = 1 << 22  # items read in a call while choosing
_NEVER = 1 << 62

_PHASE = 300  # conflicts until activity decides for the first time
_RESTART = 100  # conflicts, times Luby's numbers
_REDUCTION, _LATER_REDUCTION = 2000, 300  # learned clauses until the first reduction, and how many more each time
_WINDOW = 1000  # analyses after which learning is looked at
_PAUSE, _LONGEST_PAUSE = 8000, 64000  # conflicts without learning where it does not pay


@dataclass(frozen=True)
class Learn(Solver):
    """Clause learning on the items themselves: conflicts are explained, jumped over, and remembered.

    branching: what is decided next. `fewest` takes an option of the item with the fewest, `activity` the option that
        was in most conflicts of late, `mixed` changes between them.
    learning: when conflicts are learned from. `adaptive` stops for a while where it does not pay.
    restarts: whether the search begins anew from time to time, with what it has learned.
    seed: gives options and items random activities at first; 0 gives them none.
    """

    branching: str = "mixed"
    learning: str = "adaptive"
    restarts: bool = True
    seed: int = 0

    name = "learn"
    features = frozenset(Feature) - OPTIMISING
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "branching": ("mixed", "fewest", "activity"),
        "learning": ("adaptive", "always", "off"),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seed < 0:
            raise ValueError(f"solver learn: seed must be 0 or more, not {self.seed}")

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Build the sets."""
        return _Search(self, problem, blocked)


class _Search(Search):
    def __init__(self, solver: Learn, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._blocked = blocked
        self._state = State.of(problem, solver.seed)
        self._budget = min(_LARGEST_BUDGET, _SCANNED // (problem.n_primary + 1) + 1)
        self._pace = Pace(
            np.uint64(_RESTART), np.uint64(_WINDOW if solver.learning == "adaptive" else 0), np.uint64(_LONGEST_PAUSE)
        )
        self._n_reductions = 0
        at = self._state.at
        at[IS_LEARNING], at[IS_RULE_OLD] = solver.learning != "off", True
        at[IS_ACTIVITY_NEXT] = at[BY_ACTIVITY] = solver.branching == "activity"
        at[PHASE_LEFT] = at[PHASE] = _PHASE if solver.branching == "mixed" else _NEVER
        at[RESTART_LEFT] = _RESTART if solver.restarts else _NEVER
        at[PAUSE], at[PAUSE_LEFT] = _PAUSE, _NEVER
        at[REDUCTION_LEFT] = _REDUCTION

    def _batches(self) -> Generator[Covers]:
        n_options = len(self._state.trail.value)
        option = np.empty(max(_BUFFER, n_options) + n_options, np.int32)
        size = 1
        while not self._is_over():
            start = np.zeros(size + 1, np.int32)
            n_covers = self._on(start, option)
            start = start[: n_covers + 1]
            batch = without(Covers(start, option[: start[-1]].copy()), self._blocked)
            size = min(2 * size, _LARGEST_BATCH) if len(batch) else size
            yield batch

    def _increments(self) -> Generator[int]:
        if self._blocked:
            yield from super()._increments()
            return
        nowhere = np.zeros(0, np.int32)
        while not self._is_over():
            yield self._on(nowhere, nowhere)

    def stats(self) -> Mapping[str, int]:
        at = self._state.at
        told = {"nodes": DECISIONS, "conflicts": CONFLICTS, "learned": LEARNED, "restarts": RESTARTS}
        return {name: int(at[k]) for name, k in told.items()} | {"reductions": int(at[REDUCTIONS])}

    def _is_over(self) -> bool:
        return bool(self._state.at[STATUS] == OVER)

    def _on(self, start: IntArray, option: IntArray) -> int:
        """Go on until the buffers are full or the budget is spent; return the number of covers."""
        state = self._state
        at = state.at
        if at[STATUS] == TIDY:
            is_due = at[REDUCTION_LEFT] == 0
            if is_due:
                at[REDUCTIONS] += np.uint64(1)
                at[REDUCTION_LEFT] = _REDUCTION + _LATER_REDUCTION * int(at[REDUCTIONS])
            state.tidy(keeps_all=not is_due)
        arrays = state.problem, state.sets, state.trail, state.clauses, state.scores, state.scratch, at
        return search(*arrays, self._pace, self._budget, start, option)
