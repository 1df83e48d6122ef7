"""The supervisor: a process between a run and the workers of its cases; on Linux no process of a case escapes it.

It adopts the orphans among its descendants, so it finds even a double fork with a new session and an empty environment.
When a worker ends, it kills the remaining descendants. When the run is killed, it kills all descendants, and removes
the scratch folder that the run cannot remove any more.

A supervisor of one case is small, and ends with the exit code or the signal of its worker. A server (`one_case.server`)
is a supervisor that has imported what workers need, and forks one worker after the other.
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from danceoff.processes.descendants import kill_below
from danceoff.processes.die_with_parent import PR_SET_PDEATHSIG, die_with_parent
from danceoff.processes.system import POSIX

_PR_SET_CHILD_SUBREAPER = 36
_HEEDED = (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP) if POSIX else ()
_STDIN = 0

SCRATCH = "danceoff-"
"""How the name of a scratch folder begins: TMPDIR of a worker."""
LARGEST = 1 << 16
"""The most bytes of a message between a run and a server."""


def supervise() -> None:
    """Become the supervisor, and fork the worker once standard input is readable; return in the worker only.

    The program's arguments are the file descriptors of the worker and the process number of the run. Call this before
    anything large is imported and before any thread starts. The supervisor ends as the worker ends: with the same exit
    code or by the same signal. It passes SIGTERM on to the worker. On other systems than Linux there is no supervisor.

    A server gets only one file descriptor, and returns as a supervisor without a worker.
    """
    *descriptors, parent = map(int, sys.argv[1:])
    if sys.platform != "linux":
        die_with_parent(parent)
        join_groups()
        return
    scratch = os.environ.get("TMPDIR", "")
    _adopt(parent, scratch)
    if len(descriptors) == 1:
        return
    join_groups()  # by now the run has bound this process to its cores
    if worker := fork_worker():
        for descriptor in (_STDIN, *descriptors):
            os.close(descriptor)
        _end_as(status_of(worker, scratch))


def join_groups() -> None:
    """Read the first line of standard input, and become a member of the control groups that it names.

    A process moves itself in 0.1 ms. The kernel would take 9 ms to move another process, since it waits for all
    processors.
    """
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(_STDIN, 1)):
        line += byte
    for file in filter(None, line.decode().rstrip("\n").split("\0")):
        with open(file, "w") as members:  # noqa: PTH123 - pathlib is slow to import
            members.write("0")


def supervise_fork(scratch: str) -> None:
    """Become the supervisor in a fork of the run, and fork the worker; return in the worker only, as `supervise` does.

    scratch: the folder to remove if the run is killed.
    """
    if sys.platform != "linux":
        return
    _adopt(os.getppid(), scratch)
    if worker := fork_worker():
        _end_as(status_of(worker, scratch))


def _adopt(parent: int, scratch: str) -> None:
    """Ask for signals at the end of the run and of descendants, and become the parent of orphaned descendants.

    parent: the run; if it has died before this call, this process ends at once.
    scratch: the folder to remove if the run is killed.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, _HEEDED)
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_PDEATHSIG, signal.SIGHUP)
    prctl(_PR_SET_CHILD_SUBREAPER, 1)
    if os.getppid() != parent:
        _end_without_run(scratch)


def fork_worker() -> int:
    """Fork a worker, which dies with this process; return its process number here, and 0 in the worker."""
    parent = os.getpid()
    if worker := os.fork():
        return worker
    os.setsid()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEEDED)
    die_with_parent(parent)
    return 0


def forget_signals() -> None:
    """Drop pending signals, which were meant for an earlier worker; end this process if the run has been killed."""
    while heard := signal.sigtimedwait(_HEEDED, 0):
        if heard.si_signo == signal.SIGHUP:
            os._exit(1)


def status_of(worker: int, scratch: str) -> int:
    """Wait until the worker and all descendants have ended; return the wait status of the worker.

    scratch: the folder to remove if the run is killed.
    """
    while True:
        heard = signal.sigwait(_HEEDED)
        if heard == signal.SIGHUP:
            _end_without_run(scratch)
        if heard == signal.SIGTERM:
            with suppress(ProcessLookupError):
                os.killpg(worker, signal.SIGTERM)
        for pid, status in _reaped(os.WNOHANG):
            if pid == worker:
                if _has_children():
                    kill_below(os.getpid())
                    list(_reaped(0))
                return status


def _has_children() -> bool:
    """Whether any descendant is left: then this process has a child, as it adopts orphans."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _end_without_run(scratch: str) -> NoReturn:
    kill_below(os.getpid())
    if os.path.basename(scratch).startswith(SCRATCH):  # noqa: PTH119 - pathlib is slow to import
        from shutil import rmtree  # late: most runs end before

        rmtree(scratch, ignore_errors=True)
    os._exit(1)


def _reaped(how: int) -> list[tuple[int, int]]:
    """Wait for ended children; return their process numbers and wait statuses.

    how: the options of waitpid; with 0, blocks until the last child has ended.
    """
    reaped = []
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, how))[0]:  # the number is 0 if no further child has ended
            reaped.append(ended)
    return reaped


def _end_as(status: int) -> NoReturn:
    if os.WIFSIGNALED(status):
        import resource  # late: Windows has none, and no supervisor

        which = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the worker has already dumped core
        if which != signal.SIGKILL:
            signal.signal(which, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [which])
        os.kill(os.getpid(), which)
    os._exit(os.waitstatus_to_exitcode(status))
