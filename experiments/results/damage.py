"""Checks what no run writes: rows that contradict themselves, or what other rows of a file say of the same problem.

A row that was changed by hand, by a script or by a fault of a disk may agree with all others.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from danceoff.asking.ask import Ask, key_of, without_limits
from danceoff.asking.totals import MOST_DRAWN
from danceoff.experiments.results.record import OF_ASK, SOLVED, Row, latest
from danceoff.problems.model.digits import decimal

_OF_PROBLEM = ("n_items", "n_options", "cost_scale")
_CHECKED = (*SOLVED, "timeout", "memory")
_KEY_DIGITS = 16
_Value = TypeVar("_Value", int, str)


def damages(rows: Sequence[Row], counted: Sequence[Row] | None = None) -> list[tuple[int, str]]:
    """Return the number of each row at fault, from 1 on in the order of the file, and what is wrong with it.

    rows: all rows of a file.
    counted: those of them that count, by default `latest`; the others are only compared with rows of the same case.
    """
    ids = set(map(id, latest(rows) if counted is None else counted))
    kept = [(number, row) for number, row in enumerate(rows, 1) if id(row) in ids]
    found = [(number, what) for number, row in kept for what in _of_row(row)]
    return sorted([*found, *_twice(rows), *_unlike_others(kept)])


def _of_row(row: Row) -> Iterator[str]:
    """Yield what is wrong with one row by itself."""
    if len(row.case) == _KEY_DIGITS and not _has_its_key(row):
        yield "its case is that of another digest, solver, task, repeat, order or limit: one of them was changed"
    is_done, asked = row.status in SOLVED, row.question
    if is_done and not row.digest:
        yield f"{row.status}, and no digest of its problem, so that nothing is compared with it"
    if is_done and asked.lists and not row.fingerprint:
        yield f"{row.status} with {decimal(row.covers)} covers, and no fingerprint"
    if asked.lists and row.status in _CHECKED:
        if row.checked > row.covers:
            yield f"{row.checked} covers were checked, and only {decimal(row.covers)} were found"
        if is_done and 0 < row.checked < row.covers:
            yield f"{decimal(row.covers)} covers were found, and only {row.checked} were checked"
    if row.fingerprint and (row.covers == 0) != (not row.fingerprint.strip("0")):
        yield f"{decimal(row.covers)} covers have the fingerprint {row.fingerprint}"
    if row.points and row.status != "wrong":
        n, found = row.points[-1][1], min(row.covers, MOST_DRAWN)
        if n > found or (is_done and n != found):
            yield f"its points end at {n} covers, and {decimal(row.covers)} were found"
    if row.orbits is not None and row.orbits > row.covers:
        yield f"{row.orbits} orbits of only {decimal(row.covers)} covers"
    is_cut_exactly = asked.lists and not row.up_to_symmetry and row.status != "wrong"
    is_over = row.limit is not None and is_cut_exactly and row.covers > row.limit
    if is_over or (row.status == "limit" and row.n_apart < (row.limit or 0)):
        yield f"{decimal(row.n_apart)} covers were found, and the limit is {row.limit}"
    if row.certificate and row.status != ("limit" if row.certificate == "none" else "complete"):
        yield f"{row.status}, and with a certificate"
    yield from _of_costs(row)


def _has_its_key(row: Row) -> bool:
    if not row.at_most and _goes_together(row.task, row.limit, row.order, row.up_to_symmetry, row.maximise):
        return key_of(row) == row.case  # an Ask would have the columns as they are
    try:
        return Ask(**{name: getattr(row, name) for name in OF_ASK}).key == row.case
    except ValueError:  # a task that does not take the limit or the order
        return False


@lru_cache(1024)
def _goes_together(task: str, limit: int | None, order: int | None, up_to_symmetry: bool, maximise: bool) -> bool:
    try:
        ask = Ask("", "", task, limit=limit, order=order, up_to_symmetry=up_to_symmetry, maximise=maximise)
    except ValueError:
        return False
    return ask.limit == limit


def _of_costs(row: Row) -> Iterator[str]:
    if row.cost is not None and not row.checked and row.status != "wrong":
        yield "a cost, and no cover was checked"
    if not row.question.finds_costs or row.status not in SOLVED:
        return
    if row.cost != row.bound:
        yield "complete, and the cost is not proven: cost and bound differ"
    if (row.cost is None) != (row.covers == 0):
        yield f"{decimal(row.covers)} covers, and {'no' if row.cost is None else 'a'} cost"
    if row.cost_points and row.cost_points[-1][1:] != (row.cost, row.bound):
        yield "its cost_points end at another cost or bound"


def _twice(rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """Yield rows whose case, or what is asked in it, has a row before, and which do not say that they replace it."""
    first: dict[Hashable, int] = {}
    for number, row in enumerate(rows, 1):
        keys: list[Hashable] = [row.case]
        if len(row.case) != _KEY_DIGITS:
            keys.append((*without_limits(row), row.time_limit_s, row.cpu_limit_s, row.memory_limit_mb))
        before = next((first[key] for key in keys if key in first), 0)
        if before and row.replaces not in (row.case, rows[before - 1].case):
            yield number, f"the case of line {before} once more"
        first.update(dict.fromkeys(keys, number))


def _unlike_others(kept: Sequence[tuple[int, Row]]) -> Iterator[tuple[int, str]]:
    """Yield rows that describe their problem, its name or a set of covers otherwise than most others do."""
    with_digest = [(number, row) for number, row in kept if row.digest]
    for column in _OF_PROBLEM:
        said = [(number, row.digest, getattr(row, column)) for number, row in with_digest]
        for number, value, usual in _odd([one for one in said if one[2] is not None]):
            yield number, f"{column} is {value}, and {usual} in other rows of this problem"
    for number, digest, usual in _odd(
        [(number, (row.problem, row.at_most, row.maximise), row.digest) for number, row in with_digest]
    ):
        what = "in other rows of this name: two problems, which no table tells apart"
        yield number, f"digest {digest}, and {usual} {what}"
    sets = [(number, (row.digest, row.fingerprint), row.covers) for number, row in kept if row.fingerprint]
    for number, covers, most in _odd(sets):
        yield number, f"{decimal(covers)} covers have the fingerprint of a set of {decimal(most)} in other rows"


def _odd(said: Sequence[tuple[int, Hashable, _Value]]) -> Iterator[tuple[int, _Value, _Value]]:
    """Yield the number and the value of each row that differs from the usual value of its group, and that value.

    If two values are as frequent, neither is usual, and rows of both are odd.

    said: number of the row, group, value.
    """
    first: dict[Hashable, _Value] = {}
    mixed = {group for _, group, value in said if first.setdefault(group, value) != value}
    groups: dict[Hashable, list[tuple[int, _Value]]] = defaultdict(list)
    for number, group, value in said if mixed else ():
        if group in mixed:
            groups[group].append((number, value))
    for members in groups.values():
        counted = Counter(value for _, value in members).most_common()
        usual, n = counted[0]
        rival = next((value for value, k in counted[1:] if k == n), usual)
        for number, value in members:
            if (other := rival if value == usual else usual) != value:
                yield number, value, other
