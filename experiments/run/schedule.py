"""The schedule of a run: cleans up after a killed run, and runs the cases of a plan that still need a row."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from danceoff.asking.ask import Ask, without_limits
from danceoff.experiments import BadInput
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results import inputs
from danceoff.experiments.results.record import FILE, Row, append, fault, mend, read
from danceoff.experiments.run.engines import Engine
from danceoff.experiments.run.folders import CHUNKS, kept, locked
from danceoff.experiments.run.local import LocalEngine, Observer, Pending
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.experiments.words.amounts import number_of
from danceoff.experiments.words.solver_names import is_named
from danceoff.solvers import sources

_limits = itemgetter("time_limit_s", "cpu_limit_s", "memory_limit_mb")


def run_plan(
    plan: Plan,
    directory: Path,
    fresh: bool,
    observer: Observer,
    rerun: Collection[str] = (),
    engine: Engine | None = None,
) -> None:
    """Run every case of the plan that has no row in the directory yet.

    fresh: whether to delete the rows in the directory as soon as there is a new row.
    rerun: statuses and solvers; cases whose rows have one of them run again, as `to_do` explains.
    engine: runs the cases; by default on this machine, one at a time.

    Raises BadInput if another run is using the directory or the engine is not available, and OSError if a row cannot be
    written.
    """
    engine = engine or LocalEngine()
    with locked(directory), kept(directory) as set_aside:
        # With `fresh` all cases run, so they must be able to before rows are set aside; else it is not known yet which.
        engine.check(plan.cases if fresh else ())
        if fresh:
            set_aside()
        if mend(directory):
            observer.notice(f"{directory / FILE}: removed the torn last line; its case runs again")
        if (directory / CHUNKS).exists():
            from danceoff.experiments.run.cluster.chunks import gather_left  # late: only for what a cluster left

            if n_rows := gather_left(directory):
                observer.notice(f"took over {n_rows} rows of jobs that a killed run had left behind")
        seed = random.SystemRandom().randrange(2**32) if plan.seed is None else plan.seed
        cases = list(plan.cases)
        random.Random(seed).shuffle(cases)
        for line in plan.lines():
            observer.notice(line)
        if too_large := inputs.keep(directory, cases, plan.text):
            observer.notice(f"too large to be handed on in {directory / inputs.FOLDER}: {', '.join(too_large)}")
        rows = read(directory)
        # A label may change at any time: its rows get the new one, and nothing runs again.
        held = zip(cases, rows_of(cases, rows, any_limits=False), strict=True)
        relabelled = (replace(row, label=case.label) for case, row in held if row and row.label != case.label)
        append(directory, *relabelled)
        due = to_do(cases, rows, rerun)
        for line in due.lines(len(cases)):
            observer.notice(line)
        observer.begin([case for case, _ in due.left], len(cases) - len(due.left), seed)
        engine.run(due.left, directory, seed, observer)


class Due(NamedTuple):
    """The cases that need to run.

    left: the cases, each with the case whose row the new row replaces.
    changed: what has changed since rows were made, in words -> the number of cases that it concerns.
    """

    left: list[Pending]
    changed: Mapping[str, int]

    def lines(self, n_cases: int) -> Iterator[str]:
        """Yield lines that say why cases with rows run again; n_cases: the number of all cases."""
        for what, n in self.changed.items():
            yield f"{what} changed since: {number_of(n, 'case')} run again; {n_cases - len(self.left)} unchanged"


def to_do(cases: Iterable[Ask], rows: Iterable[Row], rerun: Collection[str] = ()) -> Due:
    """Return the cases that need to run.

    Without `rerun`, these are the cases without a row, and the cases whose row was made with other files of the solver,
    or about another problem of the same name, under any limits. The new row replaces the old one.

    With `rerun`, a row also stands for cases that differ from its case only in the limits on time and memory. If its
    status or solver is in `rerun`, these cases run again under their own limits, and their rows replace it. A case that
    was stopped by a limit does not run again under the same limits, unless its solver is named.

    Raises BadInput for a problem or solver whose name no row can hold.
    """
    cases = list(cases)
    for case in {(case.problem, case.solver, case.selection.at_most): case for case in cases}.values():
        if why := fault(unanswered(case, "crashed", "")):
            raise BadInput(f"{case.problem} {case.solver}: no row can hold this case: {why}")
    of_case = {row.case: row for row in rows}
    found = rows_of(cases, of_case.values(), bool(rerun))
    known = {case.digest for case in cases}
    changed_ones = [row for row in of_case.values() if row.digest not in known]
    of_name = {key: row for row in changed_ones for key in _names(vars(row))}
    digests = cache(sources.digests)
    left: list[Pending] = []
    changed: Counter[str] = Counter()
    for case, row in zip(cases, found, strict=True):
        if row is None:
            under_the_same_limits, under_any = _names(case.columns)
            replaced = of_name.get(under_the_same_limits) or of_name.get(under_any)
            if replaced:
                changed[f"{case.problem} has"] += 1
            left.append((case, replaced.case if replaced else ""))
            continue
        now = digests(case.spec)
        differ = [file for file in sorted({*now, *row.sources}) if now.get(file) != row.sources.get(file)]
        is_stopped = row.status in ("timeout", "memory") and row.case == case.key
        if row.sources and differ and now and all(now.values()):  # what is missing here would answer nothing
            changed[f"{', '.join(differ)} {'has' if len(differ) == 1 else 'have'}"] += 1
            left.append((case, row.case))
        elif is_named(case.solver, rerun) or (row.status in rerun and not is_stopped):
            left.append((case, row.case))
    return Due(left, changed)


def rows_of(cases: Iterable[Ask], rows: Iterable[Row], any_limits: bool) -> Iterator[Row | None]:
    """Yield the row of each case, or None.

    any_limits: whether a row under other limits on time and memory stands for a case without a row of its own.
    """
    of_case = {row.case: row for row in rows}
    of_any_limits = {without_limits(vars(row)): row for row in of_case.values()} if any_limits else {}
    for case in cases:
        yield of_case.get(case.key) or of_any_limits.get(without_limits(case.columns))


def _names(columns: Mapping[str, Any]) -> tuple[Hashable, Hashable]:
    """Return two keys of a case with the name, not the digest, of its problem: one with its limits, one without."""
    under_any = (columns["problem"], *without_limits(columns)[1:])
    return (under_any, *_limits(columns)), under_any
