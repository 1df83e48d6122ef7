"""The columns of a row: about the problem, and about a walk; these are sent regularly, as a worker may be killed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from time import monotonic, perf_counter
from typing import Any

from danceoff.asking.ask import Ask
from danceoff.asking.totals import Descent, Totals
from danceoff.experiments.run.one_case.messages import Columns, Message, Send
from danceoff.experiments.words.amounts import LARGEST
from danceoff.problems.catalog import Instance, certified
from danceoff.problems.instance import Known
from danceoff.problems.model.arguments import named_by
from danceoff.questions.events import Improved
from danceoff.solvers import Search
from danceoff.solvers.engines.loading import Load, here

_SEND_EVERY_S = 0.05
_STATS_EVERY_S = 0.25
_LEAST_SHARE = 50  # a search may take long to say what it counted: of 50 s at most one goes there

_MOST_COUNTERS = 100
_LONGEST_NAME = 100


def counters(search: Search) -> dict[str, int]:
    """Return the counters of a search that a row can hold: at most a hundred, not negative, without long names."""
    found = ((str(name), int(value)) for name, value in islice(search.stats().items(), _MOST_COUNTERS))
    return {name: value for name, value in found if len(name) <= _LONGEST_NAME and 0 <= value <= LARGEST}


class Reporter:
    """Sends the columns of the row that the totals contain.

    stats: returns the counters of the search.
    done: in a count, returns the share of the search tree that is done; 0 if nothing is known.
    begun: the time at which the clock began to run, by `monotonic`.
    """

    def __init__(self, send: Send, totals: Totals, stats: Callable[[], dict[str, int]] = dict) -> None:
        self.send, self.totals, self.stats = send, totals, stats
        self.done: Callable[[], float] = float  # which returns 0
        self.begun = monotonic()
        self._most_done = 0.0
        self._sent_covers, self._sent_at = 0, 0.0
        self._stats_due: float | None = None
        self._descent: Descent | None = None
        self._best: Improved | None = None

    def columns(self) -> Columns:
        """Return the columns of the row that are known so far."""
        totals = self.totals
        found: Columns = {
            "covers": totals.covers,
            "orbits": totals.orbits,
            "checked": totals.checked,
            "fingerprint": str(totals.fingerprint or ""),
            "points": totals.points.sampled(),
            "first_s": totals.first_s,
            "search_s": totals.search_s,
            "cpu_s": totals.clock.cpu_s,
            "waited_s": totals.clock.waited_s,
            "reading_s": max(0.0, monotonic() - self.begun - totals.clock.wall_s),
        }
        if self._best and self._descent:
            found["cost"], found["bound"] = self._best.cost, self._best.bound
            found["cost_points"] = self._descent.sampled()
        return found

    def found(self) -> None:
        """Send the columns if the covers have doubled or some time has passed since the last sending."""
        covers = self.totals.covers
        if covers >= max(1, 2 * self._sent_covers) or perf_counter() - self._sent_at > _SEND_EVERY_S:
            self._sent_covers, self._sent_at = covers, perf_counter()
            self.send(**self.columns())
        self.beat()

    def improved(self, best: Improved) -> None:
        """Send the columns with the cost of the best cover and its bound."""
        self._best, self._descent = best, self._descent or Descent()
        self._descent.add(self.totals.search_s, best.cost, best.bound)
        self.send(**self.columns())

    def beat(self) -> None:
        """Send the counters of the search if some time has passed; the row of a stopped search keeps the last ones."""
        now = perf_counter()
        if self._stats_due is None:
            self._stats_due = now + _STATS_EVERY_S
        if now < self._stats_due:
            return
        self.send(stats=self.stats())
        self._most_done = max(self.done(), self._most_done)
        if self._most_done > 0:
            self.send(done=self._most_done)
        self._stats_due = now + _LEAST_SHARE * (perf_counter() - now) + _STATS_EVERY_S


@contextmanager
def told_of_loading(send: Send) -> Iterator[None]:
    """Tell the parent, within the block, when something is loaded."""

    def told(load: Load) -> Any:
        send(ready=False)
        try:
            return load()
        finally:
            send(ready=True)

    here.counting.append(told)
    try:
        yield
    finally:
        here.counting.remove(told)


def as_asked(case: Ask, instance: Instance) -> Instance:
    """Return the instance with the case's bound on costs, and with the published facts about that problem.

    Raises InvalidProblem if the bound on costs does not go with the problem.
    """
    with named_by(case.problem):
        problem = case.selection.stated(instance.problem)
    known = None if case.selection.at_most or case.selection.distinct else instance.known
    if known and case.selection.rotations:
        known = replace(known, up_to_symmetry=None)
    if known and problem.cost_scale != instance.problem.cost_scale:
        known = replace(known, cost=None)  # the published optimum is at the other end
    return replace(instance, problem=problem, known=known)


def about(instance: Instance, case: Ask) -> Message:
    """Return the columns of the row about the problem."""
    problem, known = instance.problem, instance.known or Known(None, None, "")
    n_certified = None if case.selection.only else certified().get(problem.digest)
    return {
        "digest": problem.digest,
        "family": instance.family,
        "n_items": problem.n_items,
        "n_options": problem.n_options,
        "published": known.covers,
        "published_orbits": known.up_to_symmetry,
        "published_cost": None if known.cost is None else int(known.cost * problem.cost_scale),
        "cost_scale": problem.cost_scale,
        "evidence": (known.source, n_certified),
    }
