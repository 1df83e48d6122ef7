"""Ratios of solvers in two runs of the same cases: times depend on the machine, ratios much less.

Each solver is compared with a reference: for each task the solver that solves the most problems on both sides, and of
several the fastest. A ratio is the geometric mean over the problems that both solvers solve on both sides, so both
ratios are about the same problems. Its interval of 95 % is a bootstrap over these problems (`ratio_interval`): the
range of the ratio for other samples of such problems.

A ratio holds if the two intervals overlap, that is, if the ratio here lies in the published interval, widened by the
uncertainty of the ratio here. If two runs with problems of their own had the same true ratio and equally wide
intervals, 0.6 % of the pairs would not overlap, and at most 5 % however wide they are. Here both runs have the same
problems, and err in the same direction, so it happens less often.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import attrgetter
from statistics import fmean, median
from typing import NamedTuple

from danceoff.experiments.compare.reproduced.answers import ComparedAnswer
from danceoff.experiments.plans.case import TASKS
from danceoff.experiments.report.names import with_distinct_names
from danceoff.experiments.report.statistics.ratios import LEAST_PROBLEMS, Ratio, ratio_interval
from danceoff.experiments.results.record import Row

_CLOCK_S = 1e-6


class Times(NamedTuple):
    """Median seconds of preparing and searching of one problem by one solver that solved it on both sides."""

    problem: str
    solver: str
    task: str
    there_s: float
    here_s: float


class ComparedRatio(NamedTuple):
    """A ratio of times, solver / reference, on both sides; below 1 the solver is the faster one.

    there: the ratio in the original run.
    here: the ratio in the new run.
    moved: here / there, with an interval of the differences problem by problem.
    """

    task: str
    solver: str
    reference: str
    n_problems: int
    there: Ratio
    here: Ratio
    moved: Ratio

    @property
    def is_tested(self) -> bool:
        """Whether there are enough problems for intervals."""
        return self.n_problems >= LEAST_PROBLEMS

    @property
    def is_disjoint(self) -> bool:
        """Whether the intervals do not overlap."""
        return self.is_tested and (self.here.high < self.there.low or self.there.high < self.here.low)


def times(answers: Sequence[ComparedAnswer]) -> list[Times]:
    """Return the times of cases that were solved on both sides, in all repeats, with the same answer."""
    named = with_distinct_names([answer.there for answer in answers])
    cells: dict[tuple[str, str, str], list[ComparedAnswer]] = defaultdict(list)
    for row, answer in zip(named, answers, strict=True):
        cells[row.problem, row.solver, row.task].append(answer)
    found = []
    for cell, group in sorted(cells.items()):
        there_s, here_s = ([row.total_s for row in rows if row.total_s is not None] for rows in _sides(group))
        if all(answer.kind == "equal" for answer in group) and there_s and here_s:
            found.append(Times(*cell, max(median(there_s), _CLOCK_S), max(median(here_s), _CLOCK_S)))
    return found


def _sides(group: Sequence[ComparedAnswer]) -> tuple[list[Row], list[Row]]:
    return [answer.there for answer in group], [answer.here for answer in group]


def ratios(found: Sequence[Times]) -> list[ComparedRatio]:
    """Return the ratio of every solver to the reference of its task, in the order of tasks and ratios there."""
    held = []
    for task in TASKS:
        of: dict[str, dict[str, Times]] = defaultdict(dict)
        for one in found:
            if one.task == task:
                of[one.solver][one.problem] = one
        if of:
            reference = min(of, key=lambda solver: (-len(of[solver]), _mean_log(of[solver]), solver))
            own = [_compared(task, solver, reference, of) for solver in sorted(of) if solver != reference]
            held += sorted((one for one in own if one.n_problems), key=lambda one: (one.there.value, one.solver))
    return held


def _mean_log(of: Mapping[str, Times]) -> float:
    return fmean(math.log(one.there_s) for one in of.values())


def _compared(task: str, solver: str, reference: str, of: Mapping[str, Mapping[str, Times]]) -> ComparedRatio:
    problems = sorted(of[solver].keys() & of[reference].keys())
    own, base = ([of[one][problem] for problem in problems] for one in (solver, reference))
    there, here, moved = (
        ratio_interval([time(one) for one in own], [time(one) for one in base]) for time in (_there, _here, _factor)
    )
    return ComparedRatio(task, solver, reference, len(problems), there, here, moved)


_there, _here = attrgetter("there_s"), attrgetter("here_s")


def _factor(one: Times) -> float:
    return one.here_s / one.there_s
