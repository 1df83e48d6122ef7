"""The child process that runs one case and sends answers to its parent; `messages` describes them.

It reads its assignment from standard input and writes answers to the file descriptor that is its first argument, not to
standard output, where libraries may print. The second argument is the file descriptor of the page that stores the clock
of the case. `supervisor.supervise` or `server.serve` starts the process, which dies with its parent.
"""

from __future__ import annotations

import gc
import mmap
import os
import pickle
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from danceoff import solvers
from danceoff.asking import walks
from danceoff.asking.ask import Ask
from danceoff.asking.clock import SIZE, Clock
from danceoff.asking.events import Counted, Ended, Event, Found, Improved, Prepared, Resumed
from danceoff.asking.totals import Totals
from danceoff.asking.walks import Asked, run
from danceoff.experiments import BadInput
from danceoff.experiments.run.one_case.messages import Answer, Assignment, Columns, Send, Show, in_short, to_bytes
from danceoff.experiments.run.one_case.reporter import Reporter, about, as_asked, counters
from danceoff.experiments.words.raised import where
from danceoff.problems import Covers, ExactCover, InvalidProblem
from danceoff.problems.catalog import Instance
from danceoff.problems.sources import is_list, read
from danceoff.questions.question import Derived
from danceoff.solvers.engines.compiling import compiling_reported
from danceoff.solvers.engines.loading import no_loading, unmeasured
from danceoff.solvers.functions import allow_recursion

if TYPE_CHECKING:
    from danceoff.experiments.run.one_case.coming_apart import TakenApart
    from danceoff.experiments.run.one_case.pictures import Pictures
    from danceoff.experiments.run.one_case.server import Range
    from danceoff.solvers.rewriting.shuffled import Shuffled

NO_LOADING = "DANCEOFF_NO_LOADING"
"""If this environment variable is set, as in our tests, a case crashes if it loads a kernel while it is measured."""

_EXPLAINING_S = 10.0
"""How long to look for items that cannot be covered together if the case has no time limit."""


def work(
    case: Ask,
    show: Show | None,
    send: Send,
    certificate: Path | None = None,
    checkpoint: Path | None = None,
    clock: Clock | None = None,
) -> None:
    """Run the case, from reading its problem to the last cover.

    Raises InvalidProblem or BadInput if the problem, the solver or the limits are wrong, and any exception of the
    solver.

    show: which pictures of covers to send.
    send: sends an answer to the parent.
    certificate: the file that task `certify` writes.
    checkpoint: the file from which a search in parts resumes.
    clock: the clock that the parent reads; by default one of its own.
    """
    source = case.source
    if isinstance(source, str) and is_list(source):
        from danceoff.experiments.run.one_case.no_walk.sudokus import list_of, work_list

        with _sent_warnings(send):
            sudokus = list_of(case, clock or Clock())
        work_list(sudokus, case, show, send)
        return
    with _sent_warnings(send):
        instance = as_asked(case, source if isinstance(source, Instance) else read(source))
    question = case.question
    if not question.is_exact:
        instance = replace(instance, known=None)  # what is published is about covers, and their number
    taken_apart: TakenApart | None = None
    if case.can_be_taken_apart:
        from danceoff.experiments.run.one_case.coming_apart import TakenApart

        instance = taken_apart = TakenApart.of(instance)
    send(**about(instance))
    if case.digest and case.digest != instance.problem.digest:
        raise InvalidProblem(f"{case.problem}: changed since the run was planned")
    reporter = Reporter(send, Totals(clock or Clock()))
    if isinstance(question, Derived):
        from danceoff.experiments.run.one_case.no_walk.questions import answered

        answer = answered(question, case, instance, show, reporter)
        end: Columns = {**reporter.columns(), **answer, "peak_rss_mb": _peak_rss_mb()}
        send(**end)
        return
    instance = question.asked_of(instance)
    solver = _load(case.spec)
    if (question.lists or taken_apart) and solvers.Feature.LIST not in solver.features:
        raise solvers.UnsupportedProblem(f"{solver.name} counts covers and cannot list them")
    if question.by_cost and solvers.Feature.BEST not in solver.features:
        raise solvers.UnsupportedProblem(f"{solver.name} does not look for the cheapest covers: auto does")
    why: list[str] = []
    if show:
        from danceoff.problems.analysis.diagnosis import reasons

        why = reasons(instance.problem, instance.board)
    if why:
        send(reasons=why)
    job = _Job(case, instance, taken_apart, solver, reporter, show, certificate, checkpoint)
    if not job.loads_in_turn:
        from danceoff.experiments.run.one_case.warm import Shape, warm_up

        listing = solvers.Feature.LIST in solver.features and (job.listing or question.by_cost or case.up_to_symmetry)
        problem = job.asked.problem_of_solver
        with _blaming_the_solver():
            warm_up(solver, case.task, case.limit, listing, problem)
        if shape := Shape.of(solver, case.task, case.limit, listing, problem):
            send(shape=shape)
    gc.freeze()  # what is there before the search is the same for a new interpreter and for a fork of a server
    send(ready=True, solver=str(solver))
    with no_loading() if os.environ.get(NO_LOADING) else nullcontext():
        _measured(job, why)


