"""Ctrl-C during a call of PySAT."""

from __future__ import annotations

from threading import current_thread, main_thread

from pysat.solvers import MainThread

_OWN = MainThread.__dict__["check"]
_NEVER = staticmethod(lambda: False)


class _LeftToPython:
    """Keeps PySAT from installing a signal handler, so that KeyboardInterrupt is raised when the call of PySAT returns.

    PySAT's handler leaves the solver by a longjmp, in an invalid state: the next call aborts the process. Other
    callers of PySAT in this process keep that handler, which PySAT installs in the main thread only. This is a class
    and no generator because a search calls it for every cover.
    """

    def __enter__(self) -> None:
        if current_thread() is main_thread():
            MainThread.check = _NEVER

    def __exit__(self, *_: object) -> None:
        if current_thread() is main_thread():
            MainThread.check = _OWN


interrupts_left_to_python = _LeftToPython()
