"""Measures the speed of this machine by fixed work, before and after a run."""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, PIPE
from time import thread_time

import danceoff
from danceoff.experiments.results.calibration import FILE, PARTS
from danceoff.experiments.run.machine.provenance import cpu

# Imported late, in functions: kernels with Numba, in a process of their own.

ROUNDS = 8
_WORK = {"arithmetic_s": 25_000_000, "pointers_s": 2_000_000, "branches_s": 300_000}
_ROOT = str(Path(danceoff.__file__).parents[1])
_MAIN = "from danceoff.experiments.run.machine.calibration import main; main()"
_COMMAND = [sys.executable, "-P", "-c", f"import sys; sys.path.append({_ROOT!r}); {_MAIN}"]


@contextmanager
def calibrated(directory: Path, pin: Sequence[int]) -> Iterator[None]:
    """Calibrate the machine before the block and, unless interrupted, after it; append both to the results folder.

    pin: the core on which to calibrate; empty for any.
    """
    _calibrate(directory, pin, "before")
    yield
    _calibrate(directory, pin, "after")


def _calibrate(directory: Path, pin: Sequence[int], when: str) -> None:
    """Append a line that a new process measures, which does not get Ctrl-C; raises CalledProcessError if it fails."""
    started = datetime.now(UTC).isoformat(timespec="seconds")
    command = [*_COMMAND, *map(str, pin)]
    done = subprocess.run(command, check=True, stdout=PIPE, stdin=DEVNULL, text=True, start_new_session=True)
    about = {"when": when, "started": started, "host": platform.node(), "cpu": cpu(), "pin": list(pin)}
    with (directory / FILE).open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(about | json.loads(done.stdout))}\n")


def main() -> None:
    """Measure on the cores that are the arguments of the program, and print columns of a calibration as JSON."""
    if pin := list(map(int, sys.argv[1:])):
        os.sched_setaffinity(0, pin)
    print(json.dumps(measured(ROUNDS, _WORK)))


def measured(rounds: int, work: dict[str, int]) -> dict[str, object]:
    """Do so many steps of each part in each round; return their CPU seconds, by part, and the version of the work."""
    from danceoff.experiments.run.machine.kernel_speed import VERSION, arithmetic, branch, chase, pointers

    each: Sequence[Callable[[int], int]] = arithmetic, partial(chase, pointers()), branch
    parts = dict(zip(PARTS, each, strict=True))
    times: dict[str, list[float]] = {name: [] for name in parts}
    for part in parts.values():
        part(1)  # loads or compiles it
    for _ in range(rounds):
        for name, part in parts.items():
            begin = thread_time()
            part(work[name])
            times[name].append(thread_time() - begin)
    return {"version": VERSION, **times}