class _Job:
    """A case that is ready: its walk, and what is sent of it."""

    def __init__(
        self,
        case: Ask,
        instance: Instance,
        taken_apart: TakenApart | None,
        solver: solvers.Solver,
        reporter: Reporter,
        show: Show | None,
        certificate: Path | None,
        checkpoint: Path | None,
    ) -> None:
        self.case, self.instance, self.solver, self.reporter, self.show = case, instance, solver, reporter, show
        self.taken_apart = taken_apart
        self._certificate, self._checkpoint = certificate, checkpoint
        self.question = case.question
        # Packings that come apart have to be looked at one by one, also to count them.
        self.listing = self.question.lists or self.question.certifies or taken_apart is not None
        self._lists = solvers.Feature.LIST in solver.features
        # Whoever waits for covers gets the first ones sooner; a run measures engines that are loaded before.
        self.loads_in_turn = bool(
            show and solver.loads_in_turn and not case.up_to_symmetry and not self.question.certifies
        )
        self.asked = Asked(
            instance.problem,
            reporter.totals,
            case.limit,
            self.question.is_done_at_limit,
            _shuffled(instance.problem, case.order),
            reporter.beat,
        )
        self.certified: Columns = {}
        self.pictures: Pictures | None = None
        if show:
            from danceoff.experiments.run.one_case.pictures import Pictures

            self.pictures = Pictures(instance, show)

    def prepare(self) -> solvers.Search:
        """Return the search; of orbits, or of covers that come apart, if the case asks for that."""
        if self.case.up_to_symmetry:
            search = _up_to_symmetry(self.solver, self)
        else:
            search = self.prepared(self.asked.problem_of_solver, self.reporter.totals.clock)
        return self.taken_apart.of_those(search) if self.taken_apart else search

    def prepared(self, problem: ExactCover, clock: Clock) -> solvers.Search:
        """Return the search of a problem; it loads what it needs while this clock is stopped, or has it loaded."""
        search = self.solver.prepare(problem)
        search.loading = partial(self._loading, clock) if self.loads_in_turn else None
        return search

    @contextmanager
    def _loading(self, clock: Clock) -> Iterator[None]:
        with clock.stopped(), unmeasured():
            self.reporter.send(ready=False)
            yield
            self.reporter.send(ready=True)

    def walk(self, asked: Asked, search: Any) -> walks.Events:
        """Yield the events of the walk that the case asks for; an exception from here is the solver's fault."""
        with _blaming_the_solver():
            yield from self._walk(asked, search)

    def _walk(self, asked: Asked, search: Any) -> walks.Events:
        case, problem = self.case, self.instance.problem
        judge = None
        if self.question.by_cost:
            from danceoff.asking.judge import Judge

            judge = Judge(problem, case.limit or 1, asked.original)
        if case.up_to_symmetry:
            return walks.orbits_listed(asked, search) if self._lists else walks.orbits_counted(asked, search)
        if self.question.certifies and self._certificate:
            from danceoff.experiments.run.one_case import certify

            return certify.walk(asked, search, judge, self._lists, self._certificate, self.reporter, self.certified)
        if judge:
            return walks.cheapest(asked, search, judge)
        if self._checkpoint and not case.limit and hasattr(search, "parts"):
            from danceoff.asking.checkpoint import Checkpoint

            checkpoint = Checkpoint(self._checkpoint, search.parts, solvers.version(search.solver.name))
            return walks.in_parts(asked, search, checkpoint, self.listing)
        return walks.listed(asked, search) if self.listing else walks.counted(asked, search)

    def send(self, event: Event) -> None:
        """Send what an event says."""
        reporter, problem = self.reporter, self.instance.problem
        match event:
            case Prepared(search):
                reporter.stats = lambda: counters(search)
                if not (self.listing or self.question.by_cost or self.case.up_to_symmetry or self.case.limit):
                    reporter.done = search.done
                reporter.send(prepare_s=reporter.totals.prepare_s)
            case Resumed():
                reporter.resumed()
            case Found(covers, n_before):
                reporter.found()
                if self.pictures:
                    self.pictures.send(covers, n_before, reporter.send)
            case Counted():
                reporter.found()
            case Improved(cover=cheaper):
                if cheaper:
                    cost, cover = cheaper
                    reporter.send(cheaper=(cost, next(iter(problem.lift(Covers.of([cover]))))))
                reporter.improved(event)


