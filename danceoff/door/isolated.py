"""A search in a process of its own under hard limits, run as `danceoff run` runs a case."""

from __future__ import annotations

from dataclasses import replace

from danceoff.asking.ask import Ask
from danceoff.experiments.results.record import Row
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.messages import Message, Show
from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.grids.board import NO_BOARD, Board
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


def isolated(ask: Ask, solver: Solver, problem: ExactCover, board: Board) -> tuple[Row, list[Covers], list[Cover]]:
    """Search in a child process, to which a pipe takes the problem, without names, which a child may not know.

    Returns the row, the covers, and the cheapest covers. Raises ValueError for a solver that a child cannot load, and
    UnsupportedProblem and MissingBackend as it does.

    board: for the symmetries of the problem.
    """
    batches: list[Covers] = []
    best, question = Cheapest(ask.limit or 1), ask.question

    def watch(answer: Message) -> None:
        if "options" in answer:
            batches.append(Covers.of(answer["options"]))
        if "cheaper" in answer:
            cost, cover = answer["cheaper"]
            best.offer(cost, tuple(cover))

    bare = replace(problem, item_names=(), option_names=(), colour_names=())
    there = Instance("", "", bare, board=board if ask.up_to_symmetry else NO_BOARD)
    case = replace(ask, solver=spec_of(solver), at=(there, ""))
    row = run_case(case, watch, Show(options=True) if question.lists else None)
    if row.status == "unsupported":
        raise UnsupportedProblem(row.detail)
    if row.status == "missing":
        raise MissingBackend(row.detail)
    return row, batches, [cover for _, _, cover in best.kept[: row.covers]]
