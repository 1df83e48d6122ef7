"""Things are broken on purpose: whatever fails, every other row stays as it is, and a run that died goes on."""

import random
import resource
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import fakes
import night
import pytest

from danceoff.experiments import BadInput
from danceoff.experiments.plans.plan import Plan, read
from danceoff.experiments.results import record
from danceoff.experiments.results.verify import offences
from danceoff.experiments.run.engines import engine as engine_of
from danceoff.experiments.run.local import Observer
from danceoff.experiments.run.one_case import child
from danceoff.experiments.run.schedule import run_plan

FAULTS = {  # what a backend does after its two good covers: how its row ends
    "segfault": ("crashed", "killed by SIGSEGV"),
    "kill itself": ("crashed", "killed by SIGKILL"),
    "hang": ("timeout", ""),
    "sleep on": ("timeout", ""),
    "leak": ("memory", ""),
    "leak in child": ("memory", ""),
    "fill memfd": ("memory", ""),
    "lie": ("wrong", "options 'L 0,0 0,1 1,0', 'L 0,0 0,1 1,1' are not a cover"),
    "exit": ("crashed", "exit code 0 without a result"),
    "print gigabytes": ("complete", ""),
    "fork": ("complete", ""),
    "daemon": ("complete", ""),
    "send junk": ("crashed", "sent what is no answer"),
    "fork and go on": ("complete", ""),
    "escape": ("complete", ""),
}
PLAN = """seed = 1
[[product]]
problems = {{ tromino = ["2x3", "3x4"] }}
solvers = {{ algorithm-x = {{}} }}
tasks = ["enumerate"]
[[product]]
problems = {{ tromino = ["2x3"] }}
solvers = {{ fake = {{ then = {faults}, good = 2 }} }}
tasks = ["enumerate"]
memory_limit_mb = 350
[[product]]
problems = {{ tromino = ["2x3"] }}
solvers = {{ fake = {{ then = {sleepers}, good = 2 }} }}
tasks = ["enumerate"]
time_limit_s = 0.5
"""
SLEEPERS = ["hang", "sleep on"]
OF_GROUPS = ["kill itself", "sleep on", "leak in child", "fill memfd", "escape"]
"""Faults that a group of the kernel deals with in its own way: deaths, times, memory and processes that are left."""


def plan_file(folder: Path, faults: list[str]) -> Path:
    path = folder / "plan.toml"
    awake = [fault for fault in faults if fault not in SLEEPERS]
    sleepers = [fault for fault in faults if fault in SLEEPERS] or ["end"]
    path.write_text(PLAN.format(faults=awake, sleepers=sleepers))
    return path


def plan(folder: Path, faults: list[str]) -> Plan:
    fakes.install()
    return read(str(plan_file(folder, faults)))


def answers(directory: Path) -> dict[str, tuple[object, ...]]:
    """The table without its times: what every case answered. Each case has one line in the file."""
    lines = (directory / record.FILE).read_bytes().splitlines()
    rows = record.read(directory)
    assert len(lines) == len(rows)
    kept = {row.case: (row.status, row.covers, row.fingerprint, row.checked, row.detail) for row in rows}
    return {case: answer if answer[0] != "memory" else answer[:-1] for case, answer in kept.items()}


@pytest.mark.parametrize(
    ("engine", "faults"),
    [
        ("poll", ["segfault", "leak", "lie", "sleep on"]),
        ("cgroup", ["kill itself", "leak in child", "sleep on"]),
        pytest.param("poll", [*FAULTS], marks=pytest.mark.slow),
        pytest.param("cgroup", OF_GROUPS, marks=pytest.mark.slow),
    ],
)
def test_a_misbehaving_backend_damages_no_other_row(tmp_path, monkeypatch, marked, engine, faults, record_property):
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    try:
        run_plan(plan(tmp_path, faults), tmp_path, False, Observer(), engine=engine_of(engine, {}))
    except BadInput as error:
        pytest.skip(str(error))
    rows = record.read(tmp_path)
    ends = {}
    for row in rows:
        if row.solver.startswith("fake"):
            ends[row.solver.split("then=")[1].split(",")[0]] = row
        else:
            assert (row.status, row.covers) == ("complete", {"tromino/2x3": 2, "tromino/3x4": 4}[row.problem])
    for fault in faults:
        row, (status, detail) = ends[fault], FAULTS[fault]
        assert (fault, row.status, row.covers) == (fault, status, 2)
        assert detail in row.detail
    assert len(rows) == 2 + len(faults)
    assert {row.measured_by for row in rows} == {engine}
    assert not fakes.alive(marked)
    assert [offence.what for offence in offences(rows)] == ["gave a wrong answer"] * ("lie" in faults)
    record_property(f"runs: faults of a solver that harmed no other row: {engine}", len(faults))


