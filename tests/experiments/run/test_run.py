"""Runs of a plan: one row a case as it ends, in shuffled order, and nothing that is done is done twice."""

import os
from collections import Counter
from dataclasses import replace
from functools import partial
from importlib import metadata
from unittest.mock import Mock

import pytest

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results import record
from danceoff.experiments.run.cluster import engines as cluster
from danceoff.experiments.run.cluster.chunks import Chunk
from danceoff.experiments.run.cluster.engines import DaskEngine, SlurmEngine
from danceoff.experiments.run.folders import kept, locked
from danceoff.experiments.run.local import LocalEngine, Observer
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.experiments.run.schedule import run_plan

CASES = tuple(Ask(f"queens/{n}", "dlx", "count", digest=f"d{n}") for n in range(20))
PLAN = Plan("mine", "", 11, CASES)


@pytest.fixture(autouse=True)
def ran(answered):
    """The cases that were run, in their order."""
    return answered()


def test_every_case_has_its_row_in_the_order_of_the_seed(tmp_path, ran):
    orders = []
    for name, seed in (("a", 11), ("new/b", 11), ("c", None), ("d", None)):
        run_plan(replace(PLAN, seed=seed), tmp_path / name, fresh=False, observer=Observer())
        rows = record.read(tmp_path / name)
        assert set(ran) == set(CASES)
        assert [row.problem for row in rows] == [case.problem for case in ran]
        assert all(row.host and row.cpu and row.versions["python"] for row in rows)
        (recorded,) = {row.seed for row in rows}
        orders.append((recorded, [*ran]))
        ran.clear()
    assert orders[0] == orders[1] != (11, [*CASES])
    assert orders[0][0] == 11
    assert orders[2][0] != orders[3][0]
    assert orders[2][1] != orders[3][1]


def test_a_new_label_is_recorded_in_the_rows_that_are_there(tmp_path, ran):
    def labelled(label):
        return replace(PLAN, cases=tuple(replace(case, label=label) for case in CASES))

    for label in ("", "Links", "Dancing links"):
        run_plan(labelled(label), tmp_path, fresh=False, observer=Observer())
        assert {row.label for row in record.read(tmp_path)} == {label}
        assert record.changed_lines(tmp_path) == []
    assert len(ran) == len(CASES) == len(record.read(tmp_path))


def test_a_row_has_the_version_of_the_package_of_its_solver(tmp_path, ran):  # noqa: ARG001
    cases = tuple(Ask("queens/4", solver, "count", digest="d") for solver in ("dlx", "peer-miniexact", "no-such"))
    run_plan(Plan("mine", "", 11, cases), tmp_path, fresh=False, observer=Observer())
    of = {row.solver: row.versions for row in record.read(tmp_path)}
    assert of["dlx"] == of["no-such"]
    assert of["peer-miniexact"] == of["dlx"] | {"miniexact": metadata.version("miniexact")}


def test_a_run_resumes_where_it_was_stopped(tmp_path, ran):
    class Stop(Observer):
        def case_begins(self, _case):
            assert len(record.read(tmp_path)) == len(ran), "a row is on the disk before the next case begins"
            if len(ran) == 5:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_plan(PLAN, tmp_path, fresh=False, observer=Stop())
    assert len(record.read(tmp_path)) == 5
    with (tmp_path / record.FILE).open("a") as file:
        file.write('{"case": "torn')
    told = Mock(Observer)
    run_plan(PLAN, tmp_path, fresh=False, observer=told)
    told.notice.assert_called_once_with(f"{tmp_path / record.FILE}: removed the torn last line; its case runs again")
    assert len(ran) == 20
    assert len({row.case for row in record.read(tmp_path)}) == 20


class Missing(LocalEngine):
    def check(self, cases):  # noqa: ARG002
        raise BadInput("no such engine")


class Failing(LocalEngine):
    def run(self, pending, directory, seed, observer):  # noqa: ARG002
        raise BadInput("no machine answers")


