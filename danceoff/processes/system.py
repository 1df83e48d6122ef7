"""What this system has: everything on Linux and macOS; on Windows enough for the library and for `danceoff solve`.

`danceoff` imports it before anything else: without two names that Windows lacks, no kernel can be imported.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import ModuleType
from typing import NoReturn

POSIX = hasattr(os, "fork")
"""Whether processes can be forked, stopped and put into groups: everywhere but on Windows."""
NEEDS_POSIX = "needs Linux or macOS, for it stops other programs by their process groups: use WSL on Windows"
sysconf: Callable[[str], int] = getattr(os, "sysconf", lambda _: 1)  # Windows has none of the files that need it


def signals(*names: str) -> tuple[signal.Signals, ...]:
    """Return the signals of these names, without those that the system lacks."""
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


def ended_cpu_s() -> float:
    """Return the CPU seconds of the children that have ended; 0 on Windows, which does not add them up."""
    if not POSIX:
        return 0.0
    import resource  # late: Windows has none

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def _stand_in() -> None:
    """Provide what solvers/engines/compiled.py and solvers/together/child.py use of POSIX; they are imported later.

    Each process compiles for itself: Windows refuses to open a file both to be written and to be read and written, so
    there is no file for a lock, which it could not delete while it is open.
    """
    locks = ModuleType("fcntl")
    vars(locks).update(flock=lambda *_: None, LOCK_EX=0, LOCK_NB=0)
    sys.modules["fcntl"] = locks
    vars(os).update(O_NONBLOCK=os.O_RDWR, POSIX_SPAWN_DUP2=0, posix_spawn=_no_process)


def _no_process(*_: object, **__: object) -> NoReturn:
    raise OSError("danceoff starts none on Windows")


if not POSIX:
    _stand_in()
