"""What is asked: one question about one problem to one solver. Imports nothing heavy: the command line imports it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from danceoff.problems.model.digits import exact, written
from danceoff.questions.question import DEFAULT_MB, MEMORY_MB, Question, Refused
from danceoff.questions.table import named, options, question_named, with_defaults

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance

CPU_LIMIT = "limit of CPU time"
"""What begins the detail of a case that this limit stopped."""


@dataclass(frozen=True)
class Ask:
    """A problem, a solver, a task and limits, which a process of its own can be sent.

    problem: a catalog name or a file.
    solver: `NAME[:option=value,...]`.
    task: the name of a question; some are for `danceoff solve` alone, and plans do not have them.
    repeat: 1, 2, ...: the repetition of the case.
    limit: covers after which to stop. A task with a default limit is done at its limit: `best` then has that many
        cheapest covers. The limit of `unique` is always 2.
    time_limit_s: limit on preparation and search, wall-clock seconds.
    memory_limit_mb: limit on the memory of the process tree, in MB of 10^6 bytes.
    digest: the digest of the problem as it is asked (`model.costs.asked`); empty if the problem has not been read.
    up_to_symmetry: whether to count and show one cover of each orbit.
    cpu_limit_s: limit on the CPU time of the process tree, seconds.
    pin: the numbers of the cores that the processes may use; empty for all.
    at_most: the most that a cover may cost, as text in the units of the problem; empty for any cost.
    maximise: whether the most expensive covers are the best ones.
    order: the seed by which items and options are shuffled before the solver gets them; None to leave them as they are.
    options: the options of a question that are given, each by its name and its value.
    cost_of_each: what each option of a problem without costs costs, as text; empty for the costs of the problem. Plans
        do not have it: its problem has a digest of its own.
    can_be_taken_apart: whether only packings count that come apart, and how; plans do not have it.
    rotations: whether orbits are those of rotations of the board alone; plans do not have it.
    label: the name of the solver in tables, if its plan gave one; it does not enter the identity.
    at: the problem itself or where it is, and where the solver is, if not where their names say; the identity is that
        of the names.

    Raises ValueError for an unknown task and for a cost that is no number, and Refused for what does not go with the
    task.
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
    at_most: str = ""
    maximise: bool = False
    order: int | None = None
    options: tuple[tuple[str, Any], ...] = ()
    cost_of_each: str = ""
    can_be_taken_apart: bool = False
    rotations: bool = False
    label: str = field(default="", compare=False)
    at: tuple[str | Instance, str] = field(default=("", ""), compare=False)

    def __post_init__(self) -> None:
        question, given = self.question, dict(self.options)
        for option, names in options():
            if option.name in given and option not in question.options:
                other = "; a solver takes one as --solver NAME:seed=S" if option.name == "seed" else ""
                raise Refused(f"--{option.flag} goes with --task {' or '.join(names)}{other}")
        question.refuse(self)
        object.__setattr__(self, "limit", question.limited(self.limit, with_defaults(question, given)))
        if self.at_most:
            object.__setattr__(self, "at_most", written(exact(self.at_most)))  # 10 and 10.0 give the same key
        object.__setattr__(self, "pin", tuple(sorted(set(self.pin))))  # JSON and TOML give a list
        object.__setattr__(self, "options", tuple((name, value) for name, value in self.options))
        for name in ("time_limit_s", "memory_limit_mb", "cpu_limit_s"):  # as above
            if getattr(self, name) is not None:
                object.__setattr__(self, name, float(getattr(self, name)))

    @cached_property
    def question(self) -> Question:
        """The question that the task names."""
        return question_named(self.task)

    @property
    def all_options(self) -> dict[str, Any]:
        """The options of the question, with the defaults of options that are not given, and the bound on a diagram."""
        given = dict(self.options)
        return {MEMORY_MB: given.get(MEMORY_MB, DEFAULT_MB), **with_defaults(self.question, given)}

    def refuse_list(self, forms: Collection[str] = ()) -> None:
        """Raise Refused unless this may be asked of a list of sudokus.

        forms: what is wanted besides, by its names on the command line.
        """
        if not self.question.of_sudoku_lists or self.up_to_symmetry:
            tasks = named(lambda one: one.of_sudoku_lists)
            raise Refused(f"{self.problem}: a list of sudokus has only the tasks {tasks}")
        if self.at_most or self.maximise:
            raise Refused(f"{self.problem}: sudokus have no costs")
        if self.can_be_taken_apart:
            raise Refused(f"{self.problem}: only packings can be taken apart")
        for name in (*forms, *["order"] * (self.order is not None)):
            raise Refused(f"{self.problem}: --{name} is for a single problem, and this is a list of sudokus")

    @property
    def key(self) -> str:
        """16 hexadecimal digits that identify the case; the problem enters by its digest, not by its name.

        `pin` does not enter: like the machine, it is a circumstance of the measurement.
        """
        return key_of(self, self.options)

    @property
    def source(self) -> str | Instance:
        """The problem, or what `sources.read` takes."""
        return self.at[0] or self.problem

    @property
    def spec(self) -> str:
        """The solver, as `solvers.load` takes it."""
        return self.at[1] or self.solver

    @property
    def patience_s(self) -> float | None:
        """Limit on all wall-clock time after start-up, seconds; None without a time limit.

        The time limit excludes our checks; this limit includes them.
        """
        return None if self.time_limit_s is None else 2 * self.time_limit_s + 60

    def too_late(self, wall_s: float, cpu_s: float) -> str | None:
        """Return why to stop, or None within the limits; the reason is empty for the time limit.

        wall_s, cpu_s: seconds on the clock of the case.
        """
        if self.time_limit_s and wall_s > self.time_limit_s:
            return ""
        if self.cpu_limit_s and cpu_s > self.cpu_limit_s:
            return f"{CPU_LIMIT}: {cpu_s:.2f} s"
        return None


def key_of(ask: Any, options: Iterable[tuple[str, Any]] = ()) -> str:
    """Return the key of an Ask, or of a row, which has the columns of one."""
    fields = [ask.digest, ask.solver, ask.task, ask.repeat, ask.limit, ask.time_limit_s, ask.memory_limit_mb]
    if ask.up_to_symmetry:
        fields.append("up to symmetry")
    if ask.cpu_limit_s is not None:
        fields.append(f"{ask.cpu_limit_s} s of CPU time")
    if ask.at_most:
        fields.append(f"at most {ask.at_most}")
    if ask.maximise:
        fields.append("maximise")
    if ask.order is not None:
        fields.append(f"order {ask.order}")
    fields.extend(f"{name} {value}" for name, value in options)
    return hashlib.sha256(json.dumps(fields).encode()).hexdigest()[:16]


without_limits = attrgetter(
    "digest", "solver", "task", "repeat", "limit", "up_to_symmetry", "at_most", "maximise", "order"
)
"""Return what identifies a case or row whatever its limits on time and memory are."""
