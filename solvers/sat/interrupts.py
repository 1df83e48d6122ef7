"""Ctrl-C during a call of PySAT."""

from __future__ import annotations

import pysat.solvers


def leave_interrupts_to_python() -> None:
    """Keep PySAT from installing its own signal handler, so that KeyboardInterrupt is raised when its call returns.

    Its handler leaves the native solver by a longjmp, in an invalid state: the next call aborts the process.
    """
    pysat.solvers.MainThread.check = staticmethod(lambda: False)
