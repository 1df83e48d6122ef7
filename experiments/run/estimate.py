"""Estimates how long the cases of a plan will take, from past rows of the same cases, or else from limits on time."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from statistics import median
from typing import Any, NamedTuple

from danceoff.asking.ask import Ask, without_limits
from danceoff.experiments.results.record import Row
from danceoff.experiments.words.amounts import number_of

_UNITS = (("d", 86400), ("h", 3600), ("min", 60))
_WORDS = {
    (True, True): "about {} for {} that past rows know",
    (False, True): "up to {} for {} by their limits",
    (False, False): "no estimate for {1} without a limit on time",
}
"""Whether an estimate is measured, and whether it has a time -> what is said about all estimates of this kind."""
_STOPPED = ("timeout", "memory", "missing")


class Estimate(NamedTuple):
    """How long a case will take.

    time_s: seconds with start-up and checks, from past rows; without past rows, the limit on time or CPU time, or None.
    is_measured: whether the time is from past rows.
    """

    case: Ask
    time_s: float | None
    is_measured: bool

    def __str__(self) -> str:
        case = self.case
        repeat = f" repeat {case.repeat}" if case.repeat > 1 else ""
        known = f"{'about' if self.is_measured else 'up to'} {duration(self.time_s or 0)}"
        time = "unknown" if self.time_s is None else known
        return f"{case.problem:22} {case.solver:28} {case.task:9}{repeat:9}   {time}"


def estimates(cases: Iterable[Ask], past: Iterable[Row]) -> Iterator[Estimate]:
    """Yield an estimate for each case, from past rows under any limits."""
    known: dict[tuple[object, ...], list[Row]] = defaultdict(list)
    for row in past:
        known[_asked(vars(row))].append(row)
    for case in cases:
        measured_s = _measured_s(case, known[_asked(case.columns)])
        is_measured = measured_s is not None
        yield Estimate(case, measured_s if is_measured else _limit_s(case), is_measured)


def summary(found: Sequence[Estimate], n_done: int) -> str:
    """Return one line about all cases that are to run, and how many others have rows already."""
    parts = []
    for kind, words in _WORDS.items():
        times = [one.time_s or 0.0 for one in found if (one.is_measured, one.time_s is not None) == kind]
        if times:
            parts.append(words.format(duration(sum(times)), len(times)))
    done = f", {n_done} others have rows" if n_done else ""
    to_run = f"{number_of(len(found), 'case')} to run{done}"
    return ": ".join(filter(None, (to_run, ", ".join(parts))))


def duration(time_s: float) -> str:
    """Return seconds as text with two digits or more: 0.034 s, 12 s, 3.5 min."""
    unit, size = next(((unit, size) for unit, size in _UNITS if time_s >= 1.5 * size), ("s", 1))
    value = time_s / size
    return f"{value:.2g} {unit}" if value < 10 else f"{value:,.0f} {unit}"


def _asked(columns: Mapping[str, Any]) -> tuple[object, ...]:
    digest, solver, task, _repeat, *others, _order = without_limits(columns)
    return digest, solver, task, *others


def _limit_s(case: Ask) -> float | None:
    limits_s = case.limits.time_limit_s, case.limits.cpu_limit_s
    return min((limit_s for limit_s in limits_s if limit_s is not None), default=None)


def _measured_s(case: Ask, rows: Sequence[Row]) -> float | None:
    """Return the median time of rows that ended by themselves or took as long as the case may; None without any."""
    limit_s = _limit_s(case) or inf
    times = []
    for row in rows:
        took_s = row.total_s or 0
        if row.status not in _STOPPED or took_s >= limit_s:
            times.append(min(took_s, limit_s) + sum(filter(None, (row.startup_s, row.certify_s, row.check_s))))
    return median(times) if times else None
