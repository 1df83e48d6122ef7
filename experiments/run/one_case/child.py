"""Runs one case in a child process, receives its messages, enforces its limits, and kills it with all descendants."""

import gc
import mmap
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Hashable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Event
from time import monotonic, sleep
from typing import Any

import danceoff
from danceoff.asking.ask import Ask
from danceoff.asking.clock import SIZE, Clock, Others, waited_s
from danceoff.experiments.results.record import Row
from danceoff.experiments.run.machine.circumstances import Circumstances
from danceoff.experiments.run.machine.cores import check_cores, off
from danceoff.experiments.run.one_case.cgroup import Group, Ungrouped
from danceoff.experiments.run.one_case.messages import Incoming, Message, NoAnswer, Show, Watch, row_of
from danceoff.processes import servers
from danceoff.processes.descendants import MOST_PROCESSES, kill_below
from danceoff.processes.exit_codes import in_words
from danceoff.processes.forked import Forked, may_fork
from danceoff.processes.pipes import open_pipes
from danceoff.processes.servers import Spawned, Started
from danceoff.processes.supervisor import SCRATCH, supervise
from danceoff.processes.system import POSIX
from danceoff.processes.tree import ProcessTree
from danceoff.questions.events import NONE

_ROOT = str(Path(danceoff.__file__).parents[1])
_SUPERVISED = "from danceoff.processes.supervisor import supervise; supervise(); "
_WORKER_MAIN = "gc.disable(); from danceoff.experiments.run.one_case.worker import main; gc.enable(); main()"
# The parent has all that the worker can say: taking Numba down in good order would cost 0.1 s of CPU time more.
_WORK = f"import gc, os, sys; sys.path.append({_ROOT!r}); {_SUPERVISED}{_WORKER_MAIN}; os._exit(0)"
WORKER = [sys.executable, "-P", "-c", _WORK]  # -P: do not import from the user's working directory
# No backend needs NumPy's linear algebra; its threads would take 0.1 s of CPU time to start. A user's value counts.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
_BEGUN = 4  # servers, side by side: they take two cores 0.6 s, in which nothing is shown
_STARTUP_LIMIT_S = 120.0  # without a sign of life; each kernel that is compiled is one
_IMPORTED_AHEAD = ("", "pysat", "ortools")  # libraries that start no thread when they are imported
_POLL_S = 0.05
_IN_GROUP_S = 0.25  # the kernel holds its limits itself
_GRACE_S = 0.3
_READING_S = 120.0  # for what a program had printed when a limit ended it
_STDERR_KEPT = 4096
_RAN_OUT = "the kernel killed a process at the limit"
_TOO_MANY = f"more than {MOST_PROCESSES} processes at once"


def run_case(
    case: Ask,
    watch: Watch = lambda _answer: None,
    show: Show | None = None,
    in_cgroup: bool = False,
    stop: Event | None = None,
    beside: AbstractContextManager[object] | None = None,
) -> Row:
    """Run one case in a child process and return its row; on Windows run it in this process.

    Leaves no process and no temporary file of the case behind, however it is interrupted. Raises BadInput if the
    problem, the solver or the limits are wrong.

    watch: receives every answer of the child as it arrives.
    show: the forms in which the child sends covers.
    in_cgroup: whether to measure and limit the case by a control group.
    stop: raises KeyboardInterrupt soon after it is set, as Ctrl-C does in the main thread.
    beside: a block around the case, entered only after the child is started: it may start threads, which a fork loses.
    """
    check_cores(case.pin)
    beside = beside or nullcontext()
    with TemporaryDirectory(prefix=SCRATCH, ignore_cleanup_errors=True) as scratch:
        if not POSIX:
            from danceoff.experiments.run.one_case.worker import run_here  # late: with NumPy

            with beside:
                return row_of(case, run_here(case, watch, show))
        child = _Child(case, watch, show, in_cgroup, scratch)
        try:
            child.ask(show)
            with beside:
                child.listen(stop or Event())
        finally:
            child.kill()
        return child.row()


def _work() -> None:
    """Supervise and work in a fork, as WORKER does in a new interpreter."""
    supervise()
    gc.disable()
    from danceoff.experiments.run.one_case.worker import main  # with NumPy, which no command imports

    gc.enable()
    main()


