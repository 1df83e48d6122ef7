"""Cases side by side: each on a physical core of its own, those of several threads alone, all ended together."""

import os
import threading

import fakes
import pytest
from left_over import left

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.cli import main
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results import record
from danceoff.experiments.run import local
from danceoff.experiments.run.local import Observer, PollEngine
from danceoff.experiments.run.machine import cores
from danceoff.experiments.run.machine.cores import cores_for
from danceoff.experiments.run.one_case import child
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.experiments.run.schedule import run_plan

SMALL = tuple(Ask(f"queens/{n}", "dlx", "count", digest=f"d{n}") for n in range(6))
BUSY = tuple(Ask("queens/8", solver, "count", digest="d") for solver in ("race", "parts", "cpsat:workers=2"))
PLAN = Plan("mine", "", 11, SMALL + BUSY)


@pytest.fixture
def hyperthreads(tmp_path, monkeypatch):
    """Four physical cores of two threads each; this process may use all but 0 and 1."""
    for core in range(8):
        folder = tmp_path / f"cpu{core}/topology"
        folder.mkdir(parents=True)
        (folder / "thread_siblings_list").write_text(f"{core % 4},{core % 4 + 4}\n")
    monkeypatch.setattr(cores, "_SYSTEM", tmp_path)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(2, 8)), raising=False)


@pytest.mark.usefixtures("hyperthreads")
def test_cores_are_physical_ones_that_this_process_may_use():
    assert cores_for(4, []) == (2, 3, 4, 5)
    assert cores_for(2, [()]) == (4, 5)
    assert cores_for(1, [(2, 6), (6, 2)]) == (2,)
    for jobs, pins, why in (
        (5, [], "--jobs 5: only 4 physical cores to use, and a case needs its own"),
        (2, [(2, 6)], "--jobs 2: only 1 physical core to use, and a case needs its own"),
        (1, [(2, 6), (3,)], "--jobs: the plan pins its cases to different cores; name those to use with --pin"),
        (1, [(0, 2)], "pin: no core 0 here; this process may use 2, 3, 4, 5, 6, 7"),
    ):
        with pytest.raises(BadInput) as refused:
            cores_for(jobs, pins)
        assert str(refused.value) == why


def test_a_system_that_hides_its_hyperthreads_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(cores, "_SYSTEM", tmp_path)
    with pytest.raises(BadInput, match=r"--jobs: which cores are separate is not known: .*cpu3"):
        cores.physical([3])


def test_too_many_jobs_other_engines_and_missing_cores_are_refused_before_rows_are_deleted(tmp_path, capsys):
    (tmp_path / record.FILE).write_text("rows")
    command = ["run", "smoke", "--into", str(tmp_path), "--fresh"]
    for wrong in (["--jobs", "4096"], ["--jobs", "1", "--engine", "slurm"], ["--pin", "4096"]):
        assert main([*command, *wrong]) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[2].split(":")[0].split()[0] for line in said] == ["--jobs", "--jobs", "pin"]
    assert (tmp_path / record.FILE).read_text() == "rows"


class Told(Observer):
    """Notes the order of the events, all of which one thread must send."""

    def __init__(self, folder=None):
        self.folder, self.began, self.ended, self.answers = folder, [], [], []
        self.thread = threading.current_thread()

    def case_begins(self, case):
        assert threading.current_thread() is self.thread
        self.began.append(case)
        if self.folder:
            assert len(record.read(self.folder)) == len(self.ended) >= len(self.began) - 2

    def case_answers(self, case, answer):
        assert threading.current_thread() is self.thread
        self.answers.append((case.key, answer))

    def case_ends(self, row):
        self.ended.append(row)


