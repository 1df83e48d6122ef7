"""Comparison of solvers: plans, isolated runs, verification, reports, the command line."""

from danceoff.processes.system import NEEDS_POSIX, POSIX


class BadInput(ValueError):
    """The user's input is wrong; the message says in one line what is wrong and where."""


def need_posix(what: str) -> None:
    """Raise BadInput on Windows; what: what cannot be done there."""
    if not POSIX:
        raise BadInput(f"{what} {NEEDS_POSIX}")
