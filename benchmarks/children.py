"""The CPU time of child processes that have ended."""

from resource import RUSAGE_CHILDREN, getrusage


def cpu_s() -> float:
    """Return the CPU seconds of all child processes until now, user and system."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
