"""Compares two results folders case by case: times, lost cases, and changed answers.

Cases are matched by problem, solver, task, limit and bound on the cost; if a folder has several limits on time or
memory for a case, by these as well. `times.py` judges their times.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from math import nan
from statistics import median
from typing import NamedTuple

from danceoff.experiments import BadInput
from danceoff.experiments.compare.times import Medians, Overall, judged, overall
from danceoff.experiments.results.record import SOLVED, STATUSES, Row
from danceoff.experiments.results.verify import at_fault, offences

KINDS = ("changed", "lost", "slower", "faster", "gained", "same", "unsolved")
"""Kinds of changes, the most serious first: `changed` is the answer, `lost` and `gained` say whether it is solved."""
REGRESSIONS = ("changed", "lost")


class Key(NamedTuple):
    """Identifies the same case in different runs.

    asked: the words about what was asked besides the task.
    """

    problem: str
    solver: str
    task: str
    asked: str

    def __str__(self) -> str:
        return " ".join(self).rstrip()


@dataclass(frozen=True)
class Change:
    """The change of one case: its kind, one of KINDS, and the details in words."""

    key: Key
    kind: str
    detail: str


@dataclass(frozen=True)
class Comparison:
    """All changes, in the order of KINDS, and the ratios of solvers over all their cases.

    left_out: how many problems are not compared, in words; empty if none.
    """

    changes: Sequence[Change]
    overall: Sequence[Overall]
    left_out: str

    def of(self, kind: str) -> list[Change]:
        """The changes of one kind."""
        return [change for change in self.changes if change.kind == kind]


@dataclass(frozen=True)
class _Cell:
    """The repeats of one case in one run."""

    rows: Sequence[Row]
    is_contradicted: bool

    @property
    def is_solved(self) -> bool:
        return self.end in SOLVED

    @property
    def median_s(self) -> float:
        """The median time in seconds; nan if the case is not solved or has no times."""
        times_s = [row.total_s for row in self.rows if row.total_s is not None]
        return median(times_s) if times_s and self.is_solved else nan

    @property
    def limit_s(self) -> float:
        """A lower bound on the time of an unsolved case, in seconds; 0 if it had no limit on time."""
        return max((row.limit_s or 0.0 for row in self.rows), default=0.0)

    @property
    def end(self) -> str:
        """The worst status of the repeats."""
        if self.is_contradicted:
            return "contradicted"
        return max((row.status for row in self.rows), key=list(STATUSES).index, default="no row")


_NO_ROW = _Cell((), False)


def compare(old: Sequence[Row], new: Sequence[Row]) -> Comparison:
    """Compare the rows of two runs; raises BadInput if they have no case in common."""
    old, new = ([row for row in rows if row.status != "missing"] for rows in (old, new))
    several = _with_several_limits(old) | _with_several_limits(new)
    before, now = _cells(old, several), _cells(new, several)
    both = [key for key in before if key in now]
    if not both:
        raise BadInput("the two folders have no case in common: nothing to compare")
    asked_now = {key.problem for key in now}
    found = {
        key: _change(before.get(key, _NO_ROW), now.get(key, _NO_ROW))
        for key in {**before, **now}
        if key.problem in asked_now
    }
    timed = [key for key, (kind, _) in found.items() if kind == "same"]
    found |= {key: judged(before[key].median_s, now[key].median_s) for key in timed}
    changes = [Change(key, *change) for key, change in found.items()]
    changes.sort(key=lambda change: KINDS.index(change.kind))
    cells = [(key, before[key], now[key]) for key in both]
    medians = [
        (key.solver, key.task, Medians(was.median_s, now_is.median_s, was.limit_s, now_is.limit_s))
        for key, was, now_is in cells
    ]
    n_left_out = len({row.problem for row in old} - asked_now)
    left_out = f"{n_left_out} problems have no row in the new folder, and are not compared"
    return Comparison(changes, overall(medians), left_out if n_left_out else "")


def _key(row: Row) -> Key:
    limit = [] if row.limit is None else [f"limit {row.limit}"]
    return Key(row.problem, row.solver, row.task, " ".join([*limit, *row.asked]))


def _with_several_limits(rows: Iterable[Row]) -> set[Key]:
    """Return the cases that one folder has under several limits on time or memory."""
    first: dict[Key, str] = {}
    limited = [(_key(row), _limits(row)) for row in rows]
    return {key for key, limits in limited if first.setdefault(key, limits) != limits}


def _limits(row: Row) -> str:
    limits = {"s": row.time_limit_s, "s of CPU": row.cpu_limit_s, "MB": row.memory_limit_mb}
    return " ".join(f"{limit:g} {unit}" for unit, limit in limits.items() if limit is not None)


def _cells(rows: Sequence[Row], several: Container[Key]) -> dict[Key, _Cell]:
    groups: dict[Key, list[tuple[Row, bool]]] = defaultdict(list)
    for row, is_contradicted in zip(rows, at_fault(rows), strict=True):
        key = _key(row)
        if key in several:
            key = key._replace(asked=f"{key.asked} {_limits(row)}".strip())
        groups[key].append((row, is_contradicted))
    return {
        key: _Cell([row for row, _ in groups[key]], any(is_contradicted for _, is_contradicted in groups[key]))
        for key in sorted(groups)
    }


def _change(before: _Cell, now: _Cell) -> tuple[str, str]:
    """Return the kind of a change and its details; `same` if both runs solve the case: then their times decide."""
    if change := _answers(before.rows, now.rows):
        return "changed", change
    kinds = {
        (True, True): ("same", ""),
        (True, False): ("lost", now.end),
        (False, True): ("gained", f"{before.end} before"),
        (False, False): ("unsolved", ""),
    }
    return kinds[before.is_solved, now.is_solved]


def _answers(before: Sequence[Row], now: Sequence[Row]) -> str:
    """Return how the answers of two cells contradict each other, or empty; fingerprints count if digests are equal."""
    sides = [[row for row in rows if row.status != "wrong"] for rows in (before, now)]
    old, new = ({(row.covers, row.orbits, row.fingerprint, row.cost, row.bound) for row in rows} for rows in sides)
    if old == new or not (old and new):
        return ""
    is_same_problem = len({row.digest for row in (*before, *now)}) == 1
    alone = [
        replace(
            row, digest="same", fingerprint=row.fingerprint if is_same_problem else "",
            published=None, published_orbits=None, published_cost=None,
        )
        for rows in sides
        for row in rows
    ]  # fmt: skip
    whats = [offence.what for offence in offences(alone)]
    was, now_is = (" or ".join(sorted({row.answer for row in rows})) for rows in sides)
    return f"{was} -> {now_is}: {whats[0]}" if whats else ""
