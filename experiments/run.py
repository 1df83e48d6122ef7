"""Run the cases of a plan one after the other, in shuffled order, and write a row as each of them ends."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from experiments import BadInput
from experiments.case import Case
from experiments.child import run_case, unanswered
from experiments.machine import provenance
from experiments.plan import Plan
from experiments.record import FILE, Row, append, mend, read


class Observer:
    """What a screen may want to know of a run; does nothing by itself."""

    def begin(self, n_cases: int, n_done: int, seed: int) -> None:
        """The run begins; n_done of its cases have rows already."""

    def case_begins(self, case: Case) -> None:
        """A case begins."""

    def case_tells(self, message: dict[str, Any]) -> None:
        """A running case tells columns of its row."""

    def case_ends(self, row: Row) -> None:
        """A case has ended and its row is on the disk."""


def run_plan(plan: Plan, directory: Path, fresh: bool, observer: Observer) -> None:
    """Run every case of the plan that has no row in the directory yet; `fresh` forgets the rows that are there.

    One case at a time, so that none disturbs the measurement of another.
    """
    directory.mkdir(parents=True, exist_ok=True)
    if fresh:
        (directory / FILE).unlink(missing_ok=True)
    mend(directory)
    done = {row.case for row in read(directory)} if (directory / FILE).exists() else set()
    seed = random.SystemRandom().randrange(2**32) if plan.seed is None else plan.seed
    cases = list(plan.cases)
    random.Random(seed).shuffle(cases)
    where = {**provenance(), "seed": seed}
    left = [case for case in cases if case.key not in done]
    observer.begin(len(cases), len(cases) - len(left), seed)
    for case in left:
        observer.case_begins(case)
        row = replace(_run(case, observer), **where)
        append(directory, row)
        observer.case_ends(row)


def _run(case: Case, observer: Observer) -> Row:
    try:
        return run_case(case, observer.case_tells)
    except BadInput as error:
        return unanswered(case, "crashed", str(error))
