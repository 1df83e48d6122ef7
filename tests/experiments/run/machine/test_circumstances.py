"""What a row says about the machine: time taken by others, waiting, the governor; and of which commit the code is."""

import os
import re
import subprocess
import sys
from pathlib import Path

import fakes
import pytest

from danceoff.asking import clock
from danceoff.asking.ask import Ask, Limits
from danceoff.asking.clock import SIZE, Clock
from danceoff.experiments.run.machine import circumstances, provenance
from danceoff.experiments.run.machine.circumstances import Circumstances
from danceoff.experiments.run.machine.cores import off
from danceoff.experiments.run.one_case import child
from danceoff.experiments.run.one_case.child import run_case

STAT = """cpu  10 0 10 80 0 0 0 {} 0 0
cpu0 5 0 5 40 0 0 0 {} 0 0
cpu1 5 0 5 40 0 0 0 {} 0 0
cpu10 5 0 5 40 0 0 0 900 0 0
intr 7
"""


def test_stolen_time_and_governor_are_those_of_the_cores_of_the_case(tmp_path, monkeypatch):
    stat, ticks = tmp_path / "stat", os.sysconf("SC_CLK_TCK")
    for core, governor in enumerate(("performance", "powersave")):
        (tmp_path / f"cpu{core}/cpufreq").mkdir(parents=True)
        (tmp_path / f"cpu{core}/cpufreq/scaling_governor").write_text(governor + "\n")
    monkeypatch.setattr(circumstances, "_STAT", stat)
    monkeypatch.setattr(circumstances, "_SYSTEM", tmp_path)
    stat.write_text(STAT.format(900, 0, 2 * ticks))
    measured = {pin: Circumstances(pin) for pin in ((), (0,), (1,), (0, 1))}
    stat.write_text(STAT.format(900 + 5 * ticks, ticks, 6 * ticks))
    columns = {pin: one.columns() for pin, one in measured.items()}
    assert {pin: found["steal_s"] for pin, found in columns.items()} == {(): 5.0, (0,): 1.0, (1,): 4.0, (0, 1): 5.0}
    both = "performance,powersave"
    assert [found["governor"] for found in columns.values()] == [both, "performance", "powersave", both]
    stat.unlink()
    assert measured[0,].columns()["steal_s"] is None
    assert Circumstances((7,)).columns()["governor"] == ""


def test_the_clock_counts_waiting_only_while_it_runs(monkeypatch):
    waited = 5.0
    monkeypatch.setattr(clock, "own_waited_s", lambda: waited)
    page = bytearray(SIZE)
    ours, theirs = Clock(page), Clock(page)
    with ours.running():
        waited += 0.25
        assert ours.waited_s == theirs.waited_s_at(waited) == 0.25
    waited += 100
    assert ours.waited_s == theirs.waited_s_at(waited) == 0.25
    with ours.running():
        waited += 0.5
    assert ours.waited_s == 0.75
    monkeypatch.setattr(clock, "own_waited_s", lambda: None)
    assert ours.waited_s is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts how long threads wait")
def test_threads_that_share_a_core_wait_for_each_other(monkeypatch):
    """Two processes on one core: what the worker does not have of it, it waits for."""
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    if clock.own_waited_s() is None:
        pytest.skip("this kernel does not count how long threads wait")
    core = max(os.sched_getaffinity(0))
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as other:
        os.sched_setaffinity(other.pid, [core])
        row = run_case(Ask("tromino/2x3", "fake:then=burn", "enumerate", pin=(core,), limits=Limits(0.6)))
        other.kill()
    assert row.status == "timeout"
    assert row.waited_s > 0.1
    assert row.cpu_s + row.waited_s > 0.5


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system cannot pin a process to cores")
def test_this_process_keeps_off_the_cores_of_the_case_while_it_runs(monkeypatch):
    """The work of this process must not keep the case waiting. With one core there is no other to use."""
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    ours, used = os.sched_getaffinity(0), []
    pin = (max(ours),)
    case = Ask("tromino/2x3", "fake:then=end", "enumerate", pin=pin)
    run_case(case, lambda _answer: used.append(os.sched_getaffinity(0)))
    assert used and all(cores == (ours - set(pin) or ours) for cores in used)
    assert os.sched_getaffinity(0) == ours
    with pytest.raises(KeyboardInterrupt), off(pin):
        raise KeyboardInterrupt
    with off(ours):
        assert os.sched_getaffinity(0) == ours
    assert os.sched_getaffinity(0) == ours


def test_who_moves_this_process_during_a_case_has_the_last_word(monkeypatch):
    cores = [{0, 1, 2}]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: cores[-1], raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", lambda _, some: cores.append(set(some)), raising=False)
    with off((2,)):
        assert cores[-1] == {0, 1}
    with off((2,)):
        os.sched_setaffinity(0, {1})  # taskset -p 2
    assert cores == [{0, 1, 2}, {0, 1}, {0, 1, 2}, {0, 1}, {1}]


def test_others_are_counted_from_when_the_worker_is_ready(monkeypatch):
    waits = {1: 10.0, 2: 3.0, 3: 1.0}
    monkeypatch.setattr(clock.os, "listdir", lambda _: list(map(str, waits)))
    monkeypatch.setattr(clock, "waited_s", waits.get)
    others = clock.Others()
    others.see([1], worker=1, is_ready=False)
    waits.update({1: 50.0, 2: 3.5, 4: 0.25})
    others.see([1], worker=1, is_ready=True)
    del waits[4]
    others.see([1], worker=1, is_ready=True)
    assert others.waited_s == 0.75


def test_a_changed_result_or_document_is_no_changed_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        return subprocess.run(["git", "-C", str(tmp_path), *who, *words], capture_output=True, text=True).stdout.strip()

    monkeypatch.setattr(provenance, "_ROOT", tmp_path)
    monkeypatch.setattr(provenance, "provenance", provenance.provenance.__wrapped__)
    assert provenance.provenance()["commit"] == "", "no repository, as in an installed wheel"
    for name in ("solvers", "results", "docs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "old.py").touch()
    git("init")
    git("add", ".")
    git("commit", "--message", "first")
    commit = git("rev-parse", "--short", "HEAD")
    (tmp_path / "results" / "old.py").write_text("changed")
    of_code = ("table.py~", "my plan.toml", "__pycache__/a.pyc")
    for new in ("docs/new.md", *(f"solvers/{name}" for name in of_code), "danceoff.egg-info/PKG-INFO"):
        (tmp_path / new).parent.mkdir(exist_ok=True)
        (tmp_path / new).touch()
    assert provenance.provenance()["commit"] == commit != ""
    for change in ("changed", None):
        (tmp_path / "solvers" / "old.py").write_text(change) if change else (tmp_path / "solvers" / "old.py").unlink()
        assert provenance.provenance()["commit"] == f"{commit}-dirty"
    git("checkout", "solvers")
    (tmp_path / "solvers" / "new part.py").touch()
    assert provenance.provenance()["commit"] == f"{commit}-dirty"


def test_make_run_writes_only_where_git_does_not_look() -> None:
    root = Path(__file__).parents[4]
    recipes = dict(re.findall(r"^(run|reference): .*\n((?:\t.*\n)+)", (root / "Makefile").read_text(), re.MULTILINE))
    committed = re.findall(r"^!/results/(\w+)/$", (root / ".gitignore").read_text(), re.MULTILINE)
    folders = {name: set(re.findall(r"results/(\w+)", recipe)) for name, recipe in recipes.items()}
    assert folders == {"run": {"own"}, "reference": {"seeds"}}
    assert "own" not in committed
    assert "seeds" in committed
