"""Cases in jobs elsewhere: rows come back in files, lost jobs are found, own limits hold; with real Dask and Slurm."""

import dataclasses
import json
import os
import subprocess
import threading
import time
from collections import Counter
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from unittest.mock import MagicMock, Mock

import fakes
import psutil
import pytest
import slurm_node

import danceoff
from danceoff.asking.ask import Ask, Limits
from danceoff.experiments import BadInput
from danceoff.experiments.cli import main
from danceoff.experiments.commands import in_parts
from danceoff.experiments.plans.schema import CLUSTER
from danceoff.experiments.results import record
from danceoff.experiments.run.cluster import engines
from danceoff.experiments.run.cluster.chunks import Chunk, gather_left, run_chunk, run_on
from danceoff.experiments.run.cluster.engines import DaskEngine, SlurmEngine
from danceoff.experiments.run.engines import ENGINES, engine
from danceoff.experiments.run.folders import CHUNKS
from danceoff.experiments.run.local import LocalEngine, Observer
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.processes import servers
from danceoff.solvers.together import balance

CASES = [(Ask(f"queens/{n}", "dlx", "count", digest=f"d{n}"), "") for n in range(10)]


@pytest.fixture
def ran(answered):
    """The cases that were run, in their order."""
    return answered()


@pytest.fixture(autouse=True)
def folder(tmp_path):
    (tmp_path / record.FILE).touch()


class Mortal(Executor):
    """Runs its jobs at once, and those die that come to a deadly case."""

    def submit(self, fn, /, *args):  # type: ignore[override]
        future: Future[None] = Future()
        try:
            fn(*args)
            future.set_result(None)
        except RuntimeError as error:
            future.set_exception(error)
        return future


@pytest.mark.parametrize(
    ("executor", "times"), [(ThreadPoolExecutor(1), 0), *((Mortal(), times) for times in (1, 2, 3))]
)
def test_any_executor_runs_the_cases_and_those_left_of_a_lost_job_run_again(tmp_path, answered, executor, times):
    deadly = Counter({"d4": times})  # how often it still is

    def mortal(case):
        if deadly[case.digest]:
            deadly[case.digest] -= 1
            raise RuntimeError("the node is gone")
        return unanswered(case, "complete", "")

    ran = answered(mortal)
    told = Mock(Observer)
    run_on(executor, CASES, 5, tmp_path, 7, told)
    ended = [row for ((row,), _) in told.case_ends.call_args_list]
    assert [row.case for row in ended] == [row.case for row in record.read(tmp_path)]
    rows = {row.digest: row for row in ended}
    assert len(rows) == 10
    assert Counter(case.digest for case in ran) == {f"d{n}": 1 for n in range(10)} | {"d4": 1 + min(times, 2)}
    texts = [text.split("(")[1] for ((text,), _) in told.notice.call_args_list]
    assert texts == ["RuntimeError: the node is gone)"] * times
    assert (rows.pop("d4").status == "crashed") == (times == 3)
    assert {(row.status, row.seed) for row in rows.values()} == {("complete", 7)}
    assert not list((tmp_path / CHUNKS).iterdir())


def test_a_restarted_chunk_resumes(tmp_path, ran):
    chunk = Chunk(tmp_path, CASES[:4], 7)
    record.append(chunk.folder, unanswered(CASES[1][0], "complete", ""))
    run_chunk(chunk.folder)
    assert [case.digest for case in ran] == ["d0", "d2", "d3"]
    assert len(chunk.gather()) == 4
    assert not chunk.gather()
    assert not chunk.pending


def test_the_chunks_of_a_thread_share_servers_which_end_with_the_run(tmp_path, monkeypatch):
    started = []

    class Counted(servers.Server):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            started.append(self)

    def work():
        for repeat in (1, 2):
            run_chunk(Chunk(tmp_path, [(Ask("queens/4", "brute-force", "count", repeat), "")], 7).folder)
        still_there.append([server.is_alive for server in started])
        servers.end_all()

    still_there: list[list[bool]] = []
    monkeypatch.setattr(servers, "Server", Counted)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert still_there == [[True]]
    assert not started[0].is_alive


