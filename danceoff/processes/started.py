"""A case that has been started: by a new interpreter, or by a server. Both look like a subprocess.Popen."""

import subprocess
from typing import TypeAlias

from danceoff.processes.pipes import end_of
from danceoff.processes.servers import Served


class Spawned(subprocess.Popen[bytes]):
    """A case in a new interpreter. The descendants of its supervisor, `pid`, are the case."""

    @property
    def first(self) -> int:
        """The process to bind to cores, and to move into a group, before it reads its assignment."""
        return self.pid

    def until_ended(self) -> int | None:
        """As `Served.until_ended`; None where there is none."""
        return end_of(self.pid)


Started: TypeAlias = Spawned | Served
