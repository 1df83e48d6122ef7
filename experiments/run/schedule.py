"""Run the cases of a plan that have no row yet, in shuffled order, one at a time or where an engine has room."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Collection, Iterable
from pathlib import Path

from danceoff.experiments.plans.case import Case, question
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results.record import FILE, Row, mend, read
from danceoff.experiments.run.cluster.chunks import FOLDER, gather_left
from danceoff.experiments.run.cluster.dispatch import run_on
from danceoff.experiments.run.cluster.engine import LOCAL, Engine
from danceoff.experiments.run.local import PARTS, Asked, Observer, run_cases
from danceoff.experiments.run.lock import locked
from danceoff.experiments.run.processes.cgroup import remove_left
from danceoff.experiments.run.processes.orphans import kill_marked, orphans_of


def run_plan(
    plan: Plan,
    directory: Path,
    fresh: bool,
    observer: Observer,
    rerun: Collection[str] = (),
    engine: Engine = LOCAL,
) -> None:
    """Run every case of the plan that has no row in the directory yet; `fresh` forgets the rows that are there.

    Here, one case at a time, so that none disturbs the measurement of another; elsewhere, as the engine says. rerun:
    cases whose rows have one of these statuses run again, see `to_do`. Raises BadInput where another run is at work
    in the directory, or the engine cannot be had, and OSError where a row cannot be written.
    """
    with locked(directory):
        if fresh:
            os.truncate(directory / FILE, 0)
            shutil.rmtree(directory / PARTS, ignore_errors=True)
        if mend(directory):
            observer.told(f"{directory / FILE}: the last line was torn and is cut off; its case runs again")
        in_cgroup = engine.in_cgroup()
        is_orphan = orphans_of([directory, *(directory / FOLDER).glob("*")])
        if n_orphans := kill_marked(is_orphan):
            observer.told(f"{n_orphans} processes that a killed run had left behind were still at work, and are ended")
        if in_cgroup:
            remove_left(is_orphan)
        if (directory / FOLDER).exists() and (n_rows := gather_left(directory)):
            observer.told(f"{n_rows} rows of jobs that a killed run had left behind were taken over")
        seed = random.SystemRandom().randrange(2**32) if plan.seed is None else plan.seed
        cases = list(plan.cases)
        random.Random(seed).shuffle(cases)
        left = to_do(cases, read(directory), rerun)
        observer.begin(len(cases), len(cases) - len(left), seed)
        if engine.is_here:
            run_cases(left, directory, seed, observer, directory, in_cgroup)
        elif left:
            with engine.executor([case for case, _ in left], directory) as executor:
                run_on(executor, left, engine.size(len(left)), directory, seed, observer)


def to_do(cases: Iterable[Case], rows: Iterable[Row], rerun: Collection[str]) -> list[Asked]:
    """The cases that are to run, each with the case whose row its own row replaces, or nothing.

    With `rerun`, rows answer a case that has other limits of time and memory, but those of these statuses: they run
    again, under the limits of the case. What a limit ended does not run again under the same limits.
    """
    of_case = {row.case: row for row in rows}
    of_question = {question(row): row for row in of_case.values()} if rerun else {}
    left = []
    for case in cases:
        row = of_case.get(case.key) or of_question.get(question(case))
        if row is None:
            left.append((case, ""))
        elif row.status in rerun and not (row.status in ("timeout", "memory") and row.case == case.key):
            left.append((case, row.case))
    return left
