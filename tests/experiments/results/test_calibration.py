"""The speed of a machine: fixed work before and after a run, in a file beside the rows."""

import json
import subprocess
import sys

import pytest

from danceoff.asking.ask import Ask
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results.calibration import FILE, PARTS
from danceoff.experiments.run import local
from danceoff.experiments.run.local import Observer, PollEngine
from danceoff.experiments.run.machine import calibration
from danceoff.experiments.run.machine.calibration import measured
from danceoff.experiments.run.machine.kernel_speed import arithmetic, branch, chase, pointers
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.experiments.run.schedule import run_plan

WORK = {"arithmetic_s": 1000, "pointers_s": 1000, "branches_s": 300}
RIGHT = (1363160026601443621, 1078024, 14167)
CASES = tuple(Ask(f"queens/{n}", "dlx", "count", digest=f"d{n}") for n in range(2))


def read(folder):
    lines = (folder / FILE).read_text().splitlines() if (folder / FILE).exists() else []
    return list(map(json.loads, lines))


def test_the_work_is_what_it_says():
    found = measured(2, WORK)
    assert found.pop("version") == 1
    assert set(found) == set(PARTS)
    assert all(len(rounds) == 2 and min(rounds) > 0 for rounds in found.values())
    assert (arithmetic(1000), chase(pointers(), 1000), branch(300)) == RIGHT


@pytest.fixture
def ran(monkeypatch):
    """What happened, in its order; cases and calibrations are made up."""
    order = []

    def run_case(case, *_, **__):
        order.append(case.problem)
        return unanswered(case, "complete", "")

    def run(command, **_):
        order.append(command[4:])
        columns = {part: [0.1, 0.1] for part in PARTS}
        return subprocess.CompletedProcess(command, 0, json.dumps({"version": 1, **columns}))

    monkeypatch.setattr(local, "run_case", run_case)
    monkeypatch.setattr(calibration.subprocess, "run", run)
    monkeypatch.setattr("danceoff.experiments.run.machine.provenance.subprocess.run", run)
    monkeypatch.setattr(local, "provenance", lambda: {"versions": {}})
    return order


def test_a_run_is_calibrated_before_and_after_if_there_is_anything_to_run(tmp_path, ran):
    engine = PollEngine((1,), calibrate=True)
    run_plan(Plan("mine", "", 3, CASES), tmp_path, False, Observer(), engine=engine)
    assert (ran[0], len(ran), ran[-1]) == (["1"], 4, ["1"])
    assert [(one["when"], one["pin"]) for one in read(tmp_path)] == [("before", [1]), ("after", [1])]
    run_plan(Plan("mine", "", 3, CASES), tmp_path, False, Observer(), engine=engine)
    assert len(ran) == 4
    run_plan(Plan("mine", "", 3, CASES), tmp_path, True, Observer(), engine=PollEngine())
    assert len(ran) == 6
    assert read(tmp_path) == [], "they were about the old rows"


def test_ctrl_c_does_not_reach_a_calibration(tmp_path, monkeypatch, answered):
    alone = "import json, os; print(json.dumps({'alone': os.getsid(0) == os.getpid()}))"
    monkeypatch.setattr(calibration, "_COMMAND", [sys.executable, "-I", "-S", "-c", alone])
    ran = answered()
    run_plan(Plan("mine", "", 3, CASES), tmp_path, False, Observer(), engine=PollEngine(calibrate=True))
    assert (len(ran), [one["alone"] for one in read(tmp_path)]) == (2, [True, True])
