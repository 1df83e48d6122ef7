"""Distinguishes questions about one problem, for tables and charts of problems and solvers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter

from danceoff.experiments.report.names.settings import folded
from danceoff.experiments.results.record import Row

_LIMITS: dict[str, Callable[[float], str]] = {
    "limit": lambda covers: f"limit {covers:g}",
    "time_limit_s": lambda limit_s: f"within {limit_s:g} s",
    "cpu_limit_s": lambda limit_s: f"{limit_s:g} s of CPU",
    "memory_limit_mb": lambda limit_mb: f"{limit_mb:g} MB",
}


def with_distinct_names(rows: Sequence[Row]) -> list[Row]:
    """Return the rows, in their order, under the names that tables and charts show.

    What distinguishes questions about one problem becomes part of its name: a bound on the cost, the search for the
    cover of greatest cost, "up to symmetry", and limits if a solver ran under several. Different seeds of one setting
    count as repeats of one solver. Rows that were renamed before stay the same.
    """
    return folded(_limited(bounded(rows)))


def bounded(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with a bound on the cost, maximising, and "up to symmetry" as part of the problem's name."""
    return [_named(row) for row in rows]


def _named(row: Row) -> Row:
    asked = [f"at most {row.at_most}"] * bool(row.at_most) + ["maximise"] * row.maximise
    asked += ["up to symmetry"] * row.up_to_symmetry
    return replace(_specified(row, asked), at_most="", maximise=False, up_to_symmetry=False) if asked else row


def _specified(row: Row, asked: Sequence[str]) -> Row:
    return replace(row, problem=f"{row.problem} ({', '.join(asked)})") if asked else row


def _limited(rows: Sequence[Row]) -> list[Row]:
    given: dict[tuple[str, str, str], tuple[object, ...]] = {}
    several: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    limits = attrgetter(*_LIMITS)
    for row in rows:
        own = limits(row)
        if (first := given.setdefault((row.problem, row.solver, row.task), own)) != own:
            differ = (name for name, one, other in zip(_LIMITS, first, own, strict=True) if one != other)
            several[row.problem, row.task].update(differ)
    return [_within(row, several[row.problem, row.task]) for row in rows] if several else list(rows)


def _within(row: Row, several: set[str]) -> Row:
    limits = {name: getattr(row, name) for name in _LIMITS if name in several}
    return _specified(row, [_LIMITS[name](limit) for name, limit in limits.items() if limit is not None])
