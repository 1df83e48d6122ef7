"""The nearest to a cover: as many items covered as possible."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from danceoff.door.found import FoundCover, Numbering
from danceoff.door.inquiry import inquiry
from danceoff.problems import Covers
from danceoff.solvers import Solver
from danceoff.solvers.questions.nearest import without_slack


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


def nearest(
    problem: Any,
    solver: str | Solver = "auto",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    isolate: bool = False,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
) -> Nearest:
    """Return options that cover as many items as possible, none too often: a largest packing; a cover if there is one.

    problem: any source that `danceoff.problem` accepts; its costs do not count.
    solver: a solver that looks for the cheapest covers, as for `danceoff.best`.

    The other arguments, and errors, are those of `danceoff.best`.
    """
    limits = None, time_limit, memory_limit, isolate
    asks = inquiry("nearest", problem, solver, *limits, given, without)
    found, rest = asks.outcome(), asks.rest
    ended = found.bound, found.seconds, str(asks.solver)
    if not found.cheapest:
        return Nearest(found.status, None, None, *ended)
    options, missing = without_slack(rest, found.cheapest[0])
    (lifted,) = rest.lift(Covers.of([options]))
    names = [rest.entry(item, 0) for item in missing]
    return Nearest(found.status, FoundCover(Numbering(asks.root), tuple(sorted(lifted))), names, *ended)
