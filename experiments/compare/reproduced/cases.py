"""The cases of rows, to be run again on this machine, and why some cannot be."""

from __future__ import annotations

import random
import warnings
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from danceoff import solvers
from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import Case
from danceoff.experiments.plans.plan import Plan, digest_of
from danceoff.experiments.results.record import COLUMNS, Row
from danceoff.problems import InvalidProblem
from danceoff.solvers import MissingBackend
from danceoff.solvers.plugins import is_of_file, split

_SAMPLE_SEED = 0
_FIELDS = [column.name for column in fields(Case) if column.name in COLUMNS]


@dataclass(frozen=True)
class Again:
    """The cases of a results folder that can run here.

    pairs: rows of the folder, and their cases here.
    left_out: for each reason why a case cannot run here, the number of its rows.
    """

    pairs: Sequence[tuple[Row, Case]]
    left_out: Mapping[str, int] = field(default_factory=dict)

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
        """Return the cases under other limits.

        limits: fields of Case; None keeps the limit of the row.
        """
        given = {name: limit for name, limit in limits.items() if limit is not None}
        return replace(self, pairs=[(row, replace(case, **given)) for row, case in self.pairs])


def again(rows: Sequence[Row], programs: Path | None = None, at_least: int | None = None) -> Again:
    """Return the cases of rows that can run here: their solver is installed, and their problem is the same one.

    Each problem is read once.

    programs: the only file whose solvers, as FILE.py:CLASS, may run. Rows may come from anywhere, so other files do not
        run.
    at_least: stop once there are as many cases. Problems are drawn at random, the same each time, and taken with all
        their cases, because ratios need all solvers.

    Raises BadInput if no case can run.
    """
    of: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        of[row.digest].append(row)
    digests = list(of)
    if at_least is not None:
        digests.sort()
        random.Random(_SAMPLE_SEED).shuffle(digests)
    fault_of_solver, fault_of_problem = cache(partial(_fault_of_solver, programs)), cache(_fault_of_problem)
    pairs: list[tuple[Row, Case]] = []
    left_out: Counter[str] = Counter()
    for digest in digests:
        if at_least is not None and len(pairs) >= at_least:
            break
        for row in of[digest]:
            fault = (
                f"solver {row.solver}: not installed there" if row.status == "missing" else fault_of_solver(row.solver)
            )
            if fault := fault or fault_of_problem(row.problem, digest, row.at_most, row.maximise):
                left_out[fault] += 1
            else:
                pairs.append((row, Case(**{name: getattr(row, name) for name in _FIELDS if name != "pin"})))
    if not pairs:
        raise BadInput(f"none of the cases can run here: {next(iter(left_out), 'there are no rows')}")
    return Again(pairs, left_out)


def _fault_of_solver(programs: Path | None, spec: str) -> str:
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


def _fault_of_problem(problem: str, digest: str, at_most: str, maximise: bool) -> str:
    if not digest:
        return f"{problem}: its row never read the problem"
    try:
        found = digest_of(problem, at_most, maximise)
    except (InvalidProblem, ValueError) as error:
        return f"{error}" if problem in f"{error}" else f"{problem}: {error}"
    return "" if found == digest else f"{problem}: another problem here: digest {found}, and there {digest}"
