"""Ctrl-C in the middle of a search raises KeyboardInterrupt: native code neither crashes nor keeps the process."""

import os
import signal
import sys
import threading
import time
from contextlib import closing

import night
import psutil
from contract import ENDED_BY_CTRL_C, INSTALLED, LIFE, faults_of
from pysat.solvers import MainThread
from test_conduct import run, walkers

from danceoff.problems import ExactCover
from danceoff.solvers import load
from danceoff.solvers.questions.backbone import Settling
from danceoff.solvers.questions.conflict import conflicts
from danceoff.solvers.sat.events import sat_events
from danceoff.solvers.sat.interrupts import interrupts_left_to_python
from danceoff.solvers.sat.solver import Sat
from danceoff.solvers.together.watching import watched


def matching(n: int) -> ExactCover:
    """Everybody in one of all pairs."""
    return ExactCover.from_options([(i, j) for i in range(n) for j in range(i)], range(n))


LOST = matching(35)
"""No cover, which takes for ever to find out; but `auto` sees that the number is odd, and counts those of 36."""
MANY = ExactCover.from_options([[i] for i in range(60) for _ in range(2)], range(60))


def send(after_s: float) -> None:
    time.sleep(after_s)
    os.kill(os.getpid(), signal.SIGINT)


def interrupt(walk, after_s: float) -> None:
    """Walk until Ctrl-C, which comes so long after the first step."""
    next(walk)
    thread = threading.Thread(target=send, args=[after_s])
    try:
        thread.start()
        for _ in walk:
            pass
        raise AssertionError("the walk was not interrupted")
    except KeyboardInterrupt:
        thread.join()


def send_again(lost) -> None:
    """Send Ctrl-C once more where Python raised it in the callback of a weak reference, say, and lost it."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Thread(target=send, args=[0.1]).start()
    else:
        sys.__unraisablehook__(lost)


def interrupt_all(engines: list[str], *seconds: float) -> None:
    """Interrupt every backend, and SAT with these engines, so long after the first step; print the name of each."""
    sys.unraisablehook = send_again
    here = night.sampled([spec for spec in INSTALLED if not spec.startswith(ENDED_BY_CTRL_C)], 3)
    walking = walkers()
    here += [f"sat:engine={engine}" for engine in engines]
    for spec in here:
        print(spec, end="", flush=True)
        for after_s in seconds:
            if LIFE not in faults_of(spec):
                with load(spec).prepare(matching(36) if spec == "auto" else LOST) as search:
                    interrupt(search.increments(), after_s)
            if spec in walking and spec != "brute-force":
                with load(spec).prepare(MANY) as search:
                    interrupt(search.batches(heartbeats=True), after_s)
            assert all(isinstance(value, int) for value in search.stats().values())
            assert psutil.Process().children() == []
        print(" ends", flush=True)
    for after_s in seconds:
        interrupt(watched("sat", LOST).events, after_s)
    print("all end")


def test_ctrl_c_ends_every_walk_and_nothing_is_left():
    seconds = "0.0, 0.03" if night.seed else "0.03"
    engines = night.sampled(Sat.choices["engine"], 4)
    assert run(f"import test_interrupts; test_interrupts.interrupt_all({engines}, {seconds})").endswith("all end\n")


def test_pysat_is_as_it_was_outside_of_our_calls():
    """Where Ctrl-C goes is PySAT's own affair in calls of others, also while a search of ours is not finished."""
    with interrupts_left_to_python:
        assert MainThread.check() is False
    with closing(Sat(encoding="seqcounter").prepare(MANY).batches()) as batches, closing(sat_events(MANY)) as events:
        next(batches)
        next(events)
        assert list(conflicts(MANY)) == []
        next(Settling(MANY).settle())
        assert MainThread.check.__module__ == "pysat._utils"
