"""Nothing that a case starts gets away or goes uncounted, and no run touches what another one started."""

import os
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import fakes
import psutil
import pytest
from left_over import left, wait_until

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.run.one_case import cgroup, child
from danceoff.experiments.run.one_case.child import run_case
from danceoff.processes.descendants import at_rest, end_within, stat
from danceoff.processes.orphans import Mark, kill_marked, orphans_of
from danceoff.processes.supervisor import VARIABLE

linux = pytest.mark.skipif(sys.platform != "linux", reason="adopts orphans and counts files in memory on Linux only")


def _has_groups():
    try:
        cgroup.usable()
    except BadInput:
        return False
    return True


pytestmark = pytest.mark.usefixtures("fake_worker", "marked")
WAYS = [False, pytest.param(True, marks=pytest.mark.skipif(not _has_groups(), reason="no control groups here"))]


def fake(then, in_cgroup=False, **limits):
    return run_case(Ask("tromino/2x3", f"fake:then={then}", "enumerate", **limits), in_cgroup=in_cgroup)


@linux
@pytest.mark.parametrize("in_cgroup", WAYS)
@pytest.mark.parametrize("then", ["escape", "escape and sleep"])
def test_a_grandchild_with_an_empty_environment_is_killed(then, in_cgroup, marked, record_property):
    row = fake(then, in_cgroup, time_limit_s=0.5)
    assert row.status == ("complete" if then == "escape" else "timeout")
    assert not fakes.alive(marked)
    record_property("runs: processes that tried to escape and were ended", 1)


@pytest.mark.parametrize(("code", "said"), [(-9, "killed by SIGKILL"), (-40, "killed by signal 40")])
def test_a_signal_without_a_name_has_its_number(code, said):
    ended = SimpleNamespace(process=SimpleNamespace(returncode=code), stderr=b"")
    assert child._Child._last_words(ended) == said


@linux
def test_a_case_cannot_escape_by_killing_or_stopping_its_supervisor(marked):
    row = fake("kill supervisor", time_limit_s=30)
    assert (row.status, row.detail) == ("crashed", "killed by SIGKILL")
    assert not fakes.alive(marked)
    assert fake("stop supervisor").status == "complete"
    assert not left()


@linux
def test_a_killed_run_leaves_no_folder_of_its_own_behind(tmp_path):
    command = [*fakes.COMMAND, "solve", "tromino/2x3", "--solver", "fake:then=sleep", "--task", "enumerate"]
    with subprocess.Popen(command, env={**os.environ, "TMPDIR": str(tmp_path)}, stdout=subprocess.DEVNULL) as run:
        wait_until(lambda: len(psutil.Process(run.pid).children(recursive=True)) == 2)
        assert list(tmp_path.glob("danceoff-*"))
        run.kill()
    wait_until(lambda: not list(tmp_path.glob("danceoff-*")))


@linux
@pytest.mark.parametrize("in_cgroup", WAYS)
def test_a_fork_bomb_is_stopped(in_cgroup, monkeypatch, record_property):
    for module in (child, cgroup):
        monkeypatch.setattr(module, "MOST_PROCESSES", 50)
    row = fake("fork bomb", in_cgroup, time_limit_s=60)
    assert (row.status, row.detail) == ("crashed", child._TOO_MANY)
    assert not left()
    record_property("runs: fork bombs put out", 1)


@linux
@pytest.mark.parametrize("in_cgroup", WAYS)
@pytest.mark.parametrize("then", ["fill memfd", "fill shared"])
def test_files_in_memory_count(then, in_cgroup, record_property):
    row = fake(then, in_cgroup, memory_limit_mb=350, time_limit_s=30)
    assert row.status == "memory"
    record_property("runs: leaks into files in memory stopped by the limit", 1)


@linux
def test_a_file_in_memory_that_several_processes_map_counts_once():
    row = fake("map shared", memory_limit_mb=300, time_limit_s=1.5)
    assert row.status == "timeout"
    assert 150 < row.peak_rss_mb < 300


