"""Cases in control groups: the kernel counts and holds their memory, and no process gets out of the group.

Of version 2, folders stand for groups in some tests: what is written and read, without a part of the kernel.
"""

import resource
import shutil
import sys
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import of_runs
import pytest

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.cli import main
from danceoff.experiments.results import record
from danceoff.experiments.run.one_case import cgroup, child
from danceoff.experiments.run.one_case.child import run_case
from danceoff.processes.descendants import MOST_PROCESSES

v2 = pytest.importorskip("benchexec.cgroupsv2")
PAGE_MB = resource.getpagesize() / 1e6  # the kernel counts whole pages, and 300 MB are none: it may stop one later
PLAN = 'problems = { queens = ["6"] }\nsolvers = { backtracking = {} }\ntasks = ["count"]\n'
needs_groups = pytest.mark.skipif(bool(of_runs.why_no_groups()), reason=of_runs.why_no_groups() or "there are groups")
pytestmark = pytest.mark.usefixtures("fake_worker")
fake = partial(of_runs.fake, in_cgroup=True)


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
@pytest.mark.parametrize("then", ["leak", "leak in child"])
def test_the_kernel_enforces_the_memory_limit(then):
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
def test_a_process_killed_or_refused_spoils_the_answer(monkeypatch, then, limit_mb, status, detail, task, covers):
    monkeypatch.setattr(cgroup, "MOST_PROCESSES", 30)
    row = fake(then, 0 if task == "first" else 2, task, memory_limit_mb=limit_mb, time_limit_s=30)
    assert (row.status, row.detail) == (status, detail)
    # Two covers were checked; a count, and that no others or no cheaper ones exist, are only the word of the worker.
    assert row.covers == covers
    assert (row.bound, row.certificate, row.is_exact, row.is_optimal) == (None, "", False, False)


@needs_groups
def test_shared_pages_count_once_and_an_end_within_the_limit_has_its_own_status():
    row = fake("share", memory_limit_mb=400)
    assert row.status == "complete"
    assert 150 < row.peak_rss_mb < 350
    assert fake("segfault", memory_limit_mb=1000).status == "crashed"
    assert fake("sleep", time_limit_s=0.3).status == "timeout"


def answer(capsys) -> tuple[int, str]:
    """The exit code and the errors of a run in groups."""
    Path("plan.toml").write_text(PLAN)
    return main(["run", "plan.toml", "--into", "out", "--engine", "cgroup"]), capsys.readouterr().err


@needs_groups
def test_a_run_in_groups_writes_its_rows(capsys):
    assert answer(capsys) == (0, "")
    (row,) = record.read(Path("out"))
    assert (row.status, row.covers, row.measured_by) == ("complete", 4, "cgroup")


@pytest.mark.usefixtures("asked_anew")
def test_a_missing_library_and_permission_are_reported_in_one_line(monkeypatch, capsys):
    cgroups = pytest.importorskip("benchexec.cgroups").Cgroups
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "benchexec.cgroups", None)
        code, said = answer(capsys)
    assert (code, "pip install 'danceoff[cgroup]'" in said) == (2, True)
    monkeypatch.setattr(cgroups, "initialize", cgroups.dummy)
    code, said = answer(capsys)
    assert code == 2
    assert "may not create control groups (memory, freezer, pids) on this machine" in said
    assert record.read(Path("out")) == []


FILES = {
    "memory.max": "max",
    "memory.oom.group": "0",
    "memory.swap.max": "max",
    "memory.peak": "123000000",
    "memory.events.local": "low 0\nmax 3\noom 1\noom_kill 0\noom_group_kill 0",
    "pids.max": "max",
    "pids.events": "max 0",
    "cgroup.kill": "",
    "cgroup.freeze": "0",
    "cgroup.procs": "",
}


class Folders(v2.CgroupsV2):
    """Groups that are folders with the files which the kernel would make."""

    def create_fresh_child_cgroup(self, subsystems, prefix):
        """As for groups, but nothing limits or counts."""
        assert set(subsystems) <= set(self.subsystems)
        return of_folder(self.path / f"{prefix}abc")

    def _remove_cgroup(self, path):
        """The folder of a group is removed with its files."""
        shutil.rmtree(path)


def of_folder(path: Path) -> Folders:
    path.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (path / name).write_text(text + "\n" * bool(text))
    return Folders(dict.fromkeys(("memory", "pids", "cpu", "freeze", "kill"), path))


@pytest.fixture
def ours(tmp_path, monkeypatch, asked_anew):  # noqa: ARG001
    """The group of this run in a slice."""
    found = of_folder(tmp_path / "benchexec.slice/this.scope")
    monkeypatch.setattr("benchexec.cgroups.Cgroups.initialize", lambda: found)
    return found


def test_limits_are_written_and_what_happened_is_read(ours):
    assert cgroup.usable() is ours
    group = cgroup.Group(500.0)
    (folder,) = ours.path.glob("danceoff-*")
    read = {name: (folder / name).read_text().strip() for name in FILES}
    assert (read["memory.max"], read["memory.swap.max"], read["memory.oom.group"]) == ("500000000", "0", "1")
    assert read["pids.max"] == str(MOST_PROCESSES)
    assert not group.has_run_out()
    assert not group.has_refused()
    assert group.members == [str(folder / "cgroup.procs")]
    (folder / "memory.events.local").write_text("max 9\noom_kill 2\noom_group_kill 1\n")
    (folder / "pids.events").write_text("max 7\n")
    assert group.has_run_out()
    assert group.has_refused()
    (folder / "cgroup.procs").write_text("")  # the kernel ends the processes, and lists none
    assert group.close() == 123.0
    assert not folder.exists()


@pytest.mark.parametrize(
    ("file", "text", "status"),
    [
        ("memory.events.local", "oom_kill 1", "memory"),
        ("pids.events", "max 1", "crashed"),
        ("pids.events", "max 0", "complete"),
    ],
)
def test_what_the_kernel_did_to_a_process_outweighs_the_answer_of_the_worker(ours, file, text, status):
    def watch(answer):
        if "status" in answer:
            (folder,) = ours.path.glob("danceoff-*")
            (folder / file).write_text(text)
            (folder / "cgroup.procs").write_text("")

    row = run_case(Ask("tromino/2x3", "fake:good=2", "count"), watch, in_cgroup=True)
    assert (row.status, row.covers) == (status, 2 * (status == "complete"))


def test_what_is_missing_is_refused_with_what_helps(ours, monkeypatch):
    (ours.path / "memory.peak").rename(ours.path / "elsewhere")
    with pytest.raises(BadInput, match=r"records peak memory from Linux 5\.19 on"):
        cgroup.usable()
    del ours.subsystems["pids"]
    with pytest.raises(BadInput, match=r"\(pids\) on this machine; .*`systemd-run .* danceoff run") as refused:
        cgroup.usable()
    assert "\n" not in str(refused.value)
    initialize = Mock(side_effect=PermissionError(13, "Permission denied", "cgroup.subtree_control"))
    monkeypatch.setattr("benchexec.cgroups.Cgroups.initialize", initialize)
    with pytest.raises(BadInput, match=r"--engine cgroup: PermissionError: .*check_cgroups"):
        cgroup.usable()
