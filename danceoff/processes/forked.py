"""A case in a fork of the command that asks for it: this saves the start of an interpreter, and its imports."""

import gc
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from time import monotonic, sleep
from typing import NoReturn

from danceoff.processes.pipes import end_of

_PAUSE_S = 0.001


def may_fork() -> bool:
    """Whether a fork of this process is as good as a new interpreter.

    A fork is worse if there are other threads, because it loses them; and if NumPy is imported, because NumPy has read
    its environment already, and its memory would count as memory of the case.
    """
    return sys.platform == "linux" and "numpy" not in sys.modules and len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208


class Forked:
    """A case in a fork of this process, with the methods of subprocess.Popen that a run needs.

    pid, first: the process number of the supervisor; its descendants are the processes of the case.
    """

    def __init__(self, work: Callable[[], object], arguments: Sequence[int], environment: Mapping[str, str]) -> None:
        """Fork.

        work: becomes the supervisor and the worker; the process ends with it.
        arguments: the arguments of the worker; the last one is the number of this process.
        environment: the environment of the worker.
        """
        stdin, ours = os.pipe()
        theirs, stderr = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = self.first = os.fork()
        if self.pid == 0:
            try:
                os.close(ours)
                os.close(theirs)
                _begin(stdin, stderr, arguments, environment)
                work()
                os._exit(0)
            except BaseException:  # noqa: BLE001 - this process must not go on as the command
                _end_badly()
        os.close(stdin)
        os.close(stderr)
        self.stdin, self.stderr = os.fdopen(ours, "wb"), os.fdopen(theirs, "rb", 0)
        self.returncode: int | None = None

    def until_ended(self) -> int | None:
        """As `Spawned.until_ended`."""
        return end_of(self.pid)

    def poll(self) -> int | None:
        """Return how the process ended; None while it runs."""
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if ended else None
        return self.returncode

    def wait(self, timeout: float = float("inf")) -> int:
        """Wait for the end of the process; raises TimeoutExpired."""
        until = monotonic() + timeout
        while (code := self.poll()) is None:
            if monotonic() > until:
                raise subprocess.TimeoutExpired("a fork", timeout)
            sleep(_PAUSE_S)
        return code

    def kill(self) -> None:
        """Kill the process unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def _begin(stdin: int, stderr: int, arguments: Sequence[int], environment: Mapping[str, str]) -> None:
    """Make this fork what a new interpreter with the flag -P would be."""
    gc.freeze()  # what the command has left behind may own descriptors
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for standard, descriptor in enumerate((stdin, os.open(os.devnull, os.O_WRONLY), stderr)):
        os.dup2(descriptor, standard)
        os.close(descriptor)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - the old one may have read ahead
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None
    sys.argv = ["-c", *map(str, arguments)]
    if not sys.flags.safe_path:
        del sys.path[0]


def _end_badly() -> NoReturn:
    try:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(1)
