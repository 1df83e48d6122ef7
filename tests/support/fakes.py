"""Backends that misbehave, and the worker that can load them: for tests of the runner."""

import ctypes
import faulthandler
import json
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import psutil

from danceoff import solvers
from danceoff.experiments.run.one_case import child
from danceoff.experiments.run.one_case.worker import main  # noqa: F401 - WORKER calls it
from danceoff.problems import Cover, Covers, ExactCover
from danceoff.processes.descendants import stat
from danceoff.solvers.base import Feature, Improvement, MissingBackend, Search, Solver, UnsupportedProblem
from danceoff.solvers.engines.loading import uncounted
from danceoff.solvers.together.child import Child, Report

SUPPORT = Path(__file__).parent
_PATH = f"import sys; sys.path[:0] = [{str(SUPPORT.parents[1])!r}, {str(SUPPORT)!r}]; "
_SUPERVISED = "from danceoff.processes.supervisor import supervise; supervise(); "
WORKER = [sys.executable, "-P", "-c", _PATH + _SUPERVISED + "import fakes; fakes.install(); fakes.main()"]
COMMAND = [sys.executable, "-c", _PATH + "import fakes; sys.exit(fakes.command(sys.argv[1:]))"]


def command(arguments: list[str]) -> int:
    """The command line, with the fake backend."""
    from danceoff.experiments import cli
    from danceoff.experiments.run.cluster import chunks

    run_chunk = chunks.run_chunk

    def with_fakes(folder: Path) -> None:
        child.WORKER = WORKER
        run_chunk(folder)

    install()
    child.WORKER = WORKER
    chunks.run_chunk = with_fakes
    return cli.main(arguments)


def alive(mark: str) -> list[psutil.Process]:
    """Processes with this word in their command line that still run."""
    processes = psutil.process_iter(["cmdline", "status"])
    return [p for p in processes if mark in (p.info["cmdline"] or []) and p.info["status"] != psutil.STATUS_ZOMBIE]


def end_within(pids: Iterable[int], seconds: float) -> bool:
    """Wait until these processes have ended, and return whether they did in time.
    A zombie has ended: the first process of a container may never wait for it."""
    latest = time.monotonic() + seconds
    left = list(pids)
    while left := [pid for pid in left if (found := stat(pid)) and found.is_alive]:
        if time.monotonic() > latest:
            return False
        time.sleep(0.05)
    return True


def install() -> None:
    """Put the fake backend where solvers are found."""
    solvers.BACKENDS["fake"] = solvers.Backend("fakes", "Fake")


@dataclass(frozen=True)
class Fake(Solver):
    """Gives `good` true covers of tromino/2x3, then does what `then` says."""

    then: str = "end"
    good: int = 0

    name: ClassVar[str] = "fake"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK, Feature.BEST})

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:  # noqa: ARG002
        if problem.n_items == 2:  # the warm-up
            return FakeSearch("end", 0)
        if self.then == "unsupported":
            raise UnsupportedProblem("fake does not do this one")
        if self.then == "missing":
            raise MissingBackend("fake needs a library")
        return FakeSearch(self.then, self.good)


class FakeSearch(Search):
    def __init__(self, then: str, good: int) -> None:
        self.then = then
        self.good = good

    def _batches(self) -> Generator[Covers]:
        if self.then == "count only":
            raise AssertionError("nobody asked for a list")
        for k in range(self.good):
            yield Covers.of([[(0, 7), (2, 4)][k % 2]])
        yield from _misdeed(self.then)

    def _increments(self) -> Generator[int]:
        yield self.good
        if self.then == "count only":
            yield 10**30
            return
        for batch in _misdeed(self.then):
            yield len(batch)

    def _cheapest(self, limit: int) -> Generator[Improvement]:  # noqa: ARG002
        for k in range(self.good):
            yield Improvement([(0, 7), (2, 4)][k], -1)
        for batch in _misdeed(self.then):
            yield Improvement(next(iter(batch)))

    def stats(self) -> dict[str, int]:
        return {"nodes": np.int64(7)}  # type: ignore[dict-item]


