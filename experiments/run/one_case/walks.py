"""The walks through a search: list its covers, count them, list them by orbits, or go on from a checkpoint.

Every cover that a search lists is checked against the problem.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from danceoff import solvers
from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.run.one_case.best import Judge, walk_best
from danceoff.experiments.run.one_case.checkpoint import Checkpoint, PartTotals
from danceoff.experiments.run.one_case.messages import Columns
from danceoff.experiments.run.one_case.pictures import send_pictures
from danceoff.experiments.run.one_case.totals import Totals
from danceoff.problems import Covers, ExactCover, Fingerprint, check
from danceoff.problems.analysis.repeats import TWICE, Repeats
from danceoff.problems.instance import Instance
from danceoff.problems.model.fingerprint import keys
from danceoff.problems.model.naming import no_cover
from danceoff.solvers.rewriting.shuffled import Shuffled
from danceoff.solvers.together.child import Report

if TYPE_CHECKING:
    from danceoff.solvers.together.balance import Part  # which imports numba


@dataclass(frozen=True)
class Job:
    """What a walk needs besides the search.

    case: the case to run.
    instance: its problem.
    lists: whether the solver can list covers.
    totals: the running totals, which the walk updates.
    show: which pictures of covers to send.
    certificate: the file that task `certify` writes.
    checkpoint: the file from which a search in parts resumes.
    shuffled: the problem in the order that the solver gets, if that is another one.
    """

    case: Case
    instance: Instance
    lists: bool
    totals: Totals
    show: Show | None
    certificate: Path | None
    checkpoint: Path | None
    shuffled: Shuffled | None = None

    @property
    def problem(self) -> ExactCover:
        """The problem that the solver gets."""
        return self.shuffled.problem if self.shuffled else self.instance.problem

    def original(self, covers: Covers) -> Covers:
        """Return covers of the problem that the solver got as covers of that of the instance."""
        return self.shuffled.original(covers) if self.shuffled else covers


@runtime_checkable
class ByOrbits(Protocol):
    """A search that finds one cover of each orbit."""

    @property
    def choice(self) -> str:
        """What the search chose, and why."""

    def batches(self) -> Iterator[Covers]:
        """Yield one cover of each orbit."""

    def images(self, covers: Covers) -> Iterator[Covers]:
        """Return all covers in the orbits of these covers."""

    def contradiction(self) -> str:
        """Return what is wrong with the answers, after the walk; empty if nothing is."""


@runtime_checkable
class CountsOrbits(Protocol):
    """A search that counts covers and, once they are counted, knows the number of their orbits."""

    @property
    def orbits(self) -> int:
        """The number of orbits."""

    def increments(self) -> Iterator[int]:
        """Yield how many covers were counted since the last increment."""

    def contradiction(self) -> str:
        """Return what is wrong with the counts, after the walk; empty if nothing is."""


@runtime_checkable
class InParts(Protocol):
    """A search in parts.

    parts: all parts.
    left: the numbers of the parts to walk.
    solver: the backend that searches each part.
    """

    parts: Sequence[Part]
    left: Iterable[int]
    solver: solvers.Solver

    @property
    def choice(self) -> str:
        """What the search chose, and why."""

    def walk(self, listing: bool) -> Generator[Report]:
        """Yield the reports of the parts; listing: whether they contain covers or numbers of covers."""


def walk(job: Job, search: solvers.Search) -> Columns:
    """Walk the search as its case asks; returns the columns of the row that the totals do not have."""
    if isinstance(search, ByOrbits):
        return _by_orbits(job, search)
    if job.case.task in ("best", "certify-best"):
        return _best(job, search)
    if job.case.up_to_symmetry and isinstance(search, CountsOrbits):
        return _count_orbits(job, search)
    if job.case.task == "certify" and job.certificate:
        from danceoff.experiments.certificates.certify import certify

        return certify(job.case, job.instance.problem, search, job.totals, job.lists, job.certificate)
    if isinstance(search, InParts) and job.checkpoint and not job.case.limit:
        return _in_parts(job, search, Checkpoint(job.checkpoint, search.parts, solvers.version(search.solver.name)))
    return _count(job, search) if job.case.task == "count" else _list(job, search)


def _best(job: Job, search: solvers.Search) -> Columns:
    """Look for the cheapest covers, and certify the cheapest one if asked to."""
    judge = Judge(job.instance.problem, job.case.limit or 1, job.original)
    columns = walk_best(judge, search, job.totals)
    if job.case.task == "best" or not job.certificate or columns["status"] != "complete":
        return columns
    from danceoff.experiments.certificates.certify import certify_best

    cheapest = judge.kept.kept[0][2] if judge.kept.kept else None
    return {**columns, **certify_best(job.instance.problem, cheapest, job.totals, job.certificate)}


def _count(job: Job, search: solvers.Search) -> Columns:
    """Add up the increments."""
    is_limited = job.totals.count(search.increments(), job.case.limit)
    return {"status": "limit" if is_limited else "complete"}


def _count_orbits(job: Job, search: CountsOrbits) -> Columns:
    """Add up the increments, and take the number of orbits at the end; a limit does not apply."""
    job.totals.count(search.increments())
    job.totals.orbits = search.orbits
    if wrong := search.contradiction():
        return {"status": "wrong", "detail": wrong}
    return {"status": "complete"}


def _list(job: Job, search: solvers.Search) -> Columns:
    """Check and fingerprint every cover; fingerprints are in the numbering of the root problem."""
    case, totals = job.case, job.totals
    totals.fingerprint, repeats, status = Fingerprint(), Repeats(), "complete"
    for batch in totals.clock.timing(_filled(search, totals)):
        if case.limit and totals.covers + len(batch) > case.limit:
            batch = batch.select(np.arange(len(batch)) < case.limit - totals.covers)
        lifted, _, wrong = _checked(job, batch, repeats)
        send_pictures(job.instance, lifted, totals.covers - len(lifted), job.show, totals.send)
        if wrong:
            return {"status": "wrong", "detail": wrong}
        if case.limit and totals.covers >= case.limit:
            status = "complete" if case.task in ("first", "unique") else "limit"
            break
    return _ended(search.choice, repeats, status)


def _filled(search: solvers.Search, totals: Totals) -> Generator[Covers]:
    """Yield the batches that are not empty; the others are heartbeats."""
    with closing(search.batches(heartbeats=True)) as batches:
        for batch in batches:
            if len(batch):
                yield batch
            else:
                totals.beat()


def _in_parts(job: Job, search: InParts, checkpoint: Checkpoint) -> Columns:
    """List or count the parts that the checkpoint lacks; adds each part to it when it ends."""
    totals, repeats, listing = job.totals, Repeats(), job.case.task == "enumerate"
    at_work, done = defaultdict[int, PartTotals](PartTotals), checkpoint.read()
    totals.begin_with(done.values(), listing)
    search.left = [number for number in range(len(search.parts)) if number not in done]
    for report in (totals.clock.timing if listing else totals.clock.throughout)(search.walk(listing)):
        part = at_work[report.part]
        if report.is_done:
            checkpoint.append(report.part, replace(part, cpu_s=report.cpu_s, elapsed_s=totals.search_s))
        elif report.covers is None:
            part.covers += report.n_covers
            totals.add(report.n_covers)
        else:
            lifted, fingerprint, wrong = _checked(job, report.covers, repeats)
            part.add(len(lifted), fingerprint)
            send_pictures(job.instance, lifted, totals.covers - len(lifted), job.show, totals.send)
            if wrong:
                return {"status": "wrong", "detail": wrong}
    n_before = sum(part.covers for part in done.values()) if listing else 0
    not_compared = f"the {n_before} covers of an earlier run were not compared with these" if n_before else ""
    return _ended(search.choice, repeats, "complete", not_compared)


def _by_orbits(job: Job, search: ByOrbits) -> Columns:
    """Check and fingerprint every cover of each orbit; the limit of the case counts orbits."""
    case, problem, totals = job.case, job.instance.problem, job.totals
    totals.fingerprint, totals.orbits, repeats, status = Fingerprint(), 0, Repeats(), "complete"
    for batch in totals.clock.timing(search.batches()):
        if case.limit and totals.orbits + len(batch) > case.limit:
            batch = batch.select(np.arange(len(batch)) < case.limit - totals.orbits)
        totals.orbits += len(batch)
        for covers in map(job.original, search.images(batch)):
            good = check(problem, covers)
            if not good.all():
                return {"status": "wrong", "detail": no_cover(problem.option_names, next(iter(covers.select(~good))))}
            totals.checked += len(covers)
            totals.fingerprint += Fingerprint.of(problem.lift(covers))
            totals.add(len(covers))
        representatives = problem.lift(job.original(batch))
        send_pictures(job.instance, representatives, totals.orbits - len(batch), job.show, totals.send)
        if repeats.add(keys(representatives)):
            return {"status": "wrong", "detail": TWICE}
        if case.limit and totals.orbits >= case.limit:
            status = "complete" if case.task in ("first", "unique") else "limit"
            break
    else:
        if contradiction := search.contradiction():
            return {"status": "wrong", "detail": contradiction}
    return _ended(search.choice, repeats, status)


def _checked(job: Job, batch: Covers, repeats: Repeats) -> tuple[Covers, Fingerprint, str]:
    """Check a batch and add it to the totals.

    Returns its correct covers in the numbering of the root problem, their fingerprint, and what is wrong with it.
    """
    problem, totals, batch = job.instance.problem, job.totals, job.original(batch)
    good = check(problem, batch)
    lifted = problem.lift(batch.select(good))
    lanes = keys(lifted)
    fingerprint = Fingerprint.of_keys(lanes)
    totals.checked += len(batch)
    totals.fingerprint = (totals.fingerprint or Fingerprint()) + fingerprint
    totals.add(len(lifted))
    is_repeated = repeats.add(lanes)
    if not good.all():
        return lifted, fingerprint, no_cover(problem.option_names, next(iter(batch.select(~good))))
    return lifted, fingerprint, TWICE * is_repeated


def _ended(choice: str, repeats: Repeats, status: str, not_compared: str = "") -> Columns:
    """Return the end of a list whose covers are all correct, unless one came twice."""
    if repeats.found():
        return {"status": "wrong", "detail": TWICE}
    return {"status": status, "detail": "; ".join(filter(None, (choice, repeats.left_out, not_compared)))}