@pytest.mark.usefixtures("ran")
def test_rows_left_by_the_jobs_of_a_killed_run_are_gathered_once(tmp_path):
    chunk = Chunk(tmp_path, CASES[:4], 7)
    run_chunk(chunk.folder)
    with (chunk.folder / record.FILE).open("ab") as file:
        file.write(b'{"torn')
    record.append(tmp_path, record.read(chunk.folder)[0])
    assert gather_left(tmp_path) == 3
    assert len(record.read(tmp_path)) == 4
    assert gather_left(tmp_path) == 0


@pytest.mark.usefixtures("ran")
def test_an_interrupted_run_gathers_the_rows_written_so_far(tmp_path):
    stop = Mock(Observer)
    stop.case_ends.side_effect = [None, KeyboardInterrupt, *[None] * 20]
    with pytest.raises(KeyboardInterrupt):
        run_on(ThreadPoolExecutor(1), CASES, 2, tmp_path, 7, stop)
    assert len(record.read(tmp_path)) >= 2


def test_the_options_that_a_plan_may_set_are_in_one_table():
    classes = [type(engine(name, {})) for name in ENGINES]
    fields = {field.name for kind in classes for field in dataclasses.fields(kind)}
    assert fields - {"cores"} == {*CLUSTER} - {"engine"}


@pytest.mark.parametrize(
    ("engine", "n_cases", "size"),
    [
        (DaskEngine(workers=2), 48, 3),
        (DaskEngine(workers=2), 5, 1),
        (DaskEngine(workers=2), 999, 10),
        (DaskEngine(workers=2), 30_000, 30),
        (DaskEngine(workers=2, chunk=1), 999, 1),
        (DaskEngine(), 48, 1),
        (DaskEngine(), 3000, 3),
        (SlurmEngine(), 10, 1),
        (SlurmEngine(), 10**6, 1000),
        (SlurmEngine(chunk=5), 10**6, 5),
    ],
)
def test_a_job_has_several_cases_if_there_is_enough_for_all_workers_or_more_than_1000_jobs(engine, n_cases, size):
    assert engine.size(n_cases) == size


def test_the_time_limit_of_a_job_allows_for_its_longest_cases():
    cases = [Ask("queens/4", "dlx", "count", k, limits=Limits(60 * k)) for k in range(1, 5)]
    assert SlurmEngine(chunk=2).job_minutes(cases) == 2 + 2 * 7 + 2 + 2
    assert SlurmEngine(job_time_min=5).job_minutes([Ask("queens/4", "dlx", "count")]) == 5
    with pytest.raises(BadInput, match="--job-time"):
        SlurmEngine().job_minutes([*cases, Ask("queens/4", "dlx", "count")])


PLAN = """seed = 1
[[product]]
problems = { tromino = ["2x3", "3x4"], queens = ["4", "5", "6"] }
solvers = { algorithm-x = {} }
tasks = ["enumerate"]
[[product]]
problems = { tromino = ["2x3"] }
solvers = { fake = { then = ["segfault", "leak in child"], good = 2 } }
tasks = ["enumerate"]
memory_limit_mb = 350
[[product]]
problems = { tromino = ["2x3"] }
solvers = { fake = { then = "sleep on", good = 2 } }
tasks = ["enumerate"]
time_limit_s = 2
"""
ENDS = {"complete": 5, "timeout": 1, "crashed": 1, "memory": 1}


def run_command(folder: Path, *options: str, environment: dict[str, str] | None = None) -> subprocess.Popen[str]:
    (folder / "plan.toml").write_text(PLAN)
    command = [*fakes.COMMAND, "run", str(folder / "plan.toml"), "--into", str(folder / "results"), *options]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def ends(folder: Path) -> Counter[str]:
    rows = record.read(folder / "results")
    assert all(row.covers == 2 for row in rows if row.solver.startswith("fake"))
    return Counter(row.status for row in rows)


