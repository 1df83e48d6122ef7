"""The process tree of one case: the child and all its descendants."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress

from danceoff.asking.pausing import descendants
from danceoff.experiments.run.processes.descendants import MOST_PROCESSES, kill_below, stat
from danceoff.experiments.run.processes.memory import in_use
from danceoff.experiments.run.processes.orphans import VARIABLE, Mark, kill_marked
from danceoff.experiments.run.processes.started import Started

_ENDED_S = 5.0


class ProcessTree:
    """The worker and all processes that it starts; on Linux they descend from a supervisor, which is not counted.

    environment: the environment to start the child with.
    child: the child process; its owner sets it as soon as the child is started.
    peak: the most memory at any poll, in bytes.
    """

    child: Started

    def __init__(self, mark: Mark) -> None:
        self._mark = mark
        self.environment = {**os.environ, VARIABLE: str(mark)}
        self._members: list[int] = []
        self.peak = 0

    @property
    def n_processes(self) -> int:
        """The number of processes at the last poll."""
        return len(self._members)

    def poll(self, limit: float | None = None, is_measured: bool = True) -> int:
        """Find new processes and return the memory of all in bytes, or 0 if there are too many to measure.

        limit: bytes, as for `memory.in_use`.
        is_measured: False if nobody needs the memory; it is 0 then.
        """
        self._members = descendants(self.child.pid)
        if sys.platform != "linux":
            self._members.append(self.child.pid)
        if not is_measured or self.n_processes > MOST_PROCESSES:
            return 0
        memory = in_use(self._members, limit, self.child.pid)
        self.peak = max(self.peak, memory)
        return memory

    def cpu_s(self) -> dict[int, float]:
        """Return process number -> CPU seconds of each living process, including its children that have ended."""
        return {pid: found.cpu_s for pid in self._members if (found := stat(pid))}

    def kill(self) -> None:
        """Kill all processes, and wait for the child."""
        if self.child.poll() is None:  # otherwise its number may belong to another process by now
            kill_below(self.child.pid)
            if sys.platform == "linux":  # the supervisor ends when the last of them has ended
                self.child.send_signal(signal.SIGCONT)  # the case may have stopped it
                with suppress(subprocess.TimeoutExpired):
                    self.child.wait(_ENDED_S)
            self.child.kill()
            self.child.wait()
        if sys.platform != "linux" or self.child.returncode == -signal.SIGKILL:  # perhaps by the case
            kill_marked(self._mark.__eq__)
