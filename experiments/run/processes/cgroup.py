"""A case in a control group of Linux of its own, by benchexec: the kernel counts its memory and holds the limit.

The CPU time of a group would be exact, too, but holds our checking of covers, which is no part of a search.
"""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import Any

from danceoff.experiments import BadInput
from danceoff.experiments.run.processes.descendants import MOST_PROCESSES
from danceoff.experiments.run.processes.orphans import Mark, MarkFilter

_PREFIX = "danceoff-"
_PROCESSES = "pids"  # benchexec has no name for it that both versions of groups know


class Group:
    """A group for one process and its descendants, whatever they do; `close` ends them all.

    memory_limit_mb: of 10^6 bytes, for all together; where there is no room the kernel ends one of them. mark: of the
    case. Raises BadInput where groups cannot be had.
    """

    def __init__(self, memory_limit_mb: float | None, mark: Mark) -> None:
        ours = usable()
        self._group = ours.create_fresh_child_cgroup([ours.MEMORY, ours.FREEZE, _PROCESSES], f"{_PREFIX}{mark}-")
        try:
            self._group.set_value(_PROCESSES, "max", MOST_PROCESSES)
            if memory_limit_mb:
                self._group.write_memory_limit(int(1e6 * memory_limit_mb))
                if self._group.can_limit_swap():
                    self._group.disable_swap()
        except (OSError, SystemExit) as error:
            self._group.remove()
            raise BadInput(f"--engine cgroup: no limits can be set: {error}") from None

    def take(self, pid: int) -> None:
        """Have it in the group, and whatever it starts from now on."""
        try:
            self._group.add_task(pid)
        except OSError as error:
            raise BadInput(f"--engine cgroup: the kernel does not take a process into its group: {error}") from None

    def has_run_out(self) -> bool:
        """Whether the kernel has ended a process because there was no more room."""
        n_ended = self._group.read_oom_kill_count()
        if n_ended is None:  # of the first version of groups benchexec does not read it
            n_ended = int(dict(self._group.get_key_value_pairs(self._group.MEMORY, "oom_control")).get("oom_kill", 0))
        return bool(n_ended)

    def has_refused(self) -> bool:
        """Whether the kernel has refused to start a process or thread because there were too many."""
        return int(dict(self._group.get_key_value_pairs(_PROCESSES, "events"))["max"]) > 0

    def close(self) -> float:
        """End what is left of the group; MB at its peak."""
        self._group.kill_all_tasks()
        peak = self._group.read_max_mem_usage() or 0
        self._group.remove()
        return float(peak / 1e6)


def remove_left(matches: MarkFilter) -> None:
    """End and remove the groups of runs that are dead, whose marks are asked for; groups must be usable."""
    ours = usable()
    for name in (ours.FREEZE, ours.MEMORY, _PROCESSES):
        for path in sorted(Path(ours[name]).glob(f"{_PREFIX}*")):
            mark = Mark.read(path.name.removeprefix(_PREFIX).rpartition("-")[0])
            if mark and matches(mark):
                left = type(ours)({name: path})
                left.kill_all_tasks()
                left.remove()


@cache
def usable() -> Any:
    """The group in which ours are made; raises BadInput where benchexec is not there, or groups may not be made."""
    try:
        from benchexec.cgroups import Cgroups
    except ImportError:
        raise BadInput("--engine cgroup needs a library: pip install 'danceoff[cgroup]'") from None
    ours = Cgroups.initialize()
    needed = (ours.MEMORY, ours.FREEZE, _PROCESSES)
    missing = [name for name in needed if not ours.require_subsystem(name, logging.debug)]
    if missing:
        raise BadInput(
            f"--engine cgroup: this user may make no control groups ({', '.join(map(str, missing))}) on this machine; "
            "`python -m benchexec.check_cgroups` says why"
        )
    return ours
