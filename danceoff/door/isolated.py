"""A search in a process of its own under hard limits, run as `danceoff run` runs a case."""

from __future__ import annotations

from dataclasses import replace

from danceoff.asking.ask import Ask
from danceoff.door.found import FoundCovers, Numbering, Result
from danceoff.experiments.results.record import Row
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.messages import Answer, Show, Watch
from danceoff.problems import Cover, Covers, ExactCover
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


def run_isolated(
    rest: ExactCover,
    solver: str | Solver,
    task: str,
    limit: int | None,
    time_limit: float | None,
    memory_limit: float | None,
    watch: Watch,
    show: Show | None = None,
) -> Row:
    """Run a case of a problem that a pipe takes to a child process, without names, which a child may not know.

    Raises ValueError for a solver that a child cannot load, and UnsupportedProblem and MissingBackend as it does.
    """
    instance = Instance("", "", replace(rest, item_names=(), option_names=(), colour_names=()))
    limits = {"limit": limit, "time_limit_s": time_limit, "memory_limit_mb": memory_limit}
    row = run_case(Ask("", spec_of(solver), task, at=(instance, ""), **limits), watch, show)  # type: ignore[arg-type]
    if row.status == "unsupported":
        raise UnsupportedProblem(row.detail)
    if row.status == "missing":
        raise MissingBackend(row.detail)
    return row


def solve_isolated(
    root: Instance,
    rest: ExactCover,
    solver: str | Solver,
    limit: int | None,
    time_limit: float | None,
    memory_limit: float | None,
) -> Result:
    """Do what `danceoff.solve` does, in a child process, from which a pipe brings the covers."""
    batches: list[Covers] = []

    def watch(answer: Answer) -> None:
        if "options" in answer:
            batches.append(Covers.of(answer["options"]))

    row = run_isolated(rest, solver, "enumerate", limit, time_limit, memory_limit, watch, Show(options=True))
    covers = FoundCovers(Numbering(root), batches)
    return Result(row.status, covers, row.total_s or 0.0, row.stats, str(solver), row.detail)


def best_isolated(
    rest: ExactCover, solver: str | Solver, limit: int, time_limit: float | None, memory_limit: float | None
) -> tuple[Row, list[Cover]]:
    """Do what `danceoff.best` does, in a child process; return the row, and the covers in the numbering of the root."""
    best = Cheapest(limit)

    def watch(answer: Answer) -> None:
        if "cheaper" in answer:
            cost, cover = answer["cheaper"]
            best.offer(cost, tuple(cover))

    row = run_isolated(rest, solver, "best", limit, time_limit, memory_limit, watch)
    return row, [cover for _, _, cover in best.kept[: row.covers]]
