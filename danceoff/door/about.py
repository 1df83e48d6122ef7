"""Backbone, estimate, explanation and check of covers: answers about a problem without a walk through its covers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from contextlib import closing
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any

from danceoff.problems import InvalidProblem
from danceoff.problems.analysis.checked_list import CheckedCovers, checked_list
from danceoff.problems.analysis.diagnosis import reasons
from danceoff.problems.found import Numbering, places_in
from danceoff.problems.model.arguments import bound, positive, shown, whole_number
from danceoff.problems.stated import instance
from danceoff.questions.estimate import PROBES, Estimate, estimates
from danceoff.questions.explain import Explanation, explanations


@dataclass(frozen=True)
class Backbone:
    """The options in all covers, in some but not all, and in none; each by its name, or by its number without names.

    has_cover: whether there is a cover; None if the time limit came first. Without a cover, every option is in none.
    unsettled: the options that were still undecided at the time limit.
    """

    has_cover: bool | None
    in_all: list[Hashable]
    in_some: list[Hashable]
    in_none: list[Hashable]
    unsettled: list[Hashable]


def backbone(problem: Any, time_limit: float | None = None) -> Backbone:
    """Return which options are in all covers or in none, by SAT: the time does not grow with the number of covers.

    problem: any source that `danceoff.problem` accepts.
    time_limit: seconds after which the remaining options are left unsettled; None for no limit. It takes effect only
        between calls of the SAT solver, which become long when few options are left.

    Raises InvalidProblem for an invalid problem, ValueError for an invalid time limit, and UnsupportedProblem for a
    bound on the cost of covers.
    """
    from danceoff.solvers.questions.backbone import Occurrence, Settling  # late: PySAT

    seconds, root = bound("time_limit", time_limit, "seconds"), instance(problem)
    end, settling = monotonic() + seconds, Settling(root.problem)
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


def check_covers(problem: Any, covers: Iterable[Iterable[Hashable]]) -> CheckedCovers:
    """Check a list of covers, and return what is wrong with it.

    problem: any source that `danceoff.problem` accepts.
    covers: covers that were found, or lists of options by name, or by number if options have no names. The result
        names a cover by its index in this list, from 0.

    Raises InvalidProblem if the problem is invalid, and for an option that it does not have.
    """
    root = instance(problem)
    if isinstance(covers, str) or not isinstance(covers, Iterable):
        raise InvalidProblem(f"covers must be a list of covers, not {shown(covers)}")
    return checked_list(root, [(k, places_in(root, cover, f"cover {k}")) for k, cover in enumerate(covers)])


def estimate(problem: Any, probes: int = PROBES, seed: int = 1, time_limit: float | None = None) -> Estimate:
    """Return about how many covers a problem has, from random walks down the tree of Algorithm X.

    problem: any source that `danceoff.problem` accepts.
    probes: how many walks; default 1000. The standard error falls with the square root of their number.
    seed: the seed of the random numbers; default 1. The same seed gives the same estimate.
    time_limit: seconds after which no further walk begins; None for no limit.

    Raises ValueError for an invalid time limit, and InvalidProblem for any other invalid argument.

    D. E. Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of Computation 29, 1975).
    """
    whole_number("probes", probes, 1)
    whole_number("seed", seed, 0)
    end = monotonic() + bound("time_limit", time_limit, "seconds")
    after_each_probe = estimates(instance(problem).problem, probes, seed)
    found = next(after_each_probe)
    while monotonic() < end and (better := next(after_each_probe, None)):
        found = better
    return found


def explain(problem: Any, time_limit: float | None = None) -> Explanation:
    """Return why a problem has no cover, as far as this is found within a time limit.

    problem: any source that `danceoff.problem` accepts.
    time_limit: seconds of the search for the conflict, which runs in a process of its own; None for no limit.

    Raises InvalidProblem for an invalid problem, ValueError for an invalid time limit, and UnsupportedProblem if a
    bound on the cost excludes covers.
    """
    seconds = positive("time_limit", time_limit, "seconds")
    root = instance(problem)
    why = reasons(root.problem, root.board)
    found = Explanation(not why, why, at=root)
    try:
        for better in explanations(root, why, seconds, inf):
            found = better
    except TimeoutError:
        found.has_cover = None if found.has_cover else False  # without a refutation, the problem may have a cover
    return found
