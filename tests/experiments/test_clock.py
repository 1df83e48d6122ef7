"""The one clock of a case: what it counts, that its parent reads the same, and that limits are by it."""

import hashlib
import mmap
import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from functools import partial
from itertools import count

import fakes
import of_runs
import psutil
import pytest

import danceoff
from danceoff.asking import clock, walks
from danceoff.asking.ask import Ask, Limits
from danceoff.asking.clock import SIZE, Clock
from danceoff.asking.drive import Drive
from danceoff.asking.totals import Totals
from danceoff.asking.walks import added
from danceoff.experiments.run.one_case import worker
from danceoff.problems import Cover, Covers
from danceoff.problems.sources import read
from danceoff.solvers import load
from danceoff.solvers.base import Search
from danceoff.solvers.engines.dancing_links import DancingLinks
from danceoff.solvers.engines.loading import here, uncounted

BOARD = "tromino/2x3"


fake = partial(of_runs.fake, good=1)


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
def test_a_fork_leaves_the_clock_of_its_parent_alone():
    page = mmap.mmap(-1, SIZE)
    ours = Clock(page)
    with ours.running():
        before = page[:]
        if not (fork := os.fork()):
            with ours.stopped():
                pass
            os._exit(0 if ours.wall_s > 0 else 1)
        assert os.waitpid(fork, 0)[1] == 0
        assert page[:] == before
    assert page[:] != before


def test_a_reader_of_the_page_sees_the_clock_run_and_stop():
    page = bytearray(SIZE)
    ours, theirs = Clock(page), Clock(page)
    assert (theirs.wall_s, theirs.cpu_s) == (0.0, 0.0)
    for _ in ours.timing(iter([1, 2])):
        shown = theirs.wall_s, theirs.cpu_s
        time.sleep(0.01)
        assert (theirs.wall_s, theirs.cpu_s) == shown
    with ours.running():
        shown = theirs.wall_s
        time.sleep(0.01)
        assert theirs.wall_s > shown
    assert theirs.wall_s == ours.wall_s > 0.01


