"""Cases one after the other, each in a process of its own, and a row on the disk as each of them ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import Case
from danceoff.experiments.results.record import Row, append
from danceoff.experiments.run.one_case.child import run_case, unanswered
from danceoff.experiments.run.provenance import provenance

PARTS = "parts"
Asked: TypeAlias = tuple[Case, str]
"""A case that is to run, and the case whose row its own row replaces, or nothing."""


class Observer:
    """What a screen may want to know of a run; does nothing by itself."""

    def begin(self, n_cases: int, n_done: int, seed: int) -> None:
        """The run begins; n_done of its cases have rows already."""

    def told(self, text: str) -> None:
        """Something was found and mended before the run begins."""

    def case_begins(self, case: Case) -> None:
        """A case begins."""

    def case_tells(self, message: dict[str, Any]) -> None:
        """A running case tells columns of its row."""

    def case_ends(self, row: Row) -> None:
        """A case has ended and its row is on the disk."""


def run_cases(
    asked: Iterable[Asked], directory: Path, seed: int, observer: Observer, results: Path, in_cgroup: bool = False
) -> None:
    """Run cases one after the other in this process and the children that it starts, a row for each on the disk.

    directory: where the rows go. results: the results folder, where searches in parts leave what is through.
    in_cgroup: whether control groups measure and limit them.
    """
    where = {**provenance(), "seed": seed}
    for case, replaces in asked:
        observer.case_begins(case)
        kept = results / PARTS / f"{replace(case, time_limit_s=None, cpu_limit_s=None, memory_limit_mb=None).key}.jsonl"
        row = replace(_run(case, observer, kept, in_cgroup, directory), **where, replaces=replaces)
        append(directory, row)
        if row.status == "complete":
            kept.unlink(missing_ok=True)
        observer.case_ends(row)


def _run(case: Case, observer: Observer, kept: Path, in_cgroup: bool, directory: Path) -> Row:
    try:
        return run_case(case, observer.case_tells, kept=kept, in_cgroup=in_cgroup, folder=directory)
    except BadInput as error:
        return unanswered(case, "crashed", str(error))
