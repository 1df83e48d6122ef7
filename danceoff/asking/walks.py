"""The walks through a search: they list or count covers or orbits, or seek the cheapest.

Each walk yields events, and last `Ended`. Every cover that a search lists is checked against the problem.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from danceoff.asking.totals import TWICE, Keys, Repeats, Totals
from danceoff.problems import Cover, Covers, ExactCover, Fingerprint, check
from danceoff.problems.model.fingerprint import keys
from danceoff.problems.model.naming import no_cover
from danceoff.questions.events import Counted, Ended, Event, Events, Found, Improved
from danceoff.solvers import Search

if TYPE_CHECKING:
    from danceoff.asking.judge import Judge
    from danceoff.solvers.rewriting.orbit_search import OrbitCount, OrbitSearch
    from danceoff.solvers.rewriting.shuffled import Shuffled

T = TypeVar("T")

_GATHER_S = 0.001


class TimeLimit(Exception):
    """The time limit has passed, or no search is needed any more; a heartbeat raises it."""


@dataclass(frozen=True)
class Asked:
    """What a walk needs besides the search.

    problem: the problem of the question; covers are checked against it, and reported in the numbering of its root.
    totals: what was found; the walk updates it.
    limit: covers, or orbits, after which to stop; None for all.
    is_done_at_limit: whether reaching the limit answers the question, so that the walk ends as `complete`, not as
        `limit`.
    shuffled: the problem as shuffled for the solver; None if it is not shuffled.
    beat: called at the heartbeats of a search that finds nothing, while the clock runs.
    throughout: whether the clock also runs while the reader of the events uses them.
    """

    problem: ExactCover
    totals: Totals = field(default_factory=Totals)
    limit: int | None = None
    is_done_at_limit: bool = False
    shuffled: Shuffled | None = None
    beat: Callable[[], None] = lambda: None
    throughout: bool = False

    @property
    def problem_of_solver(self) -> ExactCover:
        """The problem that the solver gets."""
        return self.shuffled.problem if self.shuffled else self.problem

    def original(self, covers: Covers) -> Covers:
        """Turn covers of the problem that the solver got into covers of the problem of the question."""
        return self.shuffled.original(covers) if self.shuffled else covers

    def timed(self, elements: Iterator[T]) -> Generator[T]:
        """Yield the same elements, under the clock."""
        clock = self.totals.clock
        return clock.throughout(elements) if self.throughout else clock.timing(elements)

    @property
    def at_limit(self) -> str:
        """The status of a list that has reached the limit."""
        return "complete" if self.is_done_at_limit else "limit"

    def left(self, n_found: int) -> float:
        """Return how many covers are wanted besides those that were found."""
        return inf if self.limit is None else self.limit - n_found

    def cut(self, batch: Covers, n_before: int) -> Covers:
        """Return a batch without the covers beyond the limit."""
        left = self.left(n_before)
        return batch if len(batch) <= left else batch.select(np.arange(len(batch)) < left)


def listed(asked: Asked, search: Search) -> Events:
    """List the covers: check and fingerprint each of them; fingerprints are in the numbering of the root problem."""
    totals, repeats = asked.totals, Repeats()
    totals.fingerprint = Fingerprint()
    with closing(asked.timed(_filled(search, asked.beat))) as batches:
        for batch in batches:
            n_before = totals.covers
            found, lanes, wrong = _checked(asked, asked.original(asked.cut(batch, n_before)))
            yield Found(found, n_before)
            if repeats.add(lanes) or wrong:
                yield Ended("wrong", wrong or TWICE)
                return
            if not asked.left(totals.covers):
                yield _ended(search.choice, repeats, asked.at_limit)
                return
    yield _ended(search.choice, repeats, "complete")


def counted(asked: Asked, search: Search) -> Events:
    """Count the covers."""
    yield from added(asked.totals, search.increments(), asked.left(0))
    yield Ended("complete" if asked.left(asked.totals.covers) > 0 else "limit", search.choice)


def orbits_counted(asked: Asked, search: OrbitCount) -> Events:
    """Count the covers, and take the number of orbits at the end; a limit does not apply."""
    yield from added(asked.totals, search.increments())
    asked.totals.orbits = search.orbits
    wrong = search.contradiction()
    yield Ended("wrong" if wrong else "complete", wrong)


def orbits_listed(asked: Asked, search: OrbitSearch) -> Events:
    """List the orbits: check and fingerprint every cover of each of them; the limit counts orbits."""
    problem, totals, repeats = asked.problem, asked.totals, Repeats()
    totals.fingerprint, totals.orbits = Fingerprint(), 0
    status, wrong = "complete", ""
    with closing(asked.timed(_filled(search, asked.beat))) as batches:
        for listed in batches:
            n_before = totals.orbits
            batch = asked.cut(listed, n_before)
            totals.orbits += len(batch)
            for covers in map(asked.original, search.images(batch)):
                _, _, wrong = _checked(asked, covers)
                if wrong:
                    yield Ended("wrong", wrong)
                    return
                yield Counted()
            representatives = problem.lift(asked.original(batch))
            yield Found(representatives, n_before)
            if repeats.add(keys(representatives)):
                yield Ended("wrong", TWICE)
                return
            if not asked.left(totals.orbits):
                status = asked.at_limit
                break
        else:
            wrong = search.contradiction()
    yield Ended("wrong", wrong) if wrong else _ended(search.choice, repeats, status)


def cheapest(asked: Asked, search: Search, judge: Judge) -> Events:
    """Look for the cheapest covers; the judge keeps them. At the end the totals count only the covers to report."""
    has_ended = yield from sought(asked, search, judge, judge.kept.limit)
    if not has_ended:
        yield from proven(asked, search, judge)


def sought(asked: Asked, search: Search, judge: Judge, limit: int) -> Generator[Event, None, bool]:
    """Look for the `limit` cheapest covers; the judge keeps them.

    Returns whether it has yielded `Ended`, which it does only if it stops before the proof.
    """
    from danceoff.asking.judge import Wrong  # late: few searches have a judge

    try:
        with closing(asked.timed(search.cheapest(limit))) as steps:
            for step in steps:
                before = judge.cost, judge.least
                asked.totals.checked += 0 if step.cover is None else 1
                found = judge.take(step)
                if found or (judge.cost, judge.least) != before:
                    yield _improved(asked, judge, found)
                    if judge.stop and judge.is_met:
                        break
                    if reached := judge.reached:
                        yield Ended("limit", "; ".join(filter(None, (search.choice, reached))))
                        return True
                asked.beat()
    except Wrong as wrong:
        yield Ended("wrong", str(wrong))
        return True
    return False


def proven(asked: Asked, search: Search, judge: Judge) -> Events:
    """Count the covers to be reported, once it is proven that the judge has the cheapest ones."""
    totals = asked.totals
    n_reported, is_determined, remark = judge.ended()
    judge.bound = judge.cost
    yield _improved(asked, judge, None)
    totals.covers = n_reported
    if is_determined:
        reported = Covers.of([cover for _, _, cover in judge.kept.kept[:n_reported]])
        totals.fingerprint = Fingerprint.of(asked.problem.lift(reported))
    no_costs = "" if asked.problem.has_costs else "the problem has no costs"
    yield Ended("complete", "; ".join(filter(None, (search.choice, remark, no_costs))))


def shown(asked: Asked, batches: Iterator[Covers]) -> Events:
    """Check covers that come from elsewhere than a search, and may repeat. Yields `Ended` only if one is wrong."""
    problem, totals = asked.problem, asked.totals
    with closing(asked.timed(batches)) as timed:
        for batch in timed:
            good, n_before = check(problem, batch), totals.covers
            totals.checked += len(batch)
            if not good.all():
                yield Ended("wrong", no_cover(problem.option_names, next(iter(batch.select(~good)))))
                return
            totals.add(len(batch))
            yield Found(problem.lift(batch), n_before)


def _improved(asked: Asked, judge: Judge, found: tuple[int, Cover] | None) -> Improved:
    totals = asked.totals
    if judge.kept.kept and totals.first_s is None:
        totals.first_s = totals.found_s
    totals.covers = min(len(judge.kept.kept), judge.limit)
    if found is None:
        return Improved(judge.cost, judge.least, None)
    cost, cover = found
    (lifted,) = asked.problem.lift(Covers.of([cover]))
    return Improved(judge.cost, judge.least, (cost, lifted))


def _filled(search: Search, beat: Callable[[], None]) -> Generator[Covers]:
    """Yield the batches that are not empty; call `beat` for an empty one, which is a heartbeat."""
    with closing(search.batches(heartbeats=True)) as batches:
        for batch in batches:
            if len(batch):
                yield batch
            else:
                beat()


def added(totals: Totals, increments: Iterator[int], limit: float = inf) -> Generator[Counted]:
    """Add up increments, under the clock.

    A backend may count covers one by one, in less than 1 us each, so adding an increment must cost next to nothing. So
    increments are collected for up to 1 ms and then added together, with the time at which the last of them came.

    limit: covers after which to stop; by default none.
    """
    n_new, latest_at, due = 0, 0.0, 0.0
    begin = 0.0  # of the search, on the clock of `monotonic`

    def gathered() -> Counted:
        nonlocal n_new, due
        if n_new:
            totals.add_at(latest_at - begin, n_new)
        n_new, due = 0, monotonic() + _GATHER_S
        return Counted()

    with closing(totals.clock.throughout(increments)) as counts:
        try:
            for n_covers in counts:
                now = monotonic()
                if is_due := now >= due:
                    begin = now - totals.search_s  # the clock may have been stopped meanwhile
                if n_covers:
                    if totals.first_s is None:
                        totals.first_s = now - begin
                    n_new += n_covers
                    latest_at = now
                    if totals.covers + n_new >= limit:
                        break
                if is_due:
                    yield gathered()
        except Exception:  # what was counted before a crash is known
            gathered()
            raise
        yield gathered()


def _checked(asked: Asked, covers: Covers) -> tuple[Covers, Keys, str]:
    """Check and add covers; return them in the numbering of the root problem, their keys, and what is wrong."""
    problem, totals = asked.problem, asked.totals
    good = check(problem, covers)
    lifted = problem.lift(covers.select(good))
    lanes = keys(lifted)
    totals.checked += len(covers)
    totals.fingerprint = (totals.fingerprint or Fingerprint()) + Fingerprint.of_keys(lanes)
    totals.add(len(lifted))
    return lifted, lanes, "" if good.all() else no_cover(problem.option_names, next(iter(covers.select(~good))))


def _ended(choice: str, repeats: Repeats, status: str) -> Ended:
    """Return the `Ended` of a list of correct covers; its status is `wrong` if a cover came twice."""
    if repeats.found():
        return Ended("wrong", TWICE)
    return Ended(status, "; ".join(filter(None, (choice, repeats.left_out))))


class NoSearch(nullcontext[None]):
    """A placeholder for the search of a question that needs none."""

    choice = ""

    def stats(self) -> dict[str, int]:
        """Return no counters."""
        return {}