class Time:
    """A time that only loading lets pass."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now_s = 1.0
        for name in ("monotonic", "cpu_seconds", "process_time", "thread_time"):
            patch.setattr(clock, name, lambda: self.now_s)

    def load(self) -> str:
        """Take an hour."""
        self.now_s += 3600
        return "loaded"


def test_what_is_loaded_is_not_counted_and_what_is_done_before_and_after_is(monkeypatch):
    ours, time = Clock(), Time(monkeypatch)
    with ours.running():
        time.now_s += 1
        assert uncounted(lambda: uncounted(time.load)) == "loaded"
        time.now_s += 1
        with ours.stopped():
            time.now_s += 5
        with pytest.raises(ZeroDivisionError):
            uncounted(lambda: time.load() and 1 / 0)
        time.now_s += 1
    assert (ours.wall_s, ours.cpu_s) == (3, 3)
    assert here.counting == []


def test_of_two_searches_whose_steps_alternate_neither_counts_what_the_other_loads(monkeypatch):
    one, two, time = Clock(), Clock(), Time(monkeypatch)

    def steps():
        for _ in range(3):
            uncounted(time.load)
            time.now_s += 1
            yield

    for _ in zip(one.throughout(steps()), two.throughout(steps()), strict=False):
        pass
    assert (one.wall_s, two.wall_s) == (6, 5)
    assert here.counting == []


def test_a_count_is_timed_without_what_is_loaded_in_between(monkeypatch):
    totals, time = Totals(), Time(monkeypatch)
    monkeypatch.setattr(walks, "monotonic", lambda: time.now_s)

    def increments():
        yield 1
        time.now_s += 2
        uncounted(time.load)
        yield 2

    list(added(totals, increments()))
    assert totals.covers == 3
    assert (totals.first_s, totals.search_s, totals.points.sampled()[-1]) == (0, 2, [2, 3])


def test_a_limit_on_a_search_in_this_process_does_not_count_what_it_loads(monkeypatch):
    time = Time(monkeypatch)
    prepare = load("dlx").prepare

    def loads(problem, *_):
        uncounted(time.load)
        return prepare(problem)

    monkeypatch.setattr(DancingLinks, "prepare", lambda _, *given: loads(*given))
    for answer in (danceoff.solve(BOARD, "dlx", time_limit=1), danceoff.best(BOARD, "dlx", time_limit=1)):
        assert (answer.status, answer.seconds) == ("complete", 0)


def test_what_another_process_spends_on_loading_is_not_counted_once_it_has_ended(monkeypatch):
    ours, time = Clock(page := bytearray(SIZE)), Time(monkeypatch)
    theirs = Clock(page)

    def by_another():
        here.elsewhere_s += 7

    with ours.running():
        uncounted(by_another)
        assert (ours.cpu_s, theirs.cpu_s_at(time.now_s, others_s=9.0)) == (0, 2)
        with ours.stopped():
            pass
        time.now_s += 9
    assert ours.cpu_s == 2


@pytest.mark.usefixtures("fake_worker")
@pytest.mark.parametrize("then", ["load", "load in child"])
def test_no_limit_counts_what_is_loaded_and_the_start_does(then):
    row = fake(then, time_limit_s=0.4, cpu_limit_s=0.4)
    assert (row.status, row.covers, row.detail) == ("complete", 1, "")
    assert max(row.search_s, row.cpu_s) < 0.4 < 0.5 < row.startup_s


def test_the_work_of_threads_during_our_checks_is_counted():
    worked, ending = [0.0], threading.Event()

    def work():
        while not ending.is_set():
            hashlib.sha256(b"x" * 1_000_000)  # without the interpreter's lock
            worked[0] = time.thread_time()

    def elements():
        thread = threading.Thread(target=work)
        thread.start()
        yield 1
        ending.set()
        thread.join()

    ours, counted = Clock(), []
    for _ in ours.timing(elements()):
        begin = time.monotonic()
        while worked[0] < 0.1:
            time.sleep(0.01)
        counted = [worked[0], time.monotonic() - begin]
    assert ours.cpu_s >= 0.99 * counted[0]
    assert ours.wall_s >= 0.9 * min(counted)


def test_processes_of_a_search_are_stopped_during_our_checks():
    def elements():
        grandchild = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(1, flush=1)\\nwhile 1: 1'])"
        process = subprocess.Popen([sys.executable, "-c", grandchild], stdout=subprocess.PIPE)
        process.stdout.readline()  # the grandchild is at work
        yield process.pid
        assert psutil.Process(process.pid).status() != psutil.STATUS_STOPPED
        for member in [*psutil.Process(process.pid).children(), process]:
            member.kill()
        process.wait()

    for pid in Clock().timing(elements()):
        members = [psutil.Process(pid), *psutil.Process(pid).children()]
        assert len(members) == 2
        begin = time.monotonic()
        while not all(member.status() == psutil.STATUS_STOPPED for member in members):
            assert time.monotonic() < begin + 20
            time.sleep(0.01)
        spent = [member.cpu_times() for member in members]
        time.sleep(0.05)
        assert [member.cpu_times() for member in members] == spent


def test_no_time_is_negative_if_the_cpu_clock_runs_backwards(monkeypatch):
    ours = Clock()
    told = count(5.0, -1.0)
    monkeypatch.setattr(clock, "cpu_seconds", lambda: next(told))
    with ours.running():
        pass
    assert ours.cpu_s == 0.0
    with ours.running():
        assert ours.cpu_s_at(0.0) == 0.0


@pytest.mark.parametrize("task", ["enumerate", "count"])
@pytest.mark.parametrize(
    ("wall_s", "cpu_s", "end"), [(0.02, None, "timeout"), (None, 1e-9, "timeout"), (60, 60, "complete")]
)
def test_an_answer_after_the_limit_is_a_timeout(wall_s, cpu_s, end, task, monkeypatch):
    monkeypatch.setitem(fakes.solvers.BACKENDS, "fake", fakes.solvers.Backend("fakes", "Fake"))
    told = {}
    case = Ask(BOARD, "fake:then=end late,good=1", task, limits=Limits(wall_s, cpu_s))
    worker.work(case, None, lambda **columns: told.update(columns))
    assert (told["status"], told["covers"]) == (end, 1)


class ByAProcess(Search):
    """A cover found by a process that burns 0.1 s of CPU time, and ends only when the search is closed."""

    def __init__(self, cover: Cover) -> None:
        self.cover = cover

    def _batches(self) -> Generator[Covers]:
        code = "import time\nwhile time.process_time() < 0.1: pass\nprint(flush=True); time.sleep(60)"
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
            try:
                process.stdout.readline()
                yield Covers.of([self.cover])
            finally:
                process.kill()


@pytest.mark.parametrize(("cover", "status"), [((0, 7), "limit"), ((0, 1), "wrong")])
def test_the_end_comes_after_the_cpu_time_of_the_processes_of_the_search(cover, status, monkeypatch):
    drive = Drive(Ask("", "", "enumerate", limit=1), read(BOARD), load("dlx"))
    monkeypatch.setattr(type(drive.solver), "prepare", lambda *_: ByAProcess(cover))
    *_, (ended, cpu_s) = ((event, drive.totals.clock.cpu_s) for event in drive.events())
    assert (ended.status, cpu_s > 0.1) == (status, True)


@pytest.mark.usefixtures("fake_worker")
@pytest.mark.parametrize("then", ["burn", "burn in child"])
def test_a_cpu_limit_covers_the_whole_tree_and_the_row_has_the_time_used(then):
    row = fake(then, cpu_limit_s=0.3, time_limit_s=60)
    assert (row.status, row.covers, row.cpu_limit_s) == ("timeout", 1, 0.3)
    assert row.detail.startswith("limit of CPU time")
    assert row.cpu_s > 0.3
    assert row.search_s > 0.1


@pytest.mark.usefixtures("fake_worker")
def test_the_row_of_a_search_that_dies_has_the_times_so_far():
    row = fake("burn and crash")
    assert (row.status, row.covers) == ("crashed", 1)
    assert row.cpu_s > 0.1
    assert row.search_s > 0.1


@pytest.mark.usefixtures("fake_worker")
def test_the_end_of_a_worker_is_seen_at_once(monkeypatch):
    monkeypatch.setattr("danceoff.experiments.run.one_case.child._POLL_S", 10.0)
    assert fake("segfault").search_s < 5


@pytest.mark.usefixtures("fake_worker")
def test_endless_checks_are_stopped(monkeypatch):
    assert Limits(10).patience_s == 80
    monkeypatch.setattr(Limits, "patience_s", 0.2)
    row = fake("sleep", time_limit_s=1000)
    assert row.status == "timeout"
    assert "including our checks" in row.detail