def _sleep_on():
    """Give one sign of life, and then none."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(0.3)
    yield Covers.of([])
    time.sleep(60)


def _segfault():
    faulthandler.disable()  # in a fork of the test itself it would fill the screen
    ctypes.string_at(0)


def _fork_and_go_on(fork=None):
    """Both processes search on, and come back to whoever called."""
    yield Covers.of([])
    (fork or os.fork)()  # Windows imports this, too
    for _ in range(100):
        time.sleep(0.001)
        yield Covers.of([])


def _leak():
    hoard = [bytearray(b"x") * 400_000_000]
    time.sleep(60)
    return hoard


def _leak_in_child():
    _run("import time; x = bytearray(b'x') * 400_000_000; time.sleep(60)")  # a look must not miss it
    time.sleep(60)


def _lose_forks():
    """The kernel refuses some of the processes, and the worker goes on without them."""
    forks = []
    with suppress(OSError):
        while forks := [*forks, os.fork()]:
            if not forks[-1]:
                time.sleep(60)
                os._exit(0)
    for fork in forks:
        os.kill(fork, signal.SIGKILL)
    for fork in forks:
        os.waitpid(fork, 0)


def _rubbish():
    print('{"status": "complete"}\n' * 100_000, flush=True)
    print("\x00\xff rubbish " * 100_000, file=sys.stderr, flush=True)


def _hang():
    """In native code that holds the interpreter's lock, and deaf to SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    ctypes.PyDLL(None).sleep(60)


def _send(what: bytes):
    """Write to every descriptor, as a library does that has mixed them up, and go on."""
    for descriptor in range(3, 64):
        with suppress(OSError):
            os.write(descriptor, what)


def _print_gigabytes():
    """1 GB for nobody, and 100 MB that somebody keeps the end of."""
    line = b"all work and no play makes jack a dull boy\n" * 25_000
    for k in range(1000):
        os.write(1, line)
        if k % 10 == 0:
            os.write(2, line)


