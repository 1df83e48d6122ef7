"""Version 2 of control groups: what is written and read. Folders stand for groups; the kernel has no part in it."""

import shutil
from pathlib import Path

import pytest

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.run.one_case import cgroup
from danceoff.experiments.run.one_case.child import run_case
from danceoff.processes.descendants import MOST_PROCESSES

v2 = pytest.importorskip("benchexec.cgroupsv2")
pytestmark = pytest.mark.usefixtures("asked_anew")
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
def ours(tmp_path, monkeypatch):
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


@pytest.mark.usefixtures("fake_worker")
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


@pytest.mark.usefixtures("ours")
def test_a_kernel_without_peak_memory_is_refused(ours):
    (ours.path / "memory.peak").unlink()
    with pytest.raises(BadInput, match=r"records peak memory from Linux 5\.19 on"):
        cgroup.usable()


def test_a_missing_controller_or_scope_is_refused_with_what_helps(ours, monkeypatch):
    del ours.subsystems["pids"]
    with pytest.raises(BadInput, match=r"\(pids\) on this machine; .*`systemd-run .* danceoff run") as refused:
        cgroup.usable()
    assert "\n" not in str(refused.value)

    def initialize():
        raise PermissionError(13, "Permission denied", "cgroup.subtree_control")

    monkeypatch.setattr("benchexec.cgroups.Cgroups.initialize", initialize)
    with pytest.raises(BadInput, match=r"--engine cgroup: PermissionError: .*check_cgroups"):
        cgroup.usable()
