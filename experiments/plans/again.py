"""The cases of rows, to be run again on this machine, and why some cannot be."""

import random
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path

from danceoff import solvers
from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.plans.plan import Plan, digest_of
from danceoff.experiments.plans.programs import resolved
from danceoff.experiments.results.inputs import Inputs
from danceoff.experiments.results.record import Row
from danceoff.experiments.words.amounts import number_of
from danceoff.solvers import MissingBackend
from danceoff.solvers.sources import within
from danceoff.solvers.specs import is_of_file, split

_SAMPLE_SEED = 0


@dataclass(frozen=True)
class Again:
    """The cases of a results folder that can run here.

    pairs: rows of the folder, and their cases here.
    left_out: for each reason why a case cannot run here, the number of its rows.
    """

    pairs: Sequence[tuple[Row, Ask]]
    left_out: Mapping[str, int]

    def plan(self, name: str) -> Plan:
        """Return the cases as a plan, with the seed of the order in which most of the rows were made.

        Raises BadInput if no case can run.
        """
        if not self.pairs:
            raise BadInput("none of the cases can run here")
        seeds = [row.seed for row, _ in self.pairs if row.seed is not None]
        seed = max(sorted(set(seeds)), key=seeds.count, default=None)
        return Plan(name, "", seed, tuple({case.key: case for _, case in self.pairs}.values()))

    def lines(self) -> Iterator[str]:
        """Yield why cases cannot run here, with their numbers."""
        for why, n in self.left_out.items():
            yield f"not run: {number_of(n, 'case')}: {why}"


def again(rows: Sequence[Row], inputs: Inputs, programs: Path | None = None, at_least: float = inf) -> Again:
    """Return the cases of rows that can run here: their solver is installed, and their problem is the same one.

    Each problem is read once.

    inputs: the problems and solvers that the folder of the rows holds; these solvers may run.
    programs: the only other file whose solvers, as FILE.py:CLASS or by the names of programs, may run. Rows may come
        from anywhere, so other files do not run.
    at_least: stop once there are as many cases. Problems are drawn at random, the same each time, and taken with all
        their cases, because ratios need all solvers.
    """
    of: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        of[row.digest].append(row)
    digests = list(of)
    if at_least < inf:
        digests = random.Random(_SAMPLE_SEED).sample(sorted(of), len(of))
    here = _Here(programs, inputs)
    pairs: list[tuple[Row, Ask]] = []
    left_out: Counter[str] = Counter()
    for digest in digests:
        if len(pairs) >= at_least:
            break
        for row in of[digest]:
            try:
                pairs.append((row, here.case(row)))
            except (ValueError, MissingBackend) as error:
                left_out[str(error)] += 1
    return Again(pairs, left_out)


class _Here:
    """What there is here of rows: their solvers and problems."""

    def __init__(self, programs: Path | None, inputs: Inputs) -> None:
        self._programs, self._inputs = programs, inputs
        self._spec, self._digest = cache(self._spec_of), cache(digest_of)

    def case(self, row: Row) -> Ask:
        """Return the case of a row; raises ValueError or MissingBackend if it cannot run."""
        if row.status == "missing":
            raise BadInput(f"solver {row.solver}: not installed there")
        if not row.digest:
            raise BadInput(f"{row.problem}: its row never read the problem")
        spec, source = self._spec(row.solver), self._inputs.problem(row.problem) or row.problem
        if self._digest(source, row.at_most, row.maximise) != row.digest:
            raise BadInput(f"{row.problem}: another problem here than there")
        return Ask.of({**vars(row), "pin": (), "at": (source, spec)})

    def _spec_of(self, spec: str) -> str:
        """Return what loads a solver here."""
        found = self._inputs.solver(spec) or self._of_programs(spec)
        if not found and any(is_of_file(split(one)[0]) for one in within(spec)):
            raise BadInput(f"solver {spec}: a file; to run it, name the file with --programs")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                solvers.load(found or spec)
        except (ValueError, MissingBackend):
            raise
        except Exception:  # noqa: BLE001 - the child of the case will get the same error and record it
            pass
        return found or spec

    def _of_programs(self, spec: str) -> str:
        """Return the solver as a program of the given file, if that file has the same name; else empty."""
        name, file = split(spec)[0], self._programs
        if file is None:
            return ""
        if not is_of_file(name):
            return resolved(spec, file) if file.suffix == ".toml" else ""
        named = Path(name.rpartition(":")[0])
        return f"{file}{spec.removeprefix(str(named))}" if named.name == file.name else ""
