"""The processes of one case: the child and whatever descends from it, wherever it went."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

from danceoff.experiments.run.processes.descendants import MOST_PROCESSES, Descendants, kill_below, stat
from danceoff.experiments.run.processes.memory import in_use
from danceoff.experiments.run.processes.orphans import VARIABLE, Mark, kill_marked

_FRESH = 20  # looks; by then a process number may be that of another process
_ENDED_S = 5.0


class Family:
    """The worker and all that it starts. On Linux they are below a supervisor, which is not counted itself.

    environment: what to start the child with; `child` is to be set when it is started. peak: their
    largest memory at any look, in bytes.
    """

    child: subprocess.Popen[Any]

    def __init__(self, mark: Mark) -> None:
        self._mark = mark
        self.environment = {**os.environ, VARIABLE: str(mark)}
        self._members: list[int] = []
        self.peak = 0
        self._n_looks = 0

    @property
    def n_processes(self) -> int:
        """How many there were at the last look."""
        return len(self._members)

    def look(self, limit: float | None = None) -> int:
        """Find new members; bytes of memory of all that live, see `memory.in_use`, unless there are too many."""
        if self._n_looks % _FRESH == 0:
            self._below = Descendants(self.child.pid)
        self._n_looks += 1
        self._below.find()
        self._members = self._below.pids
        if sys.platform != "linux":
            self._members.append(self.child.pid)
        if self.n_processes > MOST_PROCESSES:
            return 0
        memory = in_use(self._members, limit)
        self.peak = max(self.peak, memory)
        return memory

    def cpu_s(self) -> dict[int, float]:
        """CPU seconds of each member that lives, by its number, and of those of its children that have ended."""
        return {pid: found.cpu_s for pid in self._members if (found := stat(pid))}

    def kill(self) -> None:
        """Leave none of them alive; the child is waited for."""
        if self.child.poll() is None:  # else its number may be somebody else's
            kill_below(self.child.pid)
            if sys.platform == "linux":  # a supervisor ends with the last of them
                self.child.send_signal(signal.SIGCONT)  # the case may have stopped it
                with suppress(subprocess.TimeoutExpired):
                    self.child.wait(_ENDED_S)
            self.child.kill()
            self.child.wait()
        if sys.platform != "linux" or self.child.returncode == -signal.SIGKILL:  # the case may have killed it
            kill_marked(self._mark.__eq__)