def test_a_case_terminated_together_with_its_run_leaves_no_row():
    rows = []

    def end_all(message):
        if "worker" in message:
            os.kill(message["worker"], signal.SIGTERM)
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        rows.append(run_case(Ask("tromino/2x3", "fake:then=sleep", "enumerate"), end_all))
        time.sleep(2)
    assert rows == []


def start(folder, **faked):
    """A process that a run on this folder has left; faked: parts of its mark."""
    environment = {**os.environ, VARIABLE: str(Mark.new(folder or None)._replace(**faked))}
    command = [sys.executable, "-c", "print(flush=True); import time; time.sleep(60)"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
    process.stdout.readline()
    return process


def dead_owner():
    """The number and start of a process that is no more."""
    with subprocess.Popen(["sleep", "60"]) as process:
        found = stat(process.pid)
        process.kill()
    return {"pid": str(process.pid), "start": found.start}


@pytest.fixture
def folders(tmp_path):
    mine, other = tmp_path / "mine", tmp_path / "other"
    mine.mkdir()
    other.mkdir()
    return mine, other


@pytest.mark.parametrize(
    ("where", "faked"),
    [
        ("mine", {}),  # its run is alive
        ("other", "dead"),
        ("mine", {"namespace": "1", "pid": "1", "start": "0"}),
        ("mine", {"boot": "another", "pid": "1", "start": "0"}),
        ("", "dead"),
    ],
)
def test_processes_of_runs_that_may_be_alive_are_left_alone(folders, where, faked, tmp_path, record_property):
    with start(where and tmp_path / where, **(dead_owner() if faked == "dead" else faked)) as process:
        assert kill_marked(orphans_of(folders[:1])) == 0
        assert process.poll() is None
        process.kill()
    record_property("runs: processes of other runs let alone", 1)


@pytest.mark.parametrize("reused", [False, True])
def test_processes_of_a_dead_run_on_this_folder_are_killed(folders, reused):
    owner = {"pid": str(os.getpid()), "start": "0"} if reused else dead_owner()
    with start(folders[0], **owner) as process:
        assert kill_marked(orphans_of(folders)) == 1
        process.wait(10)


def test_a_clock_that_is_set_changes_nothing(folders, monkeypatch):
    """psutil counts the start of a process from when the machine was booted by today's clock."""
    with start(folders[0]) as process:
        monkeypatch.setattr(time, "time", lambda: 0.0)
        monkeypatch.setattr(psutil.Process, "create_time", lambda _: 1.0)
        assert kill_marked(orphans_of(folders)) == 0
        assert process.poll() is None
        process.kill()


def test_a_run_in_another_pid_namespace_leaves_ours_alone(folders):
    """It has a /proc where our processes are not, or as here one where they are, and their numbers mean others."""
    code = (
        "import pathlib, sys; from danceoff.processes.orphans import *; "
        "print(kill_marked(orphans_of([pathlib.Path(sys.argv[1])])))"
    )
    inside = ["unshare", "--pid", "--fork", sys.executable, "-c", code, str(folders[0])]
    with start(folders[0], **dead_owner()) as process:
        ended = subprocess.run(inside, capture_output=True, text=True, check=False)
        if "unshare failed" in ended.stderr or "Operation not permitted" in ended.stderr:
            pytest.skip("may make no namespaces")
        assert (ended.stdout, process.poll()) == ("0\n", None), ended.stderr
        process.kill()


def test_a_process_that_nobody_has_waited_for_has_ended():
    """In a container whose first process reaps late or never, ends of cases took three seconds longer."""
    with subprocess.Popen(["sleep", "60"]) as process:
        assert not end_within([process.pid], 0.05)
        process.kill()
        assert end_within([process.pid], 5)


def test_what_rests_already_is_not_woken_by_others(monkeypatch):
    """CP-SAT of `auto`, whose turn was over, went on once covers had been checked."""
    sent = []
    monkeypatch.setattr(os, "kill", lambda pid, number: sent.append((pid, number)))
    with at_rest(lambda: [1]), at_rest(lambda: [1, 2]):
        sent.append("checked")
    stop, go_on = signal.SIGSTOP, signal.SIGCONT
    assert sent == [(1, stop), (2, stop), "checked", (2, go_on), (1, go_on)]
