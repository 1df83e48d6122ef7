"""The time that the start of a program takes on this machine."""

from functools import cache
from statistics import median

from danceoff.asking.clock import Clock
from danceoff.solvers.entries import Entry
from danceoff.solvers.others.programs.running import Run

_ROUNDS = 9


@cache
def empty_program_s() -> float:
    """Return the seconds that an empty program takes by the clock of a case: the median of a few runs.

    They are measured once in a process.
    """
    return median(_seconds() for _ in range(_ROUNDS))


def _seconds() -> float:
    clock = Clock()
    for _ in Run("true", Entry(("true",)), "", "empty", clock.of_programs(reads_at_once=False)).blocks():
        pass
    return clock.wall_s
