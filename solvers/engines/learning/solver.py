"""The engine as a backend: sets the pace, passes buffers to the kernel, and gives the clauses room."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import Feature, Improvement, Search, Solver, warm_up_best, without
from danceoff.solvers.engines.learning.kernel import Pace, search
from danceoff.solvers.engines.learning.kernel_state import OVER, TIDY
from danceoff.solvers.engines.learning.state import State, loose_items

if TYPE_CHECKING:
    from danceoff.solvers.engines.prices import Net

_BUFFER = 1 << 18  # option numbers in the largest batch, unless one cover is longer
_LARGEST_BATCH = 1 << 14
_LARGEST_BUDGET = 1 << 12  # decisions and conflicts in a call
_SCANNED = 1 << 22  # items read in a call while choosing
_NEVER = 1 << 62
_A_DECISION, _A_CONFLICT, _AN_ENTRY, _A_CALL = 95.0, 900.0, 8.0, 4e4
"""Work, for `Search.work`: of a decision, of a conflict, of an entry that was met, and of a call of the kernel. Fitted
to 35 problems; nine tenths took 0.35 to 1.9 ns per unit."""

_PHASE = 100  # conflicts until activity decides for the first time
_RESTART = 30  # conflicts, times Luby's numbers
_REDUCTION, _LATER_REDUCTION = 2000, 300  # learned clauses until the first reduction, and how many more each time
_WINDOW = 1000  # analyses after which learning is looked at
_PAUSE, _LONGEST_PAUSE = 8000, 64000  # conflicts without learning where it does not pay


@dataclass(frozen=True)
class Learn(Solver):
    """Clause learning on the items themselves: conflicts are explained, jumped over, and remembered.

    branching: what is decided next.
    learning: when conflicts are learned from.
    restarts: whether the search begins anew from time to time, with what it has learned.
    seed: gives options and items random activities at first; 0 gives them none.
    """

    branching: str = "mixed"
    learning: str = "adaptive"
    restarts: bool = True
    seed: int = 0

    name = "learn"
    features = frozenset(Feature)
    at_least: ClassVar[Mapping[str, int]] = {"seed": 0}
    choices: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "branching": {
            "mixed": "changes between the two others",
            "fewest": "an option of the item with the fewest left",
            "activity": "the option that was in most conflicts of late",
        },
        "learning": {
            "adaptive": "stops for a while where it does not pay",
            "always": "from every conflict",
            "off": "never: a plain tree search",
        },
    }

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Build the sets."""
        return LearnSearch(self, problem, blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up the search for the cheapest covers, too."""
        super().warm_up(problem, listing)
        warm_up_best(self, problem)


def within_bound(problem: ExactCover) -> Net | None:
    """Return the problem by net costs, with the options that its bound on the cost allows; None if it has no bound."""
    if problem.max_cost is None:
        return None
    from danceoff.solvers.engines.prices import net  # late: prices, which only costs need

    priced = net(problem)
    is_loose = len(loose_items(priced)[0]) > 0  # then options that are out may cost something
    return priced if is_loose else priced.affordable(priced.room(problem.max_cost))


class LearnSearch(Search):
    """A search of the whole problem.

    priced: the problem with net costs in place of its costs, sorted by them; None if costs do not matter.
    """

    def __init__(self, solver: Learn, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._solver, self._problem, self._blocked = solver, problem, blocked
        self._called = 0.0
        self._budget = min(_LARGEST_BUDGET, _SCANNED // (problem.n_primary + 1) + 1)
        self._pace = Pace(
            np.uint64(_RESTART), np.uint64(_WINDOW if solver.learning == "adaptive" else 0), np.uint64(_LONGEST_PAUSE)
        )
        self._set_up(within_bound(problem))

    def _set_up(self, priced: Net | None) -> None:
        """Build the sets, by net costs if costs matter."""
        solver, self.priced = self._solver, priced
        if priced is None:
            self._state = State.of(self._problem, solver.seed, None)
        else:
            self._state = State.of(priced.problem, solver.seed, priced)
            self._state.trail.costs.room[:] = priced.room(self._problem.max_cost)
        at = self._state.at
        at["is_learning"], at["is_rule_old"] = solver.learning != "off", True
        at["is_activity_next"] = at["by_activity"] = solver.branching == "activity"
        at["phase_left"] = at["phase"] = _PHASE if solver.branching == "mixed" else _NEVER
        at["restart_left"] = _RESTART if solver.restarts else _NEVER
        at["pause"], at["pause_left"] = _PAUSE, _NEVER
        at["reduction_left"] = _REDUCTION

    def _batches(self) -> Generator[Covers]:
        n_options = len(self._state.trail.value)
        option = np.empty(max(_BUFFER, n_options) + n_options, np.int32)
        size = 1
        while not self.is_over:
            start = np.zeros(size + 1, np.int32)
            n_covers = self._walk(start, option)
            start = start[: n_covers + 1]
            found = Covers(start, option[: start[-1]].copy())
            batch = without(self.priced.within_bound(found) if self.priced else found, self._blocked)
            size = min(2 * size, _LARGEST_BATCH) if n_covers else size
            yield batch

    def _increments(self) -> Generator[int]:
        """Yield increments; all covers are listed to leave out those that are blocked or exceed a bound on the cost."""
        if self._blocked or self.priced:
            yield from super()._increments()
            return
        nowhere = np.zeros(0, np.int32)
        while not self.is_over:
            yield self._walk(nowhere, nowhere)

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        from danceoff.solvers.engines.prices import cheapest_by_room, net

        priced = net(self._problem)
        self._set_up(priced)
        yield from cheapest_by_room(priced, self._walk_within, limit, self._blocked, lambda: self.cutoff)

    def _walk_within(self, start: IntArray, option: IntArray, room: int) -> int | None:
        self._state.trail.costs.room[:] = room
        return None if self.is_over else self._walk(start, option)

    def stats(self) -> Mapping[str, int]:
        """Return the counters of the search so far."""
        at = self._state.at
        names = {"nodes": "decisions", **{name: name for name in ("conflicts", "learned", "restarts", "reductions")}}
        return {name: int(at[field][0]) for name, field in names.items()}

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""
        at = self._state.at
        return float(at["decisions"][0]) * _A_DECISION + float(at["conflicts"][0]) * _A_CONFLICT + self._called

    def done(self) -> float:
        """Return 0 until the end: what is learned makes what is left smaller by an unknown amount."""
        return float(self.is_over)

    @property
    def is_over(self) -> bool:
        """Whether no branch is left."""
        return bool(self._state.at["status"][0] == OVER)

    def _walk(self, start: IntArray, option: IntArray) -> int:
        """Go on until the buffers are full or the budget is spent; return the number of covers."""
        state = self._state
        at = state.at
        if at["status"][0] == TIDY:
            is_due = at["reduction_left"][0] == 0
            if is_due:
                at["reductions"] += np.uint64(1)
                at["reduction_left"] = _REDUCTION + _LATER_REDUCTION * int(at["reductions"][0])
            state.tidy(keeps_all=not is_due)
        arrays = state.problem, state.sets, state.trail, state.clauses, state.scores, state.scratch, at
        n_covers = search(*arrays, self._pace, self._budget, start, option)
        self._called += float(at["n_met"][0]) * _AN_ENTRY + _A_CALL
        return n_covers
