"""Cases that a server starts: each is as clean, as confined and as measured as one in a new interpreter."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import fakes
import psutil
import pytest
from fakes import end_within
from left_over import idle, left, wait_until
from of_runs import fake, why_no_groups

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.run.one_case import child
from danceoff.experiments.run.one_case.child import run_case
from danceoff.processes import servers
from danceoff.processes.servers import serving
from danceoff.solvers.engines import compiled
from danceoff.solvers.ours import BACKENDS

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux only"),
    pytest.mark.usefixtures("fake_worker", "marked", "alone"),
]


@pytest.fixture
def alone(monkeypatch):
    """Each of these tests has its own servers, and no other is there; only workers know the fake solver."""
    monkeypatch.delitem(BACKENDS, "fake", raising=False)  # by which other tests of this process find it
    outer, servers._here.pool = servers.here(), None
    outer.end()
    with serving():
        yield
    assert not left()
    servers._here.pool = outer


def spawned(case, **how):
    """The row of a case in a new interpreter."""
    pool, servers._here.pool = servers._here.pool, None
    row = run_case(case, **how)
    servers._here.pool = pool
    return row


def told(row):
    """What a case told of its surroundings."""
    assert row.detail.startswith("RuntimeError: told"), row.detail
    return json.loads(Path(os.environ["TOLD"]).read_text())


def test_cases_of_a_kind_have_one_server_which_ends_with_the_block():
    servers._here.pool = None
    with serving():
        for _ in range(3):
            assert fake("end").status == "complete"
            (server,) = idle()
            assert not left()
    assert not server.is_running()
    assert fake("end").status == "complete"
    assert not idle()


def test_a_case_finds_what_it_finds_in_a_new_interpreter(monkeypatch, tmp_path):
    servers._here.pool = None
    *begin, code = fakes.WORKER
    asks = "import tempfile; tempfile.gettempdir(); import fakes;"  # the answer is kept
    monkeypatch.setattr(child, "WORKER", [*begin, code.replace("import fakes;", asks)])
    monkeypatch.setenv("WORD", "spoken")
    monkeypatch.setenv("TOLD", str(tmp_path / "told.json"))
    of_new = told(fake("tell surroundings"))
    core = min(os.sched_getaffinity(0))
    with serving():
        for number in range(3):
            folder = tmp_path / str(number)
            folder.mkdir()
            monkeypatch.chdir(folder)
            served = told(fake("tell surroundings", pin=(core,) if number == 1 else ()))
            assert served["folder"] == str(folder)
            assert served["leads"] == [True, True]
            assert served["cores"] == ([core] if number == 1 else of_new["cores"])
            assert served["temporary"] == served["environment"]["TMPDIR"] != of_new["temporary"]
            for one in (served, of_new):
                one["environment"] |= {"TMPDIR": "", "PWD": ""}
            own = ("folder", "cores", "temporary")
            assert {key: value for key, value in served.items() if key not in own} == {
                key: value for key, value in of_new.items() if key not in own
            }
        assert len(idle()) == 1


def test_another_environment_has_another_server_until_there_are_many(monkeypatch, tmp_path):
    monkeypatch.setenv("TOLD", str(tmp_path / "told.json"))
    servers.here()._most = 2
    for word, found in (("1", ["1"]), ("2", ["1", "2"]), ("1", ["1", "2"]), ("3", ["1", "3"])):
        monkeypatch.setenv("WORD", word)
        assert told(fake("tell surroundings"))["environment"]["WORD"] == word
        assert sorted(server.environ()["WORD"] for server in idle()) == found


@pytest.mark.parametrize(
    "misdeeds",
    [
        ["segfault", "escape", "stop supervisor"],
        pytest.param(["kill itself", "exit", "raise", "daemon"], marks=pytest.mark.slow),
    ],
)
def test_a_case_that_misbehaves_leaves_its_server_as_it_was(marked, misdeeds):
    fake("end")
    (server,) = idle()
    for then in misdeeds:
        fake(then)
        assert not fakes.alive(marked), then
        assert fake("end").status == "complete", then
        assert idle() == [server], then


def test_a_case_that_kills_its_server_or_its_supervisor_has_a_row_and_the_next_one_another_server():
    row = fake("kill supervisor", time_limit_s=30)
    assert (row.status, row.detail) == ("crashed", "killed by SIGKILL")
    assert not idle()
    assert fake("stop supervisor").status == "complete"
    assert len(idle()) == 1


def test_a_signal_for_one_case_does_not_reach_the_next():
    fake("end")
    (server,) = idle()
    for _ in range(3):
        for which in (signal.SIGTERM, signal.SIGCHLD):
            server.send_signal(which)
        assert (fake("end late").status, idle()) == ("complete", [server])


def test_peak_memory_is_that_of_a_new_interpreter():
    case = Ask("tromino/3x4", "dlx", "enumerate")
    new = spawned(case).peak_rss_mb
    for _ in range(2):  # the first one loads kernels, the other finds them
        assert 0.95 * new < run_case(case).peak_rss_mb < 1.05 * new


@pytest.mark.parametrize(
    "spec", ["algorithm-x", *(pytest.param(it, marks=pytest.mark.slow) for it in ("bits", "learn", "sat", "auto"))]
)
def test_a_search_takes_the_same_steps(spec):
    case = Ask("langford/7", spec, "enumerate")
    new = spawned(case)
    for _ in range(2):
        row = run_case(case)
        assert (row.stats, row.fingerprint, row.solver) == (new.stats, new.fingerprint, new.solver)
    assert len(idle()) == 1


@pytest.mark.skipif(bool(why_no_groups()), reason="no control groups here")
def test_a_group_is_charged_for_all_that_a_case_has():
    case = Ask("tromino/2x3", "fake:then=end", "enumerate")
    new = spawned(case, in_cgroup=True).peak_rss_mb
    for _ in range(2):
        assert 0.6 * new < run_case(case, in_cgroup=True).peak_rss_mb < 1.1 * new
    row = run_case(replace(case, solver="fake:then=leak", limits=Limits(memory_limit_mb=300)), in_cgroup=True)
    assert (row.status, row.measured_by) == ("memory", "cgroup")
    assert 290 < row.peak_rss_mb <= 300.1


@pytest.mark.parametrize("solver", ["dlx", "sat", "algorithm-x", "{file}:own"])
def test_a_worker_imports_nothing_that_its_server_can_import(solver, monkeypatch, tmp_path):
    told, file = tmp_path / "imported", tmp_path / "own.toml"
    file.write_text('[programs.own]\ncommand = ["true"]\n')
    hears = (
        "import os, sys; server = os.getpid(); sys.addaudithook(lambda event, what: event == 'import' "
        f"and server != os.getpid() and print(what[0], file=open({str(told)!r}, 'a')) or None); "
    )
    *begin, code = fakes.WORKER
    monkeypatch.setattr(child, "WORKER", [*begin, f"{hears}{code}"])
    case = Ask("tromino/3x4", solver.format(file=file), "enumerate", order=1)
    run_case(case)  # shows which kernels the next one finds loaded
    told.write_text("")
    assert run_case(replace(case, problem="queens/6", limits=Limits(10))).solver == case.solver
    assert told.read_text().split() == []


@pytest.mark.slow
def test_kernels_are_loaded_ahead_and_never_compiled_there(monkeypatch, tmp_path):
    shutil.copytree(compiled._FOLDER, tmp_path / compiled._FOLDER.name)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    case = Ask("tromino/3x4", "dlx", "enumerate")
    run_case(case)
    run_case(case)
    (server,) = idle()
    server.kill()
    for file in tmp_path.rglob("*.nbc"):
        file.unlink()

    def interrupt(message):
        if "compiling" in message:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_case(case, interrupt)
    assert idle() == []  # a new server ended, and the case started in a new interpreter


@pytest.mark.parametrize(
    "begins",
    [
        "import threading, time; threading.Thread(target=time.sleep, args=[60], daemon=True).start(); ",
        "import sys, os; len(sys.argv) < 4 and os._exit(3); ",
    ],
    ids=["has threads", "does not start"],
)
def test_a_server_that_starts_no_case_costs_none(monkeypatch, begins):
    *begin, code = fakes.WORKER
    monkeypatch.setattr(child, "WORKER", [*begin, begins + code])
    for _ in range(2):
        assert fake("end").status == "complete"
        assert not idle()


@pytest.mark.parametrize("under_way", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_killed_run_takes_its_servers_along(tmp_path, under_way):
    """Be there a case under way or none."""
    code = (
        f"import sys; sys.path[:0] = {sys.path[:2]!r} + [{str(fakes.SUPPORT)!r}]\n"
        "import fakes; from danceoff.experiments.run.one_case import child\n"
        "from danceoff.processes.servers import serving\n"
        "child.WORKER = fakes.WORKER; case = lambda then: child.Ask('tromino/2x3', f'fake:then={then}', 'enumerate')\n"
        "with serving():\n"
        "    child.run_case(case('end')); print(flush=True)\n"
        "    sys.stdin.readline(); child.run_case(case('sleep'))\n"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": {**os.environ, "TMPDIR": str(tmp_path)}}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as run:
        run.stdout.readline()
        if under_way:
            run.stdin.write(b"\n")
            run.stdin.flush()
            wait_until(lambda: len(psutil.Process(run.pid).children(recursive=True)) == 2)
            assert list(tmp_path.glob("danceoff-*"))
        of_it = psutil.Process(run.pid).children(recursive=True)
        assert len(of_it) == 1 + under_way
        run.kill()
    assert end_within([process.pid for process in of_it], 30)
    assert not list(tmp_path.glob("danceoff-*"))


def test_a_thread_has_servers_of_its_own_which_end_with_it():
    seen = []

    def work():
        servers.serve_thread(2)
        seen.extend([fake("end").status, *idle()])

    fake("end")
    (ours,) = idle()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen[0] == "complete"
    assert len(seen) == 3
    wait_until(lambda: idle() == [ours])


def test_a_fork_of_the_run_leaves_the_servers_alone():
    fake("end")
    (server,) = idle()
    if (pid := os.fork()) == 0:
        status = 1
        try:
            status = int(servers.here() is not None)
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert fake("end").status == "complete"
    assert idle() == [server]
