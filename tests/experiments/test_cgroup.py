"""Cases in control groups: the kernel counts and holds their memory, and no process gets out of the group."""

import os
import resource
import sys
from pathlib import Path

import pytest

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments import BadInput
from danceoff.experiments.cli import main
from danceoff.experiments.results import record
from danceoff.experiments.run.one_case import cgroup, child
from danceoff.experiments.run.one_case.child import run_case

PAGE_MB = resource.getpagesize() / 1e6  # the kernel counts whole pages, and 300 MB are none: it may stop one later
PLAN = """
[[product]]
problems = { queens = ["6"] }
solvers = { backtracking = {} }
tasks = ["count"]
"""


def _why_not():
    try:
        cgroup.usable()
    except BadInput as error:
        return str(error)
    return ""


needs_groups = pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "there are groups")


pytestmark = pytest.mark.usefixtures("fake_worker")


def fake(then, good=0, task="enumerate", **limits):
    return run_case(Ask("tromino/2x3", f"fake:then={then},good={good}", task, limits=Limits(**limits)), in_cgroup=True)


@needs_groups
def test_a_row_records_that_a_group_measured_it_and_the_group_is_removed(monkeypatch):
    folders = []

    def group(limit):
        made = cgroup.Group(limit)
        folders.extend(map(Path, made._group.paths))
        assert all(folder.exists() for folder in folders)
        return made

    monkeypatch.setattr(child, "Group", group)
    row = fake("end")
    assert (row.status, row.measured_by) == ("complete", "cgroup")
    assert 10 < row.peak_rss_mb < 1000
    assert folders
    assert not any(folder.exists() for folder in folders)


@needs_groups
def test_the_kernel_enforces_the_memory_limit():
    for then in ("leak", "leak in child"):
        row = fake(then, memory_limit_mb=300, time_limit_s=30)
        assert (row.status, row.measured_by) == ("memory", "cgroup")
        assert 290 < row.peak_rss_mb <= 300 + PAGE_MB
        assert 0 < row.search_s < 20


@needs_groups
@pytest.mark.parametrize(
    ("then", "limit_mb", "status", "detail"),
    [("lose a child", 300, "memory", child._RAN_OUT), ("lose forks", None, "crashed", child._TOO_MANY)],
)
@pytest.mark.parametrize(("task", "covers"), [("enumerate", 2), ("count", 0), ("first", 0), ("best", 1)])
def test_a_process_that_is_killed_or_refused_spoils_the_answer(then, limit_mb, status, detail, task, covers):
    row = fake(then, 0 if task == "first" else 2, task, memory_limit_mb=limit_mb, time_limit_s=30)
    assert (row.status, row.detail) == (status, detail)
    # Two covers were checked; a count, and that no others or no cheaper ones exist, are only the word of the worker.
    assert row.covers == covers
    assert (row.bound, row.certificate, row.is_exact, row.is_optimal) == (None, "", False, False)


@needs_groups
def test_pages_that_processes_share_count_once():
    row = fake("share", memory_limit_mb=400)
    assert row.status == "complete"
    assert 150 < row.peak_rss_mb < 350


@needs_groups
def test_a_crash_within_the_limit_is_a_crash():
    assert fake("segfault", memory_limit_mb=1000).status == "crashed"
    assert fake("sleep", time_limit_s=0.3).status == "timeout"


@needs_groups
def test_a_run_in_groups_writes_its_rows():
    Path("plan.toml").write_text(PLAN)
    assert main(["run", "plan.toml", "--into", "out", "--engine", "cgroup"]) == 0
    assert [(row.status, row.covers, row.measured_by) for row in record.read(Path("out"))] == [
        ("complete", 4, "cgroup")
    ]


def groups():
    """The folders of the groups that this process made; another run may be at work on this machine."""
    ours = cgroup.usable()
    return {path for name in ours.subsystems for path in Path(ours[name]).glob(f"{cgroup._PREFIX}{os.getpid()}-*")}


def refusal(capsys):
    Path("plan.toml").write_text(PLAN)
    assert main(["run", "plan.toml", "--into", "out", "--engine", "cgroup"]) == 2
    return capsys.readouterr().err


@pytest.mark.usefixtures("asked_anew")
def test_a_missing_library_is_reported_in_one_line(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "benchexec.cgroups", None)
    assert "pip install 'danceoff[cgroup]'" in refusal(capsys)


@pytest.mark.usefixtures("asked_anew")
def test_missing_permission_for_groups_is_reported_in_one_line(monkeypatch, capsys):
    cgroups = pytest.importorskip("benchexec.cgroups").Cgroups
    monkeypatch.setattr(cgroups, "initialize", cgroups.dummy)
    assert "may not create control groups (memory, freezer, pids) on this machine" in refusal(capsys)
    assert record.read(Path("out")) == []
