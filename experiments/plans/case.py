"""One question to one solver. Imports nothing heavy: the command line starts with it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from operator import attrgetter

TASKS = ("first", "enumerate", "count", "certify")


@dataclass(frozen=True)
class Case:
    """A problem, a solver and a task, with the limits that hold for them; plain values, so it travels as JSON.

    problem: a catalog name or a file. solver: `NAME[:option=value,...]`. limit: covers after which to stop, which for
    task `first` means done (default 1). digest: of the problem; empty as long as the problem is not read.
    up_to_symmetry: whether to count and show one cover of each orbit. pin: the numbers of the cores that its processes
    may use; empty for all.
    """

    problem: str
    solver: str
    task: str
    repeat: int = 1
    limit: int | None = None
    time_limit_s: float | None = None
    memory_limit_mb: float | None = None
    digest: str = ""
    up_to_symmetry: bool = False
    cpu_limit_s: float | None = None
    pin: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.task == "first" and self.limit is None:
            object.__setattr__(self, "limit", 1)
        object.__setattr__(self, "pin", tuple(sorted(set(self.pin))))  # JSON and TOML bring a list
        for name in (
            "time_limit_s",
            "memory_limit_mb",
            "cpu_limit_s",
        ):  # 10 and 10.0 are one limit, and make one identity
            if getattr(self, name) is not None:
                object.__setattr__(self, name, float(getattr(self, name)))

    @property
    def key(self) -> str:
        """16 hexadecimal digits that name the case; the problem counts by its digest, not by its name.

        `pin` says where to measure, as the machine does, and is no part of it.
        """
        fields = [
            self.digest,
            self.solver,
            self.task,
            self.repeat,
            self.limit,
            self.time_limit_s,
            self.memory_limit_mb,
        ]
        if self.up_to_symmetry:
            fields.append("up to symmetry")
        if self.cpu_limit_s is not None:
            fields.append(f"{self.cpu_limit_s} s of CPU time")
        return hashlib.sha256(json.dumps(fields).encode()).hexdigest()[:16]

    @property
    def patience_s(self) -> float | None:
        """Wall-clock seconds, from when the solver has started up, after which the case ends whatever is going on.

        The time limit does not count our checking; this is a bound on both.
        """
        return None if self.time_limit_s is None else 2 * self.time_limit_s + 60


question = attrgetter("digest", "solver", "task", "repeat", "limit", "up_to_symmetry")
"""What a case or a row asks, whatever limits of time and memory hold."""


@dataclass(frozen=True)
class Show:
    """What a worker sends of each cover.

    text: every cover as plain, boxed or coloured text, in at most `columns` columns; empty for none. svg: the first
    cover as an SVG file. figures: every cover as a figure of a page. options: every cover as its option numbers.
    """

    text: str = ""
    columns: int = 0
    svg: bool = False
    figures: bool = False
    options: bool = False
