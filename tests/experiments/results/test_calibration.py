"""The speed of a machine: fixed work before and after a run, in a file beside the rows."""

import json
import subprocess
import sys
from dataclasses import asdict, replace
from unittest.mock import Mock

import pytest
from rows import row

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results import record
from danceoff.experiments.results.calibration import FILE, PARTS, Calibration, append, ratios, read
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


def made_by(speeds, when="before", **columns):
    """A calibration of six rounds, by how long each part takes."""
    rounds = [[time_s * (1 + 0.01 * (k % 3 - 1)) for k in range(6)] for time_s in speeds]
    return replace(Calibration(when, "2026-11-22T10:00:00+00:00", "h", "c", 1, *rounds), **columns)


def test_the_work_is_what_it_says():
    found = measured(2, WORK)
    assert found.pop("version") == 1
    assert set(found) == set(PARTS)
    assert all(len(rounds) == 2 and min(rounds) > 0 for rounds in found.values())
    assert (arithmetic(1000), chase(pointers(), 1000), branch(300)) == RIGHT


def test_calibrations_are_read_as_they_were_written_and_rubbish_is_refused(tmp_path):
    assert read(tmp_path) == []
    both = [made_by((1, 1, 1)), made_by((1, 1, 1), "after", pin=[1])]
    for one in both:
        append(tmp_path, one)
    with (tmp_path / FILE).open("a") as file:
        file.write('{"when": "torn')
    assert read(tmp_path) == both
    good = asdict(both[0])
    for bad in (
        "[]",
        "nothing",
        json.dumps({**good, "when": "during"}),
        json.dumps({**good, "branches_s": [1.0]}),
        json.dumps({**good, "branches_s": [0.0] * 6}),
        json.dumps({**good, **{part: [] for part in PARTS}}),
    ):
        (tmp_path / FILE).write_text(f"{json.dumps(good)}\n{bad}\n")
        with pytest.raises(BadInput, match=f"{FILE}:2: not a calibration: "):
            read(tmp_path)


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
    assert [(one.when, one.pin) for one in read(tmp_path)] == [("before", [1]), ("after", [1])]
    run_plan(Plan("mine", "", 3, CASES), tmp_path, False, Observer(), engine=engine)
    assert len(ran) == 4
    run_plan(Plan("mine", "", 3, CASES), tmp_path, True, Observer(), engine=PollEngine())
    assert len(ran) == 6
    assert read(tmp_path) == [], "they were about the old rows"


def test_a_calibration_that_fails_is_a_line_and_ctrl_c_does_not_reach_it(tmp_path, monkeypatch, answered):
    code = "import os; raise OSError('alone' if os.getsid(0) == os.getpid() else 'with others')"
    monkeypatch.setattr(calibration, "_COMMAND", [sys.executable, "-I", "-S", "-c", code])
    ran, told = answered(), Mock(Observer)
    run_plan(Plan("mine", "", 3, CASES), tmp_path, False, told, engine=PollEngine(calibrate=True))
    assert len(ran) == 2
    said = [text for ((text,), _) in told.notice.call_args_list]
    assert said == ["the machine could not be calibrated: OSError: alone"] * 2


def test_machines_are_put_side_by_side():
    old, new = [made_by((1, 1, 1)), made_by((1, 1, 1), "after")], [made_by((2, 3, 4))]
    found = ratios(old, new)
    assert found == pytest.approx({"mean": 24 ** (1 / 3), "arithmetic": 2.0, "pointers": 3.0, "branches": 4.0})
    assert ratios(old, [replace(one, version=2) for one in new]) == ratios([], new) == {}
    assert ratios([*old, made_by((9, 9, 9), version=2)], new) == found, "versions that one side lacks"


def test_compare_says_what_the_machines_differ_by(tmp_path, run):
    for name, factor in (("old", 1.0), ("new", 2.0)):
        (tmp_path / name).mkdir()
        record.append(tmp_path / name, row(prepare_s=0.0, search_s=factor, host=name))
        append(tmp_path / name, made_by((factor, factor, factor)))
    command = ["compare", str(tmp_path / "old"), str(tmp_path / "new")]
    said = "machine: fixed work, new / old: mean 2.00, arithmetic 2.00, pointers 2.00, branches 2.00"
    code, out, _ = run(*command)
    assert (code, said in out) == (0, True)
    (tmp_path / "old" / FILE).unlink()
    code, out, _ = run(*command)
    assert (code, "fixed work" in out) == (0, False)
