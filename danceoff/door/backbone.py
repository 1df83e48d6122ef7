"""Which options are in all covers, or in none, without a diagram."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import closing
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any

from danceoff.asking.found import Numbering
from danceoff.problems.model.arguments import positive
from danceoff.problems.stated import instance


@dataclass(frozen=True)
class Backbone:
    """Which options are in all covers, in some but not all, or in none, each by its name or else its number.

    has_cover: whether there is a cover; None if the time limit came first. If there is none, all options are in none.
    unsettled: the options that were still undecided at the time limit.
    """

    has_cover: bool | None
    in_all: list[Hashable]
    in_some: list[Hashable]
    in_none: list[Hashable]
    unsettled: list[Hashable]


def backbone(problem: Any, time_limit: float | None = None) -> Backbone:
    """Return which options are in all covers or in none, by SAT: it counts no covers, so their number does not matter.

    problem: any source that `danceoff.problem` accepts.
    time_limit: seconds after which the remaining options are left unsettled; None for no limit. It is looked at between
        calls of the SAT solver, which become long when few options are left.

    Raises InvalidProblem if the problem is invalid, ValueError if the time limit is, and UnsupportedProblem for a bound
    on the cost of covers.
    """
    from danceoff.solvers.questions.backbone import Occurrence, Settling  # loads PySAT

    seconds = positive("time_limit", time_limit, "seconds")
    root = instance(problem)
    end, settling = monotonic() + (inf if seconds is None else seconds), Settling(root.problem)
    with closing(settling.settle()) as steps:
        for _ in steps:
            if monotonic() > end:
                break
    found: dict[Occurrence | None, list[Hashable]] = {where: [] for where in (*Occurrence, None)}
    for option, name in enumerate(map(Numbering(root).name, root.problem.origin.tolist())):
        found[settling.settled.get(option)].append(name)
    return Backbone(
        settling.has_cover, found[Occurrence.ALL], found[Occurrence.SOME], found[Occurrence.NONE], found[None]
    )
