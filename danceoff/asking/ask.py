"""What is asked: one question about one problem to one solver. Imports nothing heavy: the command line imports it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Self, TypeVar

from danceoff.problems.model.arguments import Refused
from danceoff.problems.model.digits import exact, written
from danceoff.questions.question import DEFAULT_MB, MEMORY_MB, Question
from danceoff.questions.table import options, question_named, with_defaults
from danceoff.rooms import added_by_rooms

if TYPE_CHECKING:
    from danceoff.problems import ExactCover
    from danceoff.problems.instance import Instance

T = TypeVar("T")
FILTERS: dict[str, tuple[str, str]] = added_by_rooms("filters")
"""What lets only some covers count, by its argument of `danceoff solve`: a module, and a line of help.

`of` of the module takes an Instance and returns one with two methods: `of_those` returns a search for those covers of a
search that pass; `status` takes the Ask and says how a walk ends that saw as many as asked: `complete` or `limit`.
"""
CPU_LIMIT = "limit of CPU time"
"""What begins the detail of a case that this limit stopped."""


@dataclass(frozen=True)
class Limits:
    """Limits on a case; None for no limit.

    time_limit_s: on preparation and search, wall-clock seconds.
    cpu_limit_s: on the CPU time of the process tree, seconds.
    memory_limit_mb: on the memory of the process tree, in MB of 10^6 bytes.
    """

    time_limit_s: float | None = None
    cpu_limit_s: float | None = None
    memory_limit_mb: float | None = None

    def __post_init__(self) -> None:
        for name, limit in [*vars(self).items()]:  # 10 and 10.0 give the same key
            object.__setattr__(self, name, None if limit is None else float(limit))

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


@dataclass(frozen=True)
class Selection:
    """Which covers count, which options tell two covers apart, and which covers are the best.

    at_most: the most that a cover may cost, as text in the units of the problem; empty for any cost.
    maximise: whether the most expensive covers are the best ones.
    up_to_symmetry: whether to count and show one cover of each orbit.
    rotations: whether only the rotations of the board make orbits; plans cannot ask for this.
    only: a filter, by its name in FILTERS: only covers that pass it count. Empty for all covers; plans cannot name one.
    distinct: a pattern of names, as `problems.model.options.projected` takes it: instead of covers, the choices of the
        options so named that extend to a cover count, each once. Empty to count covers.

    Raises ValueError for a cost that is no number.
    """

    at_most: str = ""
    maximise: bool = False
    up_to_symmetry: bool = False
    rotations: bool = False
    only: str = ""
    distinct: str = ""

    def __post_init__(self) -> None:
        if self.at_most:
            object.__setattr__(self, "at_most", written(exact(self.at_most)))  # 10 and 10.0 give the same key

    def stated(self, problem: ExactCover) -> ExactCover:
        """Return the problem with the bound on costs, with negated costs to maximise, and `projected` if asked.

        Raises InvalidProblem.
        """
        from danceoff.problems.model.costs import asked  # late: NumPy, 50 ms

        stated = asked(problem, exact(self.at_most) if self.at_most else None, self.maximise)
        if not self.distinct:
            return stated
        from danceoff.problems.model.options import projected  # late: few ask for distinct choices

        return projected(stated, self.distinct)

    def in_words(self, covers: str) -> str:
        """Return words about covers; if distinct choices are asked for, the words name these instead."""
        return f"{covers.replace('cover', 'distinct choice')} of {self.distinct}" if self.distinct else covers


@dataclass(frozen=True)
class Ask:
    """A question about a problem to a solver, with limits; it can be sent to another process.

    problem: a catalog name or a file.
    solver: `NAME[:option=value,...]`.
    task: the name of a question; some are for `danceoff solve` alone, and plans do not have them.
    repeat: 1, 2, ...: the repetition of the case.
    limit: the number of covers after which to stop. A task with a default limit is complete when it reaches its limit:
        `best` has found as many cheapest covers as asked. The limit of `unique` is always 2.
    limits: on time and memory.
    digest: the digest of `Selection.stated`; empty if the problem has not been read.
    selection: which covers count.
    pin: the numbers of the cores that the processes may use; empty for all.
    order: the seed by which items and options are shuffled before the solver gets them; None to leave them as they are.
    options: the name and the value of each option of the question that is given.
    label: the name of the solver in tables, if its plan gave one; `key` does not depend on it.
    at: the problem itself or its place, and the place of the solver; each is empty if its name says where it is. `key`
        uses the names alone.

    Raises ValueError for an unknown task, and Refused for an argument that does not go with the task.
    """

    problem: str
    solver: str
    task: str
    repeat: int = 1
    limit: int | None = None
    limits: Limits = Limits()
    digest: str = ""
    selection: Selection = Selection()
    pin: tuple[int, ...] = ()
    order: int | None = None
    options: tuple[tuple[str, Any], ...] = ()
    label: str = field(default="", compare=False)
    at: tuple[str | Instance, str] = field(default=("", ""), compare=False)

    def __post_init__(self) -> None:
        question, given = self.question, dict(self.options)
        for option, names in options() if given else ():  # `options` imports all questions
            if option.name in given and option not in question.options:
                raise Refused(f"--{option.flag} goes with --task {' or '.join(names)}")
        question.refuse(self.columns)
        object.__setattr__(self, "limit", question.limited(self.limit, with_defaults(question, given)))
        object.__setattr__(self, "pin", tuple(sorted(set(self.pin))))  # JSON and TOML give a list
        object.__setattr__(self, "options", tuple((name, value) for name, value in self.options))

    @classmethod
    def of(cls, columns: Mapping[str, Any]) -> Self:
        """Return the Ask that has these columns, as a row has them; other columns are ignored."""
        parts: dict[str, Any] = {"limits": _part(Limits, columns), "selection": _part(Selection, columns)}
        return _part(cls, {**columns, **parts})

    @property
    def columns(self) -> dict[str, Any]:
        """The values of all fields, also of the limits and the selection, by name; rows have columns of these names."""
        own = {name: value for name, value in vars(self).items() if name not in ("limits", "selection", "question")}
        return {**own, **vars(self.limits), **vars(self.selection)}

    @cached_property
    def question(self) -> Question:
        """The question that the task names."""
        return question_named(self.task)

    @property
    def all_options(self) -> dict[str, Any]:
        """All options of the question, given or by default, and the bound on the memory of a diagram."""
        given = dict(self.options)
        return {MEMORY_MB: given.get(MEMORY_MB, DEFAULT_MB), **with_defaults(self.question, given)}

    @property
    def n_cheapest(self) -> int:
        """How many of the cheapest covers a search looks for."""
        return self.question.n_cheapest(self.limit, dict(self.options))

    @property
    def key(self) -> str:
        """16 hexadecimal digits that identify the case; the problem enters by its digest, not by its name.

        `pin` does not enter: like the machine, it is a circumstance of the measurement.
        """
        import hashlib  # OpenSSL takes 2 ms to load, and a question from Python has no key
        import json

        limits, selection = self.limits, self.selection
        asked: list[Any] = [self.digest, self.solver, self.task, self.repeat, self.limit]
        asked += [limits.time_limit_s, limits.memory_limit_mb]
        others = {
            "up to symmetry": selection.up_to_symmetry,
            f"{limits.cpu_limit_s} s of CPU time": limits.cpu_limit_s is not None,
            f"at most {selection.at_most}": selection.at_most,
            "maximise": selection.maximise,
            f"distinct {selection.distinct}": selection.distinct,
            f"order {self.order}": self.order is not None,
        }
        asked += [words for words, is_asked in others.items() if is_asked]
        asked += [f"{name} {value}" for name, value in self.options]
        return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16]

    @property
    def source(self) -> str | Instance:
        """The problem, or what `sources.read` takes."""
        return self.at[0] or self.problem

    @property
    def spec(self) -> str:
        """The solver, as `solvers.load` takes it."""
        return self.at[1] or self.solver


def _part(kind: type[T], columns: Mapping[str, Any]) -> T:
    """Return a dataclass; its fields get the values of the columns with their names."""
    return kind(**{one.name: columns[one.name] for one in fields(kind) if one.name in columns})  # type: ignore[arg-type]


without_limits = itemgetter(
    "digest", "solver", "task", "repeat", "limit", "up_to_symmetry", "at_most", "maximise", "order"
)
"""Return, of the columns of a case or row, what identifies it whatever its limits on time and memory are."""