class _Child:
    """A running case.

    received: the answers of the worker, merged.
    found: columns of the row that this process measured; they override received columns.
    loaded_s: seconds that the worker spent on loading, before it was ready and later.
    """

    def __init__(self, case: Ask, watch: Watch, show: Show | None, in_cgroup: bool, scratch: str) -> None:
        self.case = case
        self.in_cgroup = in_cgroup
        self.group = Group(case.limits.memory_limit_mb) if in_cgroup else Ungrouped()
        self.watch = watch
        self.found: dict[str, Any] = {
            "measured_by": "cgroup" if in_cgroup else "poll",
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        self.circumstances = None if show else Circumstances(case.pin)  # of a row that is stored
        self.received: Message = {}
        self.incoming = Incoming()
        self.kind: servers.Kind | None = None
        self.stderr = b""
        self.tree = ProcessTree()
        self.spawned = monotonic()
        self.group_peak_mb = self.looked = 0.0
        self.heard = self.spawned
        self.is_ready, self.loads_since, self.loaded_s = False, self.spawned, 0.0
        self.wall_s = self.cpu_s = 0.0
        self.reads_until: float | None = None  # when the worker has read what its program printed, at the latest
        self.waited_s: float | None = None  # by the main thread of the worker
        self.others = Others()
        self.has_final_times = False
        self.messages, theirs = os.pipe()
        page = TemporaryFile()  # noqa: SIM115 - closed below; the clock keeps the mapping
        try:
            os.write(page.fileno(), bytes(SIZE))
            self.clock = Clock(mmap.mmap(page.fileno(), SIZE))
            self.process = self.tree.child = self._started(theirs, page.fileno(), scratch)
        finally:
            os.close(theirs)
            page.close()
        if case.pin:
            os.sched_setaffinity(self.process.first, case.pin)

    def _started(self, messages: int, page: int, scratch: str) -> Started:
        """Start the process of the case, which waits for its assignment; messages, page: descriptors for the worker."""
        environment = _environment(scratch)
        if pool := servers.here():
            solver, about = _ahead(self.case)
            source = self.case.source if isinstance(self.case.source, str) else ""
            self.kind = pool.kind(WORKER, environment, about)
            if served := self.kind.started(environment, solver, source, messages, page):
                return served
        elif may_fork():
            return Forked(_work, [messages, page, os.getpid()], environment)
        return Spawned(
            [*WORKER, str(messages), str(page), str(os.getpid())],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            pass_fds=[messages, page],
            start_new_session=True,
        )

    def ask(self, show: Show | None) -> None:
        """Send the assignment that the child waits for."""
        with suppress(BrokenPipeError), self.process.stdin as stdin:  # type: ignore[union-attr]
            stdin.write("\0".join(self.group.members).encode() + b"\n")
            stdin.write(pickle.dumps((self.case, show)))

    def listen(self, stop: Event) -> None:
        """Receive messages until the child has sent its status, has ended or exceeded a limit, or `stop` is set."""
        polled = 0.0
        errors: int = self.process.stderr.fileno()  # type: ignore[union-attr]
        hearers = {self.messages: self._hear, errors: self._hear_stderr}
        with off(self.case.pin), open_pipes(self.process.until_ended(), *hearers) as pipes:
            while not self._has_said_all:
                if stop.is_set():
                    raise KeyboardInterrupt
                ended = self.process.poll() is not None
                for pipe, data in pipes.read(0 if ended else _POLL_S):
                    hearers[pipe](data)
                if ended:
                    break
                if monotonic() - polled > _POLL_S:
                    polled = monotonic()
                    self._hold_to_limits(polled)
        self._read_clock()
        if not self.status and self.process.returncode == -signal.SIGTERM:
            sleep(_GRACE_S)  # if all processes are being terminated, so is this one: write no row then

    def kill(self) -> None:
        """Kill the child and all its descendants, also descendants that ignore SIGTERM."""
        was_killed = self.process.poll() == -signal.SIGKILL
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_GRACE_S)
        self.tree.kill()
        self._hold_to_group(outlived=not was_killed)
        os.close(self.messages)
        self.process.stderr.close()  # type: ignore[union-attr]
        self.group_peak_mb = self.group.close()

    def row(self) -> Row:
        """Return the row of the case, which has ended; raises BadInput if the worker found the case invalid."""
        if not self.status and "invalid" not in self.received:
            self._stop("crashed", self._last_words())
        peak_mb = max(self.tree.peak / 1e6, self.received.get("peak_rss_mb") or 0.0)
        if not self.reader:  # a reader is ours, and the peak of the group includes it
            peak_mb = self.group_peak_mb or peak_mb
        if self.status in ("timeout", "memory", "crashed") and not self.has_final_times:
            self.found |= self._times()
        reasons = self.received.get("explained", {}).get("reasons")
        if self.status in ("timeout", "memory") and reasons and not self.received.get("covers"):
            self._stop("complete", f"{NONE}{reasons[0]}")
        if self.circumstances:
            self.found |= self.circumstances.columns()
        self.found["waited_s"] = self._waited_s()
        return row_of(self.case, {**self.received, **self.found, "peak_rss_mb": peak_mb})

    @property
    def status(self) -> str:
        """How the case ended; empty while it runs."""
        return self.found.get("status") or self.received.get("status", "")

    @property
    def _has_said_all(self) -> bool:
        """Whether the case has ended, and no further message of its worker counts."""
        if self.reads_until is not None and monotonic() < self.reads_until:
            return "status" in self.received
        return bool(self.status)

    def _hear(self, data: bytes) -> None:
        try:
            for answer in self.incoming.feed(data):
                if self._has_said_all:
                    break
                self._take(answer)
        except NoAnswer as error:
            if not self.status:
                self._stop("crashed", f"sent what is no answer: {error}")

    def _take(self, answer: Message) -> None:
        self.received.update(answer)
        self.heard = monotonic()
        if "shape" in answer and self.kind:
            self.kind.learn(answer["shape"])
        self.has_final_times = "status" in answer and "search_s" in answer
        if answer.get("runs_programs"):
            self.tree.peak = 0  # of the worker, until now
        if "ready" in answer:
            self.is_ready = answer["ready"]
            if self.is_ready:
                self.loaded_s += self.heard - self.loads_since
                self.found["startup_s"] = self.loaded_s
            self.loads_since = self.heard
        self.watch(answer)

    def _hear_stderr(self, data: bytes) -> None:
        self.stderr = (self.stderr + data)[-_STDERR_KEPT:]

    def _hold_to_limits(self, now: float) -> None:
        if self.status:
            return
        limits, rss_mb = self.case.limits, 0.0
        memory_limit_mb, patience_s = limits.memory_limit_mb, limits.patience_s
        is_due = not self.in_cgroup or limits.cpu_limit_s is not None or now > self.looked + _IN_GROUP_S
        if is_due:
            self.looked = now
            limit_bytes = None if memory_limit_mb is None else 1e6 * memory_limit_mb
            rss_mb = self.tree.poll(limit_bytes, not self.in_cgroup, self.reader) / 1e6
            self._read_clock()
        self.wall_s = self.clock.wall_s
        # The first limit that is exceeded says how the case ended. A reader of programs lives on, to send their output.
        if is_due and self._hold_to_group(outlived=True):
            self.tree.kill()
        elif memory_limit_mb and rss_mb > memory_limit_mb:
            self._stop("memory", f"{rss_mb:.0f} MB in use")
            self._end_program()
            if not self.reader:
                self.tree.kill()
        elif self.tree.n_processes > MOST_PROCESSES:
            self._stop("crashed", _TOO_MANY)
            self.tree.kill()
        elif not self.is_ready and now - self.heard > _STARTUP_LIMIT_S:
            self._stop("crashed", f"not started: not heard of for {_STARTUP_LIMIT_S:.0f} s")
        elif (late := limits.too_late(self.wall_s, self.cpu_s)) is not None:
            self._stop("timeout", late)
            self._end_program()
        elif self.is_ready and patience_s and now - self.spawned - self.loaded_s > patience_s:
            self._stop("timeout", f"{patience_s:.0f} s including our checks, which the time limit excludes")

    @property
    def reader(self) -> int:
        """The process number of a worker that runs programs and reads their output; 0 for another worker."""
        return self.received["worker"] if self.received.get("runs_programs") else 0

    def _end_program(self) -> None:
        """Kill the programs of a worker, which then reads the rest of their output."""
        if self.reader:
            self.reads_until = monotonic() + _READING_S
            kill_below(self.reader)

    def _hold_to_group(self, outlived: bool) -> bool:
        """If the kernel killed or refused a process, stop the case, and drop what is unchecked if the worker lives."""
        if self.group.has_run_out():
            self._stop("memory", _RAN_OUT)
        elif self.group.has_refused():
            self._stop("crashed", _TOO_MANY)
        else:
            return False
        if outlived:
            self.found |= {"bound": None, "certificate": "", "certificate_steps": None, "certificate_bytes": None}
            if not self.received.get("checked"):
                self.found |= {"covers": 0, "orbits": None, "points": []}
        return True

    def _stop(self, status: str, detail: str) -> None:
        self.found |= {"status": status, "detail": detail}

    def _read_clock(self) -> None:
        """Store the times of the case so far, since times of an ended process cannot be read."""
        self.wall_s = self.clock.wall_s
        spent, worker = self.tree.cpu_s(), self.received.get("worker", 0)
        self.others.see(spent, worker, self.is_ready)
        if (waited := waited_s(worker)) is not None:
            self.waited_s = self.clock.waited_s_at(waited)
        if (worker_s := spent.pop(worker, None)) is not None:
            self.cpu_s = max(self.cpu_s, self.clock.cpu_s_at(worker_s, sum(spent.values())))

    def _times(self) -> dict[str, float]:
        """Return the times of a case that was stopped or crashed before it sent its final times."""
        if "startup_s" not in self.found or "searched" in self.received:
            return {}
        cpu_s = max(self.received.get("cpu_s", 0.0), self.cpu_s)
        if "prepare_s" not in self.received:
            return {"prepare_s": self.wall_s, "cpu_s": cpu_s}
        return {"search_s": self.wall_s - self.received["prepare_s"], "cpu_s": cpu_s}

    def _waited_s(self) -> float | None:
        by_worker = self.received.get("waited_s", self.waited_s) if self.has_final_times else self.waited_s
        return None if by_worker is None or "startup_s" not in self.found else by_worker + self.others.waited_s

    def _last_words(self) -> str:
        """Return in words how a child without a status ended, with the last line of its standard error."""
        code = self.process.returncode or 0
        how = in_words(code) if code < 0 else f"{in_words(code)} without a result"
        *_, said = self.stderr.decode(errors="replace").strip().split("\n")
        return f"{how}: {said}" if said else how


