"""The engine as a backend: sets the pace, passes buffers to the kernel, and gives the clauses room."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import Feature, Improvement, Search, Solver, warm_up_best, without
from danceoff.solvers.engines.learning.kernel import Pace, search
from danceoff.solvers.engines.learning.kernel_state import OVER, RUNNING, TIDY, Trail
from danceoff.solvers.engines.learning.log import Steps, new_log
from danceoff.solvers.engines.learning.state import State, loose_items
from danceoff.solvers.engines.learning.team import Member, Team
from danceoff.solvers.engines.sharing import SharedSearch, SharedSearches, Sharing, WalkerSearch

if TYPE_CHECKING:
    from danceoff.solvers.engines.prices import Net

_BUFFER = 1 << 18  # option numbers in the largest batch, unless one cover is longer
_LARGEST_BATCH = 1 << 14
_LARGEST_BUDGET = 1 << 12  # decisions and conflicts in a call
_HURRIED_BUDGET = 1 << 8
_EXCHANGE = 1000  # learned clauses after which threads talk
_SCANNED = 1 << 22  # items read in a call while choosing
_NEVER = 1 << 62
_A_DECISION, _A_CONFLICT, _AN_ENTRY, _A_CALL = 95.0, 900.0, 8.0, 4e4
"""Work, for `Search.work`: of a decision, of a conflict, of an entry that was met, and of a call of the kernel. Fitted
to 35 problems; nine tenths took 0.35 to 1.9 ns a unit."""

_PHASE = 100  # conflicts until activity decides for the first time
_RESTART = 30  # conflicts, times Luby's numbers
_REDUCTION, _LATER_REDUCTION = 2000, 300  # learned clauses until the first reduction, and how many more each time
_WINDOW = 1000  # analyses after which learning is looked at
_PAUSE, _LONGEST_PAUSE = 8000, 64000  # conflicts without learning where it does not pay

Branch: TypeAlias = tuple[int, ...]
"""Literals: 2 * option if it is in, 2 * option + 1 if it is out."""


@dataclass(frozen=True)
class Learn(Solver):
    """Clause learning on the items themselves: conflicts are explained, jumped over, and remembered.

    branching: what is decided next.
    learning: when conflicts are learned from.
    restarts: whether the search begins anew from time to time, with what it has learned.
    seed: gives options and items random activities at first; 0 gives them none.
    threads: the number of threads. With more than one, covers come in no fixed order.
    """

    branching: str = "mixed"
    learning: str = "adaptive"
    restarts: bool = True
    seed: int = 0
    threads: int = 1

    name = "learn"
    features = frozenset(Feature)
    at_least: ClassVar[Mapping[str, int]] = {"seed": 0, "threads": 1}
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
        """Build the sets, for each thread its own."""
        team, priced = Team(), within_bound(problem)
        walkers = [Walker(self, problem, blocked, team, priced) for _ in range(self.threads)]
        for_best = partial(self._for_best, problem, blocked)
        if self.threads == 1:
            return _Search(walkers[0], for_best)
        for walker in walkers[1:]:
            walker.wait()
        sharing: Sharing[Branch] = Sharing()
        return SharedSearches([SharedSearch(walker, sharing) for walker in walkers], for_best)

    def _for_best(self, problem: ExactCover, blocked: frozenset[Cover]) -> Walker:
        from danceoff.solvers.engines.prices import net

        return Walker(self, problem, blocked, Team(), net(problem))

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up the search for the cheapest covers, too."""
        super().warm_up(problem, listing)
        warm_up_best(self, problem)


def within_bound(problem: ExactCover) -> Net | None:
    """Return the problem by net costs, with the options that its bound on the cost allows; None if it has no bound."""
    if problem.max_cost is None:
        return None
    from danceoff.solvers.engines.prices import net

    priced = net(problem)
    is_loose = len(loose_items(priced)[0]) > 0  # then options that are out may cost something
    return priced if is_loose else priced.affordable(priced.room(problem.max_cost))


class _Search(WalkerSearch):
    """The search of a single walker, which can keep a log."""

    def __init__(self, walker: Walker, for_best: Callable[[], Walker]) -> None:
        super().__init__(walker, for_best)
        self.keep_log = walker.keep_log


