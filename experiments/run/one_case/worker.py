"""The child process that runs one case and sends answers to its parent; `messages` describes them.

It reads its assignment from standard input and writes answers to the file descriptor that is its first argument, not to
standard output, where libraries may print. The second argument is the file descriptor of the page that stores the clock
of the case. `supervisor.supervise` or `server.serve` starts the process, which dies with its parent.
"""

import gc
import mmap
import os
import pickle
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any, Unpack

from danceoff import solvers
from danceoff.asking.ask import FILTERS, Ask
from danceoff.asking.clock import SIZE, Clock
from danceoff.asking.drive import Drive, where
from danceoff.asking.totals import Totals
from danceoff.experiments import BadInput, need_posix
from danceoff.experiments.plans.programs import loaded
from danceoff.experiments.run.one_case.messages import Columns, Message, Send, Show, in_short, to_bytes
from danceoff.experiments.run.one_case.reporter import Reporter, about, as_asked, counters, told_of_loading
from danceoff.problems import InvalidProblem
from danceoff.problems.catalog import Instance
from danceoff.problems.model.arguments import Refused
from danceoff.problems.sources import of_list, read
from danceoff.processes.descendants import peak_mb
from danceoff.questions import events
from danceoff.solvers.engines.compiling import compiling_reported
from danceoff.solvers.functions import allow_recursion

if TYPE_CHECKING:
    from danceoff.experiments.run.one_case.server import Range


def work(case: Ask, show: Show | None, send: Send, clock: Clock | None = None, limits_here: bool = False) -> None:
    """Run the case, from reading its problem to the last cover.

    Raises InvalidProblem or BadInput if the problem, the solver or the limits are wrong, and any exception of the
    solver.

    show: the forms in which to send covers.
    clock: the clock that the parent reads; by default a new clock.
    limits_here: whether the search ends itself at its time limit, at its next step.
    """
    source = case.source
    if isinstance(source, str) and (modules := of_list(source)):
        import_module(modules["work"]).work(case, loaded(case.spec, None), clock or Clock(), show, send)
        return
    with _sent_warnings(send):
        found = source if isinstance(source, Instance) else read(source)
        instance = as_asked(case, found)
    if not case.question.is_exact:
        instance = replace(instance, known=None)  # what is published is about covers, and their number
    filtered: Any = None
    if case.selection.only:
        instance = filtered = found = import_module(FILTERS[case.selection.only][0]).of(instance)  # with own pictures
    send(**about(instance, case))
    if case.digest and case.digest != instance.problem.digest:
        raise InvalidProblem(f"{case.problem}: changed since the run was planned")
    reporter = Reporter(send, Totals(clock or Clock()))
    drive = Drive(
        case,
        instance,
        loaded(case.spec, None) if case.question.needs_solver else None,
        reporter.totals,
        # A user who waits for covers gets the first ones sooner; a run measures engines that are loaded before.
        show is not None,
        reporter.beat,
        limits_here,
        only=filtered.of_those if filtered else None,
        draws=show is not None and show.svg,
        reads_at_once=show is not None or case.limit is not None,
    )
    if show and drive.solver and not drive.reasons_beside and drive.reasons:
        send(explained={"reasons": drive.reasons})
    if not drive.is_cold:
        from danceoff.asking.warm import load_all  # more than a user needs who waits for the first answer

        if shape := load_all(drive):
            send(shape=shape)
    gc.freeze()  # what is there before the search is the same for a new interpreter and for a fork of a server
    send(ready=True, solver=str(drive.solver or case.solver), runs_programs=drive.totals.clock.programs is not None)
    with told_of_loading(send):
        _measured(drive, reporter, filtered, found.original, show)


