"""The processes below a test: servers that wait for a case, and everything else, which should be gone."""

import time
from collections.abc import Callable

import psutil


def idle() -> list[psutil.Process]:
    """The servers of this process that have no case."""
    return [process for process in psutil.Process().children() if _is_server(process) and not process.children()]


def left() -> list[psutil.Process]:
    """The processes that this one or its cases started, without servers and the tracker that a pool leaves for good."""
    kept = [*idle(), *(one for one in psutil.Process().children() if "resource_tracker" in " ".join(one.cmdline()))]
    return [process for process in psutil.Process().children(recursive=True) if process not in kept]


def wait_until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def _is_server(process: psutil.Process) -> bool:
    """Servers have two arguments, and supervisors of one case three."""
    words = process.cmdline()
    return len(words) > 3 and words[-2].isdigit() and not words[-3].isdigit()
