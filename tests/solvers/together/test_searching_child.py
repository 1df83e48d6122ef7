"""A child process that searches: whatever ends it, its parent hears why, and nothing of it stays behind."""

import gc
import os
import subprocess
import sys
from time import monotonic

import psutil
import pytest
from fakes import end_within

from danceoff.solvers.together.child import Child, ChildDied, Report, notes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these searches are local to the test: only a fork")


class Poison:
    """Pickles, and raises when it is unpickled."""

    def __reduce__(self):
        return int, ("no number",)


class Lost(Exception):
    """Pickles and cannot be unpickled, also where dask has registered a way of its own to pickle exceptions."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.poison = Poison()


def raises(_pipe):
    raise Lost("no way")


def dies(_pipe):
    os._exit(3)


def starts_another(pipe):
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as process:
        pipe.send(Report(n_covers=process.pid))
        process.wait()


@pytest.mark.parametrize(
    ("search", "kind", "words"),
    [(raises, RuntimeError, "Lost: no way"), (dies, ChildDied, "exit code 3 without an answer")],
)
def test_the_parent_learns_why_a_search_failed(search, kind, words):
    child = Child(search)
    error = child.hear().error
    child.end()
    assert (type(error), str(error)) == (kind, words)


def test_processes_of_a_child_end_with_it():
    child = Child(starts_another)
    grandchild = child.hear().n_covers
    child.end()
    child.end()
    assert end_within([grandchild], 10)


class Left:
    """Garbage of the parent, which says where it is collected."""

    def __init__(self) -> None:
        self.itself, self.parent = self, os.getpid()

    def __del__(self) -> None:
        if os.getpid() != self.parent:
            os._exit(4)


def collects(pipe):
    gc.collect()
    pipe.send(Report(is_done=True))


def test_a_child_collects_no_garbage_of_its_parent():
    gc.disable()
    try:
        Left()
        child = Child(collects)
        report = child.hear()
    finally:
        gc.enable()
    child.end()
    assert (report.error, report.is_done) == (None, True)


def works_on(pipe):
    pipe.send(Report(note=os.getpid()))
    while True:
        pass


def test_a_child_rests_while_nobody_waits_for_its_notes():
    steps = notes(works_on)
    child = psutil.Process(next(step for step in steps if step is not None))
    for _ in range(3):
        latest = monotonic() + 10
        while child.status() != psutil.STATUS_STOPPED and monotonic() < latest:
            pass  # a signal arrives a moment after it was sent
        assert child.status() == psutil.STATUS_STOPPED
        used = child.cpu_times().user
        while child.cpu_times().user == used and monotonic() < latest:
            assert next(steps) is None
        assert child.cpu_times().user > used
    steps.close()
    assert end_within([child.pid], 10)


def test_a_child_that_nobody_has_any_more_is_ended():
    child = Child(works_on)
    pid = child.pid
    del child
    assert not psutil.pid_exists(pid)


def test_a_fork_of_the_parent_does_not_end_its_children():
    child = Child(works_on)
    if not (fork := os.fork()):
        child.end()
        os._exit(0)
    os.waitpid(fork, 0)
    assert psutil.Process(child.pid).status() != psutil.STATUS_ZOMBIE
    child.end()


PRINTS = """
from danceoff.solvers.together.child import Child
print("the parent's")
child = Child(lambda pipe: print("the child's"))
child.hear()
"""


def test_what_parent_and_child_print_comes_once_and_in_order():
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", PRINTS], capture_output=True, text=True, env={**os.environ, **path})
    assert (done.stdout, done.stderr) == ("the parent's\nthe child's\n", "")