class Walker:
    """Searches the whole problem, or branches that another walker splits off; what it learned stays valid.

    team: exchanges learned clauses with the other walkers of the problem.
    priced: the problem by its net costs, if costs matter.
    """

    def __init__(
        self, solver: Learn, problem: ExactCover, blocked: frozenset[Cover], team: Team, priced: Net | None = None
    ) -> None:
        self._blocked = blocked
        self._team = team
        self.priced = priced
        self.is_hurried = False
        self.cutoff: int | None = None
        if priced is None:
            self._state = State.of(problem, solver.seed, None)
        else:
            self._state = State.of(priced.problem, solver.seed, priced)
            self._state.trail.costs.room[:] = priced.room(problem.max_cost)
        self._member = Member(team, len(self._state.trail.value))
        self._n_sent = 0
        self._called = 0.0
        self._budget = min(_LARGEST_BUDGET, _SCANNED // (problem.n_primary + 1) + 1)
        self._pace = Pace(
            np.uint64(_RESTART), np.uint64(_WINDOW if solver.learning == "adaptive" else 0), np.uint64(_LONGEST_PAUSE)
        )
        self._steps: Steps | None = None
        at = self._state.at
        at["is_learning"], at["is_rule_old"] = solver.learning != "off", True
        at["is_activity_next"] = at["by_activity"] = solver.branching == "activity"
        at["phase_left"] = at["phase"] = _PHASE if solver.branching == "mixed" else _NEVER
        at["restart_left"] = _RESTART if solver.restarts else _NEVER
        at["pause"], at["pause_left"] = _PAUSE, _NEVER
        at["reduction_left"] = _REDUCTION

    def keep_log(self, covers_may_nest: bool) -> Steps:
        """Keep a log from now on, before the search begins; return it, to be read when the search has ended."""
        self._state.log = new_log(len(self._state.trail.value), covers_may_nest)
        self._steps = Steps()
        return self._steps

    def batches(self) -> Generator[Covers]:
        """Yield the covers of the branches at hand that are not blocked, one batch at each pause."""
        n_options = len(self._state.trail.value)
        option = np.empty(max(_BUFFER, n_options) + n_options, np.int32)
        size = 1
        while not self.is_over:
            start = np.zeros(size + 1, np.int32)
            n_covers = self.on(start, option)
            start = start[: n_covers + 1]
            found = Covers(start, option[: start[-1]].copy())
            batch = without(self.priced.within_bound(found) if self.priced else found, self._blocked)
            size = min(2 * size, _LARGEST_BATCH) if n_covers else size
            yield batch

    def increments(self) -> Generator[int]:
        """Yield numbers of covers.

        If covers are blocked, or may exceed a bound on the cost, this lists all covers to leave such ones out.
        """
        if self._blocked or self.priced:
            for batch in self.batches():
                yield len(batch)
            return
        nowhere = np.zeros(0, np.int32)
        while not self.is_over:
            yield self.on(nowhere, nowhere)

    def cheapest(self, limit: int) -> Generator[Improvement]:
        """Yield covers that get cheaper, and bounds."""
        from danceoff.solvers.engines.prices import cheapest_by_room

        assert self.priced is not None
        return cheapest_by_room(self.priced, self._within, limit, self._blocked, lambda: self.cutoff)

    def _within(self, start: IntArray, option: IntArray, room: int) -> int | None:
        self._state.trail.costs.room[:] = room
        return None if self.is_over else self.on(start, option)

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
        return self._team.is_refuted or bool(self._state.at["status"][0] == OVER)

    def wait(self) -> None:
        """Leave the whole problem to another walker, until there is a branch to begin at."""
        self._state.at["status"] = OVER

    def ask(self) -> None:
        """Make the kernel pause soon; any thread may call it."""
        self._state.at["asked"] = 1

    def split_off(self) -> Branch | None:
        """Remove an untried branch and return it; None if there is none."""
        return split_off(self._state.trail, self._state.at)

    def begin_at(self, branch: Branch) -> None:
        """Start at this branch; the walker must be over."""
        begin_at(self._state.trail, self._state.at, branch)

    def on(self, start: IntArray, option: IntArray) -> int:
        """Go on until the buffers are full or the budget is spent; return the number of covers."""
        state = self._state
        at = state.at
        n_learned, is_full = int(at["learned"][0]), at["status"][0] == TIDY
        exchanges = self._member.has_others and (is_full or n_learned >= self._n_sent + _EXCHANGE)
        if exchanges:
            self._n_sent = n_learned
            self._member.send(state)
            self._member.receive(state)
        if exchanges or is_full:
            is_due = at["reduction_left"][0] == 0
            if is_due:
                at["reductions"] += np.uint64(1)
                at["reduction_left"] = _REDUCTION + _LATER_REDUCTION * int(at["reductions"][0])
            state.tidy(keeps_all=not is_due)
            self._member.tidied(state)
        arrays = state.problem, state.sets, state.trail, state.clauses, state.scores, state.scratch, state.log, at
        budget = min(self._budget, _HURRIED_BUDGET) if self.is_hurried else self._budget
        n_covers = search(*arrays, self._pace, budget, start, option)
        self._called += float(at["n_met"][0]) * _AN_ENTRY + _A_CALL
        self._team.is_refuted |= bool(at["is_impossible"][0])
        if self._steps is not None:
            self._steps.take(state.log)
        return n_covers


def split_off(trail: Trail, at: NDArray[np.void]) -> Branch | None:
    """Give up the other side of the first decision that is not flipped, and return it; None if there is none.

    A branch is the decisions that lead to it, the last one flipped. The search that gives it away marks this level as
    flipped, so it never goes there itself. The search that takes it opens all its levels as flipped ones, so it never
    leaves the branch. Both keep what they learned: it follows from the problem alone.
    """
    n_levels = int(at["level"][0])
    is_open = trail.flipped[1 : n_levels + 1] < np.arange(1, n_levels + 1)
    if not is_open.any():
        return None
    level = 1 + int(is_open.argmax())
    flipped = trail.flipped[level : n_levels + 1]
    flipped[:] = np.maximum(flipped, level)
    *path, last = trail.decision[1 : level + 1].tolist()
    return (*path, last ^ 1)


def begin_at(trail: Trail, at: NDArray[np.void], branch: Branch) -> None:
    """Start at this branch; the search must be over."""
    trail.decision[1 : len(branch) + 1] = branch
    at["n_given"] = len(branch)
    at["is_moved"] = at["is_refuted"] = 1  # refuted, so that nothing more is told of the branch that was left
    at["status"] = RUNNING
