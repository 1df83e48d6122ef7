"""A search in a process of its own under hard limits: by the runner of experiments, which also blames what it sees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.messages import Answer
from danceoff.found import FoundCovers, Numbering, Result, packed
from danceoff.problems import Covers, ExactCover
from danceoff.problems.formats import knuth
from danceoff.problems.instance import Instance
from danceoff.solvers import MissingBackend, UnsupportedProblem


def solve_isolated(
    root: Instance,
    rest: ExactCover,
    solver: str,
    limit: int | None,
    time_limit: float | None,
    memory_limit: float | None,
) -> Result:
    """As `danceoff.solve`; the problem goes to the child as a file, the covers come back through its pipe.

    Raises UnsupportedProblem and MissingBackend as the child reports them.
    """
    if rest.n_primary == 0:  # Knuth's format has no such problem, and its one cover needs no search
        return Result(
            "complete", FoundCovers(Numbering(root), rest.lift(Covers.of([()]))), 0.0, {}, solver, "nothing to do"
        )
    batches: list[Covers] = []

    def watch(answer: Answer) -> None:
        if "options" in answer:
            batches.append(Covers.of(answer["options"]))

    with TemporaryDirectory(prefix="danceoff-") as folder:
        file = Path(folder) / "problem.dlx"
        file.write_text(knuth.write(_numbered(rest)), encoding="utf-8")
        limits = {"limit": limit, "time_limit_s": time_limit, "memory_limit_mb": memory_limit}
        row = run_case(Case(str(file), solver, "enumerate", **limits), watch, Show(options=True))  # type: ignore[arg-type]
    if row.status == "unsupported":
        raise UnsupportedProblem(row.detail)
    if row.status == "missing":
        raise MissingBackend(row.detail)
    covers = FoundCovers(Numbering(root), rest.lift(packed(batches)))
    return Result(row.status, covers, row.total_s or 0.0, row.stats, solver, row.detail)


def _numbered(problem: ExactCover) -> ExactCover:
    """The problem without names, and as one of its own: options and items keep their numbers in a file."""
    none = np.zeros(0, np.int32)
    return replace(problem, item_names=(), option_names=(), origin=none, taken=none)