def files_in(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_fresh_deletes_nothing_before_there_is_a_new_row(tmp_path, ran):
    run_plan(replace(PLAN, text="old"), tmp_path, fresh=False, observer=Observer())
    before = files_in(tmp_path)
    with pytest.raises(BadInput, match="no machine answers"):
        run_plan(replace(PLAN, text="new"), tmp_path, fresh=True, observer=Observer(), engine=Failing())
    assert files_in(tmp_path) == before
    with locked(tmp_path):
        killed = kept(tmp_path)
        killed.__enter__()()
    assert (tmp_path / record.FILE).read_bytes() == b""
    with pytest.raises(BadInput, match="no machine answers"):
        run_plan(PLAN, tmp_path, fresh=False, observer=Observer(), engine=Failing())
    assert files_in(tmp_path) == before
    assert before["inputs/plan.toml"] == b"old"
    run_plan(replace(PLAN, text="new"), tmp_path, fresh=True, observer=Observer())
    assert (len(ran), {*files_in(tmp_path)}) == (40, {*before})
    assert len(record.read(tmp_path)) == 20


def test_fresh_takes_over_no_row_of_a_job_of_a_killed_run(tmp_path, ran):
    run_plan(PLAN, tmp_path, fresh=False, observer=Observer())
    record.append(Chunk(tmp_path, [], 1).folder, *record.read(tmp_path))
    run_plan(PLAN, tmp_path, fresh=True, observer=Observer())
    assert len(ran) == 40


@pytest.mark.parametrize(
    ("engine", "missing", "why"),
    [
        (Missing(), "engine", "no such engine"),
        (LocalEngine(), "folder", "a link that leads out of the folder"),
        (DaskEngine(), "library", r"--engine dask needs a library: pip install 'danceoff\[dask\]'"),
        (DaskEngine(), "address", "--engine dask needs --address HOST:PORT of a scheduler"),
        (DaskEngine(address="nowhere:1"), "scheduler", "nowhere:1: no scheduler answers"),
        (DaskEngine(address="nowhere:1"), "encryption", "nowhere:1: no scheduler answers: refused"),
        (SlurmEngine(job_time_min=5), "library", r"--engine slurm needs a library: pip install 'danceoff\[slurm\]'"),
        (SlurmEngine(job_time_min=5), "commands", "needs Slurm's commands, and scancel is not installed"),
        (SlurmEngine(), "job time", "some cases have no time limit"),
    ],
)
def test_fresh_deletes_no_row_if_anything_is_missing(tmp_path, ran, monkeypatch, engine, missing, why):
    into = tmp_path / "into"
    run_plan(PLAN, into, fresh=False, observer=Observer())
    before = (into / record.FILE).read_bytes()
    if missing == "library":
        monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    elif missing == "commands":
        monkeypatch.setenv("PATH", "")
    elif missing == "job time":
        monkeypatch.setattr(cluster, "_command", lambda *_: "")
    elif missing in ("scheduler", "encryption"):
        refused = (OSError if missing == "scheduler" else RuntimeError)("refused")
        monkeypatch.setattr(pytest.importorskip("distributed"), "Client", Mock(side_effect=refused))
    elif missing == "folder":
        (into / "inputs").rename(tmp_path / "inputs")
        (into / "inputs").symlink_to(tmp_path / "inputs")
    with pytest.raises(BadInput, match=why):
        run_plan(PLAN, into, fresh=True, observer=Observer(), engine=engine)
    assert ((into / record.FILE).read_bytes(), len(ran)) == (before, 20)


def test_a_case_whose_file_disappeared_is_a_row_and_the_run_continues(tmp_path, answered):
    def gone(case):
        raise BadInput(f"{case.problem}: gone" + " no" * 1_000_000)

    answered(gone)
    run_plan(PLAN, tmp_path, fresh=False, observer=Observer())
    rows = record.read(tmp_path)
    assert {row.status for row in rows} == {"crashed"}
    assert rows[0].detail.startswith(f"{rows[0].problem}: gone no no ")
    assert {len(row.detail) for row in rows} == {2003}, "a long one is cut"
    assert len(rows) == 20


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"search_s": -1e-5}, "search_s is -1e-05, not a number from 0"),
        ({"search_s": float("nan")}, "search_s is nan"),
        ({"points": [(-0.1, 2)]}, "points is [[-0.1, 2]]"),
        ({"stats": {f"counter {k}": k for k in range(60_000)}}, "longer than 1000000 bytes"),
        ({"n_items": 2**63}, "n_items is 9223372036854775808, not below 2**63"),
    ],
)
def test_a_row_that_nobody_could_read_becomes_a_crash_and_harms_no_other(tmp_path, answered, columns, why):
    def odd(case):
        return replace(unanswered(case, "complete", ""), started="2026", **columns if case.digest == "d3" else {})

    answered(odd)
    run_plan(PLAN, tmp_path, fresh=False, observer=Observer())
    rows = record.read(tmp_path)
    assert len(rows) == 20
    (crash,) = [row for row in rows if row.status != "complete"]
    assert (crash.status, crash.problem, crash.digest, crash.seed) == ("crashed", "queens/3", "d3", 11)
    assert crash.detail.startswith(f"its row could not be read: {why}")
    assert (crash.started, crash.versions) == ("2026", rows[0].versions)