def test_small_cases_run_two_at_a_time_and_the_others_alone(tmp_path, monkeypatch):
    running, together = set(), threading.Barrier(2, timeout=30)

    def run_case(case, watch, stop, **_):
        running.add(case)
        assert (stop is not None) == bool(case.pin) == (case.solver == "dlx")
        if case.pin:
            together.wait()
            assert len({case.pin for case in running}) == len(running) == 2
            watch({"covers": 1})
            together.wait()
        else:
            assert running == {case}
        running.discard(case)
        if case.pin:
            together.wait()  # the other has gone, too
        return unanswered(case, "complete", "")

    monkeypatch.setattr(local, "run_case", run_case)
    told = Told(tmp_path)
    run_plan(PLAN, tmp_path, False, told, engine=PollEngine((4, 7)))
    rows = record.read(tmp_path)
    assert {row.case for row in rows} == {case.key for case in PLAN.cases}
    assert [tuple(row.pin) for row in rows[6:]] == [()] * len(BUSY)
    assert {tuple(row.pin) for row in rows[:6]} == {(4,), (7,)}
    assert {key for key, _ in told.answers} == {case.key for case in SMALL}
    assert {row.seed for row in rows} == {11}


def test_an_interruption_ends_the_cases_that_run_and_a_later_run_resumes(tmp_path, monkeypatch):
    ended = []

    def run_case(case, _watch, stop, **_):
        if case.key == SMALL[3].key and not ended:
            stop.wait(30)
            ended.append(stop.is_set())
            raise KeyboardInterrupt
        return unanswered(case, "complete", "")

    class Stop(Told):
        def case_ends(self, row):
            super().case_ends(row)
            if len(self.ended) == 5:
                raise KeyboardInterrupt

    monkeypatch.setattr(local, "run_case", run_case)
    small = Plan("mine", "", 11, SMALL)
    with pytest.raises(KeyboardInterrupt):
        run_plan(small, tmp_path, False, Stop(), engine=PollEngine((4, 7)))
    assert ended == [True]
    assert len(record.read(tmp_path)) == 5
    told = Told()
    run_plan(small, tmp_path, False, told, engine=PollEngine((4, 7)))
    assert [case.key for case in told.began] == [SMALL[3].key]


def test_a_solver_that_breaks_when_it_is_loaded_gets_its_row(tmp_path, monkeypatch):
    def load(spec):
        raise ImportError(f"{spec} lacks a library")

    monkeypatch.setattr(local, "load", load)
    monkeypatch.setattr(local, "run_case", lambda case, *_, **__: unanswered(case, "crashed", "lacks a library"))
    PollEngine((4,)).run([(case, "") for case in BUSY], tmp_path, 1, Observer())
    assert [row.status for row in record.read(tmp_path)] == ["crashed"] * len(BUSY)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cannot pin here")
@pytest.mark.parametrize("at_once", [0, 1])
def test_a_run_that_loses_a_core_stops_without_a_row_of_it_and_goes_on_later(tmp_path, monkeypatch, at_once):
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    core = max(os.sched_getaffinity(0))
    cases = [Ask("tromino/2x3", "fake", "enumerate", repeat=repeat, pin=(core,)) for repeat in (1, 2, 3)]
    plan = Plan("mine", "", 11, tuple(cases))
    engine = PollEngine((core,) * at_once)

    class Lose(Told):
        def case_ends(self, row):
            super().case_ends(row)
            monkeypatch.setattr(os, "sched_getaffinity", lambda _: {core + 1})

    with monkeypatch.context() as losing:
        monkeypatch = losing
        with pytest.raises(BadInput, match=f"pin: no core {core} here; this process may use {core + 1}; the run stops"):
            run_plan(plan, tmp_path, False, Lose(), engine=engine)
    assert [row.status for row in record.read(tmp_path)] == ["complete"]
    told = Told()
    run_plan(plan, tmp_path, False, told, engine=engine)
    assert [row.status for row in record.read(tmp_path)] == ["complete"] * 3
    assert len(told.ended) == 2


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cannot pin here")
def test_children_of_threads_are_pinned_and_end_with_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    core = max(os.sched_getaffinity(0))
    asked = Ask("tromino/2x3", "fake:then=tell cores", "enumerate")
    sleeps = tuple(Ask("tromino/2x3", "fake:then=sleep", "enumerate", repeat=repeat) for repeat in (1, 2))

    class Stop(Told):
        def case_answers(self, case, answer):
            super().case_answers(case, answer)
            if {key for key, found in self.answers if "prepare_s" in found} >= {case.key for case in sleeps}:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PollEngine((core, core)).run([(case, "") for case in (asked, *sleeps)], tmp_path, 1, Stop())
    assert not left()
    (row,) = record.read(tmp_path)
    assert row.pin == [core]
    assert f"cores [{core}]" in row.detail
