"""Servers: processes that have imported what cases need, and fork the worker of one case after the other.

A run starts them. Each thread of the run has its own servers, for the kernel ends a server with the thread that started
it. Cases share a server if they are of one *kind*: they have the same solver and the same environment, so workers
inherit the state that a new interpreter would have.

A case starts in a new interpreter, as outside a run, if the system is not Linux, if the server does not start, or if
the server has several threads: a fork would lose all but one of them.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TypeAlias
from weakref import WeakSet, finalize

from danceoff.processes.forked import Forked
from danceoff.processes.pipes import end_of
from danceoff.processes.supervisor import LARGEST

_MOST = 12  # of 25 to 60 MB each
_PATIENCE_S = 120.0  # with imports from a slow disk
_OF_ONE_CASE = ("TMPDIR", "PYTEST_CURRENT_TEST")  # pytest sets the last one for each test
_here = threading.local()


@contextmanager
def serving() -> Iterator[None]:
    """Let servers start the cases of this thread within the block; the servers end with the block."""
    if getattr(_here, "pool", None):
        yield
        return
    _here.pool = pool = Pool(_MOST)
    try:
        yield
    finally:
        _here.pool = None
        pool.end()


def serve_thread(n_threads: int) -> None:
    """Let servers start the cases of this thread until the thread ends; n_threads: how many threads have servers."""
    if not here():
        _here.pool = Pool(max(2, _MOST // n_threads))


def end_all() -> None:
    """End the servers of all threads of this process; a thread that goes on starts new ones."""
    for pool in list(_pools):
        pool.end()


def here() -> Pool | None:
    """Return the servers of this thread; None outside `serving`."""
    pool: Pool | None = getattr(_here, "pool", None)
    return pool if pool and pool.owner == os.getpid() else None


class Pool:
    """The servers of a thread; the least recently used ones end.

    owner: the process number of the run.
    """

    def __init__(self, most: int) -> None:
        self.owner = os.getpid()
        _pools.add(self)
        self._most = most
        self._kinds: dict[Hashable, Kind] = {}

    def kind(self, command: Sequence[str], environment: Mapping[str, str], about: Hashable) -> Kind:
        """Return the kind of a case, and note that it was used last.

        command: the command that starts a server; the descriptor of a socket and the number of the run are added to it.
        environment: the environment of the case.
        about: further properties by which kinds differ.
        """
        key = (*command, about, frozenset(_common(environment).items()))
        kind = self._kinds.pop(key, None) or Kind(command)
        self._kinds[key] = kind
        with_server = [other for other in self._kinds.values() if other is not kind and other.server]
        for other in with_server[: 1 - self._most]:  # all but the `_most - 1` that were used last
            other.end()
        return kind

    def end(self) -> None:
        """End all servers."""
        for kind in self._kinds.values():
            kind.end()


_pools: WeakSet[Pool] = WeakSet()


class Kind:
    """Cases that may have the same server. The first one shows which kernels to load.

    command: as for `Pool.kind`.
    server: the server, if one has been started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.server: Server | None = None
        self._is_unfit = sys.platform != "linux"
        self._shapes: dict[tuple[object, ...], None] = {}

    @property
    def may_begin(self) -> bool:
        """Whether a server may be started: there is none yet, and none has failed to start."""
        return not (self._is_unfit or self.server)

    def learn(self, shape: Sequence[object]) -> None:
        """Have the server load for later cases what a case of this shape has loaded."""
        self._shapes.setdefault(tuple(shape))

    def begin(self, environment: Mapping[str, str], solver: str) -> None:
        """Start a server, which imports the solver; `wait` until it has done so."""
        self.server = Server(self.command, environment)
        with suppress(OSError):
            self.server.channel.send(json.dumps({"solver": solver, "source": "", "shapes": []}).encode())

    def wait(self) -> None:
        """Wait until the server that was started has imported the solver; end it if it says nothing in time."""
        with suppress(subprocess.TimeoutExpired):
            if self.server and self.server.hear(_PATIENCE_S):
                return
        self.end()
        self._is_unfit = True

    def started(
        self, environment: Mapping[str, str], solver: str, source: str, messages: int, page: int
    ) -> Served | None:
        """Return a case that a server has started; None if there is no server for it.

        solver: the solver of the case, if it is to be imported ahead; else empty.
        source: the problem of the case, if its reader is to be imported ahead; else empty.
        messages, page: descriptors that the worker gets.
        """
        if self._is_unfit or (self.server and self.server.is_busy):
            return None
        if not self.server or not self.server.is_alive:
            self.server = Server(self.command, environment)
        request = {
            "variables": {name: environment.get(name) for name in _OF_ONE_CASE},
            "solver": solver,
            "source": source,
            "shapes": list(self._shapes),
        }
        served = self.server.started(request, messages, page)
        self._is_unfit = served is None
        return served

    def end(self) -> None:
        """End the server, if there is one."""
        if self.server:
            self.server.end()
        self.server = None