def _measured(drive: Drive, reporter: Reporter, filtered: Any, original: Instance, show: Show | None) -> None:
    """Prepare and walk the search under the clock, and send the row; covers are drawn as those of the original."""
    case, clock, pictures = drive.ask, drive.totals.clock, None
    if show:
        from danceoff.experiments.run.one_case.pictures import Pictures  # late: few cases draw

        pictures = Pictures(original, show)
    found: Columns = {}
    certified: Any = {}
    reporter.begun = monotonic()
    try:
        for event in drive.events():
            match event:
                case events.Prepared(search):
                    reporter.stats = partial(counters, search)
                    if drive.solver and not (drive.for_covers or case.limit):
                        reporter.done = search.done
                    reporter.send(prepare_s=drive.totals.prepare_s)
                case events.Found(covers, n_before):
                    reporter.found()
                    if pictures:
                        pictures.send(covers, n_before, reporter.send)
                case events.Counted():
                    reporter.found()
                case events.Improved(cover=cheaper):
                    if cheaper:
                        reporter.send(cheaper=cheaper)
                    reporter.improved(event)
                    is_best = cheaper is not None and cheaper[0] == event.cost
                    if is_best and pictures and show and show.answers == "jsonl" and case.question.is_exact:
                        seconds = drive.totals.prepare_s + drive.totals.search_s
                        pictures.send_better(event, drive.instance.problem.shown_cost, seconds, reporter.send)
                case events.Settled():
                    reporter.send(settled=True)
                case events.Answered(rows):
                    reporter.send(rows=rows)
                case events.Drawn(svg):
                    reporter.send(svg=svg)
                case events.Explained():
                    _explain(event, reporter)
                case events.Searched():
                    searched = reporter.columns()
                    reporter.send(**searched, searched=True)
                    certified = {name: searched[name] for name in ("search_s", "cpu_s")}
                case events.Certified(columns):
                    certified |= columns
                case events.Ended(status, detail):
                    end: Columns = {"status": status, "detail": detail, "stats": reporter.stats()}
                    found = {**reporter.columns(), **end}
    except Exception:  # a row of a solver that crashes keeps what was found before
        reporter.send(**reporter.columns())
        raise
    if found["status"] == "wrong":
        found.update({"cost": None, "bound": None})
    found.update(certified)
    if filtered and found["status"] == "complete":
        found["status"] = filtered.status(case)
    late = case.limits.too_late(clock.wall_s, clock.cpu_s)
    if late is not None and found["status"] in ("complete", "limit"):
        found.update({"status": "timeout", "detail": late or found["detail"]})
    found.update({"peak_rss_mb": clock.programs.peak_mb if clock.programs else peak_mb(os.getpid())})
    if show and (show.text or show.answers) and found["status"] == "complete" and drive.totals.covers:
        reporter.send(remarks=drive.question.afterwards(drive))  # on a clock of its own; the times are final
    elif show and found["status"] == "complete" and not drive.totals.covers:
        for why in drive.question.why_none(drive):
            _explain(why, reporter)
    reporter.send(**found)


def _explain(found: events.Explained, reporter: Reporter) -> None:
    reporter.send(**{"warning": found.warning} if found.warning else {"explained": found.members})


@contextmanager
def _sent_warnings(send: Send) -> Iterator[None]:
    with warnings.catch_warnings(record=True, action="always") as caught:
        yield
    for warning in caught:
        send(warning=str(warning.message))


@contextmanager
def answered(send: Send) -> Iterator[None]:
    """Turn every exception of the block into a status."""
    try:
        with compiling_reported(lambda *engine: send(compiling=engine)):
            yield
    except solvers.UnsupportedProblem as error:
        send(status="unsupported", detail=str(error))
    except solvers.MissingBackend as error:
        send(status="missing", detail=str(error))
    except MemoryError as error:
        send(status="memory", detail=str(error) or "out of memory")
    except (InvalidProblem, BadInput, Refused) as error:
        send(invalid=str(error))
    except Exception as error:  # noqa: BLE001 - a backend may raise anything; the row describes it
        send(status="crashed", detail=in_short(where(error)))


def run_here(case: Ask, watch: Callable[[Message], None], show: Show | None) -> Message:
    """Run a case in this process; return its answers, merged. A time limit ends the search at its next step.

    Raises BadInput for a limit on CPU time or memory. The arguments are those of `child.run_case`.
    """
    if case.limits.cpu_limit_s or case.limits.memory_limit_mb:
        need_posix("a limit on CPU time or memory")
    allow_recursion()
    found: Message = {}

    def send(**answer: Unpack[Message]) -> None:
        found.update(answer)
        watch(answer)

    with answered(send):
        work(case, show, send, limits_here=True)
    return found


def main() -> None:
    """Read the assignment and run the case.

    In a server, it returns only in workers.
    """
    *descriptors, _ = map(int, sys.argv[1:])
    pages: list[Range] = []
    if len(descriptors) == 1:
        from danceoff.experiments.run.one_case.server import serve  # late: a case of its own has no server

        descriptor, page, pages = serve(*descriptors)
    else:
        descriptor, page = descriptors
    os.set_inheritable(descriptor, False)
    case, show = pickle.load(sys.stdin.buffer)
    if pages:
        from danceoff.experiments.run.one_case.server import own

        own(pages)  # from now on the limits of the case hold
    allow_recursion()
    with os.fdopen(descriptor, "wb") as parent:
        worker = os.getpid()

        def send(**answer: Unpack[Message]) -> None:
            if os.getpid() != worker:
                os._exit(1)  # the solver has forked, and only the worker goes on
            parent.write(to_bytes(answer))
            parent.flush()

        with answered(send):
            send(worker=worker)
            clock = Clock(mmap.mmap(page, SIZE))
            work(case, show, send, clock)
