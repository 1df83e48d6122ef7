"""Compares two results folders: what is faster or slower, what was lost, which answers changed.

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
from danceoff.experiments.compare.times import LEAST_REPEATS, Medians, Overall, Repeats, is_repeated, judged, overall
from danceoff.experiments.compare.times import repeats as repeats_of
from danceoff.experiments.results.record import SOLVED, STATUSES, Row
from danceoff.experiments.results.verify import at_fault, offences
from danceoff.problems.model.digits import decimal

KINDS = ("changed", "lost", "slower", "faster", "gained", "same", "unsolved")
"""Kinds of changes, the most serious first: `changed` is the answer, `lost` and `gained` say whether it is solved."""
REGRESSIONS = ("changed", "lost")


class Key(NamedTuple):
    """Identifies the same case in different runs."""

    problem: str
    solver: str
    task: str
    limit: int | None
    asked: tuple[str, ...]
    limits: str = ""

    def __str__(self) -> str:
        """Return the question in words."""
        limit = "" if self.limit is None else f" limit {self.limit}"
        return " ".join([f"{self.problem} {self.solver} {self.task}{limit}", *self.asked]) + self.limits


@dataclass(frozen=True)
class Change:
    """The change of one case: a kind of KINDS, and the details in words."""

    key: Key
    kind: str
    detail: str


@dataclass(frozen=True)
class Comparison:
    """All changes, in the order of KINDS, and the ratios of solvers over all their cases.

    notes: reasons to read the comparison with care.
    """

    changes: Sequence[Change]
    overall: Sequence[Overall]
    notes: Sequence[str]

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
        return not self.is_contradicted and all(row.status in SOLVED for row in self.rows)

    @property
    def repeats(self) -> Repeats:
        return repeats_of(self.rows)

    @property
    def median_s(self) -> float:
        """The median time in seconds; nan if the case is not solved or has no times."""
        times_s = [time_s for _, time_s in self.repeats]
        return median(times_s) if times_s and self.is_solved else nan

    @property
    def limit_s(self) -> float:
        """A lower bound on the time of an unsolved case, in seconds; 0 if it had no limit on time."""
        return max((row.limit_s or 0.0 for row in self.rows), default=0.0)

    @property
    def end(self) -> str:
        if self.is_contradicted:
            return "contradicted"
        return max((row.status for row in self.rows), key=list(STATUSES).index)


def compare(old: Sequence[Row], new: Sequence[Row]) -> Comparison:
    """Compare the rows of two runs; raises BadInput if they have no case in common."""
    several = _with_several_limits(old) | _with_several_limits(new)
    before, now = _cells(old, several), _cells(new, several)
    if not before.keys() & now.keys():
        raise BadInput("the two folders have no case in common: nothing to compare")
    asked_now = {key.problem for key in now}
    found = {key: _change(before.get(key), now.get(key)) for key in {**before, **now} if key.problem in asked_now}
    timed = [key for key, change in found.items() if change is None]
    times = [(before[key].repeats, now[key].repeats) for key in timed]
    verdicts = dict(zip(timed, judged(times), strict=True))
    changes = [Change(key, *(change or verdicts[key])) for key, change in found.items()]
    changes.sort(key=lambda change: KINDS.index(change.kind))
    asked = [key for key in before if key in now and "missing" not in (before[key].end, now[key].end)]
    medians = [
        (key.solver, key.task, Medians(old.median_s, new.median_s, old.limit_s, new.limit_s))
        for key, old, new in ((key, before[key], now[key]) for key in asked)
    ]
    n_few = sum(not is_repeated(*both) for both in times)
    return Comparison(changes, overall(medians), list(_notes(old, new, n_few, len(timed))))


def _key(row: Row) -> Key:
    return Key(row.problem, row.solver, row.task, row.limit, row.asked)


def _with_several_limits(rows: Iterable[Row]) -> set[Key]:
    """Return the cases that one folder has under several limits on time or memory."""
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


def _change(before: _Cell | None, now: _Cell | None) -> tuple[str, str] | None:
    """Return the kind of a change and its details; None if both runs solve the case, so that their times decide."""
    if before is None:
        return ("gained", "had no row before") if now and now.is_solved else ("unsolved", "")
    if now is None:
        return ("lost", "has no row now") if before.is_solved else ("unsolved", "")
    if change := _answers(before, now):
        return "changed", change
    if before.is_solved and now.is_solved:
        return None
    if before.is_solved:
        return "lost", f"{now.end} {now.rows[0].detail}".strip()
    return ("gained", f"{before.end} before") if now.is_solved else ("unsolved", "")


def _answers(before: _Cell, now: _Cell) -> str:
    """Return how the answers of two cells contradict each other, if they do; of other digests only counts compare."""
    old, new = ([row for row in cell.rows if row.status != "wrong"] for cell in (before, now))
    exact = [[_exact(row) for row in rows] for rows in (old, new)]
    for k in range(3):
        found = [sorted({answer[k] for answer in answers} - {""}) for answers in exact]
        if all(found) and found[0] != found[1]:
            return " -> ".join(map(" or ".join, found))
    said = {(row.digest, row.covers, row.orbits, row.fingerprint, row.cost, row.bound) for row in (*old, *new)}
    if len(said) < 2 or not (old and new) or (before.is_contradicted and now.is_contradicted):
        return ""
    alone = (replace(row, published=None, published_orbits=None, published_cost=None) for row in (*old, *new))
    return next((offence.what for offence in offences(alone)), "")


def _exact(row: Row) -> tuple[str, str, str]:
    orbits = "" if row.orbits is None else f"{decimal(row.orbits)} orbits"
    cost = f"cost {row.shown_cost(row.cost or 0)}" * row.is_optimal
    return f"{decimal(row.covers)} covers" * row.is_exact, orbits * row.is_exact, cost


def _notes(old: Sequence[Row], new: Sequence[Row], n_few: int, n_timed: int) -> Iterable[str]:
    if n_few:
        yield (
            f"{n_few} of {n_timed} cases have fewer than {LEAST_REPEATS} repeats on a side: "
            "of these only a factor of two counts as faster or slower"
        )
    if not_asked := {row.problem for row in old} - {row.problem for row in new}:
        yield f"{len(not_asked)} problems have no row in the new folder, and are not compared"
    if any(row.order is not None for row in old) != any(row.order is not None for row in new):
        yield "only one of the runs shuffled items and options: times also differ by their order"
    for what, before, now in (
        ("machine", {(row.host, row.cpu) for row in old}, {(row.host, row.cpu) for row in new}),
        ("time limit", {row.time_limit_s for row in old}, {row.time_limit_s for row in new}),
        ("CPU limit", {row.cpu_limit_s for row in old}, {row.cpu_limit_s for row in new}),
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
