"""A case that has been started: by a new interpreter, or by a server. Both look like a subprocess.Popen."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from danceoff.solvers.together.pipes import end_of

if TYPE_CHECKING:
    from danceoff.experiments.run.processes.servers import Server


class Spawned(subprocess.Popen[bytes]):
    """A case in a new interpreter. The descendants of its supervisor, `pid`, are the case."""

    @property
    def first(self) -> int:
        """The process to bind to cores, and to move into a group, before it reads its assignment."""
        return self.pid

    def until_ended(self) -> int | None:
        """As `Served.until_ended`; None where there is none."""
        return end_of(self.pid)


class Served:
    """A case that a server has started: what its run needs of subprocess.Popen, with the same meaning.

    pid: the process number of the server. The descendants of the server are the case.
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
        """Return how the worker ended, or the server; None while it runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end of the worker and its descendants."""
        if self.returncode is None:
            status = self._server.hear(timeout)
            self.returncode = os.waitstatus_to_exitcode(status["status"]) if status else self._server.end()
            self._server.is_busy = False
        return self.returncode

    def send_signal(self, which: signal.Signals) -> None:
        """Send a signal to the server."""
        if self.returncode is None:
            self._server.process.send_signal(which)

    def kill(self) -> None:
        """Kill the server unless the case has ended."""
        if self.returncode is None:
            self.returncode = self._server.end()


Started: TypeAlias = Spawned | Served
