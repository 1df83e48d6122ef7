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
from of_runs import fake, why_no_groups

from danceoff.asking.ask import Ask
from danceoff.experiments.run.one_case import cgroup, child
from danceoff.experiments.run.one_case.child import run_case
from danceoff.processes.descendants import at_rest

linux = pytest.mark.skipif(sys.platform != "linux", reason="adopts orphans and counts files in memory on Linux only")


pytestmark = pytest.mark.usefixtures("fake_worker", "marked")
WAYS = [False, pytest.param(True, marks=pytest.mark.skipif(bool(why_no_groups()), reason="no control groups here"))]


@linux
@pytest.mark.parametrize("in_cgroup", WAYS)
@pytest.mark.parametrize("then", ["escape", "escape and sleep"])
def test_a_grandchild_with_an_empty_environment_is_killed(then, in_cgroup, marked, record_property):
    row = fake(then, in_cgroup=in_cgroup, time_limit_s=0.5)
    assert row.status == ("complete" if then == "escape" else "timeout")
    assert not fakes.alive(marked)
    record_property("runs: processes that tried to escape and were ended", 1)


@pytest.mark.parametrize(("code", "said"), [(-9, "killed by SIGKILL"), (-40, "killed by signal 40")])
def test_a_signal_without_a_name_has_its_number(code, said):
    assert child._Child._last_words(SimpleNamespace(process=SimpleNamespace(returncode=code), stderr=b"")) == said


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
    row = fake("fork bomb", in_cgroup=in_cgroup, time_limit_s=60)
    assert (row.status, row.detail) == ("crashed", child._TOO_MANY)
    assert not left()
    record_property("runs: fork bombs put out", 1)


@linux
@pytest.mark.parametrize("in_cgroup", WAYS)
@pytest.mark.parametrize("then", ["fill memfd", "fill shared"])
def test_files_in_memory_count(then, in_cgroup, record_property):
    assert fake(then, in_cgroup=in_cgroup, memory_limit_mb=350, time_limit_s=30).status == "memory"
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


def test_what_rests_already_is_not_woken_by_others(monkeypatch):
    """CP-SAT of `auto`, whose turn was over, went on once covers had been checked."""
    sent = []
    monkeypatch.setattr(os, "kill", lambda pid, number: sent.append((pid, number)))
    with at_rest(lambda: [1]), at_rest(lambda: [1, 2]):
        sent.append("checked")
    stop, go_on = signal.SIGSTOP, signal.SIGCONT
    assert sent == [(1, stop), (2, stop), "checked", (2, go_on), (1, go_on)]