def parent_of_one_with(word: str, beneath: int) -> psutil.Process | None:
    """The parent of a process with such a word in its command line; None while there is none."""
    with suppress(psutil.NoSuchProcess):  # one may end meanwhile
        for process in psutil.Process(beneath).children(recursive=True):
            if any(word in argument for argument in process.cmdline()):
                return process.parent()
    return None


@pytest.fixture
def scheduler():
    """The address of a scheduler of Dask with two workers, which this process has started."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster.scheduler_address


@pytest.mark.slow
def test_dask_completes_the_run_after_a_worker_is_killed(tmp_path, scheduler):
    with run_command(tmp_path, "--engine", "dask", "--address", scheduler, "--chunk", "3") as process:
        rows = tmp_path / "results" / record.FILE
        while process.poll() is None and not (rows.exists() and rows.stat().st_size):
            time.sleep(0.05)
        at_work = None
        while process.poll() is None and not at_work:
            at_work = parent_of_one_with("fakes.install()", os.getpid())
        assert at_work
        at_work.kill()
        said = process.communicate(timeout=200)[0]
    assert (process.returncode, ends(tmp_path)) == (0, ENDS), said


def test_a_slurm_that_was_shut_down_with_jobs_in_its_queue_waits_for_none(tmp_path, monkeypatch):
    submitit = pytest.importorskip("submitit")
    monkeypatch.setattr(engines, "_POLL_S", 0.01)
    monkeypatch.setattr(engines, "_command", lambda name, *_: "job\n" if name == "squeue" else "")
    monkeypatch.setattr(submitit, "SlurmExecutor", MagicMock())
    submitit.SlurmExecutor.return_value.submit.return_value.job_id = "job"
    left = threading.Event()

    def leave():
        with engines.Slurm(tmp_path, "name", {}) as slurm:
            slurm.submit(print)
            while not slurm._out:
                time.sleep(0.01)
            slurm.shutdown(wait=False)
        left.set()

    threading.Thread(target=leave, daemon=True).start()
    assert left.wait(20)


def test_a_slurm_without_a_controller_is_said_in_few_words(monkeypatch):
    ended = Mock(returncode=1, stderr="scancel: error: resolve_ctls\nscancel: fatal: no config source\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: ended)
    with pytest.raises(BadInput, match=r"^--engine slurm: scancel finds no Slurm that works here: fatal: no config"):
        SlurmEngine(job_time_min=5).check(())


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    if reason := slurm_node.missing():
        pytest.skip(reason)
    with slurm_node.slurm_node(tmp_path_factory.mktemp("slurm")) as environment:
        yield environment


@pytest.mark.slow
@pytest.mark.needs("sbatch")
def test_slurm_completes_the_run_after_a_job_is_lost(tmp_path, slurm):
    lost = []

    def lose_one():
        while not lost:
            time.sleep(0.2)
            asked = ["squeue", "--array", "--noheader", "--states", "R", "--format", "%i"]
            running = subprocess.run(asked, env=slurm, capture_output=True, text=True, check=False).stdout.split()
            if running:
                time.sleep(0.2)
                subprocess.run(["scancel", "--signal", "KILL", running[0]], env=slurm, check=False)
                lost.append(running[0])

    with run_command(tmp_path, "--engine", "slurm", "--chunk", "4", "--job-time", "5", environment=slurm) as process:
        threading.Thread(target=lose_one, daemon=True).start()
        said = process.communicate(timeout=200)[0]
    assert (process.returncode, ends(tmp_path)) == (0, ENDS), said
    assert lost
    assert "lost a job" in said


@pytest.mark.slow
@pytest.mark.needs("sbatch")
def test_jobs_of_a_killed_run_are_cancelled_by_the_next_run(tmp_path, slurm):
    options = ("--engine", "slurm", "--chunk", "2", "--job-time", "5")
    with run_command(tmp_path, *options, environment=slurm) as process:
        for _ in range(300):
            queued = subprocess.run(["squeue", "--noheader"], env=slurm, capture_output=True, text=True, check=True)
            if queued.stdout.strip() or process.poll() is not None:
                break
            time.sleep(0.2)
        process.kill()
    with run_command(tmp_path, *options, environment=slurm) as process:
        said = process.communicate(timeout=200)[0]
    assert (process.returncode, ends(tmp_path)) == (0, ENDS), said
    queued = subprocess.run(["squeue", "--noheader"], env=slurm, capture_output=True, text=True, check=True)
    assert not queued.stdout.strip()


PARTS = """import os, pathlib, psutil
def search(options, items):
    here = pathlib.Path(__file__).parent
    if not list(here.glob("began*")):
        (here / "began").touch()
        FAIL
    (here / f"began{os.getpid()}").touch()
    yield from covers(options, set(items), range(len(options)), [])
