"""Makes cases of rows, to run them again on this machine, and says why some cannot run."""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from danceoff import solvers
from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.plans.plan import Plan, digest_of
from danceoff.experiments.plans.programs import resolved
from danceoff.experiments.results.inputs import problem_of
from danceoff.experiments.results.record import Row
from danceoff.solvers import MissingBackend
from danceoff.solvers.sources import within
from danceoff.solvers.specs import is_of_file, split


def again(name: str, rows: Sequence[Row], folder: Path, programs: Path | None = None) -> tuple[Plan, Mapping[str, int]]:
    """Return the cases of rows that can run here; and the number of rows that cannot, for each reason.

    A case can run if its solver is installed, and if its problem here has the same digest. Each problem is read once.

    name: the name of the plan; the seed of its order is the most frequent seed in the rows.
    folder: the folder of the rows, with copies of the files of problems.
    programs: the file whose solvers may run, named as FILE.py:CLASS or as programs. Rows may come from anywhere, so
        solvers of other files do not run.
    """
    here = _Here(programs, folder)
    cases: dict[str, Ask] = {}
    left_out: Counter[str] = Counter()
    for row in rows:
        try:
            case = here.case(row)
            cases[case.key] = case
        except (ValueError, MissingBackend) as error:
            left_out[str(error)] += 1
    seeds = Counter(row.seed for row in rows if row.seed is not None)
    most_frequent = max(seeds, key=seeds.__getitem__, default=None)
    return Plan(name, "", most_frequent, tuple(cases.values())), left_out


class _Here:
    """The solvers and problems of rows, as far as they are on this machine."""

    def __init__(self, programs: Path | None, folder: Path) -> None:
        self._programs, self._folder = programs, folder
        self._spec, self._digest = cache(self._spec_of), cache(digest_of)

    def case(self, row: Row) -> Ask:
        """Return the case of a row; raises ValueError or MissingBackend if it cannot run."""
        if row.status == "missing":
            raise BadInput(f"solver {row.solver}: not installed there")
        if not row.digest:
            raise BadInput(f"{row.problem}: its row never read the problem")
        spec, copy = self._spec(row.solver), problem_of(self._folder, row.problem)
        source = str(copy) if copy.is_file() else row.problem
        case = Ask.of({**vars(row), "pin": (), "at": (source, spec)})
        if self._digest(source, replace(case.selection, up_to_symmetry=False)) != row.digest:
            raise BadInput(f"{row.problem}: another problem here than there")
        return case

    def _spec_of(self, spec: str) -> str:
        """Return the spec that loads a solver here."""
        found = self._of_programs(spec)
        if not found and any(is_of_file(split(one)[0]) for one in within(spec)):
            raise BadInput(f"solver {spec}: a file; to run it, name the file with --programs")
        try:
            with warnings.catch_warnings(action="ignore"):
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
