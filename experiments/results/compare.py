"""Compares two results folders: what is faster or slower, what was lost, which answers changed.

Cases are matched by problem, solver, task, limit and bound on the cost; where one folder has several limits on time or
memory, by these as well. A time has changed if its median is outside the range of the repeats of the other side by more
than the noise: three standard deviations of the logarithms of the times, pooled over all repeated cases. Without
repeats the noise is unknown, and only a factor of two counts.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from danceoff.experiments import BadInput
from danceoff.experiments.results.digits import decimal
from danceoff.experiments.results.record import STATUSES, Row
from danceoff.experiments.results.verify import at_fault

UNKNOWN_NOISE = 2.0
_LEAST_NOISE = 1.05
_LEAST_S = 0.005  # smaller differences are noise of the scheduler
KINDS = ("changed", "lost", "slower", "faster", "gained", "same", "unsolved")
"""Kinds of changes, the most serious first: `changed` is the answer, `lost` and `gained` say whether it is solved."""
REGRESSIONS = ("changed", "lost")


class Key(NamedTuple):
    """Identifies the same question in different runs."""

    problem: str
    solver: str
    task: str
    limit: int | None
    at_most: str
    maximise: bool
    up_to_symmetry: bool
    limits: str = ""

    def __str__(self) -> str:
        """Return the question in words."""
        limit = "" if self.limit is None else f" limit {self.limit}"
        at_most = f" at most {self.at_most}" if self.at_most else ""
        further = " maximise" * self.maximise + " up to symmetry" * self.up_to_symmetry
        return f"{self.problem} {self.solver} {self.task}{limit}{at_most}{further}{self.limits}"


@dataclass(frozen=True)
class Change:
    """The change of one case: a kind of KINDS, and the details in words."""

    key: Key
    kind: str
    detail: str


@dataclass(frozen=True)
class Comparison:
    """All changes, in the order of KINDS.

    noise: the factor beyond which a time has changed. notes: reasons to read the comparison with care.
    """

    changes: Sequence[Change]
    noise: float
    notes: Sequence[str]

    def of(self, kind: str) -> list[Change]:
        """The changes of one kind."""
        return [change for change in self.changes if change.kind == kind]


@dataclass(frozen=True)
class _Cell:
    """The repeats of one case."""

    rows: Sequence[Row]
    is_contradicted: bool

    @property
    def is_solved(self) -> bool:
        return not self.is_contradicted and all(row.status in ("complete", "limit") for row in self.rows)

    @property
    def times_s(self) -> list[float]:
        return [row.total_s for row in self.rows if row.total_s is not None]

    @property
    def end(self) -> str:
        if self.is_contradicted:
            return "contradicted"
        return max((row.status for row in self.rows), key=list(STATUSES).index)


def compare(old: Sequence[Row], new: Sequence[Row]) -> Comparison:
    """Compares the rows of two runs; raises BadInput if they have no case in common."""
    several = _with_several_limits(old) | _with_several_limits(new)
    before, now = _cells(old, several), _cells(new, several)
    if not before.keys() & now.keys():
        raise BadInput("the two folders have no case in common: nothing to compare")
    noise, is_known = _noise([*before.values(), *now.values()])
    changes = [Change(key, *_change(before.get(key), now.get(key), noise)) for key in {**before, **now}]
    changes.sort(key=lambda change: KINDS.index(change.kind))
    return Comparison(changes, noise, list(_notes(old, new, is_known)))


def _key(row: Row) -> Key:
    return Key(row.problem, row.solver, row.task, row.limit, row.at_most, row.maximise, row.up_to_symmetry)


def _with_several_limits(rows: Iterable[Row]) -> set[Key]:
    """The cases that one folder asks under several limits on time or memory."""
    first: dict[Key, str] = {}
    return {key for row in rows if first.setdefault(key := _key(row), _limits(row)) != _limits(row)}


def _limits(row: Row) -> str:
    limits = {"s": row.time_limit_s, "s of CPU": row.cpu_limit_s, "MB": row.memory_limit_mb}
    return "".join(f" {limit:g} {unit}" for unit, limit in limits.items() if limit is not None)


def _cells(rows: Sequence[Row], several: Container[Key]) -> dict[Key, _Cell]:
    groups: dict[Key, list[Row]] = defaultdict(list)
    contradicted = set()
    for row, is_contradicted in zip(rows, at_fault(rows), strict=True):
        key = _key(row)
        key = key._replace(limits=_limits(row)) if key in several else key
        groups[key].append(row)
        if is_contradicted:
            contradicted.add(key)
    return {key: _Cell(groups[key], key in contradicted) for key in sorted(groups, key=repr)}


def _noise(cells: Iterable[_Cell]) -> tuple[float, bool]:
    """The factor beyond which a time has changed, and whether it was estimated from repeats."""
    squares, freedom = 0.0, 0
    for cell in cells:
        logs = [math.log(max(time_s, 1e-6)) for time_s in cell.times_s] if cell.is_solved else []
        if len(logs) > 1 and median(cell.times_s) >= _LEAST_S:
            mean = sum(logs) / len(logs)
            squares += sum((log - mean) ** 2 for log in logs)
            freedom += len(logs) - 1
    if not freedom:
        return UNKNOWN_NOISE, False
    return max(_LEAST_NOISE, math.exp(3 * math.sqrt(squares / freedom))), True


def _change(before: _Cell | None, now: _Cell | None, noise: float) -> tuple[str, str]:
    if before is None:
        return ("gained", "had no row before") if now and now.is_solved else ("unsolved", "")
    if now is None:
        return ("lost", "has no row now") if before.is_solved else ("unsolved", "")
    if change := _answers(before, now):
        return "changed", change
    if before.is_solved and now.is_solved:
        return _times(before.times_s, now.times_s, noise)
    if before.is_solved:
        return "lost", f"{now.end} {now.rows[0].detail}".strip()
    return ("gained", f"{before.end} before") if now.is_solved else ("unsolved", "")


def _answers(before: _Cell, now: _Cell) -> str:
    """How the exact answers of two cells differ, if they do; fingerprints compare only for equal digests."""
    counts = [sorted({row.covers for row in cell.rows if row.is_exact}) for cell in (before, now)]
    if all(counts) and counts[0] != counts[1]:
        return " -> ".join(" or ".join(map(decimal, count)) + " covers" for count in counts)
    optima = [
        sorted({row.shown_cost(row.cost) for row in cell.rows if row.is_optimal and row.cost is not None})
        for cell in (before, now)
    ]
    if all(optima) and optima[0] != optima[1]:
        return " -> ".join(f"cost {' or '.join(optimum)}" for optimum in optima)
    sets = [sorted({(row.digest, row.fingerprint) for row in cell.rows if row.is_exact}) for cell in (before, now)]
    digests = [{digest for digest, _ in pairs} for pairs in sets]
    if all(sets) and digests[0] == digests[1] and sets[0] != sets[1]:
        return "same number of covers, but different ones"
    return ""


def _times(old_s: Sequence[float], new_s: Sequence[float], noise: float) -> tuple[str, str]:
    if not old_s or not new_s:
        return "same", "no times"
    was_s, is_s = median(old_s), median(new_s)
    factor = is_s / was_s if was_s else math.inf
    detail = f"{was_s:.4g} s -> {is_s:.4g} s, x {factor:.2f}"
    if abs(is_s - was_s) >= _LEAST_S:
        if is_s > max(old_s) * noise and min(new_s) > max(old_s):
            return "slower", detail
        if is_s < min(old_s) / noise and max(new_s) < min(old_s):
            return "faster", detail
    return "same", detail


def _notes(old: Sequence[Row], new: Sequence[Row], is_known: bool) -> Iterable[str]:
    if not is_known:
        yield "no case was repeated: the noise is unknown, so only a factor of two counts as faster or slower"
    for what, before, now in (
        ("machine", {(row.host, row.cpu) for row in old}, {(row.host, row.cpu) for row in new}),
        ("time limit", {row.time_limit_s for row in old}, {row.time_limit_s for row in new}),
    ):
        if before != now:
            yield f"the {what} differs: {_side(before)} before, {_side(now)} now"
    digests = {row.problem: row.digest for row in old if row.digest}
    same = {row.problem for row in new if digests.get(row.problem, row.digest) in (row.digest, "")}
    renumbered = sorted({row.problem for row in new if row.digest} - same)
    if renumbered:
        yield f"problems with different digests, of which only counts compare: {', '.join(renumbered)}"


def _side(values: Iterable[object]) -> str:
    return ", ".join(sorted(" ".join(value) if isinstance(value, tuple) else str(value) for value in values))
