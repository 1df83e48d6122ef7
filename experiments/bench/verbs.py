"""How it is measured: every verb does one thing and returns seconds, CPU time where it can."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache, partial
from itertools import count
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time

from problems import ExactCover
from problems.catalog import instance
from solvers import load

_LEAST_S = 0.1
_PROBE = ["-m", "experiments.cli", "solve", "queens/8", "--task", "count", "--solver"]


def counting(spec: str, subject: str) -> float:
    """Count all covers, the native model included."""
    problem = _problem(subject)
    _compile(spec)
    return _seconds(lambda: load(spec).prepare(problem).count())


def listing(spec: str, subject: str) -> float:
    """Write out all covers, the native model included."""
    problem = _problem(subject)
    _compile(spec)
    return _seconds(lambda: [None for _ in load(spec).prepare(problem).batches()])


def building(subject: str) -> float:
    """Build the problem."""
    return _seconds(lambda: instance(subject))


def starting(spec: str) -> float:
    """Answer a small puzzle from the command line, with compiled code on disk."""
    _started(spec, {})
    return _started(spec, {})


def compiling(spec: str) -> float:
    """The same without any compiled code on disk."""
    with tempfile.TemporaryDirectory() as folder:
        return _started(spec, {"NUMBA_CACHE_DIR": folder})


def one_worker(spec: str, subject: str) -> float:
    """Count in one thread; by the clock, as the other two of its kind."""
    return _clock(partial(_in_parts, spec, subject, 1))


def two_threads(spec: str, subject: str) -> float:
    """Count in two threads of one process."""
    return _clock(partial(_in_parts, spec, subject, 2))


def two_processes(spec: str, subject: str) -> float:
    """Count twice at once, in two processes that share nothing: what the machine has to give just now."""
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(partial(_in_parts, spec), ["queens/6"] * 2, [1] * 2))  # start and load
        return _clock(lambda: list(pool.map(partial(_in_parts, spec), [subject] * 2, [1] * 2)))


def _in_parts(spec: str, subject: str, n_threads: int) -> int:
    """Split on the options of the first item, and count the parts."""
    problem = _problem(subject)
    parts = [problem.given([option]) for option in range(problem.n_options) if 0 in problem.items_of(option)]
    with ThreadPoolExecutor(n_threads) as pool:
        return sum(pool.map(lambda part: load(spec).prepare(part).count(), parts))


@cache
def _compile(spec: str) -> None:
    """Let nothing measured wait for compilation."""
    for subject in ("queens/9", "domino/6x6", "latin/4"):
        load(spec).prepare(_problem(subject)).count()


@cache
def _problem(subject: str) -> ExactCover:
    return instance(subject).problem


def _seconds(action: Callable[[], object]) -> float:
    """CPU seconds; the median where it is short enough to be done over and over."""
    times: list[float] = []
    for done in count(1):
        began = process_time()
        action()
        times.append(process_time() - began)
        if sum(times) > _LEAST_S or done == 1000:
            break
    return median(times)


def _clock(action: Callable[[], object]) -> float:
    began = perf_counter()
    action()
    return perf_counter() - began


def _started(spec: str, settings: dict[str, str]) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, *_PROBE, spec]
    subprocess.run(command, env={**os.environ, **settings}, capture_output=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