def covers(options, left, usable, taken):
    if not left:
        yield taken
    for k in [k for k in usable if left and min(left) in options[k]]:
        fit = [other for other in usable if not {*options[other]} & {*options[k]}]
        yield from covers(options, left - {*options[k]}, fit, [*taken, k])
"""


def count_in_parts(folder: Path, fail: str, *options: str) -> list[str]:
    (folder / "function.py").write_text(PARTS.replace("FAIL", fail))
    solver = ["--solver", f"{folder / 'function.py'}:search", "--into", str(folder / "rows"), "--format", "json"]
    return ["solve", "tromino/4x6", "--task", "count", *solver, *options]


def assert_is_right(said: str, folder: Path) -> None:
    row, parts = json.loads(said), record.read(folder / "rows")
    assert (row["status"], row["covers"], row["checked"]) == ("complete", 18, 18)
    assert row["fingerprint"] == danceoff.solve("tromino/4x6").fingerprint
    assert row["detail"].startswith(f"the time of {len(parts)} parts together")
    assert len({part.digest for part in parts}) == len(parts) > 1
    assert {part.published for part in parts} == {None}


def test_counts_and_fingerprints_of_parts_add_up_and_the_same_command_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(in_parts, "engine", lambda *_: LocalEngine())
    monkeypatch.setattr(in_parts, "_N_PARTS", 3)
    command = count_in_parts(tmp_path, "raise ValueError('once')", "--engine", "dask")
    assert main(command) == 4
    said = capsys.readouterr()
    assert (json.loads(said.out)["status"], "ValueError: once" in said.out) == ("crashed", True)
    n_begun = len(list(tmp_path.glob("began?*")))
    assert main(command) == 0
    said = capsys.readouterr()
    assert_is_right(said.out, tmp_path)
    assert f"danceoff: {n_begun} of {n_begun + 1} parts, " in said.err


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["dask", pytest.param("slurm", marks=pytest.mark.needs("sbatch"))])
def test_a_worker_that_is_killed_costs_its_part_and_not_the_count(tmp_path, engine, request):
    known = request.getfixturevalue({"dask": "scheduler", "slurm": "slurm"}[engine])
    environment, where = (known, ["--job-time", "5"]) if engine == "slurm" else (None, ["--address", known])
    options = ("--engine", engine, "--workers", "2", *where)
    command = [*fakes.COMMAND, *count_in_parts(tmp_path, "psutil.Process().parents()[1].kill()", *options)]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=200)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "began").exists(), "the job of the first part died"
    assert ("lost a job" in ended.stderr) == (engine == "slurm"), "Dask itself runs it again"
    assert_is_right(ended.stdout, tmp_path)


def run_in_parts(
    folder: Path, problems: str, solvers: str, *options: str, asked: str = 'tasks = ["enumerate"]'
) -> list[str]:
    plan = folder / "plan.toml"
    plan.write_text(f"problems = {{ {problems} }}\nsolvers = {{ {solvers} }}\n{asked}\n")
    return ["run", str(plan), "--parts", "--into", str(folder / "rows"), *options]


def test_parts_that_are_only_counted_add_up_without_a_fingerprint(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(in_parts, "_N_PARTS", 2)
    assert main(run_in_parts(tmp_path, 'queens = ["4"]', "dlx = {}", asked='tasks = ["count"]')) == 0
    n = len(record.read(tmp_path / "rows"))
    assert f"queens/4 dlx: {n} of {n} parts, 2 covers" in capsys.readouterr().out.splitlines()


def test_a_problem_is_divided_once_for_all_its_solvers(tmp_path, monkeypatch):
    divided = []
    monkeypatch.setattr(balance, "balance", lambda problem, _: divided.append(problem.digest) or [])
    assert main(run_in_parts(tmp_path, 'queens = ["4", "5"]', "bits = {}, dlx = {}", "--dry")) == 0
    assert len(divided) == len(set(divided)) == 2


def test_the_cases_of_a_plan_are_run_by_parts_that_add_up(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(in_parts, "_N_PARTS", 2)
    command = run_in_parts(tmp_path, 'queens = ["4..5"]', "bits = {}, dlx = {}")
    assert main(command) == 0
    said = capsys.readouterr().out.splitlines()
    n_parts = Counter((row.problem.split()[0], row.solver) for row in record.read(tmp_path / "rows"))
    assert len(n_parts) == 4
    for (name, solver), n in n_parts.items():
        assert n > 1
        covers, fingerprint = danceoff.count(name), danceoff.solve(name).fingerprint
        assert f"{name} {solver}: {n} of {n} parts, {covers} covers {fingerprint}" in said
    rows = tmp_path / "rows" / record.FILE
    before = rows.read_bytes()
    assert (main(command), rows.read_bytes()) == (0, before)
    rows.write_bytes(before.partition(b"\n")[2])
    assert main(command) == 0
    assert {row.case for row in record.read(tmp_path / "rows")} == {
        json.loads(line)["case"] for line in before.splitlines()
    }
    assert f", {n_parts.total() - 1} of them already done; " in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["dask", pytest.param("slurm", marks=pytest.mark.needs("sbatch"))])
def test_a_worker_that_is_killed_costs_its_part_of_a_case(tmp_path, engine, request):
    known = request.getfixturevalue({"dask": "scheduler", "slurm": "slurm"}[engine])
    environment, where = (known, ["--job-time", "5"]) if engine == "slurm" else (None, ["--address", known])
    (tmp_path / "function.py").write_text(PARTS.replace("FAIL", "psutil.Process().parents()[1].kill()"))
    options = ("--engine", engine, "--workers", "2", *where)
    command = run_in_parts(tmp_path, 'tromino = ["4x6"]', '"function.py:search" = {}', *options)
    ended = subprocess.run(
        [*fakes.COMMAND, *command], env=environment, capture_output=True, text=True, check=False, timeout=200
    )
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "began").exists(), "the job of the first part died"
    n, fingerprint = len(record.read(tmp_path / "rows")), danceoff.solve("tromino/4x6").fingerprint
    assert f"function.py:search: {n} of {n} parts, 18 covers {fingerprint}\n" in ended.stdout


@pytest.mark.parametrize("asked", ['["first"]', '["count"]\nlimit = 2', '["enumerate"]\nup_to_symmetry = true'])
def test_a_case_without_all_covers_has_no_parts(tmp_path, capsys, asked):
    assert main(run_in_parts(tmp_path, 'queens = ["4"]', "bits = {}", asked=f"tasks = {asked}")) == 2
    assert "--parts is for counts of all covers: leave queens/4 " in capsys.readouterr().err


def test_what_does_not_add_up_is_refused(capsys):
    for wrong in ("--task enumerate", "--task count --limit 2", "--task count --distinct ?"):
        assert main(["solve", "queens/4", "--engine", "dask", *wrong.split()]) == 2
    assert main(["solve", "queens/4", "--workers", "2"]) == 2
    assert capsys.readouterr().err.count("danceoff: --engine takes --task count") == 3
