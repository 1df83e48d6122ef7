"""The cases of rows, to be run again on this machine, and why some cannot be."""

from __future__ import annotations

import random
import warnings
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from danceoff import solvers
from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import Case
from danceoff.experiments.plans.plan import Plan, digest_of
from danceoff.experiments.results.record import Row
from danceoff.problems import InvalidProblem
from danceoff.solvers import MissingBackend
from danceoff.solvers.plugins import is_of_file, split

_SAMPLE_SEED = 0
_FIELDS = [column.name for column in fields(Case)]


@dataclass(frozen=True)
class Again:
    """The cases of a results folder that can run here.

    pairs: rows of the folder, and their cases here.
    left_out: why a case cannot run here -> how many rows that concerns.
    """

    pairs: Sequence[tuple[Row, Case]]
    left_out: dict[str, int] = field(default_factory=dict)

    @property
    def rows(self) -> list[Row]:
        """The rows of the folder whose cases run here."""
        return [row for row, _ in self.pairs]

    def plan(self, name: str) -> Plan:
        """Return the cases as a plan, with the seed of the order in which most of the rows were made."""
        seeds = [row.seed for row in self.rows if row.seed is not None]
        seed = max(sorted(set(seeds)), key=seeds.count, default=None)
        return Plan(name, "", seed, tuple({case.key: case for _, case in self.pairs}.values()))

    def limited(self, **limits: Any) -> Again:
        """Return the cases under other limits; limits: fields of Case, None to keep that of the row."""
        given = {name: limit for name, limit in limits.items() if limit is not None}
        return replace(self, pairs=[(row, replace(case, **given)) for row, case in self.pairs])

    def sampled(self, n_cases: int) -> Again:
        """Return all cases of some problems, which are drawn at random, always the same, until there are enough."""
        of: dict[str, list[tuple[Row, Case]]] = defaultdict(list)
        for row, case in self.pairs:
            of[case.digest].append((row, case))
        digests = sorted(of)
        random.Random(_SAMPLE_SEED).shuffle(digests)
        chosen: list[tuple[Row, Case]] = []
        for digest in digests:
            if len(chosen) >= n_cases:
                break
            chosen += of[digest]
        return replace(self, pairs=chosen)


def again(rows: Sequence[Row], programs: Path | None = None) -> Again:
    """Return the cases of rows that can run here: their solver is installed, and their problem is the same one.

    Rows may come from anywhere, so a solver that is a file, as FILE.py:CLASS, does not run, unless the file is
    `programs`. Each problem is read once. Raises BadInput if no case can run.
    """
    if not rows:
        raise BadInput("there are no rows to reproduce")
    faults: dict[tuple[object, ...], str] = {}
    pairs: list[tuple[Row, Case]] = []
    left_out: dict[str, int] = {}
    for row in rows:
        asked = (row.problem, row.digest, row.at_most, row.maximise)
        for key in (asked, (row.solver,)):
            if key not in faults:
                faults[key] = _fault_of_solver(row.solver, programs) if len(key) == 1 else _fault_of_problem(row)
        why = "not installed there" if row.status == "missing" else faults[row.solver,] or faults[asked]
        if why:
            left_out[why] = left_out.get(why, 0) + 1
        else:
            pairs.append((row, Case(**{name: getattr(row, name) for name in _FIELDS if name != "pin"})))
    if not pairs:
        raise BadInput(f"none of the cases can run here: {next(iter(left_out))}")
    return Again(pairs, left_out)


def _fault_of_solver(spec: str, programs: Path | None) -> str:
    name, _ = split(spec)
    file = Path(name.rpartition(":")[0])
    if is_of_file(name) and (programs is None or file.resolve() != programs.resolve()):
        return f"solver {spec}: a file; to run it, name the file with --programs"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            solvers.load(spec)
    except (ValueError, MissingBackend) as error:
        return str(error)
    except Exception:  # noqa: BLE001 - the child of the case will get the same error and record it
        return ""
    return ""


def _fault_of_problem(row: Row) -> str:
    if not row.digest:
        return f"{row.problem}: its row never read the problem"
    try:
        digest = digest_of(row.problem, row.at_most, row.maximise)
    except (InvalidProblem, ValueError) as error:
        return f"{row.problem}: {error}"
    if digest != row.digest:
        return f"{row.problem}: another problem here: its digest is {digest}, and there it was {row.digest}"
    return ""
