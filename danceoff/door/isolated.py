"""A search in a process of its own under hard limits, run as `danceoff run` runs a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from danceoff.door.found import FoundCovers, Numbering, Result
from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.results.record import Row
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.messages import Answer
from danceoff.problems import Cover, Covers, ExactCover, check
from danceoff.problems.formats import knuth
from danceoff.problems.instance import Instance
from danceoff.solvers import MissingBackend, Solver, UnsupportedProblem, load
from danceoff.solvers.base import Cheapest


def spec_of(solver: str | Solver) -> str:
    """Return the text by which a process of its own loads the solver; raises ValueError if there is none."""
    spec = str(solver)
    if isinstance(solver, Solver):
        try:
            is_known = load(spec) == solver
        except ValueError:
            is_known = False
        if not is_known:
            raise ValueError(f"solver {spec} is known in this process only: to isolate it, name it as FILE.py:NAME")
    return spec


def solve_isolated(
    root: Instance,
    rest: ExactCover,
    solver: str,
    limit: int | None,
    time_limit: float | None,
    memory_limit: float | None,
) -> Result:
    """Do what `danceoff.solve` does, in a child process: a file takes the problem there, a pipe brings the covers back.

    Raises UnsupportedProblem and MissingBackend as the child reports them.
    """
    if rest.n_primary == 0:  # Knuth's format has no such problem, and its one cover needs no search
        covers = rest.lift(_only(rest))
        return Result("complete", FoundCovers(Numbering(root), [covers]), 0.0, {}, solver, "nothing to do")
    batches: list[Covers] = []

    def watch(answer: Answer) -> None:
        if "options" in answer:
            batches.append(Covers.of(answer["options"]))

    with TemporaryDirectory(prefix="danceoff-") as folder:
        file = Path(folder) / "problem.dlx"
        file.write_text(knuth.write(_numbered(rest)), encoding="utf-8")
        row = run_case(
            _case(file, solver, "enumerate", rest, limit, time_limit, memory_limit), watch, Show(options=True)
        )
    _raise_if_refused(row)
    found = FoundCovers(Numbering(root), map(rest.lift, batches))
    return Result(row.status, found, row.total_s or 0.0, row.stats, solver, row.detail)


class Found(NamedTuple):
    """What a search for the cheapest covers found, in the option numbers and costs of the problem that was searched."""

    covers: Sequence[Cover]
    bound: int | None
    status: str
    seconds: float
    stats: Mapping[str, int]
    detail: str


def best_isolated(
    rest: ExactCover, solver: str, limit: int, time_limit: float | None, memory_limit: float | None
) -> Found:
    """Do what `danceoff.best` does, in a child process; raises its UnsupportedProblem and MissingBackend."""
    if rest.n_primary == 0:
        only = list(_only(rest))
        return Found(only, 0 if only else None, "complete", 0.0, {}, "nothing to do")
    best = Cheapest(limit)

    def watch(answer: Answer) -> None:
        if "cheaper" in answer:
            cost, cover = answer["cheaper"]
            best.offer(cost, tuple(cover))

    with TemporaryDirectory(prefix="danceoff-") as folder:
        file = Path(folder) / "problem.dlx"
        file.write_text(knuth.write(_numbered(rest)), encoding="utf-8")
        row = run_case(_case(file, solver, "best", rest, limit, time_limit, memory_limit), watch)
    _raise_if_refused(row)
    covers = [cover for _, _, cover in best.kept[: row.covers]]
    return Found(covers, row.bound, row.status, row.total_s or 0.0, row.stats, row.detail)


def _only(rest: ExactCover) -> Covers:
    """Return the empty cover, if the problem allows its cost."""
    empty = Covers.of([()])
    return empty.select(check(rest, empty))


def _case(
    file: Path,
    solver: str,
    task: str,
    rest: ExactCover,
    limit: int | None,
    time_limit: float | None,
    memory_limit: float | None,
) -> Case:
    """Return the case of a problem in a file; the bound on its costs is not in the file."""
    at_most = "" if rest.max_cost is None else str(rest.max_cost)
    limits = {"limit": limit, "time_limit_s": time_limit, "memory_limit_mb": memory_limit, "at_most": at_most}
    return Case(str(file), solver, task, **limits)  # type: ignore[arg-type]


def _raise_if_refused(row: Row) -> None:
    if row.status == "unsupported":
        raise UnsupportedProblem(row.detail)
    if row.status == "missing":
        raise MissingBackend(row.detail)


def _numbered(problem: ExactCover) -> ExactCover:
    """Return the problem without names, as a root problem: in a file, options and items then keep their numbers.

    Its costs are those of the model, not those of people.
    """
    none = np.zeros(0, np.int32)
    unbounded = replace(problem, max_cost=None, cost_scale=1)
    return replace(unbounded, item_names=(), option_names=(), origin=none, taken=none)
