"""Runs a case in a Linux control group of its own, by benchexec: the kernel measures and limits its memory.

The CPU time of the group is not used: it includes our checking of covers, which is not part of the search.
"""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from danceoff.experiments import BadInput
from danceoff.processes.descendants import MOST_PROCESSES

_PREFIX = "danceoff-"
_V2 = 2
_ALONE = "systemd-run --user --scope --slice=benchexec -p Delegate=yes"
_WHY = "`python -m benchexec.check_cgroups` says why"
_PROCESSES = "pids"  # benchexec has no constant for it that fits both versions of control groups


class Group:
    """A control group for one process and all its descendants.

    memory_limit_mb: limit on their total memory, in MB of 10^6 bytes; the kernel kills a process that exceeds it.

    Raises BadInput if control groups are not available.
    """

    def __init__(self, memory_limit_mb: float | None) -> None:
        ours = usable()
        self._group = ours.create_fresh_child_cgroup([ours.MEMORY, ours.FREEZE, _PROCESSES], f"{_PREFIX}{os.getpid()}-")
        try:
            self._group.set_value(_PROCESSES, "max", MOST_PROCESSES)
            if memory_limit_mb:
                self._group.write_memory_limit(int(1e6 * memory_limit_mb))
                if self._group.can_limit_swap():
                    self._group.disable_swap()
        except (OSError, SystemExit) as error:
            self._group.remove()
            raise BadInput(f"--engine cgroup: cannot set limits: {error}") from None

    @property
    def members(self) -> list[str]:
        """The files to which a process writes 0 to join the group, together with processes that it starts later."""
        name = "cgroup.procs" if self._group.version == _V2 else "tasks"
        return [str(Path(path, name)) for path in self._group.paths]

    def has_run_out(self) -> bool:
        """Return whether the kernel has killed a process for exceeding the memory limit."""
        n_ended = self._group.read_oom_kill_count()
        if n_ended is None:  # benchexec reads it only from control groups of version 2
            n_ended = int(dict(self._group.get_key_value_pairs(self._group.MEMORY, "oom_control")).get("oom_kill", 0))
        return bool(n_ended)

    def has_refused(self) -> bool:
        """Return whether the kernel has refused to start a process or thread because there were too many."""
        return int(dict(self._group.get_key_value_pairs(_PROCESSES, "events"))["max"]) > 0

    def close(self) -> float:
        """Kill the processes left in the group, remove it, and return its peak memory in MB."""
        self._group.kill_all_tasks()
        peak = self._group.read_max_mem_usage() or 0
        self._group.remove()
        return float(peak / 1e6)


class Ungrouped:
    """No control group: nothing is limited by the kernel."""

    members: Sequence[str] = ()

    def has_run_out(self) -> bool:
        """Return False."""
        return False

    has_refused = has_run_out

    def close(self) -> float:
        """Return 0: the peak memory is not known."""
        return 0.0


@cache
def usable() -> Any:
    """Return the control group of benchexec, in which our groups are made.

    With version 2, this moves the process into a new group. Raises BadInput if benchexec is not installed, the user may
    not create control groups, or the kernel does not record their peak memory.
    """
    try:
        from benchexec.cgroups import Cgroups  # late: benchexec is an extra
    except ImportError:
        raise BadInput("--engine cgroup needs a library: pip install 'danceoff[cgroup]'") from None
    try:
        ours = Cgroups.initialize()
    except Exception as error:  # noqa: BLE001 - of the file system, of DBus, or an assertion
        raise BadInput(f"--engine cgroup: {type(error).__name__}: {error}; {_WHY}") from None
    needed = (ours.MEMORY, ours.FREEZE, _PROCESSES)
    missing = [name for name in needed if not ours.require_subsystem(name, lambda *_: None)]
    if missing:
        alone = f", and `{_ALONE} danceoff run ...` may help" if ours.version == _V2 else ""
        raise BadInput(
            f"--engine cgroup: this user may not create control groups ({', '.join(map(str, missing))}) on this "
            f"machine; {_WHY}{alone}"
        )
    if ours.version == _V2 and not ours.has_value(ours.MEMORY, "peak"):
        raise BadInput("--engine cgroup: version 2 of control groups records peak memory from Linux 5.19 on")
    return ours
