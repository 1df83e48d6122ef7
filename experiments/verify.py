"""Whether all solvers agree, with each other and with what is published.

Counts are compared between the rows of one problem, whatever solver, task or name of the problem; fingerprints between
those that list all covers. Only rows that are exact are compared as equal; a lower bound must not exceed them. A row
that comes with a certificate is right: where counts differ, the others are at fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from experiments.record import Row


@dataclass(frozen=True)
class Offence:
    """What is wrong with the answers to one problem, and the rows that show it."""

    what: str
    rows: tuple[Row, ...]


def by_digest(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each problem, in the order of their first row; rows that never read their problem are left out."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.digest:
            groups[row.digest].append(row)
    return groups


def offences(rows: Iterable[Row]) -> list[Offence]:
    """Every contradiction in the rows; none when all solvers agree."""
    return [offence for group in by_digest(rows).values() for offence in _of_problem(group)]


def _of_problem(rows: list[Row]) -> Iterator[Offence]:
    wrong = [row for row in rows if row.status == "wrong"]
    if wrong:
        yield Offence("gave a cover that is none", tuple(wrong))
    exact = [row for row in rows if row.is_exact]
    certified = {row.covers for row in exact if row.certificate}
    if len(certified) == 1:
        if astray := tuple(row for row in exact if row.covers not in certified):
            yield Offence(f"{min(certified)} covers are certified", astray)
    elif len({row.covers for row in exact}) > 1:
        yield Offence("the numbers of covers differ", tuple(exact))
    listed = [row for row in exact if row.fingerprint]
    for count in sorted({row.covers for row in listed}):
        same_count = [row for row in listed if row.covers == count]
        if len({row.fingerprint for row in same_count}) > 1:
            yield Offence("as many covers, but not the same ones", tuple(same_count))
    for row in rows:
        if row.is_exact and row.published not in (None, row.covers):
            yield Offence(f"published are {row.published} covers{', certified others' * bool(row.certificate)}", (row,))
    yield from _bounds(rows, exact)


def _bounds(rows: list[Row], exact: list[Row]) -> Iterator[Offence]:
    """Lower bounds beyond an exact count, published or found."""
    published = [row.published for row in rows if row.published is not None]
    least = min([*published, *(row.covers for row in exact)], default=None)
    for row in rows:
        if least is not None and not row.is_exact and row.covers > least:
            yield Offence(f"more covers than the {least} that there are", (row,))
