"""Any program as a backend: a TOML entry says how to run it, which format it reads, and how to read its output."""

import re
from collections.abc import Callable, Collection, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem
from danceoff.problems.formats import ec, knuth, linear, matrix
from danceoff.problems.model.arguments import choices
from danceoff.problems.model.digits import whole
from danceoff.processes.system import NEEDS_POSIX, POSIX
from danceoff.solvers.base import Feature, OneByOne, Search, Solver, Steps
from danceoff.solvers.base.cheapest import Improvement, in_order
from danceoff.solvers.base.one_by_one import in_batches
from danceoff.solvers.base.program_clock import ProgramClock
from danceoff.solvers.base.refusals import MissingBackend, UnsupportedProblem
from danceoff.solvers.base.search import without
from danceoff.solvers.engines.net_costs import refuse_coarse
from danceoff.solvers.entries import Entry, entries
from danceoff.solvers.others.programs.answers import READERS, options
from danceoff.solvers.others.programs.running import Run
from danceoff.solvers.sat.clauses import dimacs
from danceoff.solvers.table import load


class Input(NamedTuple):
    """An input format: the ending of the file, and the function that writes it.

    of_constraints: whether it expresses multiplicities, colours and excluded covers; `write` then takes the excluded
        covers as its second argument.
    """

    ending: str
    write: Callable[..., str]
    of_constraints: bool = False


INPUTS: Mapping[str, Input] = {
    "knuth": Input("dlx", knuth.write),
    "ec": Input("ec", ec.write),
    "rows": Input("rows", ec.write_rows),
    "dimacs": Input("cnf", dimacs.write, True),
    "opb": Input("opb", linear.write_opb, True),
    "lp": Input("lp", linear.write_lp, True),
    "matrix": Input("csv", matrix.write),
}
_FEATURES = {"secondary": Feature.SECONDARY, "colours": Feature.COLOUR, "multiplicities": Feature.MULTIPLICITY}


class Program(Solver):
    """A program as a backend; `kind_of` makes a subclass for each entry."""

    name: ClassVar[str] = "program"
    features: ClassVar[frozenset[Feature]] = frozenset()
    runs_programs: ClassVar[bool] = True
    entry: ClassVar[Entry]

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.name,)

    @property
    def at_once(self) -> int:
        """The number of threads of the command, as its entry states."""
        return self.entry.threads

    @property
    def counts_by_listing(self) -> bool:
        """Whether counting means listing: a program that prints covers also prints them to be counted."""
        return Feature.LIST in self.features

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Write the problem, with its costs if the program looks at them.

        Raises UnsupportedProblem if the program's format cannot express it.
        """
        kind: type[_Counting | _Listing | _Again] = _Listing if self.entry.finds == "all" else _Again
        if self.entry.output == "count":
            kind = _Counting
        if Feature.BEST not in self.features:
            problem = replace(problem, cost=np.zeros(0, np.int64))
        return kind(self.name, self.entry, problem, blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Do nothing: each search starts a new process."""


def kind_of(name: str, file: Path) -> type[Program]:
    """Return the class of the program that a spec calls `name`: `NAME` or `FILE.toml:NAME`.

    file: the file of its entry.

    Raises ValueError if the file has no such entry, and MissingBackend on Windows, or if the program is not installed.
    """
    key = name.rpartition(":")[2]
    known = entries(file)
    if key not in known:
        raise ValueError(f"{file}: there is no program {key!r}; {choices(key, known)}")
    if not POSIX:
        raise MissingBackend(f"solver {name} {NEEDS_POSIX}")
    entry = known[key]
    if remedy := entry.missing:
        raise MissingBackend(f"solver {name} needs the program {entry.command[0]}: {remedy}")
    return _kind(name, entry)


@cache
def _kind(name: str, entry: Entry) -> type[Program]:
    of_constraints = INPUTS[entry.input].of_constraints
    features = {_FEATURES[word] for word in entry.features}
    if entry.output != "count":
        features.add(Feature.LIST)
    if entry.finds == "best":
        features.add(Feature.BEST)
    if of_constraints or (entry.output != "count" and entry.finds == "all"):
        features.add(Feature.BLOCK)
    return dataclass(frozen=True)(
        type("Program", (Program,), {"name": name, "features": frozenset(features), "entry": entry})
    )


class _Asked:
    """A program with its input, written in the constructor, so that `prepare` refuses what the format cannot state."""

    programs: ProgramClock | None = None

    def __init__(self, name: str, entry: Entry, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.name, self.entry, self.problem, self.blocked = name, entry, problem, blocked
        self.input = INPUTS[entry.input]
        self.text = self._text(sorted(blocked))

    def _text(self, excluded: Collection[Cover]) -> str:
        try:
            if self.input.of_constraints:
                return self.input.write(self.problem, excluded)
            return self.input.write(self.problem)
        except InvalidProblem as error:
            raise UnsupportedProblem(f"{self.name}: {error}") from None

    def _run(self, text: str) -> Run:
        return Run(self.name, self.entry, text, f"problem.{self.input.ending}", self.programs or ProgramClock())

    def _found(self, text: str) -> Generator[Covers]:
        """Run the program and yield the covers that it prints; an empty batch is a heartbeat."""
        if self.entry.output == "options":
            with closing(self._run(text).blocks()) as blocks:
                for block in blocks:
                    yield options(self.name, self.entry, block)
        else:
            with closing(self._run(text).lines()) as lines:
                yield from in_batches(READERS[self.entry.output](self.name, self.entry, self.problem, lines))


class _Listing(_Asked, Search):
    """A program that prints all covers."""

    def _batches(self) -> Generator[Covers]:
        with closing(self._found(self.text)) as batches:
            for batch in batches:
                yield without(batch, self.blocked)


class _Again(_Asked, OneByOne):
    """A program that prints one cover, any or a cheapest; runs again without those found, until there is none."""

    def _steps(self) -> Steps:
        known = dict.fromkeys(sorted(self.blocked))  # a set in a fixed order
        text = self.text
        while True:
            n_before = len(known)
            with closing(self._found(text)) as batches:
                for batch in batches:
                    yield None
                    for cover in batch:
                        if cover in known:
                            again = f"{self.name} prints the cover {cover} again"
                            raise RuntimeError(f"{again}, though its problem excludes it")
                        known[cover] = None
                        yield cover
            if len(known) == n_before:
                return
            if not self.input.of_constraints:
                raise UnsupportedProblem(
                    f"{self.name} finds one cover, and input {self.entry.input!r} cannot exclude it: use --task first"
                )
            text = self._text(known)

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        if self.input.ending == "lp":  # such programs compute in doubles
            refuse_coarse(self.problem, self.name)
        with closing(self._steps()) as covers:
            steps = (Improvement(None if cover is None else tuple(sorted(cover))) for cover in covers)
            yield from in_order(self.problem, steps, limit)


class _Counting(_Asked, Search):
    """A program that prints a number."""

    choice = "not checked: the program prints a number alone"

    def _batches(self) -> Generator[Covers]:
        raise UnsupportedProblem(f"{self.name} counts covers and lists none: ask for the count")

    def _increments(self) -> Generator[int]:
        found, run = "", self._run(self.text)
        with closing(run.lines()) as lines:
            for line in lines:
                if line is None:
                    yield 0
                elif match := re.search(self.entry.count, line):
                    found = match[1]
        if run.code in self.entry.none:
            yield 0
            return
        try:
            yield whole(found)
        except ValueError as error:
            raise RuntimeError(f"{self.name} prints no count that matches {self.entry.count!r}: {error}") from None
