"""The schedule of a run: cleans up after a killed run, and runs the cases of a plan that still need a row."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Collection, Iterable
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import Case, without_limits
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results import calibration
from danceoff.experiments.results.record import FILE, Row, fault, mend, read
from danceoff.experiments.run.engines import Engine
from danceoff.experiments.run.folders import CHUNKS, PARTS, locked
from danceoff.experiments.run.local import LocalEngine, Observer, Pending
from danceoff.experiments.run.one_case.child import unanswered
from danceoff.processes.orphans import kill_marked, orphans_of


def run_plan(
    plan: Plan,
    directory: Path,
    fresh: bool,
    observer: Observer,
    rerun: Collection[str] = (),
    engine: Engine | None = None,
) -> None:
    """Run every case of the plan that has no row in the directory yet.

    fresh: whether to delete the rows in the directory first.
    observer: receives the events of the run.
    rerun: statuses; cases whose rows have one of them run again, as `to_do` explains.
    engine: runs the cases; by default on this machine, one at a time.

    Raises BadInput if another run is using the directory or the engine is not available, and OSError if a row cannot be
    written.
    """
    engine = engine or LocalEngine()
    with locked(directory):
        if fresh:
            os.truncate(directory / FILE, 0)
            shutil.rmtree(directory / PARTS, ignore_errors=True)
            (directory / calibration.FILE).unlink(missing_ok=True)
        if mend(directory):
            observer.notice(f"{directory / FILE}: removed the torn last line; its case runs again")
        is_orphan = orphans_of([directory])
        if n_orphans := kill_marked(is_orphan):
            observer.notice(f"ended {n_orphans} processes that a killed run had left behind")
        engine.clean(is_orphan)
        if (directory / CHUNKS).exists():
            from danceoff.experiments.run.cluster.chunks import gather_left

            if n_rows := gather_left(directory):
                observer.notice(f"took over {n_rows} rows of jobs that a killed run had left behind")
        seed = random.SystemRandom().randrange(2**32) if plan.seed is None else plan.seed
        cases = list(plan.cases)
        random.Random(seed).shuffle(cases)
        left = to_do(cases, read(directory), rerun)
        observer.begin([case for case, _ in left], len(cases) - len(left), seed)
        engine.run(left, directory, seed, observer)


def to_do(cases: Iterable[Case], rows: Iterable[Row], rerun: Collection[str]) -> list[Pending]:
    """Return the cases that need to run.

    Without `rerun`, these are the cases without a row.

    With `rerun`, a row also counts for cases that differ from its own only in the limits on time and memory. If the
    status of the row is one of `rerun`, these cases run again under their own limits, and their rows replace it. A case
    that was stopped by a limit does not run again under the same limits.

    Raises BadInput for a problem or solver of a name that no row can hold.
    """
    cases = list(cases)
    for case in {(case.problem, case.solver, case.at_most): case for case in cases}.values():
        if why := fault(unanswered(case, "crashed", "")):
            raise BadInput(f"{case.problem} {case.solver}: no row can hold this case: {why}")
    of_case = {row.case: row for row in rows}
    of_any_limits = {without_limits(row): row for row in of_case.values()} if rerun else {}
    left = []
    for case in cases:
        row = of_case.get(case.key) or of_any_limits.get(without_limits(case))
        if row is None:
            left.append((case, ""))
        elif row.status in rerun and not (row.status in ("timeout", "memory") and row.case == case.key):
            left.append((case, row.case))
    return left
