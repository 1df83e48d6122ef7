"""Runs cases on this machine, one after the other, each in a process of its own, and writes a row as each one ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import Case
from danceoff.experiments.results.record import Row, append
from danceoff.experiments.run.folders import PARTS
from danceoff.experiments.run.one_case.child import run_case, unanswered
from danceoff.experiments.run.one_case.messages import Answer
from danceoff.experiments.run.processes.cgroup import remove_left, usable
from danceoff.experiments.run.processes.orphans import MarkFilter
from danceoff.experiments.run.provenance import provenance

Request: TypeAlias = tuple[Case, str]
"""A case to run, and the case whose row its own row replaces; empty if it replaces none."""


class Observer:
    """Receives the events of a run and ignores them; a subclass overrides what it wants to show."""

    def begin(self, n_cases: int, n_done: int, seed: int) -> None:
        """The run begins; n_done of its cases already have rows."""

    def notice(self, text: str) -> None:
        """The run has a message for the user."""

    def case_begins(self, case: Case) -> None:
        """A case begins."""

    def case_answers(self, answer: Answer) -> None:
        """The worker of the running case has sent an answer."""

    def case_ends(self, row: Row) -> None:
        """A case has ended and its row is on the disk."""


@dataclass(frozen=True)
class PollEngine:
    """Runs cases on this machine; measures and limits them by polling their processes."""

    def clean(self, is_orphan: MarkFilter) -> None:
        """Do nothing: there are no control groups."""

    def run(self, requests: Sequence[Request], directory: Path, seed: int, observer: Observer) -> None:
        """Run one case at a time, so that none disturbs the measurement of another."""
        run_cases(requests, directory, seed, observer, directory)


@dataclass(frozen=True)
class CgroupEngine:
    """Runs cases on this machine; Linux control groups measure and limit them."""

    def clean(self, is_orphan: MarkFilter) -> None:
        """Remove the control groups of killed runs; raises BadInput if control groups are not available."""
        remove_left(is_orphan)

    def run(self, requests: Sequence[Request], directory: Path, seed: int, observer: Observer) -> None:
        """Run one case at a time, so that none disturbs the measurement of another."""
        run_cases(requests, directory, seed, observer, directory, in_cgroup=True)


@dataclass(frozen=True)
class LocalEngine:
    """Runs cases on this machine: all by control groups if they are available, otherwise all by polling."""

    def clean(self, is_orphan: MarkFilter) -> None:
        """Remove the control groups of killed runs, if there are any."""
        self._best().clean(is_orphan)

    def run(self, requests: Sequence[Request], directory: Path, seed: int, observer: Observer) -> None:
        """Run one case at a time, so that none disturbs the measurement of another."""
        self._best().run(requests, directory, seed, observer)

    def _best(self) -> CgroupEngine | PollEngine:
        with suppress(BadInput):
            usable()
            return CgroupEngine()
        return PollEngine()


def run_cases(
    requests: Iterable[Request], directory: Path, seed: int, observer: Observer, results: Path, in_cgroup: bool = False
) -> None:
    """Run cases one after the other, each in a child process, and append a row for each.

    requests: the cases, in the order in which they start.
    directory: receives the rows.
    seed: the seed of the shuffled order, for the rows.
    observer: receives the events of the run.
    results: the results folder, which contains the checkpoints of searches in parts.
    in_cgroup: whether control groups measure and limit the cases.
    """
    where = {**provenance(), "seed": seed}
    for case, replaces in requests:
        observer.case_begins(case)
        checkpoint = (
            results / PARTS / f"{replace(case, time_limit_s=None, cpu_limit_s=None, memory_limit_mb=None).key}.jsonl"
        )
        row = replace(_run(case, observer, checkpoint, in_cgroup, directory), **where, replaces=replaces)
        append(directory, row)
        if row.status == "complete":
            checkpoint.unlink(missing_ok=True)
        observer.case_ends(row)


def _run(case: Case, observer: Observer, checkpoint: Path, in_cgroup: bool, directory: Path) -> Row:
    try:
        return run_case(case, observer.case_answers, checkpoint=checkpoint, in_cgroup=in_cgroup, folder=directory)
    except BadInput as error:
        return unanswered(case, "crashed", str(error))