def begin_servers(cases: Iterable[Ask]) -> None:
    """Start the first servers of these cases side by side: each imports for 0.3 s."""
    if not (pool := servers.here()):
        return
    environment = _environment("")
    solvers = {about: solver for solver, about in map(_ahead, cases)}
    kinds = {pool.kind(WORKER, environment, about): solver for about, solver in islice(solvers.items(), _BEGUN)}
    begun = [kind for kind in kinds if kind.may_begin]
    for kind in begun:
        kind.begin(environment, kinds[kind])
    for kind in begun:
        kind.wait()


def _environment(scratch: str) -> dict[str, str]:
    return {**_ONE_THREAD, **os.environ, "TMPDIR": scratch}


def _ahead(case: Ask) -> tuple[str, Hashable]:
    """Return the solver that a server imports ahead for the case, and the properties by which servers differ."""
    from danceoff.solvers.entries import shipped  # late: a single case has no server
    from danceoff.solvers.ours import BACKENDS

    name = case.spec.partition(":")[0]
    backend = BACKENDS.get(name)
    if not case.question.needs_solver:
        return "", ()
    if backend and backend.library in _IMPORTED_AHEAD and not backend.program:
        return case.spec, (case.spec, case.question.by_cost)
    if name.endswith(".toml") or name in shipped():
        return case.spec, "programs"
    return "", ()
