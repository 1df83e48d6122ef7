"""Ctrl-C while PySAT is at work."""

from __future__ import annotations

import pysat.solvers


def leave_interrupts_to_python() -> None:
    """Have PySAT install no handler of its own: KeyboardInterrupt is raised when its call returns.

    Its handler leaves the native solver by a longjmp, in no valid state: the next question aborts the process.
    """
    pysat.solvers.MainThread.check = staticmethod(lambda: False)
