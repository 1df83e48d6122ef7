"""The nearest to a cover: as many items covered as possible."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from danceoff.door.best import best
from danceoff.door.found import FoundCover, Numbering
from danceoff.door.stating import instance
from danceoff.problems import Covers
from danceoff.solvers import Solver
from danceoff.solvers.questions.nearest import relaxed, without_slack


@dataclass(frozen=True)
class Nearest:
    """Options that together cover as many primary items as possible, and no item too often.

    status: how the search ended, as in `Best`.
    options: the options, drawn like a cover, with holes; None if a limit came before any were found.
    left_out: the items that they do not cover, by name; an item that is covered too rarely, once for each missing time.
        None if a limit came before any options were found.
    bound: at least so many items must be left out, as proven; None if nothing is proven.
    """

    status: str
    options: FoundCover | None
    left_out: list[Hashable] | None
    bound: int | None
    seconds: float
    solver: str

    @property
    def is_proven(self) -> bool:
        """Whether it is proven that no options leave out fewer items."""
        return self.left_out is not None and self.bound == len(self.left_out)


def nearest(problem: Any, solver: str | Solver = "auto", time_limit: float | None = None) -> Nearest:
    """Return options that cover as many items as possible, none too often: a largest packing; a cover if there is one.

    problem: any source that `danceoff.problem` accepts; its costs do not count.
    solver: a solver that looks for the cheapest covers, as for `danceoff.best`.
    time_limit: seconds; None for no limit.

    Errors are those of `danceoff.best`.
    """
    root = instance(problem)
    own = root.problem
    found = best(relaxed(own), solver, time_limit=time_limit)
    bound = None if found.bound is None else int(found.bound)
    if found.cover is None:
        return Nearest(found.status, None, None, bound, found.seconds, found.solver)
    options, missing = without_slack(own, found.cover.numbers)
    (lifted,) = own.lift(Covers.of([options]))
    names = [own.entry(item, 0) for item in missing]
    return Nearest(
        found.status, FoundCover(Numbering(root), tuple(sorted(lifted))), names, bound, found.seconds, found.solver
    )
