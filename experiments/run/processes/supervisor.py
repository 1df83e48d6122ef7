"""A small process between a run and the worker of a case: on Linux no process of the case escapes it.

It adopts the orphans among its descendants, so it finds even a double fork with a new session and an empty environment.
When the worker ends, it kills the remaining descendants. When the run is killed, it kills all descendants, and removes
the scratch folder that the run cannot remove any more.
"""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from danceoff.experiments.run.processes.descendants import kill_below

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_HEEDED = (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP)
_STDIN = 0

SCRATCH = "danceoff-"
"""How the name of a scratch folder begins: TMPDIR of a worker."""


def supervise() -> None:
    """Become the supervisor, and fork the worker once standard input is readable; returns in the worker only.

    The program's arguments are the file descriptors of the worker and the process number of the run. Call this before
    anything large is imported and before any thread starts. The supervisor ends as the worker ends: with the same exit
    code or by the same signal. It passes SIGTERM on to the worker. On other systems than Linux there is no supervisor.
    """
    *descriptors, parent = map(int, sys.argv[1:])
    if sys.platform == "linux":
        signal.pthread_sigmask(signal.SIG_BLOCK, _HEEDED)
        prctl = ctypes.CDLL(None).prctl
        prctl(_PR_SET_PDEATHSIG, signal.SIGHUP)
        prctl(_PR_SET_CHILD_SUBREAPER, 1)
        select.select([_STDIN], [], [])  # by now the run has moved this process into its control group
        if os.getppid() != parent:
            _end_without_run()
        parent = os.getpid()
        worker = os.fork()
        if worker:
            for descriptor in (_STDIN, *descriptors):
                os.close(descriptor)
            _end_as(_status_of(worker))
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEEDED)
    from danceoff.solvers.together.die_with_parent import die_with_parent

    die_with_parent(parent)


def _status_of(worker: int) -> int:
    """Wait until the worker and all descendants have ended; return the wait status of the worker."""
    while True:
        heard = signal.sigwait(_HEEDED)
        if heard == signal.SIGHUP:
            _end_without_run()
        if heard == signal.SIGTERM:
            with suppress(ProcessLookupError):
                os.killpg(worker, signal.SIGTERM)
        for pid, status in _reaped(os.WNOHANG):
            if pid == worker:
                kill_below(os.getpid())
                list(_reaped(0))
                return status


def _end_without_run() -> NoReturn:
    kill_below(os.getpid())
    scratch = os.environ.get("TMPDIR", "")
    if os.path.basename(scratch).startswith(SCRATCH):  # noqa: PTH119 - pathlib is slow to import
        from shutil import rmtree

        rmtree(scratch, ignore_errors=True)
    os._exit(1)


def _reaped(how: int) -> list[tuple[int, int]]:
    """Wait for ended children; return their process numbers and wait statuses.

    how: the options of waitpid; with 0, blocks until the last child has ended.
    """
    reaped = []
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, how))[0]:
            reaped.append(ended)
    return reaped


def _end_as(status: int) -> NoReturn:
    if os.WIFSIGNALED(status):
        which = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the worker has already dumped core
        if which != signal.SIGKILL:
            signal.signal(which, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [which])
        os.kill(os.getpid(), which)
    os._exit(os.waitstatus_to_exitcode(status))