class Server:
    """A server, which ends with this object or with the thread that made it.

    channel: the socket to it.
    is_busy: whether it has a case whose end it has not reported.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [*command, str(theirs.fileno()), str(os.getpid())],
                env=_common(environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._end = finalize(self, _end, self.process, self.channel, os.getpid())
        self.is_busy = False

    @property
    def is_alive(self) -> bool:
        """Whether it can start another case."""
        return self._end.alive and self.process.poll() is None

    def started(self, request: Mapping[str, object], messages: int, page: int) -> Served | None:
        """Start the case that a request describes, and return it; None if the server ends instead."""
        folder = os.open(".", os.O_PATH)
        stdin, ours = os.pipe()
        errors, stderr = os.pipe()
        reply: Mapping[str, int] = {}
        self.is_busy = True
        try:
            with suppress(OSError, subprocess.TimeoutExpired):
                socket.send_fds(self.channel, [json.dumps(request).encode()], [stdin, stderr, messages, page, folder])
                reply = self.hear(_PATIENCE_S)
        finally:
            for one in (folder, stdin, stderr, *(() if reply else (ours, errors))):
                os.close(one)
        if not reply:
            self.end()
            return None
        with suppress(ProcessLookupError):
            os.sched_setaffinity(reply["worker"], os.sched_getaffinity(0))
        return Served(self, reply, ours, errors)

    def hear(self, timeout: float | None) -> Mapping[str, int]:
        """Return the next message; empty if the server has ended. Raises TimeoutExpired if none comes in time."""
        self.channel.settimeout(timeout)
        try:
            message = self.channel.recv(LARGEST)
        except (TimeoutError, BlockingIOError):
            raise subprocess.TimeoutExpired(self.process.args, timeout or 0.0) from None
        except OSError:
            return {}
        heard: Mapping[str, int] = json.loads(message or b"{}")
        return heard

    def end(self) -> int:
        """Kill the server and return how it ended; a case that it has started dies with it."""
        self._end()
        return self.process.wait()


class Served:
    """A case that a server has started, with the methods of subprocess.Popen that a run needs.

    pid: the process number of the server; its descendants are the processes of the case.
    first: the process number of the worker, which waits for what is written to `stdin`.
    """

    def __init__(self, server: Server, reply: Mapping[str, int], stdin: int, stderr: int) -> None:
        self._server = server
        self.pid, self.first = server.process.pid, reply["worker"]
        self.stdin, self.stderr = os.fdopen(stdin, "wb"), os.fdopen(stderr, "rb", 0)
        self.returncode: int | None = None

    def until_ended(self) -> int:
        """Return a new descriptor that is readable once the case has ended."""
        return os.dup(self._server.channel.fileno())

    def poll(self) -> int | None:
        """Return how the worker ended, or the server if it ended first; None while both run."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end of the worker and its descendants."""
        if self.returncode is None:
            heard = self._server.hear(timeout)
            self.returncode = os.waitstatus_to_exitcode(heard["status"]) if heard else self._server.end()
            self._server.is_busy = False
        return self.returncode

    def kill(self) -> None:
        """Kill the server unless the case has ended."""
        if self.returncode is None:
            self.returncode = self._server.end()


def _end(process: subprocess.Popen[bytes], channel: socket.socket, owner: int) -> None:
    channel.close()
    if os.getpid() == owner:
        process.kill()
        process.wait()


def _common(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a case without the variables that belong to this case alone."""
    return {**environment, **dict.fromkeys(_OF_ONE_CASE, "")}


class Spawned(subprocess.Popen[bytes]):
    """A case in a new interpreter; `pid` is its supervisor, whose descendants are the processes of the case."""

    @property
    def first(self) -> int:
        """The process to bind to cores and to move into a group before it reads its assignment: the supervisor."""
        return self.pid

    def until_ended(self) -> int | None:
        """As `Served.until_ended`; None on systems without such a descriptor."""
        return end_of(self.pid)


Started: TypeAlias = Spawned | Served | Forked
