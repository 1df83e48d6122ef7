"""Imports, loads and compiles what a case needs before its clock runs: in its worker, or ahead of it in a server."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy.ma  # np.unique imports it when it is first called, on a clock
import numpy.random  # noqa: F401 - likewise imported by its first use

from danceoff.problems import ExactCover
from danceoff.questions.question import Question
from danceoff.questions.table import question_named
from danceoff.solvers.base import Solver, tiny_like
from danceoff.solvers.ours import BACKENDS

if TYPE_CHECKING:
    from danceoff.asking.drive import Drive


class Shape(NamedTuple):
    """What decides which kernels a case loads, besides the size of its problem.

    solver, task: those of the case.
    limit: its limit of covers.
    listing: whether its covers are listed, not counted.
    has_secondary, has_multiplicities, has_colours: whether its problem has secondary items, multiplicities, colours.
    """

    solver: str
    task: str
    limit: int | None
    listing: bool
    has_secondary: bool
    has_multiplicities: bool
    has_colours: bool

    @classmethod
    def of(
        cls, solver: Solver, question: Question, limit: int | None, listing: bool, problem: ExactCover
    ) -> Self | None:
        """Return the shape of a case; None if it may start threads, bounds costs, or has costs its task ignores."""
        backend = BACKENDS.get(solver.name)
        if backend is None or not backend.starts_no_thread:
            return None
        if problem.max_cost is not None or (problem.has_costs and not question.by_cost):
            return None
        has_secondary = problem.n_primary < problem.n_items
        return cls(
            str(solver), question.name, limit, listing, has_secondary, problem.has_multiplicities, problem.has_colours
        )

    @property
    def question(self) -> Question:
        """The question that the task names."""
        return question_named(self.task)

    def problem(self) -> ExactCover:
        """Return a tiny problem of this shape."""
        secondary = ["c"] if self.has_secondary else []
        entries: list[Hashable] = [("c", "red")] if self.has_colours else [*secondary]
        bounds: Mapping[Hashable, tuple[int, int]] = {"b": (1, 2)} if self.has_multiplicities else {}
        cost = [1, 2] if self.question.by_cost else []
        options: list[list[Hashable]] = [["a", *entries], ["b"]]
        return ExactCover.from_options(options, "ab", secondary, multiplicity=bounds, cost=cost)


def load_all(drive: Drive) -> Shape | None:
    """Load all that a case needs; return what a server may load ahead of another such case."""
    if drive.solver is None:
        drive.question.warm_up(drive)
        return None
    needs = drive.question, drive.ask.limit, drive.lists and drive.for_covers, drive.asked.problem_of_solver
    with drive.blaming_the_solver():
        warm_up(drive.solver, *needs)
    return Shape.of(drive.solver, *needs)


def warm_up(solver: Solver, question: Question, limit: int | None, listing: bool, problem: ExactCover) -> None:
    """Import, load and compile everything that a case needs; the arguments are those of `Shape`."""
    solver.warm_up(problem, listing)
    if question.by_cost:
        for tiny in tiny_like(problem):
            solver.warm_up(tiny, listing)
            for _ in solver.prepare(tiny).cheapest(limit or 1):
                pass
    if question.certifies:
        from danceoff.asking.certified import warm_up as warm_up_certificates  # late: Numba, 0.3 s

        warm_up_certificates(listing)
