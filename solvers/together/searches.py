"""Searches of several backends for the same cheapest covers, which share the work."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeAlias

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.costs import MOST
from danceoff.solvers.base import Improvement, Search, UnsupportedProblem, cheapest_of, cost_of, settled
from danceoff.solvers.engines.loading import counted_s
from danceoff.solvers.table import load
from danceoff.solvers.together.child import ChildDied, Report, notes
from danceoff.solvers.together.shares import Rule, Runner, Shares

_TREE, _COUNTS, COUNTS_A_LITTLE = "bits", "counter", "counter:memory_mb=512"
CUTS, RELAXES = "highs", "cpsat"
A_STEP, _STEPS = 1e7, {_TREE: 2e7, _COUNTS: 1.2e7, COUNTS_A_LITTLE: 1.2e7}
"""The work of a step, as `Search.work`, and the work of a step of backends with longer steps."""
_BEHIND = 0.2
"""The work that all others may do for each unit of a search that leads, once it has done `Rule.long`."""
_A_START = 1e8  # the work to start a process, and to build a model in it
_A_MESSAGE, HEARTBEAT = 1e6, Improvement()
"""The work of a step with a cover or a bound; and any other step."""
_BEAT_S = 0.05
"""Seconds between two heartbeats of a search in a process of its own."""
BOUNDING = (RELAXES, CUTS)
"""These backends search without the problem's bound on the cost, which HiGHS cannot have, until their own lower bound
exceeds it: on `services/100x1000-1`, CP-SAT takes a fourth of the time that it takes with a constraint on the cost."""
A_SECOND = 5e8
"""The work of a second, about."""
AN_ENTRY = 2e3
"""The work of prices, of reductions, and of preparing a search, for each entry of a problem."""
Steps: TypeAlias = Generator[Improvement]


class Taking(Runner, Protocol):
    """A search for the cheapest covers that takes turns.

    seconds: the seconds that its steps took.
    """

    name: str
    seconds: float

    def steps(self) -> Steps:
        """Yield covers and bounds."""


class OneBackend:
    """One backend that looks for the cheapest covers of a problem.

    a_step: about the work of a step; also the work of a heartbeat of a backend that does not count its work.
    cutoff: asked after each step, as `Search.cutoff`.
    rate: asked at each heartbeat; returns the work of a second.
    bound: the greatest lower bound that it has given.
    seconds: the seconds that its steps took.
    """

    def __init__(
        self,
        name: str,
        problem: ExactCover,
        blocked: frozenset[Cover],
        limit: int,
        cutoff: Callable[[], int | None] = lambda: None,
        rate: Callable[[], float] = lambda: A_SECOND,
    ) -> None:
        self.name = name
        self.a_step = A_SECOND * _BEAT_S if name in BOUNDING else _STEPS.get(name, A_STEP)
        self.seconds = 0.0
        self._rate = rate
        self._problem, self._blocked, self._limit = problem, blocked, limit
        self._cutoff = cutoff
        self.bound = -MOST
        self._search: Search | None = None
        self._waited = _A_START if name in BOUNDING else 0.0

    def steps(self) -> Steps:
        """Yield what the backend finds."""
        problem = self._problem
        if problem.n_options == 0 and problem.max_cost is not None and problem.max_cost < 0:
            return
        if known := settled(problem, self._blocked):
            yield from cheapest_of(problem, known.covers(), self._limit)
            return
        most = problem.max_cost
        if self.name in BOUNDING:
            problem = replace(problem, max_cost=None)
        with ExitStack() as stack:
            if self.name == RELAXES:
                found = stack.enter_context(closing(notes(_send, self.name, problem, self._blocked, self._limit)))
            else:
                self._search = stack.enter_context(load(self.name).prepare(problem, self._blocked))
                found = self._search.cheapest(self._limit)
            for step in found:
                cover, bound = step or HEARTBEAT
                self.bound = max(self.bound, -MOST if bound is None else bound)
                if most is not None:
                    if self.bound > most:
                        return
                    if cover is not None and cost_of(problem, cover) > most:
                        cover = None
                self._waited += self._a_beat() if step in (None, HEARTBEAT) else _A_MESSAGE
                yield Improvement(cover, bound)
                if self._search is not None:
                    self._search.cutoff = self._cutoff()

    def _a_beat(self) -> float:
        """Return the work of a heartbeat of a search that does not count its work."""
        return self._rate() * _BEAT_S if self.name in BOUNDING else self.a_step

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""
        counted = (self._search.work() if self._search else 0.0) or self._waited
        return counted + AN_ENTRY * len(self._problem.item)

    def done(self) -> float:
        """Return the share of the tree that is done, as `Search.done`."""
        return self._search.done() if self._search else 0.0


def _send(pipe: Connection, name: str, *arguments: Any) -> None:
    problem, blocked, limit = arguments
    with load(name).prepare(problem, blocked) as search:
        for step in search.cheapest(limit):
            if step != HEARTBEAT:
                pipe.send(Report(note=step))
    pipe.send(Report(is_done=True))


class InTurns:
    """Several searches for the same covers, which share the work; the favourite leads, or is the first one.

    leading: returns which of the searches leads, and so has most of the work; None if none does.
    present: the search that was continued last; after the end, the one that ended the search.
    """

    def __init__(
        self, runners: Sequence[Taking], rule: Rule, leading: Callable[[Sequence[Any]], Any] = lambda _: None
    ) -> None:
        self.present: Taking = runners[0]
        self._runners, self._rule, self._leading = list(runners), rule, leading

    def steps(self) -> Steps:
        """Yield what the searches yield, until one of them ends.

        A search that refuses the problem or runs out of memory is dropped; if it was the last one, its error is raised.
        """
        even, led = Shares(self._rule), Shares(self._rule._replace(later=_BEHIND))
        with ExitStack() as stack:
            steps = {id(one): stack.enter_context(closing(one.steps())) for one in self._runners}
            left = list(self._runners)
            while True:
                leader = self._leading(left)
                first, shares = (leader, led) if leader else (left[0], even)
                self.present = one = shares.next(first, [other for other in left if other is not first])
                begun = counted_s()
                try:
                    step = next(steps[id(one)], None)
                except (MemoryError, UnsupportedProblem, ChildDied):
                    left.remove(one)
                    if not left:
                        raise
                    continue
                one.seconds += counted_s() - begun
                if step is None:
                    return
                yield step

    def work(self) -> float:
        """Return the work so far of all searches that have begun."""
        return sum(one.work() for one in self._runners if one.seconds)
