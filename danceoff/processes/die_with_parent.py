"""Makes a child process die with its parent, even if the parent is killed."""

import ctypes
import os
import signal
import sys

from danceoff.processes.system import POSIX

PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """Have the operating system kill this process when the thread that started it ends (Linux only).

    parent: the parent's process id. If the parent has died before this call, the process exits at once.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if POSIX and os.getppid() != parent:  # on Windows the parent may be the launcher of a virtual environment
        os._exit(1)
