"""The cases of rows, to be run again on this machine, and why some cannot be."""

import random
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from danceoff import solvers
from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.plans.plan import Plan, digest_of
from danceoff.experiments.plans.programs import resolved
from danceoff.experiments.results.inputs import Inputs
from danceoff.experiments.results.record import Row
from danceoff.experiments.words.amounts import number_of
from danceoff.problems import InvalidProblem
from danceoff.solvers import MissingBackend
from danceoff.solvers.plugins import is_of_file, split
from danceoff.solvers.sources import within

_SAMPLE_SEED = 0
_NAMED = 3


@dataclass(frozen=True)
class Again:
    """The cases of a results folder that can run here.

    pairs: rows of the folder, and their cases here.
    left_out: for each reason why a case cannot run here, the number of its rows.
    """

    pairs: Sequence[tuple[Row, Ask]]
    left_out: Mapping[str, int] = field(default_factory=dict)

    def plan(self, name: str) -> Plan:
        """Return the cases as a plan, with the seed of the order in which most of the rows were made.

        Raises BadInput if no case can run.
        """
        if not self.pairs:
            raise BadInput("none of the cases can run here" if self.left_out else "there are no rows, and so no cases")
        seeds = [row.seed for row, _ in self.pairs if row.seed is not None]
        seed = max(sorted(set(seeds)), key=seeds.count, default=None)
        return Plan(name, "", seed, tuple({case.key: case for _, case in self.pairs}.values()))

    def lines(self) -> Iterator[str]:
        """Yield why cases cannot run here, with their numbers."""
        for why, n in self.left_out.items():
            yield f"not run: {number_of(n, 'case')}: {why}"


def again(
    rows: Sequence[Row], programs: Path | None = None, at_least: int | None = None, inputs: Inputs | None = None
) -> Again:
    """Return the cases of rows that can run here: their solver is installed, and their problem is the same one.

    Each problem is read once.

    programs: the only file whose solvers, as FILE.py:CLASS or by the names of programs, may run. Rows may come from
        anywhere, so other files do not run.
    at_least: stop once there are as many cases. Problems are drawn at random, the same each time, and taken with all
        their cases, because ratios need all solvers.
    inputs: the problems and solvers that the folder of the rows holds; these solvers may run, too.
    """
    of: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        of[row.digest].append(row)
    digests = list(of)
    if at_least is not None:
        digests.sort()
        random.Random(_SAMPLE_SEED).shuffle(digests)
    here = _Here(programs, inputs)
    pairs: list[tuple[Row, Ask]] = []
    left_out: dict[str, Counter[str]] = defaultdict(Counter)
    for digest in digests:
        if at_least is not None and len(pairs) >= at_least:
            break
        for row in of[digest]:
            try:
                pairs.append((row, here.case(row)))
            except _CannotRun as fault:
                left_out[fault.why][fault.name] += 1
    return Again(pairs, {f"{_some(list(names))}{why}": names.total() for why, names in left_out.items()})


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}: " if any(names) else ""


class _CannotRun(Exception):
    """A case cannot run here: why, and the solver or problem at fault, empty if the reason names it."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name, why)
        self.why = why.removeprefix(f"{name}: ")
        self.name = "" if name.removeprefix("solver ") in self.why else name


class _Here:
    """What there is here of rows: their solvers and problems."""

    def __init__(self, programs: Path | None, inputs: Inputs | None) -> None:
        self._programs, self._inputs = programs, inputs
        self._spec, self._problem = cache(self._spec_of), cache(self._problem_of)

    def case(self, row: Row) -> Ask:
        """Return the case of a row; raises _CannotRun."""
        spec, fault_of_solver = self._spec(row.solver)
        source, fault_of_problem = self._problem(row.problem, row.digest, row.at_most, row.maximise)
        if row.status == "missing":
            fault_of_solver = "not installed there"
        for name, why in ((f"solver {row.solver}", fault_of_solver), (row.problem, fault_of_problem)):
            if why:
                raise _CannotRun(name, why)
        try:
            return Ask.of({**vars(row), "pin": (), "at": (source, spec)})
        except ValueError as error:
            raise _CannotRun(f"task {row.task}", str(error)) from None

    def _spec_of(self, spec: str) -> tuple[str, str]:
        """Return what loads a solver here, or why nothing does."""
        found = (self._inputs.solver(spec) if self._inputs else "") or self._of_programs(spec)
        if not found and any(is_of_file(split(one)[0]) for one in within(spec)):
            return "", "a file; to run it, name the file with --programs"
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                solvers.load(found or spec)
        except (ValueError, MissingBackend) as error:
            return "", str(error).replace(split(found or spec)[0], split(spec)[0])
        except Exception:  # noqa: BLE001 - the child of the case will get the same error and record it
            pass
        return found or spec, ""

    def _of_programs(self, spec: str) -> str:
        """Return the solver as a program of the given file, if that file has the same name; else empty."""
        name, file = split(spec)[0], self._programs
        if file is None:
            return ""
        if not is_of_file(name):
            return resolved(spec, file) if file.suffix == ".toml" else ""
        named = Path(name.rpartition(":")[0])
        is_same = file.resolve().parts[-len(named.parts) :] == named.parts or named.resolve() == file.resolve()
        return f"{file}{spec.removeprefix(str(named))}" if is_same else ""

    def _problem_of(self, problem: str, digest: str, at_most: str, maximise: bool) -> tuple[str, str]:
        """Return where a problem is here, or why it is nowhere."""
        if not digest:
            return "", "its row never read the problem"
        source = (self._inputs.problem(problem) if self._inputs else "") or problem
        try:
            found = digest_of(source, at_most, maximise)
        except (InvalidProblem, ValueError) as error:
            why = self._inputs.left_out.get(problem, "") if self._inputs else ""
            fault = str(error).removeprefix(f"{source}: ")
            return "", f"{fault}; no copy was made: {why}" if why else fault
        return (source, "") if found == digest else ("", "another problem here than there")