@pytest.mark.parametrize("device", ["", "/dev/zero"])
def test_what_is_no_file_in_the_folder_is_refused_and_not_waited_for(tmp_path, ran, device):
    path = tmp_path / record.FILE
    if device:
        path.symlink_to(device)
    else:
        os.mkfifo(path)
    with pytest.raises(BadInput, match=rf"{path}: not a regular file; remove it"):
        run_plan(PLAN, tmp_path, fresh=False, observer=Observer())
    assert not ran


def test_a_name_that_no_row_can_hold_is_refused_before_anything_runs(tmp_path, ran):
    record.append(tmp_path, unanswered(CASES[0], "complete", ""))
    for case in (Ask("toString", "dlx", "count"), Ask("queens/4", "__proto__", "count")):
        with pytest.raises(BadInput, match=r"no row can hold this case: .* is '(toString|__proto__)', not a name"):
            run_plan(Plan("mine", "", 11, (*CASES, case)), tmp_path, fresh=True, observer=Observer())
    assert (len(record.read(tmp_path)), ran) == (1, [])


def test_two_runs_at_once_are_refused(tmp_path, ran):
    class Again(Observer):
        def case_begins(self, _case):
            with pytest.raises(BadInput, match="another run is using this folder"):
                run_plan(PLAN, tmp_path, fresh=True, observer=Observer())

    run_plan(PLAN, tmp_path, fresh=False, observer=Again())
    assert len(ran) == len(record.read(tmp_path)) == 20


STATUSES = ("complete", "timeout", "memory", "crashed")


@pytest.fixture
def ended(tmp_path, answered):
    """A folder where cases ended in each way, the lock released, and what runs there next."""
    answered(lambda case: unanswered(case, STATUSES[int(case.digest[1:]) % 4], ""))
    run_plan(PLAN, tmp_path, fresh=False, observer=Observer())
    return answered()


def test_cases_that_ended_badly_run_again_under_other_limits_and_no_others(tmp_path, ended):
    rerun = partial(run_plan, PLAN.limited(time_limit_s=60), tmp_path, False, Observer())
    rerun(("timeout", "crashed"))
    assert {int(case.digest[1:]) % 4 for case in ended} == {1, 3}
    assert {case.limits.time_limit_s for case in ended} == {60.0}
    assert len(ended) == 10
    assert Counter(row.status for row in record.read(tmp_path)) == {"complete": 15, "memory": 5}
    rerun(("timeout", "crashed"))
    assert len(ended) == 10


def test_a_case_is_not_rerun_under_the_same_limit(tmp_path, ended):
    run_plan(PLAN, tmp_path, False, Observer(), ("timeout", "crashed"))
    assert {int(case.digest[1:]) % 4 for case in ended} == {3}


def test_an_interrupted_rerun_resumes(tmp_path, ended):
    class Stop(Observer):
        def case_begins(self, _case):
            if len(ended) == 3:
                raise KeyboardInterrupt

    longer = PLAN.limited(time_limit_s=60)
    with pytest.raises(KeyboardInterrupt):
        run_plan(longer, tmp_path, False, Stop(), ("timeout",))
    run_plan(longer, tmp_path, False, Observer(), ("timeout",))
    assert len(ended) == len(set(ended)) == 5
    assert Counter(row.status for row in record.read(tmp_path)) == {"complete": 10, "memory": 5, "crashed": 5}
