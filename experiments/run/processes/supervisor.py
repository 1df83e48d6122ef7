"""A small process between a run and the worker of a case: on Linux nothing that the case starts gets away from it.

It adopts whatever loses its parent, so that a double fork in a session of its own, with an empty environment, is still
found below it. When the worker ends it ends what is left, and when the run is killed it ends all.
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


def supervise() -> None:
    """Fork as soon as there is something to read on standard input; returns in the worker only.

    The arguments of the program are descriptors, which are for the worker alone, and the process number of the run.
    Import nothing that is large or has threads before. The supervisor ends as the worker ended: with its exit code, or
    by the same signal. A SIGTERM is passed on to the worker. Elsewhere than on Linux there is only the worker.
    """
    *descriptors, parent = map(int, sys.argv[1:])
    if sys.platform == "linux":
        signal.pthread_sigmask(signal.SIG_BLOCK, _HEEDED)
        prctl = ctypes.CDLL(None).prctl
        prctl(_PR_SET_PDEATHSIG, signal.SIGHUP)
        prctl(_PR_SET_CHILD_SUBREAPER, 1)
        select.select([_STDIN], [], [])  # by now the run has put this process where its child is to be
        if os.getppid() != parent:
            os._exit(1)
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
    """Wait until the worker has ended and nothing is left of it; its wait status."""
    while True:
        heard = signal.sigwait(_HEEDED)
        if heard == signal.SIGHUP:
            kill_below(os.getpid())
            os._exit(1)
        if heard == signal.SIGTERM:
            with suppress(ProcessLookupError):
                os.killpg(worker, signal.SIGTERM)
        for pid, status in _reaped(os.WNOHANG):
            if pid == worker:
                kill_below(os.getpid())
                list(_reaped(0))
                return status


def _reaped(how: int) -> list[tuple[int, int]]:
    """Children that have ended, with their wait statuses; with `how` 0 all, when the last has ended."""
    reaped = []
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, how))[0]:
            reaped.append(ended)
    return reaped


def _end_as(status: int) -> NoReturn:
    if os.WIFSIGNALED(status):
        which = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # one core is enough
        if which != signal.SIGKILL:
            signal.signal(which, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [which])
        os.kill(os.getpid(), which)
    os._exit(os.waitstatus_to_exitcode(status))
