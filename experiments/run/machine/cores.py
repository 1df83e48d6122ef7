"""The cores of this machine: which ones a case may use, and which of them are threads of one physical core."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.words.amounts import number_of

_SYSTEM = Path("/sys/devices/system/cpu")


class NoCore(BadInput):
    """This process may not use a core to which it is to pin a case."""


def check_cores(pin: Sequence[int]) -> None:
    """Raise NoCore if a case cannot be pinned to the cores with these numbers."""
    if not pin:
        return
    ours = _ours()
    if missing := [str(core) for core in pin if core not in ours]:
        there_are = ", ".join(map(str, sorted(ours)))
        raise NoCore(f"pin: no core {', '.join(missing)} here; this process may use {there_are}")


def cores_for(jobs: int, pins: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return the numbers of `jobs` cores, each on a physical core of its own.

    pins: for each case, the cores that it may use; empty for all cores.

    Raises BadInput if this process, or a case, may not use so many physical cores, or if the system does not say which
    cores share a physical core.
    """
    several = sorted({tuple(sorted(pin)) for pin in pins if pin})
    if len(several) > 1:
        raise BadInput("--jobs: the plan pins its cases to different cores; name those to use with --pin")
    pin = several[0] if several else ()
    check_cores(pin)
    found = physical(pin or _ours())
    if len(found) < jobs:
        there_are = number_of(len(found), "physical core")
        raise BadInput(f"--jobs {jobs}: only {there_are} to use, and a case needs its own")
    return found[-jobs:]  # the first core serves most interrupts


def physical(cores: Iterable[int]) -> tuple[int, ...]:
    """Return one of these cores for each physical core, ascending.

    Raises BadInput if the system does not say which cores share a physical core.
    """
    of_siblings: dict[str, int] = {}
    for core in sorted(cores):
        path = _SYSTEM / f"cpu{core}/topology/thread_siblings_list"
        try:
            of_siblings.setdefault(path.read_text(encoding="ascii"), core)
        except OSError as error:
            raise BadInput(f"--jobs: which cores are separate is not known: {path}: {error.strerror}") from None
    return tuple(of_siblings.values())


@contextmanager
def off(cores: Sequence[int]) -> Iterator[None]:
    """Keep this thread off the cores of a case within the block, if there are others: else the case would wait."""
    ours: set[int] = _ours() if cores else set()
    others = ours - set(cores)
    if not others:
        yield
        return
    os.sched_setaffinity(0, others)
    try:
        yield
    finally:
        if _ours() == others:  # otherwise somebody else has moved the thread meanwhile
            os.sched_setaffinity(0, ours)


def _ours() -> set[int]:
    if not hasattr(os, "sched_getaffinity"):
        raise BadInput("pin: this system cannot pin a process to cores")
    return os.sched_getaffinity(0)