def _daemon(environment=os.environ):
    """Forks twice, in a session of its own, between two looks of the parent; then all but the grandchild end."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            code = "import time; time.sleep(60)"
            os.execve(sys.executable, [sys.executable, "-c", code, os.environ["FAKE_MARK"]], environment)
        os._exit(0)
    os.wait()


def _burn():
    while True:
        sum(range(1000))


def _burn_and_crash():
    begin = time.process_time()
    while time.process_time() < begin + 0.3:
        sum(range(1000))
    _segfault()


def _load():
    """Load a kernel that takes half a second of CPU time."""
    begin = time.thread_time()

    def load():
        while time.thread_time() < begin + 0.5:
            sum(range(1000))

    uncounted(load)


def _load_in_child():
    """Two processes search; one of them loads, and the other would not wait for it."""
    loading = Child(lambda pipe: (_load(), pipe.send(Report(is_done=True))))
    other = Child(lambda _: _burn())
    while not (report := loading.hear()).is_done:
        assert not report.error, report
    loading.end()
    other.end()


def _tell_surroundings():
    """All that a process has from the one that started it, and then spoil it for whoever might share it."""
    links = [link for number in range(256) if (link := Path(f"/proc/self/fd/{number}")).is_symlink()]
    kinds = sorted(link.readlink().name.partition(":")[0].lstrip("#0123456789") for link in links)
    told = {
        "descriptors": kinds,
        "folder": str(Path.cwd()),
        "environment": dict(os.environ),
        "temporary": tempfile.gettempdir(),
        "cores": sorted(os.sched_getaffinity(0)),
        "leads": [os.getsid(0) == os.getpid(), os.getpgrp() == os.getpid()],
        "signals": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ())),
        "handlers": {str(which): str(signal.getsignal(which)) for which in signal.valid_signals()},
        "umask": os.umask(0),
        "cpu": time.process_time() < 5,
        "spoilt": hasattr(sys, "spoilt"),
    }
    sys.spoilt = True  # type: ignore[attr-defined]
    os.chdir("/")
    os.environ["SPOILT"] = "yes"
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    Path(told["environment"]["TOLD"]).write_text(json.dumps(told))
    raise RuntimeError("told")


def _escape_and_sleep():
    _daemon({})
    time.sleep(60)


def _kill_supervisor():
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


def _fork_bomb():
    """Two hundred processes, each in a session of its own, that end by themselves after 20 s."""
    for _ in range(8):
        if os.fork() == 0:
            os.setsid()
    time.sleep(20)
    os._exit(0)


def _fill_shared():
    """400 MB in a file of /dev/shm that nobody maps, and whose name is gone."""
    with tempfile.TemporaryFile(dir="/dev/shm") as file:
        _fill(file.fileno())


def _fill(descriptor: int):
    for _ in range(40):
        os.write(descriptor, bytes(10_000_000))
    time.sleep(30)


def _map_shared():
    """150 MB in a file without a name, mapped by three processes: the same pages."""
    descriptor = os.memfd_create("hoard")
    os.ftruncate(descriptor, 150_000_000)
    for _ in range(2):
        os.fork()
    hoard = mmap.mmap(descriptor, 150_000_000)
    hoard.write(bytes(150_000_000))
    time.sleep(60)


def _share():
    """Forks have what the worker has, and it is there once."""
    hoard = bytearray(b"x") * 150_000_000
    forks = [os.fork() for _ in range(2)]
    time.sleep(0.5)
    if 0 in forks:
        os._exit(len(hoard) == 0)
    for fork in forks:
        os.waitpid(fork, 0)


def _fork():
    """A grandchild in a session of its own outlives the worker, unless somebody looks after it."""
    code = "import time; time.sleep(60)"
    grandchild = subprocess.Popen([sys.executable, "-c", code, os.environ["FAKE_MARK"]], start_new_session=True)
    time.sleep(0.3)
    assert grandchild.poll() is None


def _run(code: str):
    """Wait for a child that does this."""
    subprocess.run([sys.executable, "-c", code], check=False)


def _raise(error: Exception):
    raise error


_MISDEEDS = {
    "end": lambda: (),
    "end late": lambda: time.sleep(0.02),
    "sleep": lambda: time.sleep(60),
    "lie": lambda: [Covers.of([[0, 1]])],
    "exit": lambda: os._exit(0),
    "kill itself": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "stop supervisor": lambda: os.kill(os.getppid(), signal.SIGSTOP),
    "raise": lambda: _raise(ZeroDivisionError("no way\n  out")),
    "raise much": lambda: _raise(ZeroDivisionError("no " * 1_000_000)),
    "out of memory": lambda: _raise(MemoryError()),
    "tell cores": lambda: _raise(RuntimeError(f"cores {sorted(os.sched_getaffinity(0))}")),
    "send junk": lambda: _send(b"\x00\xffjunk{}\n"),
    "send a list": lambda: _send(b"[1, 2]\n"),
    "send half": lambda: _send(b'[{"covers": 7, "sta'),
    "burn in child": lambda: _run("while True: pass"),
    "lose a child": lambda: _run("bytearray(b'x') * 400_000_000"),  # the kernel kills it, and the worker goes on
    "fill memfd": lambda: _fill(os.memfd_create("hoard")),  # which nobody maps
    "escape": lambda: _daemon({}),  # nothing in the environment of the grandchild tells whose it is
    "fork in C and go on": lambda: _fork_and_go_on(ctypes.PyDLL(None).fork),
}
"""Those of one expression; any other is the function of its name."""


def _misdeed(then):
    """Do it: it may give covers."""
    return (_MISDEEDS.get(then) or globals()[f"_{then.replace(' ', '_')}"])() or ()
