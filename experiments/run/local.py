"""Runs cases on this machine, each in a process of its own, and writes a row as each one ends.

By default one case runs at a time. With `cores`, one case runs on each of them.

A child process may only be started by a thread that outlives it: the kernel kills it with that thread.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any, TypeAlias

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.results.record import Row, append, fault
from danceoff.experiments.run.machine.cores import NoCore
from danceoff.experiments.run.machine.provenance import empty_program_s, provenance
from danceoff.experiments.run.one_case.cgroup import usable
from danceoff.experiments.run.one_case.child import begin_servers, run_case
from danceoff.experiments.run.one_case.messages import Message, Watch, unanswered
from danceoff.processes.servers import serve_thread, serving
from danceoff.solvers import load, packages
from danceoff.solvers.sources import digests

Pending: TypeAlias = tuple[Ask, str]
"""A case to run, and the case whose row its own row replaces; empty if it replaces none."""

RunOne: TypeAlias = "Callable[[Ask, int, Watch, Event], Row]"
"""Runs a case on a core, passes on the answers of its child, and raises KeyboardInterrupt once the event is set."""


class Observer:
    """Receives the events of a run and ignores them; a subclass overrides the methods for the events that it shows."""

    def begin(self, left: Sequence[Ask], n_done: int, seed: int) -> None:
        """The run of the remaining cases begins; n_done others already have rows."""

    def notice(self, text: str) -> None:
        """The run has a message for the user."""

    def case_begins(self, case: Ask) -> None:
        """A case begins."""

    def case_answers(self, case: Ask, answer: Message) -> None:
        """The worker of a running case has sent an answer."""

    def case_ends(self, row: Row) -> None:
        """A case has ended and its row is on the disk."""


@dataclass(frozen=True)
class LocalEngine:
    """Runs cases on this machine; control groups measure and limit them if they are available, otherwise polling.

    cores: the cores, on each of which a case runs, as `run_cases` explains; empty to run one case at a time.
    """

    cores: tuple[int, ...] = ()

    @property
    def in_cgroup(self) -> bool:
        """Whether control groups measure and limit the cases."""
        try:
            usable()
        except BadInput:
            return False
        return True

    def check(self, cases: Sequence[Ask]) -> None:
        """Do nothing: this machine can always run cases."""

    def run(self, pending: Sequence[Pending], directory: Path, seed: int, observer: Observer) -> None:
        """Run the cases, as `run_cases` explains; returns when all their rows are in the directory."""
        run_cases(pending, directory, seed, observer, self.in_cgroup, self.cores)


class CgroupEngine(LocalEngine):
    """Runs cases on this machine; Linux control groups measure and limit them."""

    in_cgroup = True

    def check(self, cases: Sequence[Ask]) -> None:  # noqa: ARG002
        """Raise BadInput if control groups are not available."""
        usable()


class PollEngine(LocalEngine):
    """Runs cases on this machine; measures and limits them by polling their processes."""

    in_cgroup = False


def run_cases(
    pending: Iterable[Pending],
    directory: Path,
    seed: int,
    observer: Observer,
    in_cgroup: bool = False,
    cores: Sequence[int] = (),
) -> None:
    """Run cases, each in a child process, and append a row for each: one after the other unless there are cores.

    With cores, cases whose solver keeps one core busy run first, each pinned to one of the cores, as many at a time as
    there are cores. Then the other cases run one at a time, so that nothing disturbs them.

    pending: the cases, in the order in which they start.
    directory: receives the rows.
    seed: the seed of the shuffled order, for the rows.
    observer: receives the events of the run.
    in_cgroup: whether control groups measure and limit the cases.
    """
    run = _Run(directory, in_cgroup, {**provenance(), "empty_program_s": empty_program_s(), "seed": seed})
    small: list[Pending] = []
    alone: list[Pending] = []
    for one in pending:
        case, _ = one
        (small if cores and _keeps_one_core_busy(case) else alone).append(one)

    def keep(one: Pending, row: Row) -> None:
        observer.case_ends(run.keep(one, row))

    if small:
        run_side_by_side(
            small, cores, lambda case, core, *how: run.row(replace(case, pin=(core,)), *how), observer, keep
        )
    with serving():
        begin_servers(case for case, _ in alone)
        for one in alone:
            case, _ = one
            observer.case_begins(case)
            row = run.row(case, partial(observer.case_answers, case))
            keep(one, row)


@dataclass(frozen=True)
class _Run:
    """The common data of the cases of a run: the arguments of `run_cases`, and columns of their rows."""

    directory: Path
    in_cgroup: bool
    columns: Mapping[str, Any]

    def row(self, case: Ask, watch: Watch, stop: Event | None = None) -> Row:
        """Run a case, and return its row, with the digest of the files that its solver had before the run."""
        made_of = digests(case.spec)
        try:
            row = run_case(case, watch, in_cgroup=self.in_cgroup, stop=stop)
        except NoCore as error:
            raise NoCore(f"{error}; the run stops, and the same command continues it") from None
        except BadInput as error:
            row = unanswered(case, "crashed", str(error))
        return replace(row, sources=made_of)

    def keep(self, one: Pending, row: Row) -> Row:
        """Append the row with the columns of the run, or if that is unreadable, the row of a crash; return the row."""
        case, replaces = one
        versions = self.columns["versions"] | packages(case.spec)
        columns = {**self.columns, "versions": versions, "replaces": replaces}
        row = replace(row, **columns)
        if why := fault(row):
            columns |= {"measured_by": row.measured_by, "started": row.started, "sources": row.sources}
            row = replace(unanswered(case, "crashed", f"its row could not be read: {why}"), **columns)
        append(self.directory, row)
        return row


def _keeps_one_core_busy(case: Ask) -> bool:
    try:
        return load(case.spec).at_once == 1
    except Exception:  # noqa: BLE001 - its row will say what is wrong
        return True


def run_side_by_side(
    pending: Iterable[Pending],
    cores: Sequence[int],
    run: RunOne,
    observer: Observer,
    keep: Callable[[Pending, Row], None],
) -> None:
    """Run one case on each core at a time. If this is interrupted, the running cases are ended and get no rows.

    run: runs a case; called in several threads.
    keep: receives each row before the next case begins on its core; called in this thread, as is the observer.
    """
    waiting, free, stop = deque(pending), list(cores), Event()
    events: SimpleQueue[Callable[[], None]] = SimpleQueue()  # what threads leave to this one

    def drive(one: Pending, core: int) -> None:
        case, _ = one
        try:
            row = run(case, core, lambda answer: events.put(partial(observer.case_answers, case, answer)), stop)
        except BaseException as error:  # noqa: BLE001 - raised again in this thread
            events.put(partial(fail, error))
        else:
            events.put(partial(end, one, core, row))

    def fail(error: BaseException) -> None:
        raise error

    def end(one: Pending, core: int, row: Row) -> None:
        keep(one, row)
        free.append(core)

    with ThreadPoolExecutor(len(cores), initializer=serve_thread, initargs=(len(cores),)) as threads:
        try:
            while waiting or len(free) < len(cores):
                while waiting and free:
                    observer.case_begins(waiting[0][0])
                    threads.submit(drive, waiting.popleft(), free.pop())
                events.get()()  # waits for the next event, and handles it
        finally:
            stop.set()
