"""What this system has: everything on Linux and macOS; on Windows enough for the library and for `danceoff solve`.

`danceoff` imports it before anything else: without two names that Windows lacks, no kernel can be imported. Which
packages are installed, the names of their folders say: importlib.metadata takes 14 ms for that.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import Popen

POSIX = hasattr(os, "fork")
"""Whether processes can be forked, stopped and put into groups: everywhere but on Windows."""
NEEDS_POSIX = "needs Linux or macOS, for it stops other programs by their process groups: use WSL on Windows"
KILL: signal.Signals = getattr(signal, "SIGKILL", signal.SIGTERM)  # any signal ends a process of Windows at once
inherited: Callable[[int, bool], None] = getattr(os, "set_handle_inheritable", os.set_inheritable)
sysconf: Callable[[str], int] = getattr(os, "sysconf", lambda _: 1)  # Windows has none of the files that need it


def ended_cpu_s() -> float:
    """Return the CPU seconds of the children that have ended; 0 on Windows, which does not add them up."""
    if not POSIX:
        return 0.0
    import resource  # late: Windows has none

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def spawned(code: str, pipe: int) -> Popen[bytes]:
    """Start a new interpreter that runs this code; Ctrl-C does not reach it before the code heeds Ctrl-C.

    pipe: the descriptor of a pipe, or its handle on Windows; the new process inherits it.
    """
    import subprocess  # late: Linux forks

    command = [sys.executable, "-c", code]
    if POSIX:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[pipe])
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    inherited(pipe, True)
    new_group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, close_fds=False, creationflags=new_group)


if not POSIX:
    # What solvers/engines/compiled.py uses, so that each process compiles for itself. Windows refuses to open a file to
    # be written, and to be read and written, at once: so there is no file for a lock, which must be deleted while open.
    locks = ModuleType("fcntl")
    vars(locks).update(flock=lambda *_: None, LOCK_EX=0, LOCK_NB=0)
    sys.modules["fcntl"] = locks
    vars(os)["O_NONBLOCK"] = os.O_RDWR


def folders() -> Iterator[str]:
    """Yield for each package the folder in which an installer described it; archives on the path are not opened."""
    for place in sys.path:
        with suppress(OSError), os.scandir(place or ".") as found:
            yield from (one.path for one in found if one.name.endswith((".dist-info", ".egg-info")))


def version_of(package: str) -> str:
    """Return the version of a package; empty if it is not installed. Capitals and signs in its name do not matter."""
    named = (re.search(r"(?P<name>[^/\\-]+)-(?P<version>[^/\\-]+)\.\w+-info$", folder) for folder in folders())
    return next((one["version"] for one in named if one and _plain(one["name"]) == _plain(package)), "")


def _plain(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()
