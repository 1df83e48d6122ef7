"""The speed of a machine: fixed work before and after a run, in a file beside the rows."""

import json
import re
import subprocess
import sys
import tracemalloc
from dataclasses import asdict, replace

import pytest
from rows import row

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.cli import main
from danceoff.experiments.plans import plan
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.report.machine_speed import drifts, machine_ratios, on_one_machine, shown
from danceoff.experiments.report.statistics.ratios import Ratio
from danceoff.experiments.results import record
from danceoff.experiments.results.calibration import FILE, PARTS, Calibration, append, read
from danceoff.experiments.run import local
from danceoff.experiments.run.local import Observer, PollEngine
from danceoff.experiments.run.machine import calibration
from danceoff.experiments.run.machine.calibration import measured
from danceoff.experiments.run.machine.kernel_speed import arithmetic, branch, chase, pointers
from danceoff.experiments.run.one_case.child import unanswered
from danceoff.experiments.run.schedule import run_plan

WORK = {"arithmetic_s": 1000, "pointers_s": 1000, "branches_s": 300}
RIGHT = (1363160026601443621, 1078024, 14167)
CASES = tuple(Ask(f"queens/{n}", "dlx", "count", digest=f"d{n}") for n in range(2))


def made_up(when="before", started="2026-11-22T10:00:00+00:00", faster=1.0, **columns):
    """A calibration that takes this factor of a second in each part."""
    rounds = [faster * (1 + 0.001 * k) for k in range(6)]
    return Calibration(when, started, "h", "c", 1, rounds, rounds, rounds, **columns)


def test_the_work_is_what_it_says():
    found = measured(2, WORK)
    assert found.pop("version") == 1
    assert set(found) == set(PARTS)
    assert all(len(rounds) == 2 and min(rounds) > 0 for rounds in found.values())
    assert (arithmetic(1000), chase(pointers(), 1000), branch(300)) == RIGHT


def test_calibrations_are_read_as_they_were_written_and_rubbish_is_refused(tmp_path):
    assert read(tmp_path) == []
    both = [made_up(), made_up("after", pin=[1])]
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
        json.dumps({key: [] for key in good}),
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


def test_a_calibration_that_fails_is_a_warning(tmp_path, monkeypatch, ran):
    def run(*_, **__):
        raise subprocess.CalledProcessError(1, "work")

    told = []
    monkeypatch.setattr(calibration.subprocess, "run", run)
    observer = Observer()
    observer.notice = told.append
    run_plan(Plan("mine", "", 3, CASES), tmp_path, False, observer, engine=PollEngine(calibrate=True))
    assert len(ran) == 2
    assert len(told) == 2
    assert told[0].startswith("the machine could not be calibrated: ")


def made_by(speeds, when="before", **columns):
    """A calibration of 8 rounds by how long each part takes; the rounds scatter by 1 % or so."""
    parts = ([time_s * (1 + 0.01 * (k % 3 - 1)) for k in range(8)] for time_s in speeds)
    return replace(made_up(when), **dict(zip(PARTS, parts, strict=True)), **columns)


def test_the_reason_of_a_failure_is_one_line_and_ctrl_c_does_not_reach_the_work(tmp_path, monkeypatch):
    code = "import os; raise OSError('alone' if os.getsid(0) == os.getpid() else 'with others')"
    monkeypatch.setattr(calibration, "_COMMAND", [sys.executable, "-I", "-S", "-c", code])
    told = []
    with calibration.calibrated(tmp_path, (), told.append):
        pass
    assert told == ["the machine could not be calibrated: OSError: alone"] * 2


def test_machines_are_put_side_by_side_with_an_error():
    old, new = [made_by((1, 1, 1)), made_by((1, 1, 1), "after")], [made_by((2, 3, 4))]
    found = machine_ratios(old, new)
    expected = {"mean": 24 ** (1 / 3), "arithmetic": 2.0, "pointers": 3.0, "branches": 4.0}
    assert {name: one.value for name, one in found.items()} == pytest.approx(expected)
    assert all(0.97 * one.value < one.low <= one.value <= one.high < 1.03 * one.value for one in found.values())
    assert found["mean"].low < found["mean"].high
    assert shown(found).startswith("2.88 (2.")
    assert shown(found).endswith("; arithmetic 2.00, pointers 3.00, branches 4.00)")
    alike = on_one_machine(Ratio(3.0, 2.8, 3.2), found)
    assert alike.value == pytest.approx(3 / 24 ** (1 / 3))
    assert alike.low <= 2.8 / 4 < 3.2 / 2 <= alike.high
    assert machine_ratios(old, [replace(one, version=2) for one in new]) == machine_ratios([], new) == {}
    assert machine_ratios([*old, made_by((9, 9, 9), version=2)], new) == found, "versions that one side lacks"


def test_how_much_a_machine_changed_is_known_of_each_complete_run():
    steady = [made_by((1, 1, 1)), made_by((1.01, 1.01, 1.01), "after")]
    slower = [made_by((1, 1, 1)), made_by((1, 1.5, 1), "after")]
    _, found = drifts([*steady, *slower, steady[0]])
    assert shown(found).startswith("1.14 (1.1")
    assert shown(found).endswith("arithmetic 1.00, pointers 1.50, branches 1.00)")


def test_compare_says_what_the_machines_differ_by(tmp_path, capsys):
    for name, factor in (("old", 1.0), ("new", 2.0)):
        (tmp_path / name).mkdir()
        rows = [row(problem=f"queens/{n}", prepare_s=0.0, search_s=factor * n, host=name) for n in range(10, 16)]
        record.append(tmp_path / name, *rows, *(replace(one, solver="bits", case=one.case[::-1]) for one in rows[:2]))
        append(tmp_path / name, made_by((factor, factor, factor)))
    assert main(["compare", str(tmp_path / "old"), str(tmp_path / "new")]) == 0
    said = capsys.readouterr().out
    assert "machine: fixed work, new / old: 2.00 (" in said
    (line,) = [line for line in said.splitlines() if line.startswith("| dlx ")]
    assert re.search(r" 1 \(0\.9\d* to 1\.0\d*\) \|$", line), line
    (few,) = [line for line in said.splitlines() if line.startswith("| bits ")]
    assert few.endswith(" 1 |"), "two problems have no interval"
    assert "`on one machine` is an estimate" in said
    (tmp_path / "old" / FILE).unlink()
    assert main(["compare", str(tmp_path / "old"), str(tmp_path / "new")]) == 0
    assert "one machine" not in capsys.readouterr().out


def test_a_plan_says_whether_it_is_calibrated():
    table = {"problems": {"queens": ["4"]}, "solvers": {"dlx": {}}, "tasks": ["count"]}
    path = plan.PLANS / "none.toml"
    assert plan.planned("mine", path, {**table, "calibrate": True}).calibrate
    assert not plan.planned("mine", path, table).calibrate


def test_a_file_of_very_many_calibrations_takes_little_memory():
    huge = [made_up(faster=10.0), made_up()]
    for part in PARTS:
        getattr(huge[1], part)[:] = [1.0, 2.0, 3.0] * 50_000
    tracemalloc.start()
    found = machine_ratios(huge, huge)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (found["mean"].value, peak < 100e6) == (1.0, True), f"{peak / 1e6:.0f} MB"
    assert machine_ratios([made_up()], huge)["mean"].value == pytest.approx(2.0, rel=0.01), "the newest rounds count"