def start(folder: Path, into: Path, **how: object) -> subprocess.Popen[str]:
    command = [*fakes.COMMAND, "run", str(folder / "plan.toml"), "--into", str(into)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **how)  # type: ignore[call-overload]


def finish(folder: Path, into: Path) -> dict[str, tuple[object, ...]]:
    with start(folder, into) as process:
        assert process.stderr
        assert (process.stderr.read(), process.wait(300)) == ("", 0)
    return answers(into)


def killed_at_random(folder: Path, into: Path, n_kills: int, moment: Callable[[], float]) -> int:
    """Kill so many runs, each in the midst of its work, unless it was through before; how many were killed."""
    for n_killed in range(n_kills):
        with start(folder, into) as process:
            try:
                process.wait(moment())
            except subprocess.TimeoutExpired:
                process.kill()
            else:
                return n_killed
    return n_kills


def survives(folder: Path, n_kills: int, faults: list[str], latest_s: float) -> None:
    """A run of such faults is killed so many times, each no later than that, and ends with the rows of another."""
    plan_file(folder, faults)
    undisturbed = finish(folder, folder / "undisturbed")
    draw = random.Random(n_kills)
    n_killed = n_folder = 0
    while n_killed < n_kills:
        n_folder += 1
        into = folder / f"killed{n_folder}"
        n_killed += killed_at_random(folder, into, min(25, n_kills - n_killed), lambda: draw.uniform(0.2, latest_s))
        assert finish(folder, into) == undisturbed


@pytest.mark.slow
def test_a_run_that_is_killed_again_and_again_resumes_to_the_same_rows(tmp_path, marked, record_property):
    n_kills = night.times(5)
    survives(tmp_path, n_kills, ["fork", "daemon", "escape", "segfault"], 5)
    assert not fakes.alive(marked)
    record_property("runs: kills after which the run went on to the same table", n_kills)


def test_a_terminated_run_leaves_no_process_behind(tmp_path, marked):
    plan_file(tmp_path, ["fork", "escape and sleep", "hang"])
    with start(tmp_path, tmp_path / "results") as process:
        while not fakes.alive(marked) and process.poll() is None:
            time.sleep(0.05)
        process.terminate()
        assert process.stderr
        assert process.stderr.read().startswith("danceoff: interrupted; the rows are in ")
    assert process.returncode == 130
    assert not fakes.alive(marked)


@pytest.mark.needs("mount")
def test_a_full_disk_ends_the_run_which_resumes_once_there_is_room(tmp_path, record_property):
    plan_file(tmp_path, ["segfault", "exit"])
    full = tmp_path / "full"
    full.mkdir()
    # Three pages: the plan, its index, and about two rows.
    mount = ["mount", "-t", "tmpfs", "-o", "size=12k", "tmpfs", str(full)]
    is_mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0  # as root
    try:
        limit = None if is_mounted else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        with start(tmp_path, full, preexec_fn=limit) as process:
            assert process.stderr
            said = process.stderr.read()
        assert (said.count("\n"), process.returncode) == (1, 2)
        assert "a run without --fresh resumes there" in said
        before = answers(full)
        assert 0 < len(before) < 5
        if is_mounted:
            subprocess.run(["mount", "-o", "remount,size=1m", str(full)], check=True)
        after = finish(tmp_path, full)
        assert len(after) == 5
        assert before.items() <= after.items()
        record_property("runs: full disks after which the run went on", 1)
    finally:
        if is_mounted:
            subprocess.run(["umount", str(full)], check=True)