def _measured(job: _Job, why: list[str]) -> None:
    """Prepare and walk the search under the clock, and send the row.

    why: reasons already known why there is no cover.
    """
    case, reporter, clock = job.case, job.reporter, job.asked.totals.clock
    found: Columns = {}
    try:
        for event in run(job.asked, job.prepare, job.walk):
            if isinstance(event, Ended):
                end: Columns = {"status": event.status, "detail": event.detail, "stats": reporter.stats()}
                found = {**reporter.columns(), **end}
            else:
                job.send(event)
    except Exception:  # a row of a solver that crashes keeps what was found before
        reporter.send(**reporter.columns())
        raise
    if found["status"] == "wrong":
        found.update({"cost": None, "bound": None} if "cost" in found else {})
    found.update(job.certified)
    if job.taken_apart and found["status"] == "complete":
        found["status"] = job.taken_apart.assemblies.status(case)
    late = case.too_late(clock.wall_s, clock.cpu_s)
    if late is not None and found["status"] in ("complete", "limit"):
        found.update({"status": "timeout", "detail": late or found["detail"]})
    found.update({"peak_rss_mb": _peak_rss_mb()})
    covers = job.asked.totals.covers
    if job.show and job.show.alone and found["status"] == "complete" and covers:
        from danceoff.experiments.run.one_case.no_walk.only_cover import send_alone

        send_alone(job.instance, job.prepared, job.asked.totals.search_s, reporter.send)
    if case.explain and found["status"] == "complete" and not covers:
        reporter.send(searched=True, **reporter.columns())  # nothing is received after the status
        _explain(job, why)
    reporter.send(**found)


def _explain(job: _Job, known: list[str]) -> None:
    """Send reasons why there is no cover, each time all that are known, until the time limit of the case.

    known: the reasons known so far.
    """
    from danceoff.experiments.run.one_case.no_walk.explaining import explanations, in_numbers

    limit_s = job.case.time_limit_s
    seconds = _EXPLAINING_S if limit_s is None else limit_s - job.asked.totals.clock.wall_s
    try:
        for explanation, conflict in explanations(job.instance.problem, seconds, job.instance.board):
            job.reporter.send(reasons=[*known, explanation], conflict=in_numbers(job.instance.problem, conflict))
            if job.show and job.show.svg:
                drawn = job.instance.conflict(conflict.items, conflict.decisive or ())
                if drawn:
                    job.reporter.send(svg=drawn)
    except TimeoutError as error:
        job.reporter.send(warning=f"{error}; --time-limit S allows more")


@contextmanager
def _blaming_the_solver() -> Iterator[None]:
    """Turn InvalidProblem into RuntimeError: the problem is known to be valid, so the fault is the solver's."""
    try:
        yield
    except InvalidProblem as error:
        raise RuntimeError(f"the search raised {where(error)}") from error


def _shuffled(problem: ExactCover, order: int | None) -> Shuffled | None:
    """Return the problem in the order that the case asks for; None for its own."""
    if order is None:
        return None
    from danceoff.solvers.rewriting.shuffled import Shuffled

    return Shuffled.of(problem, order)


def _up_to_symmetry(solver: solvers.Solver, job: _Job) -> solvers.Search:
    """Return the search that lists one cover of each orbit, or counts orbits with a solver that lists none."""
    from danceoff.solvers.rewriting.orbit_search import OrbitCount, OrbitSearch

    kind = OrbitSearch if solvers.Feature.LIST in solver.features else OrbitCount
    try:
        return kind(solver, job.instance, job.asked.shuffled, job.case.rotations)
    except InvalidProblem as error:
        raise InvalidProblem(f"{job.instance.name}: {error}") from None


@contextmanager
def _sent_warnings(send: Send) -> Iterator[None]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        send(warning=str(warning.message))


def _load(spec: str) -> solvers.Solver:
    try:
        return solvers.load(spec)
    except ValueError as error:
        raise BadInput(str(error)) from None


def _peak_rss_mb() -> float | None:
    """The peak resident memory of this process in MB; ru_maxrss would include that of its parent."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    return int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6


def main() -> None:
    """Read the assignment, run the case, and turn every exception into a status.

    In a server, returns in its workers only.
    """
    *descriptors, _ = map(int, sys.argv[1:])
    pages: list[Range] = []
    if len(descriptors) == 1:
        from danceoff.experiments.run.one_case.server import serve

        descriptor, page, pages = serve(*descriptors)
    else:
        descriptor, page = descriptors
    os.set_inheritable(descriptor, False)
    assignment: Assignment = pickle.load(sys.stdin.buffer)
    if pages:
        from danceoff.experiments.run.one_case.server import own

        own(pages)  # from now on the limits of the case hold
    allow_recursion()
    with os.fdopen(descriptor, "wb") as parent:
        worker = os.getpid()

        def send(**answer: Unpack[Answer]) -> None:
            if os.getpid() != worker:
                os._exit(1)  # the solver has forked, and only the worker goes on
            parent.write(to_bytes(answer))
            parent.flush()

        try:
            send(worker=worker)
            clock = Clock(mmap.mmap(page, SIZE))
            with compiling_reported(lambda *engine: send(compiling=engine)):
                work(assignment.case, assignment.show, send, assignment.certificate, assignment.checkpoint, clock)
        except solvers.UnsupportedProblem as error:
            send(status="unsupported", detail=str(error))
        except solvers.MissingBackend as error:
            send(status="missing", detail=str(error))
        except MemoryError as error:
            send(status="memory", detail=str(error) or "out of memory")
        except (InvalidProblem, BadInput) as error:
            send(invalid=str(error))
        except Exception as error:  # noqa: BLE001 - a backend may raise anything; the row describes it
            send(status="crashed", detail=in_short(where(error)))


if __name__ == "__main__":
    main()
